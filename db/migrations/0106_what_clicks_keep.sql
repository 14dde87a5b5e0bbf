/*
 * What a click keeps of the clicked price: the market, the price and its place in the list when it was clicked. Null for clicks
 * of before, for links without a price, and for a price that no longer counted at that moment.
 */
alter table clicks
  -- Type, period, line and participant with spaces between them, as `marketKey` writes them.
  add market text,
  -- In decimals, as the page shows it: net of commission.
  add price numeric(14, 6) check (price > 1),
  -- Its bookmaker's row in the order of the page, from 1.
  add position smallint check (position > 0),
  -- ISO 3166-1 alpha-2, as the visitor's audience was chosen by it; null: unknown.
  add country text check (country ~ '^[A-Z]{2}$');

-- Outcomes are those of the market: over, 2:1, a participant's name.
alter table clicks drop constraint clicks_outcome_check;
alter table clicks add constraint clicks_outcome_check check (length(outcome) <= 300) not valid;
alter table clicks validate constraint clicks_outcome_check;
