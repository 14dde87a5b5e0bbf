-- Each source has a schedule, at rest until an operator wants it: his screen edits rows, it makes none.

-- Who changed one, the trail of changes tells.
alter table import_schedules
  add id uuid not null default gen_random_uuid() unique,
  drop updated_by;

insert into import_schedules (source, every_minutes, is_active)
select source, every_minutes, false from (values
  ('promo', 10), ('the-odds-api', 60), ('sportsdb-countries', 10080), ('sportsdb-leagues', 10080),
  ('sportsdb-seasons', 10080), ('sportsdb-teams', 10080), ('sportsdb-events', 60)
) as s (source, every_minutes)
on conflict (source) do nothing;

-- What fell due before a schedule was changed is no business of the new one.
create function schedule_begins_anew() returns trigger language plpgsql as $$
begin
  new.checked_at := now();
  return new;
end
$$;
create trigger import_schedules_anew before update of every_minutes, cron, time_zone, is_active on import_schedules
  for each row when ((old.every_minutes, old.cron, old.time_zone, old.is_active)
    is distinct from (new.every_minutes, new.cron, new.time_zone, new.is_active))
  execute function schedule_begins_anew();
create trigger import_schedules_updated_at before update on import_schedules
  for each row execute function set_updated_at();
