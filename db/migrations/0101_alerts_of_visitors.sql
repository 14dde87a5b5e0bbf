/*
 * Alerts of visitors (app/features/visitor-alerts). An alert that fires writes a firing, and a message for each way to the
 * visitor, in one transaction. The keys of firings and messages are unique: no process can tell the same thing twice.
 */

-- Whether visitors of a group of countries may have alerts.
alter table audiences add alerts_on boolean not null default true;

-- How a visitor wants to be told.
create table visitor_alert_settings (
  user_id uuid primary key references profiles on delete cascade,
  language text not null,
  time_zone text not null,
  mail_on boolean not null default true,
  -- Firings a day, in the visitor's time zone.
  daily_limit smallint not null default 10 check (daily_limit between 1 and 50),
  -- HH:MM; equal times: none.
  quiet_from text not null default '00:00' check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until text not null default '00:00' check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger visitor_alert_settings_updated_at before update on visitor_alert_settings
  for each row execute function set_updated_at();

/*
 * What a visitor wants to be told: of a match, of the matches of a league or a team, or, without any of them, of all
 * favourites. `price` and `fall` are of an outcome of a market of a match.
 */
create table visitor_alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (kind in ('price', 'fall', 'first_price', 'kick_off')),
  match_id uuid references matches on delete cascade,
  league_id uuid references leagues on delete cascade,
  country_id uuid references countries on delete cascade,
  team text check (team <> ''),
  -- As in `markets`.
  market_type text,
  market_period text,
  market_line numeric(7,2),
  market_participant text,
  -- The place of the outcome in the market's prices, from 1.
  outcome smallint check (outcome > 0),
  -- In millionths: the price to reach, or the best price from which a fall is measured.
  price bigint check (price > 1000000),
  percent smallint check (percent between 1 and 90),
  minutes smallint check (minutes between 1 and 1440),
  -- The visitor's country when the alert was made, ISO 3166-1 alpha-2; null: unknown.
  country text check (country ~ '^[A-Z]{2}$'),
  paused_at timestamptz,
  -- An alert of one match fires once a turn. The visitor begins the next one, or a firing that was not worth telling any more.
  turn integer not null default 1,
  fired_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(match_id, league_id, country_id) <= 1 and (team is null) = (country_id is null)),
  check ((kind in ('price', 'fall')) = (market_type is not null)),
  check ((market_type is null) = (outcome is null) and (market_type is null) = (price is null)),
  check (market_type is null or match_id is not null),
  check ((kind = 'fall') = (percent is not null)),
  check ((kind = 'kick_off') = (minutes is not null)),
  unique nulls not distinct (user_id, kind, match_id, league_id, country_id, team, market_type, market_period, market_line,
    market_participant, outcome, price, percent, minutes)
);
create index visitor_alerts_match on visitor_alerts (match_id);
create index visitor_alerts_league on visitor_alerts (league_id);
create index visitor_alerts_country on visitor_alerts (country_id);

-- Matches that had a price already when an alert of first prices began.
create table visitor_alert_known (
  alert_id uuid not null references visitor_alerts on delete cascade,
  match_id uuid not null references matches on delete cascade,
  primary key (alert_id, match_id)
);
create index visitor_alert_known_match on visitor_alert_known (match_id);

create table visitor_alert_firings (
  id uuid primary key default gen_random_uuid(),
  alert_id uuid not null references visitor_alerts on delete cascade,
  match_id uuid not null references matches on delete cascade,
  turn integer not null,
  -- The best price that was found, in millionths; null for a kick-off.
  price bigint,
  fired_at timestamptz not null default now(),
  unique (alert_id, match_id, turn)
);
create index visitor_alert_firings_match on visitor_alert_firings (match_id);

-- Browsers that a visitor lets be woken (RFC 8030).
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);

/*
 * One message of a firing on one way. Whoever sends it takes it first: `lease_until` says until when it is his. A process
 * that ends meanwhile leaves it to the next one.
 */
create table visitor_alert_messages (
  id uuid primary key default gen_random_uuid(),
  firing_id uuid not null references visitor_alert_firings on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  channel text not null check (channel in ('mail', 'push')),
  subscription_id uuid references push_subscriptions on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  -- Why it was dropped or is late.
  reason text,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  attempts smallint not null default 0,
  sent_at timestamptz,
  check ((channel = 'push') = (subscription_id is not null)),
  unique nulls not distinct (firing_id, channel, subscription_id)
) with (fillfactor = 70);
create index visitor_alert_messages_due on visitor_alert_messages (due_at) where state = 'waiting';
create index visitor_alert_messages_user on visitor_alert_messages (user_id, sent_at);
create index visitor_alert_messages_subscription on visitor_alert_messages (subscription_id);
