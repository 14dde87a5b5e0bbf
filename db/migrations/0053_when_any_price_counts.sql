/*
 * When a price may be called best, for every market: one rule (`why_left_out`), read by `ranked_quotes` for the headline
 * and by `ranked_market_quotes` for all markets. `refresh_market_prices` writes what follows from it.
 */

create function grows_old_at(confirmed_at timestamptz, counted_minutes integer, every_minutes integer, cron_minutes integer)
returns timestamptz language sql stable as $$
  select confirmed_at + make_interval(mins => coalesce(counted_minutes, 3 * coalesce(every_minutes, cron_minutes, 60)))
$$;

/*
 * Why a quote does not count at an instant; null: it does.
 *   inactive    its bookmaker is switched off
 *   started     the event has begun or is off, and the source does not quote it in play
 *   suspended, incomplete   as the quote's own status says
 *   old         its source has not confirmed it lately
 */
create function why_left_out(
  is_active boolean, event_status text, start_time timestamptz, in_play boolean, confirmed_at timestamptz,
  old_at timestamptz, quote_status text, at timestamptz
) returns text language sql immutable as $$
  select case
    when not is_active then 'inactive'
    when event_status in ('finished', 'cancelled') then 'started'
    when (start_time <= at or event_status <> 'scheduled') and not (coalesce(in_play, false) and confirmed_at >= start_time)
      then 'started'
    when quote_status is not null then quote_status
    when old_at <= at then 'old'
  end
$$;

create function counts_until(event_status text, start_time timestamptz, old_at timestamptz, at timestamptz)
returns timestamptz language sql immutable as $$
  select case when start_time <= at or event_status <> 'scheduled' then old_at else least(old_at, start_time) end
$$;

create or replace function ranked_quotes(match_ids uuid[], at timestamptz) returns table (
  match_id uuid, bookmaker_id uuid, home_odds numeric, draw_odds numeric, away_odds numeric,
  home_net numeric, draw_net numeric, away_net numeric, last_updated timestamptz, valid_until timestamptz,
  brand text, menu_position integer, name text, left_out text
) language sql stable as $$
  with quotes as (
    select o.*, b.is_active, b.commission, coalesce(b.brand, b.id::text) as brand, b.menu_position, b.name,
      m.start_time, m.status as event_status, s.in_play,
      grows_old_at(o.last_updated, s.counted_minutes, s.every_minutes, s.cron_minutes) as old_at
    from odds o
    join matches m on m.id = o.match_id
    join bookmakers b on b.id = o.bookmaker_id
    left join import_schedules s on s.source = split_part(o.source, ':', 1)
    where o.match_id = any (match_ids)
  ), judged as (
    select q.*, why_left_out(is_active, event_status, start_time, in_play, last_updated, old_at, status, at) as left_out
    from quotes q
  ), markets as (
    select j.match_id, count(j.draw_odds) * 2 >= count(*) as three_way from judged j where j.left_out is null group by j.match_id
  )
  select j.match_id, j.bookmaker_id, j.home_odds, j.draw_odds, j.away_odds,
    net_price(j.home_odds, j.commission), net_price(j.draw_odds, j.commission), net_price(j.away_odds, j.commission),
    j.last_updated, counts_until(j.event_status, j.start_time, j.old_at, at),
    j.brand, j.menu_position, j.name,
    coalesce(j.left_out, case when (j.draw_odds is not null) <> k.three_way then 'incomplete' end)
  from judged j left join markets k on k.match_id = j.match_id
$$;

-- What a winner is paid, in millionths, rounded down. Commission is in percent of the winnings.
create function net_prices(prices bigint[], commission numeric) returns bigint[] language sql immutable as $$
  select array_agg(1000000 + trunc((p - 1000000) * (100 - commission) / 100)::bigint order by n)
  from unnest(prices) with ordinality as t (p, n)
$$;

/*
 * Every quote of markets as the rule has it at an instant. Of a list of selections (an outright) those that are priced
 * count; of any other market a quote counts with all its outcomes or not at all. A lay price is never a back price.
 */
create function ranked_market_quotes(market_ids integer[], at timestamptz) returns table (
  market integer, bookmaker smallint, side smallint, format smallint, prices bigint[], nets bigint[], status text,
  opening bigint[], closing bigint[], max_stake integer, changed_at timestamptz, seen_at timestamptz,
  valid_until timestamptz, link text, bookmaker_id uuid, brand text, menu_position integer, name text, left_out text
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
    select q.*, a.is_list, a.start_time, a.event_status, n.seen_at, n.link, s.in_play, b.id as bookmaker_id, b.is_active,
      b.commission, coalesce(b.brand, b.id::text) as brand, b.menu_position, b.name,
      grows_old_at(n.seen_at, s.counted_minutes, s.every_minutes, s.cron_minutes) as old_at
    from asked a
    join quotes q on q.market = a.id
    join bookmakers b on b.no = q.bookmaker
    join quotes_seen n on n.event = a.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    join price_sources p on p.no = q.source
    left join import_schedules s on s.source = split_part(p.key, ':', 1)
  )
  select k.market, k.bookmaker, k.side, k.format, k.prices,
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
      case when k.side = 1 then 'lay' end)
  from known k
