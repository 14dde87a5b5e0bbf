-- A schedule carries what it imports, and its source says what is left of what it sells.
alter table import_schedules
  -- Keys of competitions, by commas; empty: what the source has next.
  add sports text not null default '',
  -- Requests that the source still answers, as it last said.
  add quota_remaining integer check (quota_remaining >= 0),
  add quota_at timestamptz;
