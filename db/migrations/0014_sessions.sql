-- What signing in needs. `profiles` is the user table; the columns that the library calls by other names are mapped in
-- app/features/accounts/auth.server.ts.

alter table profiles
  -- When the e-mail address was confirmed. An account that is inactive in spite of it has been blocked, and a
  -- confirmation link does not open it again.
  add confirmed_at timestamptz,
  -- Set with a password that somebody else made (the first administrator's); nothing else opens until it is replaced.
  add must_change_password boolean not null default false,
  add two_factor_enabled boolean not null default false;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

-- The ways in of a user; here only a password ('credential').
create table accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

-- Links of use once; the identifier is a hash of what the link carries.
create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create index two_factors_user on two_factors (user_id);

-- The keys that sign bearer tokens; an old one stays published until the tokens that it signed have run out.
create table jwks (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

-- Attempts within a window, over all processes. The key is a hash: the table names neither addresses nor accounts.
create table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_reset on rate_limits (resets_at);

-- Secrets that a site without APP_SECRET makes for itself (not in production, where it must be given).
create table app_secrets (
  name text primary key,
  value text not null
);

-- A name that was asked for together with an e-mail address that has an account. It counts as taken, as it would if the
-- sign-up had made one: otherwise asking for the name afterwards would tell that the address is known.
create table reserved_usernames (
  username text primary key,
  until timestamptz not null
);
