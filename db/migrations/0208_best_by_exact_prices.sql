-- The best price of a list is that of the highest exact price, as on the page of the match: hundredths are equal where prices
-- are not, and are rounded differently by format.

-- What the quotes of results pay, in millionths, by the bookmaker that they are shown under: one of each of its members.
create function exact_result_nets(match_ids uuid[]) returns table (
  event uuid, bookmaker_id uuid, with_draw boolean, homes bigint[], draws bigint[], aways bigint[]
) language sql stable as $$
  select k.event, b.id, n.size = 3, array_agg(n.nets[1]), array_agg(case when n.size = 3 then n.nets[2] end),
    array_agg(n.nets[n.size])
  from markets k
  join quotes q on q.market = k.id and q.side = 0
  join bookmaker_owners() b on b.member_no = q.bookmaker
  cross join lateral (
    select cardinality(q.prices) as size, case when b.commission = 0 then q.prices else net_prices(q.prices, b.commission) end as nets
  ) n
  where k.event = any (match_ids) and k.type in ('match_result', 'moneyline') and k.period in ('full_time', 'with_overtime')
  group by k.event, b.id, n.size
$$;

-- A net price in hundredths, in millionths: exactly, where a quote beside it can be the same price. A price that was rounded down
-- before its commission was deducted, and after, is up to two hundredths less.
create function exact_net(net numeric, candidates bigint[]) returns bigint language sql immutable as $$
  select coalesce(case when cardinality(candidates) = 1
      then case when abs(candidates[1] - net * 1000000) < 20000 then candidates[1] end
      else (select c from unnest(candidates) c where abs(c - net * 1000000) < 20000 order by abs(c - net * 1000000) limit 1) end,
    (net * 1000000)::bigint)
$$;

-- Imports lock `priced_events` before `event_prices` now, in the order of the events; so does what locks both without the matches.

-- As before (0126), in this order.
create or replace function price_sets_added() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows) then
    perform 1 from priced_events where valid_until is not null order by event for no key update;
    update priced_events set valid_until = 'epoch' where valid_until is not null;
    perform 1 from event_prices where valid_until is not null order by event for no key update;
    update event_prices set valid_until = now() where valid_until is not null;
  end if;
  return null;
end
$$;

-- As before (0053), in this order.
create or replace function sweep_prices_of_source() returns trigger language plpgsql as $$
declare
  due uuid[];
begin
  perform judge_prices_again(array(
    select distinct n.event from quotes_seen n join price_sources p on p.no = n.source
    where split_part(p.key, ':', 1) = new.source));
  due := array(
    select e.event from event_prices e join matches m on m.id = e.event
    where m.status in ('scheduled', 'live') and m.start_time > now() - interval '1 day'
      and exists (select 1 from odds o where o.match_id = e.event and split_part(o.source, ':', 1) = new.source)
    order by e.event for no key update of e);
  update event_prices set valid_until = now() where event = any (due);
  return null;
end
$$;

