/*
 * A bookmaker that two feeds name differently is merged: one row stays, the other says into which one it is merged. Prices,
 * history, clicks and earnings stay stored under the bookmaker that a feed has named, and the functions below say whose they
 * are. So a merge writes one column, and a split takes it back, with everything that came since.
 *
 * Of two quotes of one bookmaker one is read: not an expired one, that of the bookmaker that stays, the newest.
 * A brand counts once in averages: its price is the average of its bookmakers' prices.
 */
alter table bookmakers
  add merged_into uuid references bookmakers on delete set null,
  add constraint bookmakers_not_into_itself check (merged_into <> id);
create index bookmakers_merged on bookmakers (merged_into) where merged_into is not null;

-- Each stored bookmaker, and the one whose its prices are.
create view bookmaker_members as
select m.id as member_id, m.no as member_no, m.name as member_name, k.id, k.no, k.key, k.name, k.slug, k.logo_url,
  k.is_active, k.commission, coalesce(k.brand, k.id::text) as brand, k.menu_position, k.link_hosts,
  m.merged_into is not null or exists (select 1 from bookmakers o where o.merged_into = m.id) as is_shared
from bookmakers m join bookmakers k on k.id = coalesce(m.merged_into, m.id);

-- The same for the functions below, which are planned for each batch of an import: one row source instead of three.
create function bookmaker_owners() returns table (
  member_id uuid, member_no smallint, id uuid, no smallint, name text, is_active boolean, commission numeric, brand text,
  menu_position integer, is_shared boolean
) language plpgsql stable rows 100 as $$
begin
  return query select m.member_id, m.member_no, m.id, m.no, m.name, m.is_active, m.commission, m.brand, m.menu_position,
    m.is_shared from bookmaker_members m;
end
$$;

-- `ranked_quotes` with the bookmaker under which a quote is stored, and its own status.
create function ranked_member_quotes(match_ids uuid[], at timestamptz) returns table (
  match_id uuid, bookmaker_id uuid, home_odds numeric, draw_odds numeric, away_odds numeric,
  home_net numeric, draw_net numeric, away_net numeric, last_updated timestamptz, valid_until timestamptz,
  brand text, menu_position integer, name text, left_out text, status text
) language sql stable as $$
  with quotes as (
    select o.match_id, b.id as bookmaker_id, o.bookmaker_id as member_id, b.is_shared, o.home_odds, o.draw_odds, o.away_odds,
      o.status, o.last_updated, b.is_active, b.commission, b.brand, b.menu_position, b.name,
      m.start_time, m.status as event_status, s.in_play,
      grows_old_at(o.last_updated, s.counted_minutes, s.every_minutes, s.cron_minutes) as old_at
    from odds o
    join matches m on m.id = o.match_id
    join bookmaker_owners() b on b.member_id = o.bookmaker_id
    left join import_schedules s on s.source = split_part(o.source, ':', 1)
    where o.match_id = any (match_ids)
  ), read as (
    select distinct on (o.match_id, b.id) o.match_id, o.bookmaker_id
    from odds o
    join bookmaker_owners() b on b.member_id = o.bookmaker_id and b.is_shared
    join matches m on m.id = o.match_id
    left join import_schedules s on s.source = split_part(o.source, ':', 1)
    where o.match_id = any (match_ids)
    order by o.match_id, b.id, why_left_out(b.is_active, m.status, m.start_time, s.in_play, o.last_updated,
        grows_old_at(o.last_updated, s.counted_minutes, s.every_minutes, s.cron_minutes), null, at) is not null,
      o.bookmaker_id <> b.id, o.last_updated desc, o.bookmaker_id
  ), chosen as (
    select q.*, why_left_out(is_active, event_status, start_time, in_play, last_updated, old_at, status, at) as left_out
    from quotes q
    where not is_shared or (match_id, member_id) in (select r.match_id, r.bookmaker_id from read r)
  ), markets as (
    select j.match_id, count(j.draw_odds) * 2 >= count(*) as three_way from chosen j where j.left_out is null group by j.match_id
  )
  select j.match_id, j.bookmaker_id, j.home_odds, j.draw_odds, j.away_odds,
    net_price(j.home_odds, j.commission), net_price(j.draw_odds, j.commission), net_price(j.away_odds, j.commission),
    j.last_updated, counts_until(j.event_status, j.start_time, j.old_at, at),
    j.brand, j.menu_position, j.name,
    coalesce(j.left_out, case when (j.draw_odds is not null) <> k.three_way then 'incomplete' end), j.status
  from chosen j left join markets k on k.match_id = j.match_id
$$;

create or replace function ranked_quotes(match_ids uuid[], at timestamptz) returns table (
  match_id uuid, bookmaker_id uuid, home_odds numeric, draw_odds numeric, away_odds numeric,
  home_net numeric, draw_net numeric, away_net numeric, last_updated timestamptz, valid_until timestamptz,
  brand text, menu_position integer, name text, left_out text
) language sql stable as $$
  select q.match_id, q.bookmaker_id, q.home_odds, q.draw_odds, q.away_odds, q.home_net, q.draw_net, q.away_net,
    q.last_updated, q.valid_until, q.brand, q.menu_position, q.name, q.left_out
  from ranked_member_quotes(match_ids, at) q
$$;

