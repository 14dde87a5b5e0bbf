/*
 * What has changed about matches, in an order that programs can read on from (app/features/read-api/changes.server.ts).
 *
 * Transactions do not commit in the order in which they take numbers. A reader that continues after the largest number it
 * has seen would miss a smaller one that is committed later. So triggers write to `change_inbox`, and `sequence_changes`
 * moves what is committed to `changes`, where it gets its id. It holds the row of `change_log` until it commits: whoever
 * sees an id also sees every smaller one.
 */

create table change_inbox (
  id bigint generated always as identity primary key,
  type text not null,
  match_id uuid not null,
  league_id uuid not null,
  -- The values of a match before the change.
  before jsonb,
  -- Of changed prices: the markets whose best price has changed.
  markets integer[],
  at timestamptz not null default now()
);

create table changes (
  id bigint primary key,
  type text not null,
  match_id uuid not null,
  league_id uuid not null,
  before jsonb,
  markets integer[],
  at timestamptz not null
);
create index changes_league on changes (league_id, id);
create index changes_at on changes (at);

create table change_log (
  is_only boolean primary key default true check (is_only),
  -- The id of the next change.
  next_id bigint not null default 1,
  -- Smaller ids were deleted.
  first_kept bigint not null default 1
);
insert into change_log default values;

/*
 * Gives ids to committed changes, in the order in which they were written. The changes of the prices of one match are
 * one change.
 * @returns how many were taken; if as many as `most`, there can be more
 */
create function sequence_changes(most integer default 5000) returns integer language plpgsql as $$
declare
  first bigint;
  taken integer;
  stored integer;
begin
  if not exists (select 1 from change_inbox) then
    return 0;
  end if;
  select next_id into first from change_log for update;
  with taken_rows as (
    delete from change_inbox where id in (select i.id from change_inbox i order by i.id limit most) returning *
  ), joined as (
    select id, type, match_id, league_id, before, null::integer[] as markets, at
    from taken_rows where type <> 'prices.changed'
    union all
    select max(t.id), 'prices.changed', t.match_id, (array_agg(t.league_id order by t.id desc))[1], null,
      array_agg(distinct k.market) filter (where k.market is not null), max(t.at)
    from taken_rows t left join lateral unnest(t.markets) k (market) on true
    where t.type = 'prices.changed' group by t.match_id
  ), written as (
    insert into changes (id, type, match_id, league_id, before, markets, at)
    select first - 1 + row_number() over (order by id), type, match_id, league_id, before, markets, at from joined
    returning 1
  )
  select (select count(*) from taken_rows), (select count(*) from written) into taken, stored;
  update change_log set next_id = first + stored;
  return taken;
end
$$;

-- Older matches are not news: an archive that is imported has hundreds of thousands.
create function is_news(start_time timestamptz) returns boolean language sql stable as $$
  select start_time > now() - interval '7 days'
$$;

create function matches_added_news() returns trigger language plpgsql as $$
begin
  insert into change_inbox (type, match_id, league_id)
  select 'match.added', id, league_id from new_rows where is_news(start_time) order by start_time, id;
  return null;
end
$$;
create trigger matches_news_insert after insert on matches referencing new table as new_rows
  for each statement execute function matches_added_news();

create function matches_removed_news() returns trigger language plpgsql as $$
begin
  insert into change_inbox (type, match_id, league_id, before)
  select 'match.removed', id, league_id, jsonb_build_object('home', home_team, 'away', away_team, 'start_time', start_time)
  from old_rows where is_news(start_time) order by start_time, id;
  return null;
end
$$;
create trigger matches_news_delete after delete on matches referencing old table as old_rows
  for each statement execute function matches_removed_news();

