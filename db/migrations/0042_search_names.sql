-- The names of teams, once each, for searches that are misspelt or written in another alphabet: their number grows with the
-- teams, not with the matches.

/*
 * The consonants that are heard in each word of a folded name, in a few classes. The same steps are taken in
 * app/features/team-mapping/sound.ts, and a test compares the two.
 */
create function search_sounds(folded text) returns text language sql immutable parallel safe as $$
  select ' ' || coalesce(string_agg(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        word,
        '[^a-z0-9]', '', 'g'),
        'sch|tch|sh|ch|tz|ts|cz|c(?=[eiy])|[zj]', 's', 'g'),
        'ph|[vw]', 'f', 'g'),
        'x', 'ks', 'g'),
        'th|d', 't', 'g'),
        '[cqg]', 'k', 'g'),
        'n(?=[tk])|m(?=[bp])', '', 'g'),
        'b', 'p', 'g'),
        '(?<=.)[aeiouyh]', '', 'g'),
        '^[aeiouyh]+', 'a', 'g'),
        '(.)\1+', '\1', 'g'),
    ' ' order by at), '') || ' '
  from regexp_split_to_table(folded, ' ') with ordinality as words (word, at)
$$;

create table team_search_names (
  name text primary key,
  sounds text not null
);
create index team_search_names_text on team_search_names using gin (name gin_trgm_ops);
create index team_search_names_sounds on team_search_names using gin (string_to_array(btrim(sounds), ' '));

-- Which names are known is left to the primary key: a query for equal names would take the trigram index, and its list of what
-- is pending, once for each name.
create function add_team_search_names(names text[]) returns void language sql as $$
  insert into team_search_names (name, sounds)
  select folded, search_sounds(folded)
  from (select distinct search_fold(name) as folded from unnest(names) name) n
  where folded <> ''
  order by folded
  on conflict (name) do nothing
$$;

create function note_team_names() returns trigger language plpgsql as $$
begin
  perform add_team_search_names(array(select home_team from new_rows union select away_team from new_rows));
  return null;
end
$$;
create trigger matches_note_team_names after insert on matches referencing new table as new_rows
  for each statement execute function note_team_names();

create function note_renamed_team() returns trigger language plpgsql as $$
begin
  perform add_team_search_names(array[new.home_team, new.away_team]);
  return null;
end
$$;
create trigger matches_note_renamed_team after update of home_team, away_team on matches for each row
  when (old.home_team <> new.home_team or old.away_team <> new.away_team)
  execute function note_renamed_team();

select add_team_search_names(array(
  select home_team from matches where status in ('scheduled', 'live') union
  select away_team from matches where status in ('scheduled', 'live')));
