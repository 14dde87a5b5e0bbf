-- The competition of the source that an outright is listed in: an answer of it which no longer has the outright takes its prices back.
alter table outright_sources add competition text not null default '';
create unique index outrights_slug on outrights (league_id, slug) where slug <> '';