-- The end of a match is told once: by its own status or by its fixture, whichever is first.
create function matches_changed_news() returns trigger language plpgsql as $$
begin
  insert into change_inbox (type, match_id, league_id, before)
  select c.type, n.id, n.league_id, c.before
  from new_rows n join old_rows o on o.id = n.id
  cross join lateral (values
    (1, 'match.moved', (n.start_time, n.league_id) is distinct from (o.start_time, o.league_id),
      jsonb_build_object('start_time', o.start_time, 'league_id', o.league_id)),
    (2, 'match.changed', (n.home_team, n.away_team) is distinct from (o.home_team, o.away_team)
        or (n.status is distinct from o.status and n.status <> 'finished'),
      jsonb_build_object('home', o.home_team, 'away', o.away_team, 'status', o.status)),
    (3, 'match.score', (n.home_score, n.away_score) is distinct from (o.home_score, o.away_score),
      jsonb_build_object('home_score', o.home_score, 'away_score', o.away_score)),
    (4, 'match.ended', n.status = 'finished' and o.status <> 'finished' and not exists (
        select 1 from fixtures f where f.match_id = n.id and f.status_short in ('FT', 'AET', 'PEN')), null),
    (5, 'prices.changed', (n.home_odds, n.draw_odds, n.away_odds, n.odds_locked, n.bookmaker_count)
        is distinct from (o.home_odds, o.draw_odds, o.away_odds, o.odds_locked, o.bookmaker_count), null)
  ) c (place, type, is_so, before)
  where c.is_so and is_news(greatest(n.start_time, o.start_time))
  order by n.id, c.place;
  return null;
end
$$;
create trigger matches_news_update after update on matches referencing old table as old_rows new table as new_rows
  for each statement execute function matches_changed_news();

create function fixtures_news() returns trigger language plpgsql as $$
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
create trigger fixtures_news_insert after insert on fixtures referencing new table as new_rows
  for each statement execute function fixtures_news();
create trigger fixtures_news_update after update on fixtures referencing old table as old_rows new table as new_rows
  for each statement execute function fixtures_news();

-- Any price of any bookmaker.
create function prices_news() returns trigger language plpgsql set plan_cache_mode = force_custom_plan set jit = off as $$
begin
  insert into change_inbox (type, match_id, league_id)
  select 'prices.changed', m.id, m.league_id
  from new_rows n join old_rows o on o.event = n.event join matches m on m.id = n.match_id
  where n.version <> o.version and is_news(m.start_time) order by m.id;
  return null;
end
$$;
create trigger priced_events_news after update on priced_events referencing old table as old_rows new table as new_rows
  for each statement execute function prices_news();

-- The best prices, of any set of bookmakers.
create function bests_news() returns trigger language plpgsql set plan_cache_mode = force_custom_plan set jit = off as $$
begin
  insert into change_inbox (type, match_id, league_id, markets)
  select 'prices.changed', m.id, m.league_id, array_agg(distinct n.market)
  from new_rows n join markets k on k.id = n.market join matches m on m.id = k.event
  where is_news(m.start_time) group by m.id order by m.id;
  return null;
end
$$;
create trigger market_bests_news_insert after insert on market_bests referencing new table as new_rows
  for each statement execute function bests_news();
create trigger market_bests_news_update after update on market_bests referencing new table as new_rows
  for each statement execute function bests_news();

-- Best prices of matches in lists, of the other sets of bookmakers; those of all bookmakers are in `matches`.
create function set_headlines_news() returns trigger language plpgsql set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  events uuid[];
begin
  if tg_op = 'INSERT' then
    events := array(select event from new_rows where bookmaker_count > 0);
  else
    events := array(
      select n.event from new_rows n join old_rows o on o.event = n.event and o.price_set = n.price_set
      where (n.home_odds, n.draw_odds, n.away_odds, n.bookmaker_count)
        is distinct from (o.home_odds, o.draw_odds, o.away_odds, o.bookmaker_count));
  end if;
  insert into change_inbox (type, match_id, league_id)
  select 'prices.changed', m.id, m.league_id from matches m where m.id = any (events) and is_news(m.start_time) order by m.id;
  return null;
end
$$;
create trigger set_headlines_news_insert after insert on set_headlines referencing new table as new_rows
  for each statement execute function set_headlines_news();
create trigger set_headlines_news_update after update on set_headlines referencing old table as old_rows new table as new_rows
  for each statement execute function set_headlines_news();
