/*
 * The direct way of 0071, which 0074 lost: `refresh_market_prices` has just written into `quotes_seen.counted` whether the
 * quotes of a bookmaker count, so an import of 360 markets does not have to judge each of them again, in a plan for ten. Only
 * where a bookmaker is merged, one of two quotes has to be chosen first.
 */
create function counted_quotes_directly(market_ids integer[]) returns table (
  market integer, bookmaker smallint, prices bigint[], nets bigint[], brand text
) language plpgsql stable rows 5000
set plan_cache_mode = force_custom_plan set enable_nestloop = off set jit = off as $$
declare
  events uuid[] := array(select distinct k.event from markets k where k.id = any (market_ids));
begin
  return query
  select q.market, q.bookmaker, q.prices,
    case when b.commission = 0 then q.prices else net_prices(q.prices, b.commission) end, b.brand
  from quotes q
  join markets k on k.id = q.market and k.id = any (market_ids)
  join quotes_seen n on n.event = k.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    and n.event = any (events)
  join bookmaker_owners() b on b.member_no = q.bookmaker
  where q.market = any (market_ids) and q.side = 0 and n.counted and case
    when k.is_list then array_length(array_remove(q.prices, null), 1) is not null
    else q.status is null and array_position(q.prices, null) is null
  end;
end
$$;

-- The quotes to back of some markets that count, at the instant for which `refresh_market_prices` has judged them.
create function counted_quotes(market_ids integer[], at timestamptz) returns table (
  market integer, bookmaker smallint, prices bigint[], nets bigint[], brand text
) language plpgsql stable rows 5000 as $$
begin
  if exists (select 1 from bookmakers b where b.merged_into is not null) then
    return query select r.market, r.bookmaker, r.prices, r.nets, r.brand from ranked_market_quotes(market_ids, at) r
      where r.left_out is null;
  else
    return query select * from counted_quotes_directly(market_ids);
  end if;
end
$$;

create or replace function refresh_set_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql as $$
declare
  changed integer[];
begin
  with places as (
    select b.no, row_number() over (order by b.menu_position, b.name, b.no) as place from bookmakers b
  ), ranked as materialized (
    select r.market, r.bookmaker, r.prices, r.nets, r.brand, p.place
    from counted_quotes(market_ids, at) r join places p on p.no = r.bookmaker
  ), members as materialized (
    select s.price_set, s.bookmaker from bookmakers_of_sets() s where s.price_set <> 0
  ), open as materialized (
    select r.market, r.bookmaker, r.brand, r.place, o.n, o.price, o.net
    from ranked r cross join lateral unnest(r.prices, r.nets) with ordinality as o (price, net, n)
    where o.price is not null
  ), branded as (
    select o.market, s.price_set, o.n, max(o.net * 65536 + 65535 - o.place) as top,
      (2 * sum(o.price)::bigint + count(*)) / (2 * count(*)) as price
    from open o join members s on s.bookmaker = o.bookmaker
    group by o.market, s.price_set, o.n, o.brand
  ), tops as (
    select market, price_set, n, max(top) as top, round(avg(price))::bigint as average from branded
    group by market, price_set, n
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


create or replace function refresh_market_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql as $$
declare
  changed integer[];
begin
  with places as (
    select b.no, row_number() over (order by b.menu_position, b.name, b.no) as place from bookmakers b
  ), ranked as materialized (
    select r.market, r.bookmaker, r.prices, r.nets, r.brand, p.place
    from counted_quotes(market_ids, at) r join places p on p.no = r.bookmaker
  ), branded as (
    -- The highest net price, and of equal ones the first place of the menu, in one number: nothing has to be sorted.
    select r.market, o.n, max(o.net * 65536 + 65535 - r.place) as top,
      (2 * sum(o.price)::bigint + count(*)) / (2 * count(*)) as price
    from ranked r cross join lateral unnest(r.prices, r.nets) with ordinality as o (price, net, n)
    where o.price is not null
    group by r.market, o.n, r.brand
  ), tops as (
    select market, n, max(top) as top, round(avg(price))::bigint as average from branded group by market, n
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
