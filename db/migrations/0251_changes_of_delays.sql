/*
 * That a match is put off or interrupted, or takes place at its time after all, is a change of it: programs that follow the
 * changes, and webhooks, went on with the old time.
 */

-- The same as `delayOf` in app/features/matches/match-state.ts.
create function delay_of(status_short text) returns text language sql immutable as $$
  select case status_short when 'TBD' then 'time_open' when 'PST' then 'postponed' when 'SUSP' then 'interrupted'
    when 'INT' then 'interrupted' end
$$;

-- As before (0187), with delays. The end of a match ends its delay, too, and is told by itself.
create or replace function fixtures_news() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_inbox (type, match_id, league_id, before)
    select c.type, m.id, m.league_id, c.before
    from new_rows n join matches m on m.id = n.match_id
    cross join lateral (values
      (1, 'match.score', n.goals_home is not null and n.goals_away is not null
        and (n.goals_home, n.goals_away) is distinct from (m.home_score, m.away_score), null),
      (2, 'match.ended', coalesce(n.status_short in ('FT', 'AET', 'PEN'), false) and m.status <> 'finished', null),
      (3, 'match.changed', delay_of(n.status_short) is not null and m.status not in ('finished', 'cancelled'),
        jsonb_build_object('delay', null))
    ) c (place, type, is_so, before)
    where c.is_so and is_news(m.start_time) order by m.id, c.place;
  else
    insert into change_inbox (type, match_id, league_id, before)
    select c.type, m.id, m.league_id, c.before
    from new_rows n join old_rows o on o.id = n.id join matches m on m.id = n.match_id
    cross join lateral (values
      (1, 'match.score', (n.goals_home, n.goals_away) is distinct from (o.goals_home, o.goals_away),
        jsonb_build_object('home_score', o.goals_home, 'away_score', o.goals_away)),
      (2, 'match.ended', coalesce(n.status_short in ('FT', 'AET', 'PEN'), false)
        and not coalesce(o.status_short in ('FT', 'AET', 'PEN'), false) and m.status <> 'finished', null),
      (3, 'match.changed', delay_of(n.status_short) is distinct from delay_of(o.status_short)
        and not coalesce(n.status_short in ('FT', 'AET', 'PEN', 'AWD'), false) and m.status not in ('finished', 'cancelled'),
        jsonb_build_object('delay', delay_of(o.status_short)))
    ) c (place, type, is_so, before)
    where c.is_so and is_news(m.start_time) order by m.id, c.place;
  end if;
  return null;
end
$$;
