/*
 * Best prices and headlines for each set of bookmakers (`price_sets`). They are written with those of all bookmakers, in one
 * transaction. Without groups of countries there is only set 0.
 */

-- There are ten at most. Of a table without statistics the planner expects 1,290 rows, and compiles every query (JIT).
create function listed_price_sets() returns table (no smallint, is_except boolean, keys text[])
language plpgsql stable rows 1 as $$
begin
  return query select s.no, s.is_except, s.keys from price_sets s order by s.no;
end
$$;

create function bookmakers_of_sets() returns table (price_set smallint, bookmaker smallint, bookmaker_id uuid)
language sql stable as $$
  select s.no, b.no, b.id from listed_price_sets() s join bookmakers b on (b.key = any (s.keys)) <> s.is_except
$$;

-- The headlines of the other sets; that of set 0 is in `matches` and `event_prices`. Typed headlines have no bookmaker.
create table set_headlines (
  event uuid not null references matches on delete cascade,
  price_set smallint not null,
  home_odds numeric(8,2) not null,
  draw_odds numeric(8,2),
  away_odds numeric(8,2) not null,
  home_bookmaker_id uuid,
  draw_bookmaker_id uuid,
  away_bookmaker_id uuid,
  bookmaker_count smallint not null,
  confirmed_at timestamptz,
  with_draw boolean,
  closing_home numeric(8,2),
  closing_draw numeric(8,2),
  closing_away numeric(8,2),
  primary key (event, price_set)
) with (fillfactor = 70);

/*
 * `ranked_quotes` for sets of bookmakers: a quote is in the row of each set that has its bookmaker. Whether the market is
 * three-way is decided by the bookmakers of the set.
 */
create function ranked_set_quotes(match_ids uuid[], at timestamptz, sets smallint[]) returns table (
  price_set smallint, match_id uuid, bookmaker_id uuid, home_odds numeric, draw_odds numeric, away_odds numeric,
  home_net numeric, draw_net numeric, away_net numeric, last_updated timestamptz, valid_until timestamptz,
  brand text, menu_position integer, name text, left_out text
) language sql stable as $$
  with judged as (
    select p.price_set, q.*
    from ranked_quotes(match_ids, at) q
    join bookmakers_of_sets() p on p.bookmaker_id = q.bookmaker_id and p.price_set = any (sets)
  ), quotes as (
    -- What `ranked_quotes` calls incomplete may be of the market that most of the set quote.
    select j.*, case when j.left_out = 'incomplete' and j.home_odds is not null and j.away_odds is not null and o.status is null
      then null else j.left_out end as own_left_out
    from judged j join odds o on o.match_id = j.match_id and o.bookmaker_id = j.bookmaker_id
  ), markets as (
    select q.price_set, q.match_id, count(q.draw_odds) * 2 >= count(*) as three_way
    from quotes q where q.own_left_out is null group by q.price_set, q.match_id
  )
  select q.price_set, q.match_id, q.bookmaker_id, q.home_odds, q.draw_odds, q.away_odds, q.home_net, q.draw_net, q.away_net,
    q.last_updated, q.valid_until, q.brand, q.menu_position, q.name,
    coalesce(q.own_left_out, case when (q.draw_odds is not null) <> k.three_way then 'incomplete' end)
  from quotes q left join markets k on k.match_id = q.match_id and k.price_set = q.price_set
$$;

-- As `refresh_headlines`, which calls it after it has locked the rows of the matches.
create function refresh_set_headlines(match_ids uuid[], at timestamptz) returns void language plpgsql as $$
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
  ), best as (
    select q.match_id, q.price_set,
      max(home_net) as home_odds, max(draw_net) as draw_odds, max(away_net) as away_odds,
      (array_agg(bookmaker_id order by home_net desc, menu_position, name))[1] as home_bookmaker_id,
      (array_agg(bookmaker_id order by draw_net desc, menu_position, name) filter (where draw_net is not null))[1] as draw_bookmaker_id,
      (array_agg(bookmaker_id order by away_net desc, menu_position, name))[1] as away_bookmaker_id,
      least((array_agg(last_updated order by home_net desc, menu_position, name))[1],
        (array_agg(last_updated order by draw_net desc, menu_position, name) filter (where draw_net is not null))[1],
        (array_agg(last_updated order by away_net desc, menu_position, name))[1]) as confirmed_at,
      min(valid_until) as valid_until, count(distinct brand)::smallint as bookmaker_count, bool_or(draw_odds is not null) as with_draw
    from ranked q where left_out is null group by q.match_id, q.price_set
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
      select distinct unnest(array['league:' || m.league_id, 'sport:' || m.sport_id, 'country:' || m.country_id])
      from matches m where m.id = any (told)));
  end if;
end
$$;

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
  perform refresh_set_headlines(match_ids, at);
end
$$;

-- As `refresh_market_bests`, which calls it, for the other sets: quotes are judged once for all of them.
create function refresh_set_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql as $$
declare
  changed integer[];
