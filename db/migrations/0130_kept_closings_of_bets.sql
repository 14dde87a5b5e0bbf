-- What was known of a noted bet is kept: stored prices and matches are removed one day.
alter table noted_bets
  -- The visitor's country when the bet was noted, ISO 3166-1 alpha-2: which bookmakers count. Null: unknown.
  add column country text check (country ~ '^[A-Z]{2}$'),
  -- In millionths, as they were when the job read them last.
  add column closing_best bigint check (closing_best > 1000000),
  add column closing_fair bigint check (closing_fair > 1000000),
  add column result text check (result in ('won', 'half-won', 'void', 'half-lost', 'lost'));
