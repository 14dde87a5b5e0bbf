/*
 * When a quote counts, that is, when its prices may be called best: decided by `ranked_quotes` alone, from what is stored
 * and an instant. `refresh_headlines` writes what follows from it, and `event_prices.valid_until` says until when that holds.
 */

-- A price that is not on offer is null. `status` says why; null: every outcome is open.
alter table odds
  alter home_odds drop not null,
  alter away_odds drop not null,
  add status text check (status in ('suspended', 'incomplete')),
  add check (status is not null or (home_odds is not null and away_odds is not null));

-- 1.01 stood for a price that a feed lacked. Which of these were real the next import tells.
update odds set status = 'suspended', home_odds = nullif(home_odds, 1.01), draw_odds = nullif(draw_odds, 1.01),
  away_odds = nullif(away_odds, 1.01)
where least(home_odds, draw_odds, away_odds) = 1.01
  and 1 / home_odds + coalesce(1 / draw_odds, 0) + 1 / away_odds > 1.3;

-- Commission is in percent of the winnings. Regions and products of one company are one brand.
alter table bookmakers
  add commission numeric(5,2) not null default 0 check (commission >= 0 and commission < 100),
  add brand text check (brand <> '');

alter table import_schedules
  -- How long its prices count after it confirmed them; null: three times as long as it takes from one run to the next.
  add counted_minutes integer check (counted_minutes between 1 and 10080),
  -- The shortest time between two runs by the cron line.
  add cron_minutes integer check (cron_minutes > 0),
  -- Whether its prices of an event that has begun are those of the event in play.
  add in_play boolean not null default false;

-- What is known of an event's prices. Its headline is in `matches`.
create table event_prices (
  event uuid primary key references matches on delete cascade,
  -- When the first quote that counts ceases to; null: none counts.
  valid_until timestamptz,
  -- When the oldest price of the headline was confirmed.
  confirmed_at timestamptz,
  counted smallint not null default 0,
  -- Whether the draw is an outcome of the market; null: nobody has quoted it.
  with_draw boolean,
  -- The headline as it stood at the start.
  closing_home numeric(8,2),
  closing_draw numeric(8,2),
  closing_away numeric(8,2)
) with (fillfactor = 70);
create index event_prices_due on event_prices (valid_until) where valid_until is not null;

create function net_price(price numeric, commission numeric) returns numeric language sql immutable as $$
  select greatest(1.01, trunc(1 + (price - 1) * (1 - commission / 100), 2)) where price is not null
$$;

/*
 * Every quote of events, and why it does not count at an instant:
 *   inactive    its bookmaker is switched off
 *   started     the event has begun or is off, and the source does not quote it in play
 *   suspended   an outcome is not on offer
 *   incomplete  it lacks an outcome, or is of the market (two-way, three-way) that fewer quote
 *   old         its source has not confirmed it lately
 * `*_net` is what a winner is paid, in whole hundredths, rounded down. Three-way counts where as many quote it as two-way.
 */