begin
  with places as (
    select b.no, row_number() over (order by b.menu_position, b.name, b.no) as place from bookmakers b
  ), ranked as materialized (
    select r.market, r.bookmaker, r.prices, r.nets, r.brand, p.place
    from ranked_market_quotes(market_ids, at) r join places p on p.no = r.bookmaker where r.left_out is null
  ), members as materialized (
    select s.price_set, s.bookmaker from bookmakers_of_sets() s where s.price_set <> 0
  ), open as materialized (
    select r.market, r.bookmaker, r.place, o.n, o.price, o.net
    from ranked r cross join lateral unnest(r.prices, r.nets) with ordinality as o (price, net, n)
    where o.price is not null
  ), tops as (
    select o.market, s.price_set, o.n, max(o.net * 65536 + 65535 - o.place) as top, round(avg(o.price))::bigint as average
    from open o join members s on s.bookmaker = o.bookmaker
    group by o.market, s.price_set, o.n
  ), first as (
    select t.market, t.price_set, t.n, t.average, t.top / 65536 as net, o.bookmaker, o.price
    from tops t join open o on o.market = t.market and o.n = t.n and o.place = 65535 - t.top % 65536
  ), sizes as (
    select q.market, max(cardinality(q.prices)) as size from quotes q where q.market = any (market_ids) group by q.market
  ), brands as (
    select d.market, d.price_set, count(*)::smallint as n
    from (select distinct r.market, s.price_set, r.brand from ranked r join members s on s.bookmaker = r.bookmaker) d
    group by d.market, d.price_set
  ), lists as (
    select z.market, a.no as price_set, array_agg(f.price order by i) as prices, array_agg(f.net order by i) as nets,
      array_agg(f.bookmaker order by i) as holders, array_agg(f.average order by i) as average,
      case when count(f.net) = count(*) then sum(1e6::float8 / f.net) end as s
    from sizes z cross join listed_price_sets() a cross join lateral generate_series(1, z.size) i
    left join first f on f.market = z.market and f.price_set = a.no and f.n = i
    where a.no <> 0
    group by z.market, a.no
  ), computed as materialized (
    select l.*, coalesce(b.n, 0::smallint) as n
    from lists l left join brands b on b.market = l.market and b.price_set = l.price_set
  ), updated as (
    update market_bests m
    set prices = c.prices, nets = c.nets, holders = c.holders, average = c.average, n = c.n, s = c.s
    from computed c
    where m.market = c.market and m.audience = c.price_set
      and (m.prices, m.nets, m.holders, m.average, m.n) is distinct from (c.prices, c.nets, c.holders, c.average, c.n)
    returning m.market
  ), inserted as (
    insert into market_bests (market, audience, prices, nets, holders, average, n, s)
    select c.market, c.price_set, c.prices, c.nets, c.holders, c.average, c.n, c.s from computed c
    where not exists (select 1 from market_bests m where m.market = c.market and m.audience = c.price_set)
    returning market
  )
  select array_agg(distinct market) into changed from (select market from updated union all select market from inserted) w;
  return coalesce(changed, '{}');
end
$$;

-- @returns the markets of which the best prices of any set, their holders, average or count are others than before
create or replace function refresh_market_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql as $$
declare
  changed integer[];
begin
  with places as (
    select b.no, row_number() over (order by b.menu_position, b.name, b.no) as place from bookmakers b
  ), ranked as materialized (
    select r.market, r.bookmaker, r.prices, r.nets, r.brand, p.place
    from ranked_market_quotes(market_ids, at) r join places p on p.no = r.bookmaker where r.left_out is null
  ), tops as (
    -- The highest net price, and of equal ones the first place of the menu, in one number: nothing has to be sorted.
    select r.market, o.n, max(o.net * 65536 + 65535 - r.place) as top, round(avg(o.price))::bigint as average
    from ranked r cross join lateral unnest(r.prices, r.nets) with ordinality as o (price, net, n)
    where o.price is not null
    group by r.market, o.n
  ), first as (
    select t.market, t.n, t.average, t.top / 65536 as net, r.bookmaker, r.prices[t.n::int] as price
    from tops t join ranked r on r.market = t.market and r.place = 65535 - t.top % 65536
  ), sizes as (
    select q.market, max(cardinality(q.prices)) as size from quotes q where q.market = any (market_ids) group by q.market
  ), brands as (
    select r.market, count(distinct r.brand)::smallint as n from ranked r group by r.market
  ), lists as (
    select z.market, array_agg(f.price order by i) as prices, array_agg(f.net order by i) as nets,
      array_agg(f.bookmaker order by i) as holders, array_agg(f.average order by i) as average,
      case when count(f.net) = count(*) then sum(1e6::float8 / f.net) end as s
    from sizes z cross join lateral generate_series(1, z.size) i
    left join first f on f.market = z.market and f.n = i
    group by z.market
  ), computed as materialized (
    select l.*, coalesce(b.n, 0::smallint) as n from lists l left join brands b on b.market = l.market
  ), updated as (
    update market_bests m
    set prices = c.prices, nets = c.nets, holders = c.holders, average = c.average, n = c.n, s = c.s
    from computed c
    where m.market = c.market and m.audience = 0
      and (m.prices, m.nets, m.holders, m.average, m.n) is distinct from (c.prices, c.nets, c.holders, c.average, c.n)
    returning m.market
  ), inserted as (
    insert into market_bests (market, audience, prices, nets, holders, average, n, s)
    select c.market, 0, c.prices, c.nets, c.holders, c.average, c.n, c.s from computed c
    where not exists (select 1 from market_bests m where m.market = c.market and m.audience = 0)
    returning market
  )
  select array_agg(market) into changed from (select market from updated union all select market from inserted) w;
  if exists (select 1 from price_sets where no <> 0) then
    changed := changed || refresh_set_bests(market_ids, at);
  end if;
  return coalesce(changed, '{}');
end
$$;

-- A new set has no best prices yet: readers and the sweep compute those of every event that has prices which count.
create function price_sets_added() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows) then
    perform 1 from event_prices where valid_until is not null order by event for no key update;
    update event_prices set valid_until = now() where valid_until is not null;
    perform 1 from priced_events where valid_until is not null order by event for no key update;
    update priced_events set valid_until = now() where valid_until is not null;
  end if;
  return null;
end
$$;
create trigger price_sets_compute after insert on price_sets referencing new table as new_rows
  for each statement execute function price_sets_added();
