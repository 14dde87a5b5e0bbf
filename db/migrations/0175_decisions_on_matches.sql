-- What operators decided about two matches or two names, as one row for each decision, so that it can be found and undone.
create table review_decisions (
  id uuid primary key default gen_random_uuid(),
  sport_id uuid not null references sports on delete cascade,
  country_id uuid not null references countries on delete cascade,
  answer text not null check (answer in ('same', 'different')),
  -- The two matches as they were; null for a decision about names only.
  pair jsonb,
  -- The pairs of names that the decision is about.
  names jsonb not null default '[]',
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz not null default now()
);
create index review_decisions_latest on review_decisions (decided_at desc, id);
create index review_decisions_sport on review_decisions (sport_id);
create index review_decisions_country on review_decisions (country_id);
create index review_decisions_decider on review_decisions (decided_by);

alter table team_name_decisions add decision_id uuid;
alter table match_reviews add decision_id uuid;

-- Decisions of before. Of matches that were merged, only the names are known.
update team_name_decisions set decision_id = gen_random_uuid();
insert into review_decisions (id, sport_id, country_id, answer, names, decided_by, decided_at)
select decision_id, sport_id, country_id, case when is_same then 'same' else 'different' end,
  jsonb_build_array(jsonb_build_array(replace(name_a, '-', ' '), replace(name_b, '-', ' '))), decided_by, decided_at
from team_name_decisions;
update match_reviews set decision_id = id where status = 'different' and decided_at is not null;
insert into review_decisions (id, sport_id, country_id, answer, pair, decided_by, decided_at)
select r.id, m.sport_id, m.country_id, 'different', jsonb_build_object(
    'match', jsonb_build_object('home', m.home_team, 'away', m.away_team, 'league', l.name, 'startTime', m.start_time),
    'candidate', jsonb_build_object('home', c.home_team, 'away', c.away_team, 'league', k.name, 'startTime', c.start_time)),
  r.decided_by, r.decided_at
from match_reviews r join matches m on m.id = r.match_id join leagues l on l.id = m.league_id
join matches c on c.id = r.candidate_id join leagues k on k.id = c.league_id
where r.decision_id is not null;

alter table team_name_decisions add foreign key (decision_id) references review_decisions on delete set null;
alter table match_reviews add foreign key (decision_id) references review_decisions on delete set null;
create index team_name_decisions_decision on team_name_decisions (decision_id);
create index match_reviews_decision on match_reviews (decision_id);

-- What a decision moved from a match to the one that stayed.
create table match_merges (
  id uuid primary key default gen_random_uuid(),
  decision_id uuid not null references review_decisions on delete cascade,
  keep_id uuid not null references matches on delete cascade,
  turned boolean not null,
  reason text not null,
  merged_at timestamptz not null default now(),
  -- The row of the match that went, that of the one that stayed, and the latter after the merge.
  gone jsonb not null,
  kept jsonb not null,
  joined jsonb,
  -- The feeds' links, favourites, alerts, bets, addresses, clicks, rows of history, reviews and earlier merges that moved.
  moved jsonb not null,
  -- The links and prices that the match that stayed had of its own.
  own jsonb not null
);
create index match_merges_decision on match_merges (decision_id);
create index match_merges_keep on match_merges (keep_id);
