-- What a search compares of a team's name, by a trigram index as for leagues.
create function team_search_text(name text) returns text language sql immutable parallel safe
  return ' ' || search_fold(name) || ' ';
create index teams_search_text on teams using gin (team_search_text(name) gin_trgm_ops);