$$;

/*
 * Keeps what quotes closed at: the last prices from before the event's start, once it has begun. Prices of after the start
 * are never closing ones, so those that changed since are looked up in the history.
 */
create function close_quotes(events uuid[], at timestamptz) returns void language sql as $$
  with begun as (
    select e.event, coalesce(m.start_time, o.start_time) as start_time
    from priced_events e
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    where e.event = any (events) and coalesce(m.status, o.status) <> 'cancelled' and coalesce(m.start_time, o.start_time) <= at
  ), last as (
    select q.market, q.bookmaker, q.side, case when q.changed_at <= b.start_time then q.prices else (
      select h.prices from quote_changes h
      where h.market = q.market and h.bookmaker = q.bookmaker and h.side = q.side
        and h.at <= b.start_time and h.at > b.start_time - interval '90 days'
      order by h.at desc limit 1) end as prices
    from begun b join markets k on k.event = b.event join quotes q on q.market = k.id
    where q.closing is null
  )
  update quotes q set closing = l.prices
  from last l
  where q.market = l.market and q.bookmaker = l.bookmaker and q.side = l.side
    and array_length(array_remove(l.prices, null), 1) > 0
$$;

-- @returns the markets of which the best prices, their holders, average or count are others than before
create function refresh_market_bests(market_ids integer[], at timestamptz) returns integer[] language plpgsql as $$
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
  return coalesce(changed, '{}');
end
$$;

/*
 * Judges the quotes of events as they are at an instant, and writes what may be called best. Rows of events are locked, in
 * order, before anything is computed.
 * @param touched the markets whose quotes have just changed; null: all of them are worked out again
 */
create function refresh_market_prices(events uuid[], at timestamptz, touched integer[] default null) returns void
language plpgsql as $$
declare
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
    returning n.event, n.bookmaker, n.source, n.part
  )
  select array_agg(distinct q.market) into recounted
  from turned t join markets k on k.event = t.event
  join quotes q on q.market = k.id and q.bookmaker = t.bookmaker and q.source = t.source and q.part = t.part;

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

-- One notification for all events that a statement changes; what was only confirmed tells nobody.
create function priced_events_changed() returns trigger language plpgsql as $$
begin
  perform send_changes(array(
    select 'prices:' || n.event from new_rows n join old_rows o on o.event = n.event where o.version <> n.version));
  return null;
end
$$;
create trigger priced_events_tell after update on priced_events referencing old table as old_rows new table as new_rows
  for each statement execute function priced_events_changed();

-- What the rule depends on makes events due: whoever reads them next judges them first, and the sweep does the rest.
create function judge_prices_again(events uuid[]) returns void language sql as $$
  update priced_events e set valid_until = now()
  where e.event = any (events) and (e.outright_id is not null or exists (
    select 1 from matches m where m.id = e.match_id and m.start_time > now() - interval '2 days'))
$$;

create or replace function refresh_headlines_of_matches() returns trigger language plpgsql as $$
declare
  changed uuid[];
  moved uuid[];
begin
  select array_agg(n.id), array_agg(n.id) filter (where o.start_time <> n.start_time and greatest(o.start_time, n.start_time) > now() - interval '30 days')
  into changed, moved
  from new_rows n join old_rows o on o.id = n.id
  where (o.start_time, o.status) is distinct from (n.start_time, n.status);
  if changed is not null then
    perform refresh_headlines(changed);
    -- What a quote closed at goes by the actual start.
    update quotes q set closing = null from markets k
    where moved is not null and k.event = any (moved) and q.market = k.id and q.closing is not null;
    perform judge_prices_again(changed);
  end if;
  return null;
end
$$;

create or replace function refresh_headlines_of_bookmaker() returns trigger language plpgsql as $$
begin
  perform refresh_headlines(array(select match_id from odds where bookmaker_id = new.id));
  perform judge_prices_again(array(select distinct event from quotes_seen where bookmaker = new.no));
  return null;
end
$$;

create or replace function withdraw_quotes_of_bookmaker() returns trigger language plpgsql as $$
declare
  priced uuid[];
  events uuid[] := array(select distinct event from quotes_seen where bookmaker = old.no);
begin
  with gone as (delete from odds where bookmaker_id = old.id returning match_id)
  select array_agg(match_id) into priced from gone;
  perform refresh_headlines(priced);
  delete from quotes q using markets k where k.event = any (events) and q.market = k.id and q.bookmaker = old.no;
  delete from quotes_seen where bookmaker = old.no;
  perform judge_prices_again(events);
  return old;
end
$$;

create or replace function sweep_prices_of_source() returns trigger language plpgsql as $$
begin
  update event_prices e set valid_until = now()
  from matches m
  where m.id = e.event and m.status in ('scheduled', 'live') and m.start_time > now() - interval '1 day'
    and exists (select 1 from odds o where o.match_id = e.event and split_part(o.source, ':', 1) = new.source);
  perform judge_prices_again(array(
    select distinct n.event from quotes_seen n join price_sources p on p.no = n.source
    where split_part(p.key, ':', 1) = new.source));
  return null;
end
$$;
