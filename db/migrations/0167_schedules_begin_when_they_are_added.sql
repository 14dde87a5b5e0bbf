-- What fell due before a schedule was added was not missed: without this, one that is added counts as overdue until its first run.
create function schedule_begins() returns trigger language plpgsql as $$
begin
  new.active_since := coalesce(new.active_since, now());
  return new;
end
$$;
create trigger import_schedules_begin before insert on import_schedules
  for each row execute function schedule_begins();
update import_schedules set active_since = created_at where active_since is null and last_run_at is null;
