-- Two imports that both write the first change of a week: the one that waited for the lock must see the other's partition.
-- `to_regclass` answers from a cache that waiting for this lock does not renew; a query of the catalogue reads it anew.
create or replace function ensure_quote_weeks(instants timestamptz[]) returns void language plpgsql as $$
declare
  week date;
  name text;
begin
  for week in select distinct date_trunc('week', t at time zone 'UTC')::date from unnest(instants) t loop
    name := 'quote_changes_' || to_char(week, 'YYYYMMDD');
    continue when to_regclass(name) is not null;
    perform pg_advisory_xact_lock(7116290422);
    continue when exists (select 1 from pg_class where relname = name and relnamespace = current_schema()::regnamespace);
    execute format('create table %I (like quote_changes)', name);
    execute format('alter table quote_changes attach partition %I for values from (%L) to (%L)',
      name, week || ' 00:00+00', (week + 7) || ' 00:00+00');
  end loop;
end
$$;
