-- The work of mapping teams: runs that fill names and look teams up, the queue of the uncertain, and what persons decided.

alter table team_mappings
  add column status text not null default 'unmapped' check (status in ('unmapped', 'review', 'mapped', 'rejected')),
  add column sportsdb_team_id integer references sportsdb_teams (team_id) on delete set null,
  -- The stated score of the team that was chosen.
  add column score numeric(5,4) check (score between 0 and 1),
  -- Set while a person's decision holds: no run touches the row then.
  add column decided_at timestamptz,
  add column decided_by uuid references profiles on delete set null,
  -- Rises with each change, so that of two administrators the second is told.
  add column version integer not null default 1;
update team_mappings set status = 'mapped' where sportsdb_team_name is not null;
alter table team_mappings add constraint team_mappings_mapped_has_name
  check (status <> 'mapped' or sportsdb_team_name is not null);
create index team_mappings_queue on team_mappings (status, matches_team_name, id);
create index team_mappings_place on team_mappings (matches_sport_name, matches_country_name, matches_league_name, id);

-- Whom an uncertain team may be, the likest first.
create table team_mapping_candidates (
  mapping_id uuid not null references team_mappings on delete cascade,
  sportsdb_team_id integer not null references sportsdb_teams (team_id) on delete cascade,
  position smallint not null,
  score numeric(5,4) not null check (score between 0 and 1),
  primary key (mapping_id, sportsdb_team_id)
);
create index team_mapping_candidates_team on team_mapping_candidates (sportsdb_team_id);

-- Each decision with what it replaced, so that it can be undone.
create table team_mapping_decisions (
  id bigint generated always as identity primary key,
  mapping_id uuid not null references team_mappings on delete cascade,
  action text not null check (action in ('accept', 'pick', 'reject')),
  sportsdb_team_id integer references sportsdb_teams (team_id) on delete set null,
  -- The row's decided columns before.
  before jsonb not null,
  administrator_id uuid references profiles on delete set null,
  decided_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references profiles on delete set null
);
create index team_mapping_decisions_mapping on team_mapping_decisions (mapping_id, id desc);

-- What a decision taught: that a name means a team, or that it does not.
create table team_aliases (
  id uuid primary key default gen_random_uuid(),
  decision_id bigint not null references team_mapping_decisions on delete cascade,
  alias text not null check (alias <> ''),
  -- The alias, sport and country as they are compared.
  alias_key text not null check (alias_key <> ''),
  sport_key text not null,
  country_key text not null,
  sportsdb_team_id integer not null references sportsdb_teams (team_id) on delete cascade,
  is_same boolean not null,
  created_at timestamptz not null default now()
);
create index team_aliases_key on team_aliases (sport_key, country_key, alias_key);
create index team_aliases_decision on team_aliases (decision_id);
create index team_aliases_team on team_aliases (sportsdb_team_id);

create table mapping_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('data', 'teams')),
  status text not null default 'queued' check (status in ('queued', 'running', 'cancelling', 'cancelled', 'failed', 'done')),
  sport_id uuid references sports on delete set null,
  country_id uuid references countries on delete set null,
  league_id uuid references leagues on delete set null,
  requested_by uuid references profiles on delete set null,
  percent smallint not null default 0 check (percent between 0 and 100),
  counts jsonb not null default '{}',
  -- The last lines, each with its instant, a code and what belongs in its text.
  log jsonb not null default '[]',
  -- How it ended: a code and what belongs in its text.
  outcome jsonb,
  heartbeat_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index mapping_runs_recent on mapping_runs (kind, created_at desc);
create unique index mapping_runs_one_at_a_time on mapping_runs (kind) where status in ('queued', 'running', 'cancelling');
create index mapping_runs_sport on mapping_runs (sport_id);
create index mapping_runs_country on mapping_runs (country_id);
create index mapping_runs_league on mapping_runs (league_id);
