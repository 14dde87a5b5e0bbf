-- The back office also finds matches that are over. Each match is in one of the two indexes, so an import pays for one.
create index matches_search_over on matches using gin (search_text gin_trgm_ops) where status in ('finished', 'cancelled');
