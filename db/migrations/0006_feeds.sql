-- Runs of the importer, what they turned away, and the log that operators read.

create table import_runs (
  id uuid primary key default gen_random_uuid(),
  source text not null,
  -- The file or address, without its secrets.
  origin text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'cancelling', 'cancelled', 'failed', 'done')),
  stage smallint not null default 0 check (stage between 0 and 100),
  cursor jsonb,
  counts jsonb not null default '{}',
  error text,
  requested_by text,
  heartbeat_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index import_runs_recent on import_runs (created_at desc);
create unique index import_runs_one_at_a_time on import_runs (source, origin) where status in ('running', 'cancelling');

create table import_run_items (
  id bigint generated always as identity primary key,
  run_id uuid not null references import_runs on delete cascade,
  position integer not null,
  external_id text,
  level text not null check (level in ('rejected', 'warning')),
  reason text not null,
  detail text
);
create index import_run_items_run on import_run_items (run_id, position);

create table import_logs (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type <> ''),
  summary jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index import_logs_recent on import_logs (created_at desc);
