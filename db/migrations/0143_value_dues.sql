-- Matches whose listed prices are judged again, because their start, status or score has changed.
create table value_dues (
  event uuid primary key references matches on delete cascade,
  -- Grows with each change, so that one that comes during the judgement is not lost.
  no bigint not null
);
create sequence value_dues_no owned by value_dues.no;
alter table value_dues alter column no set default nextval('value_dues_no');

-- By match: also those that are settled. The index of open ones becomes that of matches which have not closed.
create index value_prices_event on value_prices (event);
create index value_prices_unclosed on value_prices (event) where closed_at is null;
drop index value_prices_open;

create function mark_value_dues(events uuid[]) returns void language sql as $$
  insert into value_dues (event)
  select distinct v.event from value_prices v where v.event = any (events) order by v.event
  on conflict (event) do update set no = excluded.no
$$;

create function matches_mark_value_dues() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  changed := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.start_time, n.status, n.home_score, n.away_score)
      is distinct from (o.start_time, o.status, o.home_score, o.away_score));
  if cardinality(changed) > 0 then
    perform mark_value_dues(changed);
  end if;
  return null;
end
$$;
create trigger matches_value_dues after update on matches referencing old table as old_rows new table as new_rows
  for each statement execute function matches_mark_value_dues();

create function fixtures_mark_value_dues() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select match_id from new_rows);
  else
    changed := array(
      select n.match_id from new_rows n join old_rows o on o.id = n.id
      where (n.match_id, n.status_short, n.goals_home, n.goals_away, n.score_fulltime_home, n.score_fulltime_away,
          n.score_halftime_home, n.score_halftime_away)
        is distinct from (o.match_id, o.status_short, o.goals_home, o.goals_away, o.score_fulltime_home,
          o.score_fulltime_away, o.score_halftime_home, o.score_halftime_away));
  end if;
  if cardinality(changed) > 0 then
    perform mark_value_dues(changed);
  end if;
  return null;
end
$$;
create trigger fixtures_value_dues_insert after insert on fixtures referencing new table as new_rows
  for each statement execute function fixtures_mark_value_dues();
create trigger fixtures_value_dues_update after update on fixtures referencing old table as old_rows new table as new_rows
  for each statement execute function fixtures_mark_value_dues();
-- A fixture that goes with its match is nobody's.
create function fixtures_gone_mark_value_dues() returns trigger language plpgsql as $$
begin
  perform mark_value_dues(array(select g.match_id from old_rows g join matches m on m.id = g.match_id));
  return null;
end
$$;
create trigger fixtures_value_dues_delete after delete on fixtures referencing old table as old_rows
  for each statement execute function fixtures_gone_mark_value_dues();

-- What has changed until now: once each.
select mark_value_dues(array(select distinct event from value_prices where event is not null));
