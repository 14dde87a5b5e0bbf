/*
 * The closing odds of every market and line of past matches, for each set of bookmakers (`price_sets`; 0 has all of them).
 * `closing_odds` and `set_closing_odds` keep the main line of the main markets. Both are made from the quotes of a match, and
 * quotes keep what they closed at, so past matches get theirs at night.
 */
create table line_closing_odds (
  event uuid not null references closed_events on delete cascade,
  price_set smallint not null,
  type text not null,
  period text not null,
  -- As in `markets`.
  participant text,
  line numeric(7,2),
  -- Whether it is the main line of its market.
  is_main boolean not null,
  -- As in `closing_odds`. A list of outcomes can have some without a price.
  prices bigint[] not null,
  average bigint[] not null,
  n smallint not null,
  unique nulls not distinct (event, price_set, type, period, participant, line)
);
-- Which prices and sets the lines are made of. The release before does not write them: its events are due again.
alter table closed_events add lines_version integer;
alter table closed_events add lines_start timestamptz;
alter table closed_events add lines_sets smallint[] not null default '{}';
