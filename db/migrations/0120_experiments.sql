/*
 * Experiments: two variants of the buttons that lead to bookmakers, or of the order of bookmakers in comparisons, with a
 * stopping rule that is stated before the start. Variant A is the site as it is.
 */
create table experiments (
  id uuid primary key default gen_random_uuid(),
  -- In links and in the storage of browsers.
  number integer generated always as identity unique,
  name text not null check (name <> ''),
  kind text not null check (kind in ('button', 'order')),
  -- Of variant B of buttons: a text for each language that takes part; none of them changes the text.
  texts jsonb not null default '{}',
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- Of variant B of the order: the bookmakers that come first, in their order.
  bookmaker_ids uuid[] not null default '{}',
  -- Per cent of visitors who take part; half of them see variant B.
  share smallint not null check (share between 1 and 100),
  outcome text not null check (outcome in ('clicks', 'deposits', 'earnings')),
  -- What the number of visitors or clicks was computed from; of earnings an amount for each click, with its standard deviation.
  baseline double precision not null check (baseline > 0),
  deviation double precision check (deviation > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- The smallest difference that has to be found, as a share of the baseline.
  effect double precision not null check (effect > 0),
  alpha double precision not null check (alpha > 0 and alpha < 0.5),
  power double precision not null check (power >= 0.5 and power < 1),
  -- Days after a click in which its deposit and its earnings count.
  window_days smallint not null check (window_days between 0 and 90),
  -- Visitors or clicks of each variant: the stopping rule.
  needed integer not null check (needed > 0),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- none: no difference was found; stopped: by hand, before the end.
  decision text check (decision in ('a', 'b', 'none', 'stopped')),
  -- The figures at the end.
  result jsonb,
  check ((ended_at is null) = (decision is null)),
  check ((kind = 'order') = (cardinality(bookmaker_ids) > 0)),
  check ((outcome = 'earnings') = (deviation is not null and currency is not null))
);
-- One at a time: two could change each other's results.
create unique index experiments_one_runs on experiments ((true)) where started_at is not null and ended_at is null;

-- Visitors who have seen a variant, each counted once by his own browser.
create table experiment_visitors (
  experiment_id uuid not null references experiments on delete cascade,
  -- Of UTC.
  day date not null,
  variant text not null check (variant in ('a', 'b')),
  visitors integer not null check (visitors > 0),
  primary key (experiment_id, day, variant)
);

alter table clicks
  add experiment_id uuid references experiments on delete set null,
  add variant text check (variant in ('a', 'b')),
  -- The first click of a browser in the experiment.
  add is_first boolean not null default false;
create index clicks_by_experiment on clicks (experiment_id, variant) where experiment_id is not null;

create trigger experiments_tell_insert after insert on experiments referencing new table as new_rows
  for each statement execute function table_changed('experiments');
create trigger experiments_tell_update after update on experiments referencing new table as new_rows
  for each statement execute function table_changed('experiments');
create trigger experiments_tell_delete after delete on experiments referencing old table as old_rows
  for each statement execute function table_changed('experiments');
