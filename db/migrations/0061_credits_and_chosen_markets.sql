-- What a schedule asks its source for, and how many of the credits that the source sells it may spend.
alter table import_schedules
  -- Markets as the source names them, by commas; empty: those that the source is asked for anyway.
  add markets text not null default '',
  -- Markets that are asked for match by match.
  add event_markets text not null default '',
  -- Only of matches that begin within so many hours.
  add horizon_hours integer check (horizon_hours > 0),
  add credits_a_day integer check (credits_a_day > 0);

-- Schedules that are on cost what they cost until an operator chooses more.
update import_schedules set markets = 'h2h' where split_part(source, '/', 1) = 'the-odds-api' and is_active;

-- What has been spent on a day of UTC: by a schedule, or (null) by whoever else asked.
create table source_credits (
  source text not null,
  schedule_id uuid,
  day date not null,
  spent integer not null default 0 check (spent >= 0),
  unique nulls not distinct (source, schedule_id, day)
);
create index source_credits_day on source_credits (day);

-- The bookmaker's own id of an event, where the source has it.
alter table quotes_seen add sid text;
