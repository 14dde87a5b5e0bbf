/*
 * Planning took four fifths of the time of reading the markets of one match, and of writing the prices of one. A statement for
 * few events or markets now keeps its plan; one for many is planned for what it is given, as before.
 */

/*
 * For the rest of the function that calls it, which sets both itself: statements are planned once for a connection, or each time.
 * A plan that is kept reads indexes, because the tables may be small when it is made and grow later.
 */
create function keep_plans(few boolean) returns void language plpgsql as $$
begin
  perform set_config('plan_cache_mode', case when few then 'force_generic_plan' else 'force_custom_plan' end, true),
    set_config('enable_seqscan', case when few then 'off' else 'on' end, true);
end
$$;

-- As before (0137), in a language that keeps plans.
create or replace function ranked_market_quotes(market_ids integer[], at timestamptz) returns table (
  market integer, bookmaker smallint, side smallint, format smallint, prices bigint[], nets bigint[], status text,
  opening bigint[], closing bigint[], max_stake integer, changed_at timestamptz, seen_at timestamptz, valid_until timestamptz,
  link text, bookmaker_id uuid, brand text, menu_position integer, name text, left_out text, member smallint, is_typed boolean
) language plpgsql stable
set plan_cache_mode = force_custom_plan set enable_seqscan = on set jit = off as $$
#variable_conflict use_column
begin
  perform keep_plans(cardinality(market_ids) <= 200);
  return query
    with asked as (
      select k.id, k.is_list, k.event, coalesce(m.start_time, o.start_time) as start_time,
        coalesce(m.status, o.status) as event_status
      from markets k
      join priced_events e on e.event = k.event
      left join matches m on m.id = e.match_id
      left join outrights o on o.id = e.outright_id
      where k.id = any (market_ids)
    ), known as (
      select q.*, p.key = 'typed' as is_typed, a.is_list, a.start_time, a.event_status, n.seen_at, n.link, s.in_play, b.id as bookmaker_id, b.no,
        b.is_shared, b.is_active, b.commission, b.brand, b.menu_position, b.name,
        grows_old_at(n.seen_at, case when p.key = 'typed' then typed_price_minutes() else s.counted_minutes end, s.every_minutes, s.cron_minutes) as old_at
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
          grows_old_at(n.seen_at, case when p.key = 'typed' then typed_price_minutes() else s.counted_minutes end, s.every_minutes, s.cron_minutes), null, at) is not null,
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
      k.bookmaker, k.is_typed
    from known k
    where not k.is_shared or (k.market, k.side, k.bookmaker) in (select r.market, r.side, r.bookmaker from read r);
end
$$;

-- As before (0204), in a language that keeps plans. There, `at` beside changes was the time of the change, not that of the call: a
-- price from after the close counted as the closing price of a match of more than a month ago.
create or replace function close_quotes(events uuid[], at timestamptz) returns void language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = on set jit = off as $$
begin
  perform keep_plans(cardinality(events) <= 8);
    with closed as (
      select e.event, least(coalesce(m.start_time, o.start_time), m.cancelled_at) as closed_at
      from priced_events e
      left join matches m on m.id = e.match_id
      left join outrights o on o.id = e.outright_id
      where e.event = any (events) and (coalesce(m.status, o.status) <> 'cancelled' or m.cancelled_at < m.start_time)
    ), last as (
      select q.market, q.bookmaker, q.side, l.prices, l.format, l.notation
      from closed c join markets k on k.event = c.event join quotes q on q.market = k.id
      cross join lateral (
        select 1 as place, q.prices, q.format, q.notation where q.changed_at <= c.closed_at
        union all
        (select 2, h.prices, h.format, h.notation from quote_changes h
        where q.changed_at > c.closed_at and h.market = q.market and h.bookmaker = q.bookmaker and h.side = q.side
          and h.at <= c.closed_at and h.at > c.closed_at - interval '90 days'
        order by h.at desc limit 1)
        union all
        (select 3, h.replaced, case when h.replaced = q.opening then q.opening_format end,
          case when h.replaced = q.opening then q.opening_notation end
        from quote_changes h
        where q.changed_at > c.closed_at and h.market = q.market and h.bookmaker = q.bookmaker and h.side = q.side
          and h.at > c.closed_at and c.closed_at > close_quotes.at - interval '30 days'
        order by h.at limit 1)
        order by place limit 1
      ) l
      where c.closed_at <= close_quotes.at and q.closing is null
    )
    update quotes q set closing = l.prices, closing_format = l.format, closing_notation = l.notation
    from last l
    where q.market = l.market and q.bookmaker = l.bookmaker and q.side = l.side
      and array_length(array_remove(l.prices, null), 1) > 0;
end
$$;

-- As before (0137), with plans that are kept.
create or replace function refresh_market_prices(events uuid[], at timestamptz, touched integer[] default null) returns void
language plpgsql set plan_cache_mode = force_custom_plan set enable_seqscan = on set jit = off as $$
declare
  begun uuid[];
  whole_events uuid[];
  turned_events uuid[];
  judged_events uuid[];
  instants timestamptz[];
  recounted integer[];
  worked integer[];
  changed integer[];
  has_merged boolean := exists (select 1 from bookmakers where merged_into is not null);
begin
  perform keep_plans(cardinality(events) <= 8);
  perform 1 from priced_events e where e.event = any (events) order by e.event for no key update;
  begun := array(
    select e.event from priced_events e left join matches m on m.id = e.match_id left join outrights o on o.id = e.outright_id
    where e.event = any (events) and coalesce(m.start_time, o.start_time) <= at);
  if cardinality(begun) > 0 then perform close_quotes(begun, at); end if;
  -- Of several members of a bookmaker, the one that was seen last is read: a confirmation alone changes it.
  whole_events := array(select e.event from priced_events e where e.event = any (events) and (touched is null
    or e.valid_until = 'epoch'
    or has_merged and exists (select 1 from quotes_seen n join bookmaker_owners() b on b.member_no = n.bookmaker
      where n.event = e.event and b.is_shared and n.bookmaker <> b.no
      group by b.no having count(distinct n.bookmaker) > 1)));

  with judged as materialized (
    select n.event, n.bookmaker, n.source, n.part, n.counted,
      why_left_out(b.is_active, coalesce(m.status, o.status), coalesce(m.start_time, o.start_time), s.in_play, n.seen_at,
        grows_old_at(n.seen_at, case when p.key = 'typed' then typed_price_minutes() else s.counted_minutes end, s.every_minutes, s.cron_minutes), null, at) is null as counts,
      counts_until(coalesce(m.status, o.status), coalesce(m.start_time, o.start_time),
        grows_old_at(n.seen_at, case when p.key = 'typed' then typed_price_minutes() else s.counted_minutes end, s.every_minutes, s.cron_minutes), at) as until
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
  perform keep_plans(cardinality(worked) <= 64);
  changed := case when cardinality(worked) > 0 then refresh_market_bests(worked, at) else '{}' end;
  perform keep_plans(cardinality(events) <= 8);

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

-- Their callers say whether plans are kept.
alter function refresh_bests_of_slice(integer[], timestamptz) reset plan_cache_mode;
alter function counted_quotes_directly(integer[]) reset plan_cache_mode;
