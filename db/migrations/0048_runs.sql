-- One table of everything that runs in the background and has progress to show. pg-boss holds the queue; a run's job is
-- `job_id`. The tables import_runs, import_run_items and mapping_runs are not used any more from here on.

create table runs (
  id uuid primary key default gen_random_uuid(),
  -- What runs: a source, a tool, a removal, a mapping.
  kind text not null check (kind <> ''),
  -- What it works on: a file or address without its secrets, or the site.
  subject text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'cancelling', 'cancelled', 'failed', 'done')),
  percent smallint not null default 0 check (percent between 0 and 100),
  -- What was asked for.
  params jsonb not null default '{}',
  -- Where it stands, in its own terms: a run that goes on begins there.
  cursor jsonb not null default '{}',
  -- Counters by name.
  counts jsonb not null default '{}',
  -- How often each reason occurred for which an item was rejected or warned of.
  reasons jsonb not null default '{}',
  -- How long the feed has kept it waiting, and at which attempt.
  waiting jsonb,
  -- The last lines that it said, each with its instant, a code and what belongs in its text.
  messages jsonb not null default '[]',
  -- How it ended: a code and what belongs in its text.
  outcome jsonb,
  -- What ended it early: a code and an English message.
  error jsonb,
  -- An administrator's id, `schedule`, `cli`, `demo`.
  requested_by text,
  -- Rises with each process that takes it up: what an earlier one still writes is refused.
  attempt integer not null default 0,
  job_id uuid,
  heartbeat_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index runs_one_at_a_time on runs (kind, subject) where status in ('queued', 'running', 'cancelling');
create index runs_recent on runs (created_at desc);
create index runs_last on runs (kind, subject, created_at desc, id desc);

create table run_items (
  id bigint generated always as identity primary key,
  run_id uuid not null references runs on delete cascade,
  position integer not null,
  external_id text,
  level text not null check (level in ('rejected', 'warning')),
  reason text not null,
  detail text
);
create index run_items_run on run_items (run_id, position);

-- What was under way has lost its queue: it ends, and goes on where it stopped when it is asked for again.
insert into runs (id, kind, subject, status, percent, params, cursor, counts, reasons, error, requested_by, heartbeat_at,
  created_at, started_at, finished_at)
select id, source, origin,
  case when status in ('queued', 'running') then 'failed' when status = 'cancelling' then 'cancelled' else status end,
  stage, coalesce(params, '{}'), coalesce(cursor, '{}') - 'owner' - 'revivals' - 'waiting', counts - 'reasons',
  coalesce(counts -> 'reasons', '{}'),
  case
    when status in ('queued', 'running') then jsonb_build_object('code', 'unexpected', 'message', 'The process that ran it ended.')
    when error is not null then jsonb_build_object(
      'code', coalesce(substring(error from '^(\w+): '), 'unexpected'), 'message', regexp_replace(error, '^\w+: ', ''))
  end,
  requested_by, heartbeat_at, created_at, started_at,
  case when status in ('queued', 'running', 'cancelling') then now() else finished_at end
from import_runs;

insert into run_items (run_id, position, external_id, level, reason, detail)
select run_id, position, external_id, level, reason, detail from import_run_items order by id;

insert into runs (id, kind, subject, status, percent, params, counts, messages, outcome, requested_by, heartbeat_at,
  created_at, started_at, finished_at)
select id, case kind when 'data' then 'map-data' else 'map-teams' end, 'site',
  case when status in ('queued', 'running') then 'failed' when status = 'cancelling' then 'cancelled' else status end,
  percent, jsonb_build_object('sportId', sport_id, 'countryId', country_id, 'leagueId', league_id), counts, log, outcome,
  requested_by::text, heartbeat_at, created_at, started_at,
  case when status in ('queued', 'running', 'cancelling') then now() else finished_at end
from mapping_runs;
