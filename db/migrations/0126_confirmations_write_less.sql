/*
 * What an import costs, with the same results as before.
 *
 * `priced_events.valid_until` is now an instant before which no quote of the event expires, and no longer the first at which one does. A
 * source that confirms its prices moves the expiry of every event; writing that is left to the sweep, which finds the
 * events whose instant has passed, three intervals of the source later. So an import that only confirms writes one row for
 * each bookmaker and event, and none for the event.
 *
 * 'epoch' means that all best prices of the event have to be computed again. Before, an import that came before the sweep moved
 * the instant of an event whose bookmaker had another commission, and its best prices stayed as they were.
 */
create or replace function judge_prices_again(events uuid[]) returns void language sql as $$
  update priced_events e set valid_until = 'epoch'
  where e.event = any (events) and (e.outright_id is not null or exists (
    select 1 from matches m where m.id = e.match_id and m.start_time > now() - interval '2 days'))
$$;

create or replace function price_sets_added() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows) then
    perform 1 from event_prices where valid_until is not null order by event for no key update;
    update event_prices set valid_until = now() where valid_until is not null;
    perform 1 from priced_events where valid_until is not null order by event for no key update;
    update priced_events set valid_until = 'epoch' where valid_until is not null;
  end if;
  return null;
end
$$;

/*
 * Judges the quotes of events as they are at an instant, and writes what may be called best. Rows of events are locked, in
 * order, before anything is computed.
 * @param touched the markets whose quotes have just changed; null: all of them are computed again
 */
create or replace function refresh_market_prices(events uuid[], at timestamptz, touched integer[] default null) returns void
language plpgsql set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  whole_events uuid[];
  turned_events uuid[];
  judged_events uuid[];
  instants timestamptz[];
  recounted integer[];
  worked integer[];
  changed integer[];
begin
  perform 1 from priced_events e where e.event = any (events) order by e.event for no key update;
  perform close_quotes(array(
    select e.event from priced_events e left join matches m on m.id = e.match_id left join outrights o on o.id = e.outright_id
    where e.event = any (events) and coalesce(m.start_time, o.start_time) <= at), at);
  -- Which of a merged bookmaker's quotes is read depends on when they were seen, so time alone changes it.
  whole_events := array(select e.event from priced_events e where e.event = any (events) and (touched is null
    or e.valid_until = 'epoch'
    or e.valid_until <= at and exists (select 1 from bookmakers b where b.merged_into is not null)));

  with judged as materialized (
    select n.event, n.bookmaker, n.source, n.part, n.counted,
      why_left_out(b.is_active, coalesce(m.status, o.status), coalesce(m.start_time, o.start_time), s.in_play, n.seen_at,
        grows_old_at(n.seen_at, s.counted_minutes, s.every_minutes, s.cron_minutes), null, at) is null as counts,
      counts_until(coalesce(m.status, o.status), coalesce(m.start_time, o.start_time),
        grows_old_at(n.seen_at, s.counted_minutes, s.every_minutes, s.cron_minutes), at) as until
    from quotes_seen n
    join priced_events e on e.event = n.event
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    join bookmaker_owners() b on b.member_no = n.bookmaker
    join price_sources p on p.no = n.source
    left join import_schedules s on s.source = split_part(p.key, ':', 1)
    where n.event = any (events)
  ), turned as (
    update quotes_seen n set counted = j.counts
    from judged j
    where n.event = j.event and n.bookmaker = j.bookmaker and n.source = j.source and n.part = j.part
      and j.counts <> j.counted
    returning n.event
  ), ends as (
    select event, min(until) as instant from judged where counts group by event
  )
  select array(select distinct event from turned), array_agg(event), array_agg(instant)
  into turned_events, judged_events, instants from ends;

  recounted := array(select k.id from markets k where k.event = any (turned_events));
  worked := array(select unnest(touched) union select unnest(recounted)
    union select k.id from markets k where k.event = any (whole_events));
  changed := case when cardinality(worked) > 0 then refresh_market_bests(worked, at) else '{}' end;

  with news as (
    select distinct k.event from markets k where k.id = any (changed || touched || recounted)
  ), until as (
    select u.event, u.instant from unnest(judged_events, instants) u (event, instant)
  )
  update priced_events e
  set valid_until = u.instant,
    version = e.version + case when w.event is null then 0 else 1 end,
    changed_at = case when w.event is null then e.changed_at else at end
  from priced_events o
  left join until u on u.event = o.event
  left join news w on w.event = o.event
  where o.event = any (events) and e.event = o.event
    and (w.event is not null or (o.valid_until is null) <> (u.instant is null) or u.instant < o.valid_until
      or o.valid_until <= at);
end
$$;

/*
 * The quotes to back that count, where no bookmaker is merged. `refresh_market_prices` has just written into
 * `quotes_seen.counted` which those are.
 */
