-- A fixture that is called off, or broken off, is news of its match, as a match that an operator cancels.
create or replace function fixtures_news() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_inbox (type, match_id, league_id, before)
    select c.type, m.id, m.league_id, c.before
    from new_rows n join matches m on m.id = n.match_id
    cross join lateral (values
      (1, 'match.changed', coalesce(n.status_short in ('CANC', 'ABD'), false) and m.status not in ('finished', 'cancelled'),
        jsonb_build_object('status', m.status)),
      (2, 'match.score', n.goals_home is not null and n.goals_away is not null
        and (n.goals_home, n.goals_away) is distinct from (m.home_score, m.away_score), null),
      (3, 'match.ended', coalesce(n.status_short in ('FT', 'AET', 'PEN'), false) and m.status <> 'finished', null)
    ) c (place, type, is_so, before)
    where c.is_so and is_news(m.start_time) order by m.id, c.place;
  else
    insert into change_inbox (type, match_id, league_id, before)
    select c.type, m.id, m.league_id, c.before
    from new_rows n join old_rows o on o.id = n.id join matches m on m.id = n.match_id
    cross join lateral (values
      (1, 'match.changed', coalesce(n.status_short in ('CANC', 'ABD'), false)
        and not coalesce(o.status_short in ('CANC', 'ABD'), false) and m.status not in ('finished', 'cancelled'), jsonb_build_object('status', m.status)),
      (2, 'match.score', (n.goals_home, n.goals_away) is distinct from (o.goals_home, o.goals_away),
        jsonb_build_object('home_score', o.goals_home, 'away_score', o.goals_away)),
      (3, 'match.ended', coalesce(n.status_short in ('FT', 'AET', 'PEN'), false)
        and not coalesce(o.status_short in ('FT', 'AET', 'PEN'), false) and m.status <> 'finished', null)
    ) c (place, type, is_so, before)
    where c.is_so and is_news(m.start_time) order by m.id, c.place;
  end if;
  return null;
end
$$;
