-- Under which names feeds bring a league, and what was decided of them.

-- The league as the feed calls it; null on links that were made before.
alter table match_sources add column league_name text;

-- A name that means a league of its country, or is known not to mean it. The key is the name as it is compared.
create table league_aliases (
  id uuid primary key default gen_random_uuid(),
  country_id uuid not null references countries on delete cascade,
  alias text not null check (alias <> ''),
  alias_key text not null check (alias_key <> ''),
  league_id uuid not null references leagues on delete cascade,
  is_same boolean not null default true,
  -- Null where joined matches have taught it.
  decided_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  unique (country_id, alias_key, league_id)
);
-- A name means one league at most.
create unique index league_aliases_meaning on league_aliases (country_id, alias_key) where is_same;
create index league_aliases_league on league_aliases (league_id);
