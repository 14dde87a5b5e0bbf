-- Who reports earnings: a bookmaker's affiliate programme, or a network of several. Each has an address and a secret.
create table postback_senders (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- The bookmaker that it pays for; null for a network, whose clicks name the bookmaker.
  bookmaker_id uuid references bookmakers(id) on delete set null,
  -- The part of its address that no other sender has.
  key text not null unique,
  -- With it the sender signs its postbacks; encrypted with the site's secret.
  sealed_secret text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

-- What senders have reported. A transaction is stored once, however often it is reported.
create table earnings (
  id bigint generated always as identity primary key,
  sender_id uuid not null references postback_senders(id) on delete cascade,
  transaction text not null,
  kind text not null check (kind in ('registration', 'deposit', 'revenue', 'chargeback')),
  -- What the site earns with it, in the currency; a chargeback is negative.
  amount numeric(14, 2) not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- As the sender names it; the click may be unknown here.
  click_id text,
  unique (sender_id, transaction)
);
create index earnings_by_time on earnings (happened_at);
create index earnings_by_click on earnings (click_id) where click_id is not null;
