-- Matches that a source has listed for the first time, until a complete answer with them has been searched for postponed
-- matches and duplicate leagues: a run can break off before.
create table new_matches (
  match_id uuid primary key references matches on delete cascade,
  source text not null,
  external_id text not null,
  created_at timestamptz not null default now()
);
create index new_matches_source on new_matches (source);
