-- The words of the teams of an event, each cut to four letters and marked with its day: one look-up finds the events of
-- a day that share the beginning of a word with a match, however many events there are.

create function event_words(day date, names text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct (day - date '2000-01-01')::text || ' ' || left(word, 4)
    from regexp_split_to_table(lower(names), '[[:space:][:punct:]]+') word
    where length(word) > 2)
$$;

-- Without the list of new entries that a look-up would have to read whole: nothing clears it in the embedded database.
create index sportsdb_events_words on sportsdb_events
  using gin (event_words(date_event, home_team || ' ' || away_team)) with (fastupdate = off);
