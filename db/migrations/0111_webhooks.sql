-- Webhooks of API keys: what has happened to matches is posted to an address (app/features/webhooks).
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  key_id uuid not null references api_keys on delete cascade,
  name text not null,
  url text not null,
  -- With it messages are signed; encrypted with the site's secret.
  sealed_secret text not null,
  -- Separated by spaces.
  events text not null,
  -- Ids of leagues, separated by spaces; empty: all.
  leagues text not null default '',
  -- By how many per cent a best price changes until it is told.
  price_percent numeric(5,2) not null default 5 check (price_percent > 0 and price_percent <= 100),
  -- Whose audience the receiver is of, ISO 3166-1 alpha-2; empty: unknown.
  country text not null default '',
  is_active boolean not null default true,
  -- When a message was given up: nothing is sent until an operator resumes.
  stopped_at timestamptz,
  -- The last change that was looked at; null: it begins with the next one.
  position bigint,
  -- Whether `webhook_prices` has the prices of the beginning.
  is_seeded boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger webhooks_updated_at before update on webhooks for each row execute function set_updated_at();

-- The messages of a webhook are sent in the order of their ids.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  type text not null,
  match_id uuid not null,
  -- As it is posted each time.
  body text not null,
  -- Of prices: the key of the audience that they are for.
  audience text,
  -- Of results: the score, so that it is told once.
  score text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  -- Of the last attempt: the HTTP status, and why it failed.
  status integer,
  error text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where state = 'waiting';
create index webhook_deliveries_match on webhook_deliveries (webhook_id, match_id);
create index webhook_deliveries_latest on webhook_deliveries (webhook_id, id desc);

-- The prices that a webhook has told last, or those of its beginning.
create table webhook_prices (
  webhook_id uuid not null references webhooks on delete cascade,
  match_id uuid not null,
  home numeric(8,2) not null,
  draw numeric(8,2),
  away numeric(8,2) not null,
  primary key (webhook_id, match_id)
);
