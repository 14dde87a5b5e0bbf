-- What the rules merge by themselves has no decision: a match that a feed has put off, under a new id.
alter table match_merges alter column decision_id drop not null;
