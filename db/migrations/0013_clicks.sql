-- Who left for where: one row a click on an affiliate button or an odds button. No address of a visitor is kept, only a
-- hash that changes with the day.

create table clicks (
  id bigint generated always as identity primary key,
  clicked_at timestamptz not null default now(),
  -- Null where the match's own link was followed, or the button is gone.
  button_id uuid references affiliate_buttons on delete set null,
  bookmaker_id uuid references bookmakers on delete set null,
  match_id uuid references matches on delete set null,
  outcome text check (outcome in ('home', 'draw', 'away')),
  page text check (page in ('home', 'sport', 'country', 'league', 'match')),
  language text check (length(language) <= 10),
  visitor_hash text not null
);
create index clicks_by_time on clicks (clicked_at);
create index clicks_by_button on clicks (button_id, clicked_at);
create index clicks_by_match on clicks (match_id) where match_id is not null;
create index clicks_by_bookmaker on clicks (bookmaker_id) where bookmaker_id is not null;
