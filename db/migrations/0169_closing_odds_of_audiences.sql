/*
 * The closing odds of past matches for each set of bookmakers (`price_sets`) but that of all, which stay in `closing_odds`:
 * a set's rows contain none of the bookmakers that it leaves out.
 */
create table set_closing_odds (
  event uuid not null references closed_events on delete cascade,
  price_set smallint not null,
  type text not null,
  period text not null,
  line numeric(7,2),
  -- As in `closing_odds`.
  prices bigint[] not null,
  average bigint[] not null,
  n smallint not null,
  primary key (event, price_set, type, period)
);
-- The sets of which the closing odds of an event have been computed. An event that lacks one of the sets of now is due.
alter table closed_events add column price_sets smallint[] not null default '{}';
