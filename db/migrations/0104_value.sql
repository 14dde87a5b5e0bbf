/*
 * Prices above a reference (app/features/movements): which were listed, at what price, and what became of them. The job
 * that lists them writes the rows; a page shows those that still hold.
 */

-- The bookmakers whose prices without margin are the reference, in the order of the menu; none: the average is.
alter table bookmakers add is_reference boolean not null default false;

create table value_prices (
  id bigint generated always as identity primary key,
  -- Null once the match is removed: the record keeps its figures.
  event uuid references matches on delete set null,
  market integer references markets on delete set null,
  sport_id uuid references sports on delete set null,
  type text not null,
  period text not null,
  line numeric(7,2),
  participant text,
  -- The index of the outcome in its market, from 0 on.
  outcome smallint not null,
  bookmaker_id uuid references bookmakers on delete set null,
  -- In millionths as in `quotes`: as quoted, net of commission, and the reference without margin.
  price bigint not null,
  net bigint not null,
  fair bigint not null,
  -- The reference's bookmaker; null: the average.
  reference_id uuid references bookmakers on delete set null,
  method text not null check (method in ('bookmaker', 'average')),
  -- Brands that the reference is made of.
  books smallint not null,
  listed_at timestamptz not null,
  -- After the kick-off: the reference by the closing prices; null if there was none.
  closed_at timestamptz,
  closing_fair bigint,
  closing_method text check (closing_method in ('bookmaker', 'average')),
  -- How the bet ended; null while that is unknown.
  result text check (result in ('won', 'half-won', 'void', 'half-lost', 'lost')),
  settled_at timestamptz
);
-- A price is listed once, however often it comes back.
create unique index value_prices_once on value_prices (event, type, period, line, participant, outcome, bookmaker_id)
  nulls not distinct where event is not null and bookmaker_id is not null;
create index value_prices_open on value_prices (event) where closed_at is null or result is null;
create index value_prices_listed on value_prices (listed_at);

create trigger value_prices_tell_insert after insert on value_prices
  referencing new table as new_rows for each statement execute function table_changed('value-prices');
create trigger value_prices_tell_update after update on value_prices
  referencing old table as old_rows new table as new_rows for each statement execute function table_updated('value-prices');
create trigger value_prices_tell_delete after delete on value_prices
  referencing old table as old_rows for each statement execute function table_changed('value-prices');
