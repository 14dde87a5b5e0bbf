/*
 * Every market of every event, with its whole history. A price is a whole number of millionths: 2500000 is 2.50. A quote is
 * one bookmaker's prices of one market, in the order of the market's outcomes (app/features/odds/markets.ts); null is an
 * outcome that is not on offer. Today's `odds` and headlines stay beside until every reader has moved.
 */

-- Small keys: a quote names its bookmaker, its source and its part in two bytes each.
alter table bookmakers add no smallint generated always as identity unique;

create table price_sources (
  no smallint generated always as identity primary key,
  -- As in `odds.source`: promo:alderbet, the-odds-api.
  key text not null unique
);

-- What one request brings: quotes are only missed in an answer to the same request.
create table price_parts (
  no smallint generated always as identity primary key,
  key text not null unique
);

-- Events of many participants: who wins a tournament, a league, a race.
create table outrights (
  id uuid primary key default gen_random_uuid(),
  league_id uuid not null references leagues on delete cascade,
  name text not null check (name <> ''),
  slug text not null default '',
  start_time timestamptz not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'live', 'finished', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index outrights_league on outrights (league_id, start_time);
create trigger outrights_updated_at before update on outrights for each row execute function set_updated_at();

create table outright_sources (
  source text not null,
  external_id text not null,
  outright_id uuid not null references outrights on delete cascade,
  primary key (source, external_id)
);
create index outright_sources_outright on outright_sources (outright_id);

-- A participant's position is the place of its price in every quote of the outright, for ever.
create table outright_participants (
  outright_id uuid not null references outrights on delete cascade,
  position smallint not null check (position > 0),
  name text not null check (name <> ''),
  -- The name as it is compared.
  key text not null check (key <> ''),
  primary key (outright_id, position),
  unique (outright_id, key)
);

-- An event with markets: a match or an outright.
create table priced_events (
  event uuid primary key,
  match_id uuid unique references matches on delete cascade,
  outright_id uuid unique references outrights on delete cascade,
  -- Counts the changes of its prices; those that were only confirmed change nothing.
  version integer not null default 0,
  changed_at timestamptz not null default now(),
  -- When the first quote that counts ceases to; null: none counts.
  valid_until timestamptz,
  check (event = coalesce(match_id, outright_id) and num_nonnulls(match_id, outright_id) = 1)
) with (fillfactor = 70);

create table markets (
  id integer generated always as identity primary key,
  event uuid not null references priced_events on delete cascade,
  type text not null,
  period text not null,
  line numeric(7,2),
  -- The side or the player that the market speaks of.
  participant text,
  -- Whether prices of some of the outcomes count without the others.
  is_list boolean not null default false,
  unique nulls not distinct (event, type, period, line, participant)
);

create table quotes (
  changed_at timestamptz not null,
  market integer not null references markets on delete cascade,
  -- In whole units of the bookmaker's money.
  max_stake integer,
  bookmaker smallint not null,
  -- 0 back, 1 lay: they are never compared.
  side smallint not null check (side in (0, 1)),
  source smallint not null,
  part smallint not null,
  -- As quoted: 0 decimal, 1 American, 2 fractional, 3 Hong Kong, 4 Malay, 5 Indonesian.
  format smallint not null default 0,
  prices bigint[] not null,
  -- Null: never changed.
  opening bigint[],
  closing bigint[],
  -- A letter for each outcome: o open, s suspended, - not there. Null: all are open.
  status text,
  primary key (market, bookmaker, side)
) with (fillfactor = 70);

-- What a bookmaker offered when its source last said so.
create table quotes_seen (
  event uuid not null references priced_events on delete cascade,
  bookmaker smallint not null,
  source smallint not null,
  part smallint not null,
  -- Whether its open quotes counted when the event was last judged.
  counted boolean not null default false,
  seen_at timestamptz not null,
  -- Of the prices of the part; 0: unknown, they are to be compared.
  digest bigint not null default 0,
  link text,
  primary key (event, bookmaker, source, part)
) with (fillfactor = 45);

create table market_bests (
  market integer not null references markets on delete cascade,
  -- Whom the bookmakers are for; 0: everybody.
  audience smallint not null default 0,
  -- Of the quotes with the best net price of each outcome; null where nobody counts.
  prices bigint[] not null,
  nets bigint[] not null,
  holders smallint[] not null,
  average bigint[] not null,
  -- Brands that count.
  n smallint not null,
  -- The sum of the implied probabilities of the net prices; null where an outcome has none.
  s double precision,
  primary key (market, audience)
) with (fillfactor = 70);

/*
 * A row for each change of a quote; the quote's first prices get theirs with the first change, since until then the quote
 * has them. Partitions are weeks from Monday, UTC, and there is no default one: it would block the week whose rows it holds.
 */
create table quote_changes (
  market integer not null,
  bookmaker smallint not null,
  side smallint not null,
  source smallint not null,
  at timestamptz not null,
  prices bigint[] not null,
  status text
) partition by range (at);
create index quote_changes_market on quote_changes (market, at);

-- Attaching locks out no reader and no writer; creating a partition in place would.
create function ensure_quote_weeks(instants timestamptz[]) returns void language plpgsql as $$
declare
  week date;
  name text;
begin
  for week in select distinct date_trunc('week', t at time zone 'UTC')::date from unnest(instants) t loop
    name := 'quote_changes_' || to_char(week, 'YYYYMMDD');
    continue when to_regclass(name) is not null;
    perform pg_advisory_xact_lock(7116290422);
    continue when to_regclass(name) is not null;
    execute format('create table %I (like quote_changes)', name);
    execute format('alter table quote_changes attach partition %I for values from (%L) to (%L)',
      name, week || ' 00:00+00', (week + 7) || ' 00:00+00');
  end loop;
end
$$;

-- The changes of a quote in a week long past, folded (app/features/odds/pack.ts).
create table quote_packs (
  market integer not null references markets on delete cascade,
  bookmaker smallint not null,
  side smallint not null,
  week date not null,
  changes bytea not null,
  primary key (market, bookmaker, side, week)
);

-- Markets that a source sends and the registry does not know: counted, never guessed.
create table unknown_markets (
  source text not null,
  key text not null,
  example text not null default '',
  seen bigint not null default 0,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  primary key (source, key)
);
