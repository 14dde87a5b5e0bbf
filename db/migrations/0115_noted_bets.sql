-- Bets that visitors note by hand (app/features/noted-bets). Only their owner reads them.
create table noted_bets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  -- Null once the match is removed; its teams and its start stay.
  match_id uuid references matches on delete set null,
  home_team text not null,
  away_team text not null,
  start_time timestamptz not null,
  -- As in `markets`.
  market_type text not null,
  market_period text not null,
  market_line numeric(7,2),
  market_participant text,
  outcome text not null,
  -- In millionths.
  price bigint not null check (price > 1000000),
  -- In hundredths of the visitor's own currency.
  stake bigint check (stake > 0),
  bookmaker text check (bookmaker <> '' and length(bookmaker) <= 80),
  placed_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index noted_bets_user on noted_bets (user_id, placed_at desc);
create index noted_bets_match on noted_bets (match_id);
create trigger noted_bets_updated_at before update on noted_bets for each row execute function set_updated_at();
