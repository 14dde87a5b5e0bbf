/*
 * Prices that an operator types, of a bookmaker and a market. They are quotes of the source `typed`, so everything that reads
 * quotes reads them. They count for the time of the setting, at most until the event begins. As long as a typed price counts, no feed
 * replaces it; a feed's next response does when it has expired or is removed.
 */
alter table site_settings add typed_prices_count text not null default 'day'
  check (typed_prices_count in ('hours_6', 'day', 'days_3', 'kick_off'));

create function typed_price_minutes() returns integer language sql stable as $$
  select coalesce((select case typed_prices_count when 'hours_6' then 360 when 'days_3' then 4320
    when 'kick_off' then 5256000 else 1440 end from site_settings limit 1), 1440)
$$;

-- Whether a price of a match that was typed or confirmed at an instant still counts at another.
create function typed_price_holds(match uuid, typed_at timestamptz, at timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from matches m where m.id = match
    and why_left_out(true, m.status, m.start_time, false, typed_at,
      grows_old_at(typed_at, typed_price_minutes(), null, null), null, at) is null)
$$;

-- As before (0108), with the time for which typed prices count.
create or replace function ranked_member_quotes(match_ids uuid[], at timestamptz) returns table (
  match_id uuid, bookmaker_id uuid, home_odds numeric, draw_odds numeric, away_odds numeric,
  home_net numeric, draw_net numeric, away_net numeric, last_updated timestamptz, valid_until timestamptz,
  brand text, menu_position integer, name text, left_out text, status text
) language sql stable as $$
  with quotes as (
    select o.match_id, b.id as bookmaker_id, o.bookmaker_id as member_id, b.is_shared, o.home_odds, o.draw_odds, o.away_odds,
      o.status, o.last_updated, b.is_active, b.commission, b.brand, b.menu_position, b.name,
      m.start_time, m.status as event_status, s.in_play,
      grows_old_at(o.last_updated, case when o.source = 'typed' then typed_price_minutes() else s.counted_minutes end, s.every_minutes, s.cron_minutes) as old_at
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
        grows_old_at(o.last_updated, case when o.source = 'typed' then typed_price_minutes() else s.counted_minutes end, s.every_minutes, s.cron_minutes), null, at) is not null,
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

-- The same, with whether a quote was typed.
drop function ranked_market_quotes(integer[], timestamptz);
create function ranked_market_quotes(market_ids integer[], at timestamptz) returns table (
  market integer, bookmaker smallint, side smallint, format smallint, prices bigint[], nets bigint[], status text,
  opening bigint[], closing bigint[], max_stake integer, changed_at timestamptz, seen_at timestamptz,
  valid_until timestamptz, link text, bookmaker_id uuid, brand text, menu_position integer, name text, left_out text,
  member smallint, is_typed boolean
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
  where not k.is_shared or (k.market, k.side, k.bookmaker) in (select r.market, r.side, r.bookmaker from read r)
$$;

-- As before (0127), with the time for which typed prices count.
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
  has_merged boolean := exists (select 1 from bookmakers where merged_into is not null);
begin
  perform 1 from priced_events e where e.event = any (events) order by e.event for no key update;
  perform close_quotes(array(
    select e.event from priced_events e left join matches m on m.id = e.match_id left join outrights o on o.id = e.outright_id
    where e.event = any (events) and coalesce(m.start_time, o.start_time) <= at), at);
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

create function judge_typed_prices_again() returns trigger language plpgsql as $$
begin
  perform refresh_headlines(array(select distinct o.match_id from odds o join matches m on m.id = o.match_id
    where o.source = 'typed' and m.status = 'scheduled'));
  perform judge_prices_again(array(
    select distinct n.event from quotes_seen n join price_sources p on p.no = n.source where p.key = 'typed'));
  return null;
end
$$;
create trigger site_settings_typed_prices after update of typed_prices_count on site_settings for each row
  when (old.typed_prices_count <> new.typed_prices_count) execute function judge_typed_prices_again();
