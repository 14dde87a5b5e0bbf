-- What a merged league had when it became a name of another one, for a split. Null where the name comes from feeds alone.
alter table league_aliases add column merged jsonb;
