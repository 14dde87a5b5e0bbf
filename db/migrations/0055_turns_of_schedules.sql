-- A schedule's turn is the runs that it asks for at one instant. Several schedules of a source stand beside its first one.

alter table runs
  -- The schedule whose turn it is part of, and when that turn fell due; null where somebody asked for it.
  add schedule_id uuid,
  add turn_at timestamptz,
  -- When the newest price that it brought was confirmed.
  add newest_price_at timestamptz,
  -- What the source says is left of what it sells: remaining, limit.
  add quota jsonb;
create index runs_turns on runs (schedule_id, turn_at desc) where schedule_id is not null;

alter table import_schedules
  -- `source` is the schedule's own key: the feed's first schedule has the feed's key, others add a slash and a part of their id.
  -- How long prices count goes by the first one.
  add feed text generated always as (split_part(source, '/', 1)) stored,
  add name text not null default '',
  add quota_limit integer check (quota_limit >= 0),
  -- What was due before that was not missed.
  add active_since timestamptz;

create or replace function schedule_begins_anew() returns trigger language plpgsql as $$
begin
  new.checked_at := now();
  new.active_since := now();
  return new;
end
$$;
