-- What the external sports database said, kept, and which of its teams ours are.

create table sportsdb_countries (
  id uuid primary key default gen_random_uuid(),
  name_en text not null unique,
  badge_url text,
  created_at timestamptz not null default now()
);

create table sportsdb_leagues (
  id uuid primary key default gen_random_uuid(),
  sportsdb_id integer not null unique,
  name text not null,
  alternate_name text,
  sport text,
  sport_id uuid references sports on delete set null,
  country text,
  country_code text,
  badge_url text,
  logo_url text,
  banner_url text,
  filename text,
  formation_year integer,
  description text,
  current_season text,
  website text,
  facebook text,
  twitter text,
  instagram text,
  youtube text,
  raw_data jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sportsdb_leagues_recent on sportsdb_leagues (created_at desc);

create table sportsdb_seasons (
  id uuid primary key default gen_random_uuid(),
  league_id integer not null references sportsdb_leagues (sportsdb_id) on delete cascade,
  season text not null,
  created_at timestamptz not null default now(),
  unique (league_id, season)
);

create table sportsdb_teams (
  id uuid primary key default gen_random_uuid(),
  team_id integer not null unique,
  team_name text not null,
  team_alternate text,
  team_short text,
  formed_year integer,
  sport text,
  league_id integer,
  league_name text,
  league_id_2 integer,
  league_name_2 text,
  league_id_3 integer,
  league_name_3 text,
  league_id_4 integer,
  league_name_4 text,
  venue_id integer,
  stadium text,
  stadium_location text,
  stadium_capacity integer,
  stadium_description text,
  stadium_thumb_url text,
  keywords text,
  website text,
  facebook text,
  twitter text,
  instagram text,
  youtube text,
  description_en text,
  description_de text,
  description_fr text,
  description_cn text,
  description_it text,
  description_jp text,
  description_ru text,
  description_es text,
  description_pt text,
  description_se text,
  description_nl text,
  description_hu text,
  description_no text,
  description_pl text,
  description_il text,
  colour_1 text,
  colour_2 text,
  colour_3 text,
  gender text,
  country text,
  badge_url text,
  logo_url text,
  banner_url text,
  fanart_url text,
  equipment_url text,
  raw_data jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sportsdb_teams_search on sportsdb_teams using gin (team_name gin_trgm_ops, team_alternate gin_trgm_ops);
create index sportsdb_teams_place on sportsdb_teams (sport, country);

create table sportsdb_events (
  id uuid primary key default gen_random_uuid(),
  event_id integer not null unique,
  api_football_id integer,
  event_name text,
  sport text,
  league_id integer,
  league_name text,
  season text,
  home_team text,
  away_team text,
  home_team_id integer,
  away_team_id integer,
  home_score smallint check (home_score >= 0),
  away_score smallint check (away_score >= 0),
  round text,
  spectators integer,
  event_timestamp timestamptz,
  date_event date,
  date_event_local date,
  time_event text,
  time_local text,
  venue text,
  city text,
  country text,
  poster_url text,
  square_url text,
  fanart_url text,
  thumb_url text,
  banner_url text,
  video_url text,
  event_status text,
  postponed boolean,
  raw_data jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sportsdb_events_day on sportsdb_events (date_event, home_team, away_team);
create index sportsdb_events_search on sportsdb_events using gin (home_team gin_trgm_ops, away_team gin_trgm_ops);

create trigger sportsdb_leagues_updated_at before update on sportsdb_leagues for each row execute function set_updated_at();
create trigger sportsdb_teams_updated_at before update on sportsdb_teams for each row execute function set_updated_at();
create trigger sportsdb_events_updated_at before update on sportsdb_events for each row execute function set_updated_at();

create table team_mappings (
  id uuid primary key default gen_random_uuid(),
  matches_team_name text not null check (matches_team_name <> ''),
  -- Empty while a match does not name them: NULLs would not collide in the key.
  matches_country_name text not null default '',
  matches_sport_name text not null default '',
  matches_league_name text not null default '',
  sportsdb_team_name text,
  sportsdb_team_badge_url text,
  sportsdb_country_name text,
  sportsdb_league_name text,
  sportsdb_description_en text,
  sportsdb_gender text,
  confidence_level text check (confidence_level in ('direct', 'high', 'medium')),
  last_mapped_at timestamptz,
  unique (matches_team_name, matches_country_name, matches_sport_name, matches_league_name)
);
create index team_mappings_unmapped on team_mappings (matches_team_name) where sportsdb_team_name is null;