drop function counted_quotes(integer[], timestamptz);
drop function counted_quotes_directly(integer[]);
create function counted_quotes_directly(market_ids integer[]) returns table (
  market integer, bookmaker smallint, prices bigint[], nets bigint[]
) language plpgsql stable rows 15000
set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off set work_mem = '32MB' as $$
declare
  events uuid[] := array(select distinct k.event from markets k where k.id = any (market_ids));
begin
  return query
  select q.market, q.bookmaker, q.prices,
    case when b.commission = 0 then q.prices else net_prices(q.prices, b.commission) end
  from quotes q
  join markets k on k.id = q.market and k.id = any (market_ids)
  join quotes_seen n on n.event = k.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    and n.event = any (events)
  join bookmakers b on b.no = q.bookmaker
  where q.market = any (market_ids) and q.side = 0 and n.counted and case
    when k.is_list then array_length(array_remove(q.prices, null), 1) is not null
    else q.status is null and array_position(q.prices, null) is null
  end;
end
$$;

/*
 * Each bookmaker's place in the menu, and its brand. A brand is a number, that of its first bookmaker: brands are compared once
 * for each price of each import.
 */
create function bookmaker_places() returns table (no smallint, place bigint, brand smallint, is_alone boolean)
language plpgsql stable rows 100 as $$
begin
  return query select b.no, row_number() over (order by b.menu_position, b.name, b.no),
    min(b.no) over (partition by coalesce(b.brand, b.id::text)),
    count(*) over (partition by coalesce(b.brand, b.id::text)) = 1
  from bookmakers b;
end
$$;

-- The quotes to back of some markets that count, at the instant for which `refresh_market_prices` has judged them.
create function counted_quotes(market_ids integer[], at timestamptz) returns table (
  market integer, bookmaker smallint, prices bigint[], nets bigint[]
) language plpgsql stable rows 15000 as $$
begin
  if exists (select 1 from bookmakers b where b.merged_into is not null) then
    return query select r.market, r.bookmaker, r.prices, r.nets from ranked_market_quotes(market_ids, at) r
      where r.left_out is null;
  else
    return query select * from counted_quotes_directly(market_ids);
  end if;
end
$$;

create or replace function refresh_market_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql
set plan_cache_mode = force_custom_plan set enable_mergejoin = off set jit = off set work_mem = '32MB' as $$
declare
  changed integer[];
begin
  with ranked as materialized (
    select r.market, r.bookmaker, r.prices, r.nets, p.place, p.brand, p.is_alone
    from counted_quotes(market_ids, at) r join bookmaker_places() p on p.no = r.bookmaker
  ), sizes as materialized (
    select q.market, max(cardinality(q.prices)) as size from quotes q where q.market = any (market_ids) group by q.market
  ), wide as materialized (
    select market from sizes where size > 3
  ), narrow as not materialized (
    -- The highest net price, and of equal ones the first place of the menu, in one number: nothing has to be sorted.
    select r.market, r.brand, r.is_alone, 65535 - r.place as rest, r.prices[1] as price1, r.prices[2] as price2,
      r.prices[3] as price3, r.nets[1] * 65536 as net1, r.nets[2] * 65536 as net2, r.nets[3] * 65536 as net3
    from ranked r where r.market not in (select market from wide)
  ), branded as (
    select market, price1, price2, price3, net1 + rest as top1, net2 + rest as top2, net3 + rest as top3
    from narrow where is_alone
    union all
    select market, (2 * sum(price1)::bigint + count(price1)) / nullif(2 * count(price1), 0),
      (2 * sum(price2)::bigint + count(price2)) / nullif(2 * count(price2), 0),
      (2 * sum(price3)::bigint + count(price3)) / nullif(2 * count(price3), 0),
      max(net1 + rest), max(net2 + rest), max(net3 + rest)
    from narrow where not is_alone group by market, brand
  ), columns as (
    -- Nearly all markets have up to three outcomes; a row for each price would cost more than the rest of the statement.
    select market, max(top1) as top1, max(top2) as top2, max(top3) as top3, sum(price1)::bigint as sum1,
      sum(price2)::bigint as sum2, sum(price3)::bigint as sum3, count(price1) as count1, count(price2) as count2,
      count(price3) as count3
    from branded group by market
  ), open as (
    select r.market, i as n, r.brand, r.prices[i] as price, r.nets[i] * 65536 + 65535 - r.place as top
    from ranked r join generate_series(1, (select max(size) from sizes)) i on r.prices[i] is not null
    where r.market in (select market from wide)
  ), tops as (
    select c.market, o.n, o.top, (2 * o.sum + o.count) / (2 * o.count) as average
    from columns c cross join lateral (values (1, top1, sum1, count1), (2, top2, sum2, count2), (3, top3, sum3, count3))
      o (n, top, sum, count)
    where o.top is not null
    union all
    select b.market, b.n, max(b.top), (2 * sum(b.price)::bigint + count(*)) / (2 * count(*))
    from (
      select o.market, o.n, max(o.top) as top, (2 * sum(o.price)::bigint + count(*)) / (2 * count(*)) as price
      from open o group by o.market, o.n, o.brand
    ) b group by b.market, b.n
  ), first as (
    select t.market, t.n, t.average, t.top / 65536 as net, r.bookmaker, r.prices[t.n] as price
    from tops t join ranked r on r.market = t.market and r.place = 65535 - t.top % 65536
  ), brands as (
    select d.market, sum(d.n)::smallint as n from (
      select r.market, count(*) as n from ranked r where r.is_alone group by r.market
      union all
      select r.market, count(distinct r.brand) from ranked r where not r.is_alone group by r.market
    ) d group by d.market
  ), lists as (
    select z.market, array_agg(f.price order by i) as prices, array_agg(f.net order by i) as nets,
      array_agg(f.bookmaker order by i) as holders, array_agg(f.average order by i) as average,
      case when count(f.net) = count(*) then sum(1e6::float8 / f.net) end as s
    from sizes z cross join lateral unnest(array_fill(0, array[z.size])) with ordinality o (zero, i)
    left join first f on f.market = z.market and f.n = i
    group by z.market
  ), computed as materialized (
    select l.*, coalesce(b.n, 0::smallint) as n from lists l left join brands b on b.market = l.market
  ), updated as (
    update market_bests m
    set prices = c.prices, nets = c.nets, holders = c.holders, average = c.average, n = c.n, s = c.s
    from computed c
    where m.market = c.market and m.audience = 0 and m.market = any (market_ids)
      and (m.prices, m.nets, m.holders, m.average, m.n) is distinct from (c.prices, c.nets, c.holders, c.average, c.n)
    returning m.market
  ), inserted as (
    insert into market_bests (market, audience, prices, nets, holders, average, n, s)
    select c.market, 0, c.prices, c.nets, c.holders, c.average, c.n, c.s from computed c
    where not exists (
      select 1 from market_bests m where m.market = c.market and m.audience = 0 and m.market = any (market_ids))
    returning market
  )
  select array_agg(market) into changed from (select market from updated union all select market from inserted) w;
  if exists (select 1 from price_sets where no <> 0) then
    changed := changed || refresh_set_bests(market_ids, at);
  end if;
  return coalesce(changed, '{}');
