/*
 * When prices of a bookmaker did not count because their source had not confirmed them in time, before it confirmed them again or
 * replaced them. The history has changes and no confirmations, so without these rows a chart shows such a price as on offer.
 * A confirmation in time writes nothing.
 */
create table price_lapses (
  event uuid not null references priced_events on delete cascade,
  bookmaker smallint not null,
  since timestamptz not null,
  until timestamptz not null,
  -- Those of the bookmaker's markets that were not confirmed; null: all of them.
  markets integer[],
  check (since < until)
);
create index price_lapses_event on price_lapses (event);
