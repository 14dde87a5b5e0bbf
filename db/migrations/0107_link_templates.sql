/*
 * Affiliate links of a bookmaker by country. The most specific one that can be filled is followed: that of the visitor's
 * country, the one for all countries, the link of the button.
 */
create table link_templates (
  id uuid primary key default gen_random_uuid(),
  bookmaker_id uuid not null references bookmakers on delete cascade,
  -- ISO 3166-1 alpha-2; null: every country.
  country text check (country ~ '^[A-Z]{2}$'),
  template text not null check (template <> ''),
  -- What {sub1} to {sub5} say of the click.
  sub1 text check (sub1 in ('page', 'league', 'match', 'market', 'outcome', 'language', 'country')),
  sub2 text check (sub2 in ('page', 'league', 'match', 'market', 'outcome', 'language', 'country')),
  sub3 text check (sub3 in ('page', 'league', 'match', 'market', 'outcome', 'language', 'country')),
  sub4 text check (sub4 in ('page', 'league', 'match', 'market', 'outcome', 'language', 'country')),
  sub5 text check (sub5 in ('page', 'league', 'match', 'market', 'outcome', 'language', 'country')),
  created_at timestamptz not null default now(),
  unique nulls not distinct (bookmaker_id, country)
);

-- Hosts to which a feed's links of the bookmaker may lead, with their subdomains: 'bet.example bet.example.it'.
alter table bookmakers add link_hosts text check (link_hosts <> '');