create function ranked_quotes(match_ids uuid[], at timestamptz) returns table (
  match_id uuid, bookmaker_id uuid, home_odds numeric, draw_odds numeric, away_odds numeric,
  home_net numeric, draw_net numeric, away_net numeric, last_updated timestamptz, valid_until timestamptz,
  brand text, menu_position integer, name text, left_out text
) language sql stable as $$
  with quotes as (
    select o.*, b.is_active, b.commission, coalesce(b.brand, b.id::text) as brand, b.menu_position, b.name,
      m.start_time, m.status in ('finished', 'cancelled') as is_off, m.start_time <= at or m.status <> 'scheduled' as has_begun,
      coalesce(s.in_play, false) and o.last_updated >= m.start_time as is_in_play,
      o.last_updated + make_interval(mins => coalesce(s.counted_minutes, 3 * coalesce(s.every_minutes, s.cron_minutes, 60))) as old_at
    from odds o
    join matches m on m.id = o.match_id
    join bookmakers b on b.id = o.bookmaker_id
    left join import_schedules s on s.source = split_part(o.source, ':', 1)
    where o.match_id = any (match_ids)
  ), judged as (
    select q.*, case
      when not is_active then 'inactive'
      when is_off or (has_begun and not is_in_play) then 'started'
      when status is not null then status
      when old_at <= at then 'old'
    end as left_out
    from quotes q
  ), markets as (
    select j.match_id, count(j.draw_odds) * 2 >= count(*) as three_way from judged j where j.left_out is null group by j.match_id
  )
  select j.match_id, j.bookmaker_id, j.home_odds, j.draw_odds, j.away_odds,
    net_price(j.home_odds, j.commission), net_price(j.draw_odds, j.commission), net_price(j.away_odds, j.commission),
    j.last_updated, case when has_begun then old_at else least(old_at, start_time) end,
    j.brand, j.menu_position, j.name,
    coalesce(j.left_out, case when (j.draw_odds is not null) <> k.three_way then 'incomplete' end)
  from judged j left join markets k on k.match_id = j.match_id
$$;

drop function refresh_headlines(uuid[]);
drop function write_headlines(uuid[]);

/*
 * Sets the headline of matches as it is at an instant: the best net price of each outcome over the quotes that count, and
 * who quotes it. Typed headlines stay. Rows are locked, in order, before they are computed: a transaction that waited here
 * then reads, in a new statement, the quotes that the other has committed.
 */
create function refresh_headlines(match_ids uuid[], at timestamptz default now()) returns void language plpgsql as $$
declare
  told uuid[];
begin
  perform 1 from matches m where m.id = any (match_ids) order by m.id for no key update;
  insert into event_prices (event) select m.id from matches m where m.id = any (match_ids) on conflict do nothing;
  -- What stands in the headline when the event is first seen to have begun is what it closed at.
  update event_prices e set closing_home = m.home_odds, closing_draw = m.draw_odds, closing_away = m.away_odds
  from matches m
  where m.id = any (match_ids) and e.event = m.id and (m.start_time <= at or m.status <> 'scheduled')
    and e.closing_home is null and m.bookmaker_count > 0;
  update event_prices e set closing_home = null, closing_draw = null, closing_away = null
  from matches m
  where m.id = any (match_ids) and e.event = m.id and m.start_time > at and m.status = 'scheduled' and e.closing_home is not null;

  with ranked as materialized (
    select * from ranked_quotes(match_ids, at)
  ), best as (
    select q.match_id,
      max(home_net) as home_odds, max(draw_net) as draw_odds, max(away_net) as away_odds,
      (array_agg(bookmaker_id order by home_net desc, menu_position, name))[1] as home_bookmaker_id,
      (array_agg(bookmaker_id order by draw_net desc, menu_position, name) filter (where draw_net is not null))[1] as draw_bookmaker_id,
      (array_agg(bookmaker_id order by away_net desc, menu_position, name))[1] as away_bookmaker_id,
      least((array_agg(last_updated order by home_net desc, menu_position, name))[1],
        (array_agg(last_updated order by draw_net desc, menu_position, name) filter (where draw_net is not null))[1],
        (array_agg(last_updated order by away_net desc, menu_position, name))[1]) as confirmed_at,
      min(valid_until) as valid_until, count(*)::smallint as counted, count(distinct brand)::smallint as bookmaker_count,
      bool_or(draw_odds is not null) as with_draw
    from ranked q where left_out is null group by q.match_id
  ), markets as (
    select match_id, count(draw_odds) * 2 >= count(*) as with_draw
    from ranked where home_odds is not null and away_odds is not null group by match_id
  ), known as (
    update event_prices e
    set valid_until = b.valid_until, confirmed_at = b.confirmed_at, counted = coalesce(b.counted, 0::smallint),
      with_draw = coalesce(b.with_draw, k.with_draw, e.with_draw)
    from event_prices o
    left join best b on b.match_id = o.event
    left join markets k on k.match_id = o.event
    where o.event = any (match_ids) and e.event = o.event
      and (o.valid_until, o.confirmed_at, o.counted, o.with_draw) is distinct from
        (b.valid_until, b.confirmed_at, coalesce(b.counted, 0::smallint), coalesce(b.with_draw, k.with_draw, o.with_draw))
    -- Lists show how old a price is once it is half an hour old.
    returning case when o.counted <> e.counted or (o.confirmed_at < at - interval '30 minutes' and e.confirmed_at > o.confirmed_at)
      then e.event end as id
  ), headlines as (
    select m.id, coalesce(b.home_odds, 1.01) as home_odds, b.draw_odds, coalesce(b.away_odds, 1.01) as away_odds,
      b.home_bookmaker_id, b.draw_bookmaker_id, b.away_bookmaker_id, coalesce(b.bookmaker_count, 0::smallint) as bookmaker_count
    from matches m left join best b on b.match_id = m.id
    where m.id = any (match_ids) and not m.odds_locked
  ), written as (
    update matches m
    set home_odds = h.home_odds, draw_odds = h.draw_odds, away_odds = h.away_odds,
      home_bookmaker_id = h.home_bookmaker_id, draw_bookmaker_id = h.draw_bookmaker_id, away_bookmaker_id = h.away_bookmaker_id,
      bookmaker_count = h.bookmaker_count
    from headlines h
    where h.id = m.id
      and (m.home_odds, m.draw_odds, m.away_odds, m.home_bookmaker_id, m.draw_bookmaker_id, m.away_bookmaker_id, m.bookmaker_count)
        is distinct from
          (h.home_odds, h.draw_odds, h.away_odds, h.home_bookmaker_id, h.draw_bookmaker_id, h.away_bookmaker_id, h.bookmaker_count)
  )
  select array_agg(id) into told from known where id is not null;
  if told is not null then
    perform send_changes(match_tags(told));
  end if;
