/*
 * A match whose fixture is called off by its feed is cancelled, as one that an operator cancels: CANC (cancelled), ABD (broken
 * off for good) and WO (walkover: not played, and bets are void). One that is put off (PST, TBD) or interrupted is not.
 * A feed's word counts when it changes. So a match that an operator puts back stays open while the feed repeats itself, and
 * one that an operator has cancelled, or that has a result, stays as it is.
 */

-- Whether a feed has cancelled the match. False once it is put back.
alter table matches add called_off boolean not null default false;

create function calls_off(status_short text) returns boolean language sql immutable as $$
  select coalesce(status_short in ('CANC', 'ABD', 'WO'), false)
$$;

create function follow_called_off(off uuid[], back uuid[]) returns void language plpgsql as $$
begin
  if off is null and back is null then
    return;
  end if;
  perform 1 from matches where id = any (off) or id = any (back) order by id for update;
  update matches set status = 'cancelled', called_off = true where id = any (off) and status not in ('finished', 'cancelled');
  update matches set status = 'scheduled' where id = any (back) and status = 'cancelled' and called_off;
end
$$;

-- The names of the triggers come before those of news: what is told is the match as it is then.
create function fixtures_call_off() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform follow_called_off((select array_agg(match_id) from new_rows where calls_off(status_short)), null);
  elsif tg_op = 'DELETE' then
    perform follow_called_off(null, (select array_agg(match_id) from old_rows where calls_off(status_short)));
  else
    perform follow_called_off(
      (select array_agg(n.match_id) from new_rows n join old_rows o on o.id = n.id
        where calls_off(n.status_short) and not (calls_off(o.status_short) and o.match_id = n.match_id)),
      (select array_agg(o.match_id) from new_rows n join old_rows o on o.id = n.id
        where calls_off(o.status_short) and not (calls_off(n.status_short) and o.match_id = n.match_id)));
  end if;
  return null;
end
$$;
create trigger fixtures_call_off_insert after insert on fixtures referencing new table as new_rows
  for each statement execute function fixtures_call_off();
create trigger fixtures_call_off_update after update on fixtures referencing old table as old_rows new table as new_rows
  for each statement execute function fixtures_call_off();
create trigger fixtures_call_off_delete after delete on fixtures referencing old table as old_rows
  for each statement execute function fixtures_call_off();

-- As before (0180).
create or replace function note_cancelled_at() returns trigger language plpgsql as $$
begin
  new.cancelled_at := case when new.status = 'cancelled' then now() end;
  new.called_off := new.status = 'cancelled' and new.called_off and not old.called_off;
  return new;
end
$$;

-- As before 0164: that a fixture is called off is news of its match.
create or replace function fixtures_news() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_inbox (type, match_id, league_id)
    select c.type, m.id, m.league_id
    from new_rows n join matches m on m.id = n.match_id
    cross join lateral (values
      (1, 'match.score', n.goals_home is not null and n.goals_away is not null
        and (n.goals_home, n.goals_away) is distinct from (m.home_score, m.away_score)),
      (2, 'match.ended', coalesce(n.status_short in ('FT', 'AET', 'PEN'), false) and m.status <> 'finished')
    ) c (place, type, is_so)
    where c.is_so and is_news(m.start_time) order by m.id, c.place;
  else
    insert into change_inbox (type, match_id, league_id, before)
    select c.type, m.id, m.league_id, c.before
    from new_rows n join old_rows o on o.id = n.id join matches m on m.id = n.match_id
    cross join lateral (values
      (1, 'match.score', (n.goals_home, n.goals_away) is distinct from (o.goals_home, o.goals_away),
        jsonb_build_object('home_score', o.goals_home, 'away_score', o.goals_away)),
      (2, 'match.ended', coalesce(n.status_short in ('FT', 'AET', 'PEN'), false)
        and not coalesce(o.status_short in ('FT', 'AET', 'PEN'), false) and m.status <> 'finished', null)
    ) c (place, type, is_so, before)
    where c.is_so and is_news(m.start_time) order by m.id, c.place;
  end if;
  return null;
end
$$;

-- What was called off until now. That of the first two codes is known (0164).
select follow_called_off((select array_agg(match_id) from fixtures where calls_off(status_short)), null);
delete from change_inbox i using fixtures f
where i.type = 'match.changed' and i.before ->> 'status' <> 'cancelled' and i.before ? 'home' and f.match_id = i.match_id
  and f.status_short in ('CANC', 'ABD') and i.at = now();
