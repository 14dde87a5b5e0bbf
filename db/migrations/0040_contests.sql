-- Which contest an event of a feed is: what each feed calls it, the pairs that nobody could decide, and what persons decided.

-- As the feed says it; null on links that were made before. A turned link has the match's sides the other way round.
alter table match_sources
  add column home_team text,
  add column away_team text,
  add column start_time timestamptz,
  add column turned boolean not null default false;

-- Two matches that may be one contest. The match was stored last; joined, it becomes the candidate.
create table match_reviews (
  id uuid primary key default gen_random_uuid(),
  match_id uuid not null references matches on delete cascade,
  candidate_id uuid not null references matches on delete cascade,
  reason text not null check (reason in ('opponent', 'kick-off', 'several', 'sides', 'postponed', 'league')),
  turned boolean not null default false,
  status text not null default 'open' check (status in ('open', 'different')),
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check (match_id <> candidate_id)
);
create unique index match_reviews_pair on match_reviews (least(match_id, candidate_id), greatest(match_id, candidate_id));
create index match_reviews_queue on match_reviews (created_at, id) where status = 'open';
create index match_reviews_match on match_reviews (match_id);
create index match_reviews_candidate on match_reviews (candidate_id);

-- Whether two names mean one team (or player) of a sport and country. The keys are folded names in alphabetical order.
create table team_name_decisions (
  sport_id uuid not null references sports on delete cascade,
  country_id uuid not null references countries on delete cascade,
  name_a text not null check (name_a <> ''),
  name_b text not null check (name_b > name_a),
  is_same boolean not null,
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz not null default now(),
  primary key (country_id, name_a, name_b)
);
create index team_name_decisions_sport on team_name_decisions (sport_id);
