-- Runs that are asked for on a screen or by a schedule, the pace of the sports database, and where the demonstration's feeds are.

-- What was asked for. A run with parameters is carried out by the site's own worker; null is a run of whoever began it.
alter table import_runs add column params jsonb;
create unique index import_runs_one_waiting on import_runs (source, origin) where status = 'queued';
create index import_runs_to_do on import_runs (created_at)
  where params is not null and status in ('queued', 'running', 'cancelling');

-- A run was asked for, began, or ended.
create function import_runs_changed() returns trigger language plpgsql as $$
begin
  perform send_changes(array['import-runs']);
  return null;
end
$$;
create trigger import_runs_tell_insert after insert on import_runs for each statement execute function import_runs_changed();
create trigger import_runs_tell_status after update of status on import_runs
  for each statement execute function import_runs_changed();

-- When a source is imported by itself: every so many minutes, or by a cron line in a time zone.
create table import_schedules (
  source text primary key check (source <> ''),
  every_minutes integer check (every_minutes between 1 and 10080),
  cron text check (cron <> ''),
  time_zone text not null default 'UTC',
  params jsonb not null default '{}',
  is_active boolean not null default true,
  -- Up to when it has been looked at: what fell due before is done or was missed.
  checked_at timestamptz not null default now(),
  last_run_at timestamptz,
  updated_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(every_minutes, cron) = 1)
);

-- Requests to outside services that allow so many in a span of time, whichever process sends them.
create table request_paces (
  name text primary key,
  sent timestamptz[] not null default '{}',
  -- The service asked to be left alone until then.
  paused_until timestamptz not null default '-infinity'
);

-- Takes a place for a request. Returns 0 when it may be sent now, else the milliseconds after which to ask again.
create function take_request_slot(pace text, most integer, span interval) returns integer language plpgsql as $$
declare
  at timestamptz;
  known request_paces;
  recent timestamptz[];
begin
  insert into request_paces (name) values (pace) on conflict do nothing;
  select * into known from request_paces where name = pace for update;
  at := clock_timestamp();
  if known.paused_until > at then
    return greatest(1, ceil(extract(epoch from known.paused_until - at) * 1000));
  end if;
  recent := array(select s from unnest(known.sent) s where s > at - span order by s);
  if cardinality(recent) < most then
    update request_paces set sent = recent || at where name = pace;
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from recent[cardinality(recent) - most + 1] + span - at) * 1000));
end
$$;

-- Where the feeds of the demonstration are while it runs, for the processes that do not run it.
create table demo_feeds (
  source text primary key,
  address text not null,
  bookmaker text
);

-- Old matches of every status, from the oldest.
create index matches_start on matches (start_time, id);