end
$$;

create or replace function refresh_set_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql
set plan_cache_mode = force_custom_plan set enable_mergejoin = off set jit = off set work_mem = '32MB' as $$
declare
  changed integer[];
begin
  with ranked as materialized (
    select r.market, r.bookmaker, r.prices, r.nets, p.place, p.brand, p.is_alone
    from counted_quotes(market_ids, at) r join bookmaker_places() p on p.no = r.bookmaker
  ), members as materialized (
    select s.price_set, s.bookmaker from bookmakers_of_sets() s where s.price_set <> 0
  ), open as materialized (
    select r.market, r.bookmaker, r.brand, i as n, r.prices[i] as price, r.nets[i] * 65536 + 65535 - r.place as top
    from ranked r
    join generate_series(1, (select max(cardinality(r.prices)) from ranked r)) i on r.prices[i] is not null
  ), branded as (
    select o.market, s.price_set, o.n, max(o.top) as top, (2 * sum(o.price)::bigint + count(*)) / (2 * count(*)) as price
    from open o join members s on s.bookmaker = o.bookmaker
    group by o.market, s.price_set, o.n, o.brand
  ), tops as (
    select b.market, b.price_set, b.n, max(b.top) as top, round(avg(b.price))::bigint as average from branded b
    group by b.market, b.price_set, b.n
  ), first as (
    select t.market, t.price_set, t.n, t.average, t.top / 65536 as net, r.bookmaker, r.prices[t.n] as price
    from tops t join ranked r on r.market = t.market and r.place = 65535 - t.top % 65536
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
    from sizes z cross join listed_price_sets() a cross join lateral unnest(array_fill(0, array[z.size])) with ordinality o (zero, i)
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
    where m.market = c.market and m.audience = c.price_set and m.market = any (market_ids)
      and (m.prices, m.nets, m.holders, m.average, m.n) is distinct from (c.prices, c.nets, c.holders, c.average, c.n)
    returning m.market
  ), inserted as (
    insert into market_bests (market, audience, prices, nets, holders, average, n, s)
    select c.market, c.price_set, c.prices, c.nets, c.holders, c.average, c.n, c.s from computed c
    where not exists (
      select 1 from market_bests m where m.market = c.market and m.audience = c.price_set and m.market = any (market_ids))
    returning market
  )
  select array_agg(distinct market) into changed from (select market from updated union all select market from inserted) w;
  return coalesce(changed, '{}');
end
$$;

-- The best prices of an expired event can be those of a commission or a menu of before.
update priced_events set valid_until = 'epoch' where valid_until <= now();
