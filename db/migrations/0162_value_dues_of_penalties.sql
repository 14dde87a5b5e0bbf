-- The score of penalties decides bets on two sides: a match whose shoot-out has changed is judged again, too.
create or replace function fixtures_mark_value_dues() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select match_id from new_rows);
  else
    changed := array(
      select n.match_id from new_rows n join old_rows o on o.id = n.id
      where (n.match_id, n.status_short, n.goals_home, n.goals_away, n.score_fulltime_home, n.score_fulltime_away,
          n.score_halftime_home, n.score_halftime_away, n.score_penalty_home, n.score_penalty_away)
        is distinct from (o.match_id, o.status_short, o.goals_home, o.goals_away, o.score_fulltime_home,
          o.score_fulltime_away, o.score_halftime_home, o.score_halftime_away, o.score_penalty_home,
          o.score_penalty_away));
  end if;
  if cardinality(changed) > 0 then
    perform mark_value_dues(changed);
  end if;
  return null;
end
$$;

-- Matches that were not played to their end have no result any more, and penalties decide.
select mark_value_dues(array(
  select match_id from fixtures where status_short in ('PEN', 'TBD', 'PST', 'CANC', 'ABD', 'SUSP', 'INT')));
