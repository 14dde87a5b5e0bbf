/*
 * What each bookmaker offers and pays, by sport and market, a row for each day (app/features/statistics). A job computes
 * the rows of a day again and again, from the quotes that count then.
 */
create table bookmaker_figures (
  day date not null,
  bookmaker_id uuid not null references bookmakers on delete cascade,
  sport_id uuid not null references sports on delete cascade,
  -- The type of the markets; empty: all of them.
  type text not null,
  computed_at timestamptz not null,
  -- Upcoming matches and markets that it quotes.
  events integer not null,
  markets integer not null,
  -- Markets with a payout, and the sum of the payouts.
  paid integer not null,
  payout_sum double precision not null,
  -- Of these the ones that another brand quotes, and the sum of the payouts as shares of the market's average payout.
  compared integer not null,
  relative_sum double precision not null,
  -- Prices of the compared markets, and those that are the best ones.
  prices integer not null,
  best integer not null,
  -- Changes of prices within the last 24 hours.
  changes integer not null,
  primary key (bookmaker_id, day, sport_id, type)
);
create index bookmaker_figures_day on bookmaker_figures (day);

create function bookmaker_figures_written() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows) then
    perform send_changes(array['bookmaker-figures']);
  end if;
  return null;
end
$$;
create trigger bookmaker_figures_tell after insert on bookmaker_figures referencing new table as new_rows
  for each statement execute function bookmaker_figures_written();

-- Every page from which prices lead out, outrights included.
alter table clicks drop constraint clicks_page_check;
alter table clicks add constraint clicks_page_check
  check (page in ('home', 'sport', 'country', 'league', 'match', 'outright', 'dropping-odds', 'sure-bets', 'team',
    'bookmaker')) not valid;
alter table clicks validate constraint clicks_page_check;
