/*
 * The embedded database never returns memory, and the statement that ranks the quotes of an import took the most of it. It now
 * ranks some hundred markets at a time. What is best in a market does not depend on other markets.
 */
-- As `refresh_market_bests` before (0126).
create function refresh_bests_of_slice(market_ids integer[], at timestamptz) returns integer[] language plpgsql
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

-- Computes the best prices of markets. @returns the markets whose best prices changed
create or replace function refresh_market_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql as $$
declare
  slice constant integer := 500;
  changed integer[] := '{}';
begin
  for start in 1 .. coalesce(cardinality(market_ids), 0) by slice loop
    changed := changed || refresh_bests_of_slice(market_ids[start : start + slice - 1], at);
  end loop;
  return changed;
end
$$;
