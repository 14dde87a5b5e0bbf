/*
 * The same answers as before (0053), planned for many markets at once. An import of a thousand matches asks for 360 markets
 * at a time, and the planner expected ten: it compared each quote with every row of its event, and read the whole table
 * of quotes for each batch. Its estimates are of the real lists now, and a quote is judged by `quotes_seen.counted`, which
 * `refresh_market_prices` has just written for its bookmaker and part.
 */
create or replace function refresh_market_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql
set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
declare
  changed integer[];
  events uuid[] := array(select distinct k.event from markets k where k.id = any (market_ids));
begin
  with places as materialized (
    select b.no, b.commission, row_number() over (order by b.menu_position, b.name, b.no) as place,
      min(b.no) over (partition by coalesce(b.brand, b.id::text)) as brand
    from bookmakers b
  ), quoted as materialized (
    select q.market, q.prices, p.no, p.brand, p.place,
      case when p.commission = 0 then q.prices else net_prices(q.prices, p.commission) end as nets,
      q.side = 0 and n.counted and case
        when k.is_list then array_length(array_remove(q.prices, null), 1) is not null
        else q.status is null and array_position(q.prices, null) is null
      end as counts
    from quotes q
    join markets k on k.id = q.market and k.id = any (market_ids)
    join quotes_seen n on n.event = k.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
      and n.event = any (events)
    join places p on p.no = q.bookmaker
    where q.market = any (market_ids)
  ), tops as (
    -- The highest net price, and of equal ones the first place of the menu, in one number: nothing has to be sorted.
    select r.market, o.n, max(o.net * 65536 + 65535 - r.place) as top, round(avg(o.price))::bigint as average
    from quoted r cross join lateral unnest(r.prices, r.nets) with ordinality as o (price, net, n)
    where r.counts and o.price is not null
    group by r.market, o.n
  ), first as (
    select t.market, t.n, t.average, t.top / 65536 as net, r.no as bookmaker, r.prices[t.n::int] as price
    from tops t join quoted r on r.market = t.market and r.place = 65535 - t.top % 65536 and r.counts
  ), sizes as (
    select q.market, max(cardinality(q.prices)) as size from quotes q where q.market = any (market_ids) group by q.market
  ), brands as (
    select d.market, count(*)::smallint as n
    from (select r.market, r.brand from quoted r where r.counts group by r.market, r.brand) d group by d.market
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
    where m.market = c.market and m.audience = 0 and m.market = any (market_ids)
      and (m.prices, m.nets, m.holders, m.average, m.n) is distinct from (c.prices, c.nets, c.holders, c.average, c.n)
    returning m.market
  ), inserted as (
    insert into market_bests (market, audience, prices, nets, holders, average, n, s)
    select c.market, 0, c.prices, c.nets, c.holders, c.average, c.n, c.s from computed c
    where not exists (select 1 from market_bests m
      where m.market = c.market and m.audience = 0 and m.market = any (market_ids))
    returning market
  )
  select array_agg(market) into changed from (select market from updated union all select market from inserted) w;
  return coalesce(changed, '{}');
end
$$;

-- As before, but a bookmaker that counts again, or no longer, has all markets of its event worked out: finding its own cost more.
create or replace function refresh_market_prices(events uuid[], at timestamptz, touched integer[] default null) returns void
language plpgsql set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  turned_events uuid[];
  recounted integer[];
  worked integer[];
  changed integer[];
begin
  perform 1 from priced_events e where e.event = any (events) order by e.event for no key update;
  perform close_quotes(events, at);

  with judged as (
    select n.event, n.bookmaker, n.source, n.part,
      why_left_out(b.is_active, coalesce(m.status, o.status), coalesce(m.start_time, o.start_time), s.in_play, n.seen_at,
        grows_old_at(n.seen_at, s.counted_minutes, s.every_minutes, s.cron_minutes), null, at) is null as counts
    from quotes_seen n
    join priced_events e on e.event = n.event
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    join bookmakers b on b.no = n.bookmaker
    join price_sources p on p.no = n.source
    left join import_schedules s on s.source = split_part(p.key, ':', 1)
    where n.event = any (events)
  ), turned as (
    update quotes_seen n set counted = j.counts
    from judged j
    where n.event = j.event and n.bookmaker = j.bookmaker and n.source = j.source and n.part = j.part
      and n.counted <> j.counts
    returning n.event
  )
  select array_agg(distinct t.event) into turned_events from turned t;

  recounted := array(select k.id from markets k where k.event = any (turned_events));
  worked := case when touched is null then array(select id from markets where event = any (events))
    else array(select unnest(touched) union select unnest(recounted)) end;
  changed := case when cardinality(worked) > 0 then refresh_market_bests(worked, at) else '{}' end;

  with news as (
    select distinct k.event from markets k where k.id = any (changed || touched || recounted)
  ), until as (
    select n.event, min(counts_until(coalesce(m.status, o.status), coalesce(m.start_time, o.start_time),
      grows_old_at(n.seen_at, s.counted_minutes, s.every_minutes, s.cron_minutes), at)) as instant
    from quotes_seen n
    join priced_events e on e.event = n.event
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    join price_sources p on p.no = n.source
    left join import_schedules s on s.source = split_part(p.key, ':', 1)
    where n.event = any (events) and n.counted
    group by n.event
  )
  update priced_events e
  set valid_until = u.instant,
    version = e.version + case when w.event is null then 0 else 1 end,
    changed_at = case when w.event is null then e.changed_at else at end
  from priced_events o
  left join until u on u.event = o.event
  left join news w on w.event = o.event
  where o.event = any (events) and e.event = o.event
    and (w.event is not null or o.valid_until is distinct from u.instant);
end
$$;
