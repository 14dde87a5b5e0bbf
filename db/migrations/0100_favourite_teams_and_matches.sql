-- Favourite teams and matches, beside the leagues. A team is a name of a country, as addresses write it.
create table favorite_teams (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  country_id uuid not null references countries on delete cascade,
  slug text not null check (slug <> ''),
  created_at timestamptz not null default now(),
  unique (user_id, country_id, slug)
);
create index favorite_teams_country on favorite_teams (country_id);

create table favorite_matches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  match_id uuid not null references matches on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, match_id)
);
create index favorite_matches_match on favorite_matches (match_id);

-- Labels of a visitor's own pages and messages: public pages do not load them.
insert into translation_namespaces (name, description) values ('alerts', 'My page, alerts and bets of visitors')
on conflict (name) do nothing;
