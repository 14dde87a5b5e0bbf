-- Profiles (the user table of the accounts part) and favourite leagues.

create table profiles (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and email <> ''),
  username text unique check (username <> ''),
  full_name text,
  phone text,
  country text,
  role text not null default 'user' check (role in ('user', 'admin')),
  preferred_language text,
  -- The e-mail address is confirmed and nobody has blocked the account.
  is_active boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger profiles_updated_at before update on profiles for each row execute function set_updated_at();

create table favorite_leagues (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  league_id uuid not null references leagues on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, league_id)
);
create index favorite_leagues_league on favorite_leagues (league_id);
