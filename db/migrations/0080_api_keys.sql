-- Keys of programs that read the API. The key itself is shown once; only its hash is stored.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- The first characters of the key, so that its owner recognises it.
  hint text not null,
  -- SHA-256 of the key, which is random, in hexadecimal digits.
  hash text not null unique,
  limit_per_minute int not null check (limit_per_minute > 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create trigger api_keys_tell_insert after insert on api_keys referencing new table as new_rows
  for each statement execute function table_changed('api-keys');
create trigger api_keys_tell_update after update on api_keys referencing old table as old_rows new table as new_rows
  for each statement execute function table_updated('api-keys');
create trigger api_keys_tell_delete after delete on api_keys referencing old table as old_rows
  for each statement execute function table_changed('api-keys');

-- Apart from the keys, so that a use does not make every process read the keys again.
create table api_key_uses (
  key uuid primary key references api_keys on delete cascade,
  last_used_at timestamptz not null
);

create table api_settings (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only),
  -- Whether requests without a key are refused.
  needs_key boolean not null default false,
  -- Requests a minute of a network without a key.
  anonymous_limit int not null default 600 check (anonymous_limit > 0),
  updated_at timestamptz not null default now()
);
insert into api_settings default values;
create trigger api_settings_updated_at before update on api_settings for each row execute function set_updated_at();
create trigger api_settings_tell_update after update on api_settings
  referencing old table as old_rows new table as new_rows
  for each statement execute function table_updated('api-keys');

/*
 * What clients of the API have used of this minute, over all processes: each adds its own count every second. Rows are a
 * minute or two old, and may be lost in a crash.
 */
create unlogged table api_usage (
  -- `key:<id>` or `net:<network>`.
  client text not null,
  minute timestamptz not null,
  used int not null,
  primary key (client, minute)
);
