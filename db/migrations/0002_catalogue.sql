-- Sports, countries, leagues, bookmakers.

create table sports (
  id uuid primary key default gen_random_uuid(),
  external_id text unique,
  name text not null check (name <> ''),
  display_name text,
  slug text not null unique check (slug <> ''),
  icon_name text,
  icon_url text,
  icon_svg text,
  icon_reference text,
  menu_position integer not null default 5 check (menu_position >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sports_menu on sports (menu_position, name);
create index sports_search on sports using gin (name gin_trgm_ops, display_name gin_trgm_ops);

create table countries (
  id uuid primary key default gen_random_uuid(),
  external_id text unique,
  sport_id uuid not null references sports on delete cascade,
  name text not null check (name <> ''),
  display_name text,
  slug text not null check (slug <> ''),
  -- ISO 3166-1 alpha-2, a subdivision such as GB-ENG, INT, or two letters of the name with a digit.
  code text not null check (code = upper(code) and code <> ''),
  flag_reference text,
  menu_position integer not null default 1 check (menu_position >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (sport_id, code),
  unique (sport_id, slug)
);
create index countries_menu on countries (sport_id, menu_position, name);
create index countries_search on countries using gin (name gin_trgm_ops, display_name gin_trgm_ops);

create table leagues (
  id uuid primary key default gen_random_uuid(),
  external_id text unique,
  sport_id uuid not null references sports on delete cascade,
  country_id uuid not null references countries on delete cascade,
  name text not null check (name <> ''),
  display_name text,
  slug text not null check (slug <> ''),
  logo_url text,
  menu_position integer not null default 1 check (menu_position >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (country_id, slug)
);
create index leagues_menu on leagues (country_id, menu_position, name);
create index leagues_sport on leagues (sport_id);
create index leagues_search on leagues using gin (name gin_trgm_ops, display_name gin_trgm_ops);

create table bookmakers (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key <> ''),
  name text not null check (name <> ''),
  slug text not null unique check (slug <> ''),
  logo_url text,
  website_url text,
  countries text[] not null default '{}',
  menu_position integer not null default 1 check (menu_position >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger sports_updated_at before update on sports for each row execute function set_updated_at();
create trigger countries_updated_at before update on countries for each row execute function set_updated_at();
create trigger leagues_updated_at before update on leagues for each row execute function set_updated_at();
create trigger bookmakers_updated_at before update on bookmakers for each row execute function set_updated_at();