create or replace function ranked_set_quotes(match_ids uuid[], at timestamptz, sets smallint[]) returns table (
  price_set smallint, match_id uuid, bookmaker_id uuid, home_odds numeric, draw_odds numeric, away_odds numeric,
  home_net numeric, draw_net numeric, away_net numeric, last_updated timestamptz, valid_until timestamptz,
  brand text, menu_position integer, name text, left_out text
) language sql stable as $$
  with quotes as (
    -- What `ranked_quotes` calls incomplete may be of the market that most of the set quote.
    select p.price_set, q.*, case
      when q.left_out = 'incomplete' and q.home_odds is not null and q.away_odds is not null and q.status is null then null
      else q.left_out end as own_left_out
    from ranked_member_quotes(match_ids, at) q
    join bookmakers_of_sets() p on p.bookmaker_id = q.bookmaker_id and p.price_set = any (sets)
  ), markets as (
    select q.price_set, q.match_id, count(q.draw_odds) * 2 >= count(*) as three_way
    from quotes q where q.own_left_out is null group by q.price_set, q.match_id
  )
  select q.price_set, q.match_id, q.bookmaker_id, q.home_odds, q.draw_odds, q.away_odds, q.home_net, q.draw_net, q.away_net,
    q.last_updated, q.valid_until, q.brand, q.menu_position, q.name,
    coalesce(q.own_left_out, case when (q.draw_odds is not null) <> k.three_way then 'incomplete' end)
  from quotes q left join markets k on k.match_id = q.match_id and k.price_set = q.price_set
$$;

-- As before (0053), with the number under which a quote and its history are stored.
drop function ranked_market_quotes(integer[], timestamptz);
create function ranked_market_quotes(market_ids integer[], at timestamptz) returns table (
  market integer, bookmaker smallint, side smallint, format smallint, prices bigint[], nets bigint[], status text,
  opening bigint[], closing bigint[], max_stake integer, changed_at timestamptz, seen_at timestamptz,
  valid_until timestamptz, link text, bookmaker_id uuid, brand text, menu_position integer, name text, left_out text,
  member smallint
) language sql stable as $$
  with asked as (
    select k.id, k.is_list, k.event, coalesce(m.start_time, o.start_time) as start_time,
      coalesce(m.status, o.status) as event_status
    from markets k
    join priced_events e on e.event = k.event
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    where k.id = any (market_ids)
  ), known as (
    select q.*, a.is_list, a.start_time, a.event_status, n.seen_at, n.link, s.in_play, b.id as bookmaker_id, b.no,
      b.is_shared, b.is_active, b.commission, b.brand, b.menu_position, b.name,
      grows_old_at(n.seen_at, s.counted_minutes, s.every_minutes, s.cron_minutes) as old_at
    from asked a
    join quotes q on q.market = a.id
    join bookmaker_owners() b on b.member_no = q.bookmaker
    join quotes_seen n on n.event = a.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    join price_sources p on p.no = q.source
    left join import_schedules s on s.source = split_part(p.key, ':', 1)
  ), read as (
    select distinct on (q.market, b.no, q.side) q.market, q.side, q.bookmaker
    from asked a
    join quotes q on q.market = a.id
    join bookmaker_owners() b on b.member_no = q.bookmaker and b.is_shared
    join quotes_seen n on n.event = a.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    join price_sources p on p.no = q.source
    left join import_schedules s on s.source = split_part(p.key, ':', 1)
    order by q.market, b.no, q.side, why_left_out(b.is_active, a.event_status, a.start_time, s.in_play, n.seen_at,
        grows_old_at(n.seen_at, s.counted_minutes, s.every_minutes, s.cron_minutes), null, at) is not null,
      q.bookmaker <> b.no, n.seen_at desc, q.bookmaker
  )
  select k.market, k.no, k.side, k.format, k.prices,
    case when k.commission = 0 or k.side = 1 then k.prices else net_prices(k.prices, k.commission) end,
    k.status, k.opening, k.closing, k.max_stake, k.changed_at, k.seen_at,
    counts_until(k.event_status, k.start_time, k.old_at, at), k.link, k.bookmaker_id, k.brand, k.menu_position, k.name,
    coalesce(
      why_left_out(k.is_active, k.event_status, k.start_time, k.in_play, k.seen_at, k.old_at,
        case
          when k.is_list then case when array_length(array_remove(k.prices, null), 1) is null then 'suspended' end
          when position('-' in k.status) > 0 then 'incomplete'
          when k.status is not null or array_position(k.prices, null) is not null then 'suspended'
        end, at),
      case when k.side = 1 then 'lay' end),
    k.bookmaker
  from known k
  where not k.is_shared or (k.market, k.side, k.bookmaker) in (select r.market, r.side, r.bookmaker from read r)
$$;

-- As before (0071): a merged bookmaker is switched on and off with the one that stays.
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
    join bookmaker_owners() b on b.member_no = n.bookmaker
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

-- As before (0074), but a brand counts once in the average.
create or replace function refresh_set_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql as $$
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
    from ranked_market_quotes(market_ids, at) r join places p on p.no = r.bookmaker where r.left_out is null
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

-- The bookmaker, and those that are merged into it.
create or replace function refresh_headlines_of_bookmaker() returns trigger language plpgsql as $$
begin
  perform refresh_headlines(array(
    select o.match_id from odds o join bookmakers b on b.id = o.bookmaker_id where new.id in (b.id, b.merged_into)));
  perform judge_prices_again(array(
    select distinct n.event from quotes_seen n join bookmakers b on b.no = n.bookmaker where new.id in (b.id, b.merged_into)));
  return null;
end
$$;
drop trigger bookmakers_headlines on bookmakers;
create trigger bookmakers_headlines after update of is_active, menu_position, name, commission, brand, merged_into on bookmakers
  for each row when ((old.is_active, old.menu_position, old.name, old.commission, old.brand, old.merged_into)
    is distinct from (new.is_active, new.menu_position, new.name, new.commission, new.brand, new.merged_into))
  execute function refresh_headlines_of_bookmaker();

-- Averages of before are computed again by readers and the sweep.
select judge_prices_again(array(select event from priced_events where valid_until > now()));
