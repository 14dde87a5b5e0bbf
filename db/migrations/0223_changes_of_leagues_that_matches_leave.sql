-- The changes of a league contain those of the matches that have left it.
create index changes_left_league on changes ((before ->> 'league_id'), id) where type = 'match.moved';