end
$$;

-- The headline follows what the rule depends on: for all rows of a statement at once, since results come by the hundred.
create function refresh_headlines_of_matches() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  select array_agg(n.id) into changed from new_rows n join old_rows o on o.id = n.id
  where (o.start_time, o.status) is distinct from (n.start_time, n.status);
  if changed is not null then
    perform refresh_headlines(changed);
  end if;
  return null;
end
$$;
create trigger matches_headline after update on matches referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_headlines_of_matches();

drop trigger bookmakers_headlines on bookmakers;
create trigger bookmakers_headlines after update of is_active, menu_position, name, commission, brand on bookmakers
  for each row when ((old.is_active, old.menu_position, old.name, old.commission, old.brand)
    is distinct from (new.is_active, new.menu_position, new.name, new.commission, new.brand))
  execute function refresh_headlines_of_bookmaker();

-- Another limit holds from the next sweep on.
create function sweep_prices_of_source() returns trigger language plpgsql as $$
begin
  update event_prices e set valid_until = now()
  from matches m
  where m.id = e.event and m.status in ('scheduled', 'live') and m.start_time > now() - interval '1 day'
    and exists (select 1 from odds o where o.match_id = e.event and split_part(o.source, ':', 1) = new.source);
  return null;
end
$$;
create trigger import_schedules_limit after update of every_minutes, cron_minutes, counted_minutes, in_play on import_schedules
  for each row when ((old.every_minutes, old.cron_minutes, old.counted_minutes, old.in_play)
    is distinct from (new.every_minutes, new.cron_minutes, new.counted_minutes, new.in_play))
  execute function sweep_prices_of_source();

-- Headlines of before are judged by the first sweep.
insert into event_prices (event, valid_until)
select id, now() from matches where status in ('scheduled', 'live') and start_time > now() - interval '1 day';