-- As before (0074), by exact prices.
create or replace function refresh_headlines(match_ids uuid[], at timestamptz default now()) returns void language plpgsql as $$
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
  ), exact as materialized (
    select * from exact_result_nets(match_ids)
  ), counted as (
    select q.*, exact_net(q.home_net, x.homes) as home_exact, exact_net(q.draw_net, x.draws) as draw_exact,
      exact_net(q.away_net, x.aways) as away_exact
    from ranked q
    left join exact x on x.event = q.match_id and x.bookmaker_id = q.bookmaker_id and x.with_draw = (q.draw_odds is not null)
    where q.left_out is null
  ), best as (
    select q.match_id,
      (array_agg(home_net order by home_exact desc, menu_position, name))[1] as home_odds,
      (array_agg(draw_net order by draw_exact desc, menu_position, name) filter (where draw_net is not null))[1] as draw_odds,
      (array_agg(away_net order by away_exact desc, menu_position, name))[1] as away_odds,
      (array_agg(bookmaker_id order by home_exact desc, menu_position, name))[1] as home_bookmaker_id,
      (array_agg(bookmaker_id order by draw_exact desc, menu_position, name) filter (where draw_net is not null))[1] as draw_bookmaker_id,
      (array_agg(bookmaker_id order by away_exact desc, menu_position, name))[1] as away_bookmaker_id,
      least((array_agg(last_updated order by home_exact desc, menu_position, name))[1],
        (array_agg(last_updated order by draw_exact desc, menu_position, name) filter (where draw_net is not null))[1],
        (array_agg(last_updated order by away_exact desc, menu_position, name))[1]) as confirmed_at,
      min(valid_until) as valid_until, count(*)::smallint as counted, count(distinct brand)::smallint as bookmaker_count,
      bool_or(draw_odds is not null) as with_draw
    from counted q group by q.match_id
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
  perform refresh_set_headlines(match_ids, at);
end
$$;

-- As before (0202), by exact prices.
create or replace function refresh_set_headlines(match_ids uuid[], at timestamptz) returns void language plpgsql as $$
declare
  sets smallint[] := array(select no from price_sets where no <> 0 order by no);
  told uuid[];
begin
  if cardinality(sets) = 0 then
    return;
  end if;
  update set_headlines h set closing_home = h.home_odds, closing_draw = h.draw_odds, closing_away = h.away_odds
  from matches m
  where m.id = any (match_ids) and h.event = m.id and (m.start_time <= at or m.status <> 'scheduled')
    and h.closing_home is null and h.bookmaker_count > 0;
  update set_headlines h set closing_home = null, closing_draw = null, closing_away = null
  from matches m
  where m.id = any (match_ids) and h.event = m.id and m.start_time > at and m.status = 'scheduled' and h.closing_home is not null;

  with ranked as materialized (
    select * from ranked_set_quotes(match_ids, at, sets)
  ), exact as materialized (
    select * from exact_result_nets(match_ids)
  ), counted as (
    select q.*, exact_net(q.home_net, x.homes) as home_exact, exact_net(q.draw_net, x.draws) as draw_exact,
      exact_net(q.away_net, x.aways) as away_exact
    from ranked q
    left join exact x on x.event = q.match_id and x.bookmaker_id = q.bookmaker_id and x.with_draw = (q.draw_odds is not null)
    where q.left_out is null
  ), best as (
    select q.match_id, q.price_set,
      (array_agg(home_net order by home_exact desc, menu_position, name))[1] as home_odds,
      (array_agg(draw_net order by draw_exact desc, menu_position, name) filter (where draw_net is not null))[1] as draw_odds,
      (array_agg(away_net order by away_exact desc, menu_position, name))[1] as away_odds,
      (array_agg(bookmaker_id order by home_exact desc, menu_position, name))[1] as home_bookmaker_id,
      (array_agg(bookmaker_id order by draw_exact desc, menu_position, name) filter (where draw_net is not null))[1] as draw_bookmaker_id,
      (array_agg(bookmaker_id order by away_exact desc, menu_position, name))[1] as away_bookmaker_id,
      least((array_agg(last_updated order by home_exact desc, menu_position, name))[1],
        (array_agg(last_updated order by draw_exact desc, menu_position, name) filter (where draw_net is not null))[1],
        (array_agg(last_updated order by away_exact desc, menu_position, name))[1]) as confirmed_at,
      min(valid_until) as valid_until, count(distinct brand)::smallint as bookmaker_count, bool_or(draw_odds is not null) as with_draw
    from counted q group by q.match_id, q.price_set
  ), markets as (
    select match_id, price_set, count(draw_odds) * 2 >= count(*) as with_draw
    from ranked where home_odds is not null and away_odds is not null group by match_id, price_set
  ), wanted as materialized (
    select m.id as event, s.no as price_set, coalesce(b.home_odds, 1.01) as home_odds, b.draw_odds,
      coalesce(b.away_odds, 1.01) as away_odds, b.home_bookmaker_id, b.draw_bookmaker_id, b.away_bookmaker_id,
      coalesce(b.bookmaker_count, 0::smallint) as bookmaker_count, b.confirmed_at, coalesce(b.with_draw, k.with_draw) as with_draw
    from matches m cross join unnest(sets) s (no)
    left join best b on b.match_id = m.id and b.price_set = s.no
    left join markets k on k.match_id = m.id and k.price_set = s.no
    where m.id = any (match_ids)
  ), sooner as (
    -- A quote that counts in a set only, since the set has another market, expires too.
    update event_prices e set valid_until = b.valid_until
    from (select match_id, min(valid_until) as valid_until from best group by match_id) b
    where e.event = b.match_id and (e.valid_until is null or e.valid_until > b.valid_until)
  ), updated as (
    update set_headlines h
    set home_odds = w.home_odds, draw_odds = w.draw_odds, away_odds = w.away_odds, home_bookmaker_id = w.home_bookmaker_id,
      draw_bookmaker_id = w.draw_bookmaker_id, away_bookmaker_id = w.away_bookmaker_id, bookmaker_count = w.bookmaker_count,
      confirmed_at = w.confirmed_at, with_draw = coalesce(w.with_draw, h.with_draw)
    from wanted w join set_headlines o on o.event = w.event and o.price_set = w.price_set
    where h.event = w.event and h.price_set = w.price_set
      and (o.home_odds, o.draw_odds, o.away_odds, o.home_bookmaker_id, o.draw_bookmaker_id, o.away_bookmaker_id,
          o.bookmaker_count, o.confirmed_at, o.with_draw) is distinct from
        (w.home_odds, w.draw_odds, w.away_odds, w.home_bookmaker_id, w.draw_bookmaker_id, w.away_bookmaker_id,
          w.bookmaker_count, w.confirmed_at, coalesce(w.with_draw, o.with_draw))
    -- Lists show how old a price is once it is half an hour old.
    returning case when (o.home_odds, o.draw_odds, o.away_odds, o.home_bookmaker_id, o.draw_bookmaker_id, o.away_bookmaker_id,
          o.bookmaker_count) is distinct from (w.home_odds, w.draw_odds, w.away_odds, w.home_bookmaker_id, w.draw_bookmaker_id,
          w.away_bookmaker_id, w.bookmaker_count)
        or (o.confirmed_at < at - interval '30 minutes' and w.confirmed_at > o.confirmed_at) then h.event end as event
  ), inserted as (
    insert into set_headlines (event, price_set, home_odds, draw_odds, away_odds, home_bookmaker_id, draw_bookmaker_id,
      away_bookmaker_id, bookmaker_count, confirmed_at, with_draw)
    select w.event, w.price_set, w.home_odds, w.draw_odds, w.away_odds, w.home_bookmaker_id, w.draw_bookmaker_id,
      w.away_bookmaker_id, w.bookmaker_count, w.confirmed_at, w.with_draw
    from wanted w
    where not exists (select 1 from set_headlines h where h.event = w.event and h.price_set = w.price_set)
    on conflict do nothing
    -- A row without prices says no more than none.
    returning case when bookmaker_count > 0 then event end as event
  )
  select array_agg(distinct event) into told
  from (select event from updated union all select event from inserted) w where event is not null;
  if told is not null then
    perform send_changes(match_tags(told) || array(
      select distinct 'best-prices:' || m.country_id from matches m where m.id = any (told)));
  end if;
end
$$;
