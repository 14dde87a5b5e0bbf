-- The competition of the source that an outright is listed in: an answer of it which no longer has the outright takes its prices back.
alter table outright_sources add competition text not null default '';
create unique index outrights_slug on outrights (league_id, slug) where slug <> '';

-- API-Football renews its odds every three hours, and is asked every minute: three of those minutes would be too short.
update import_schedules set counted_minutes = 360 where source = 'api-football' and counted_minutes is null;
