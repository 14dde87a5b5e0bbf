/*
 * Stored best prices that were not those of the quotes: of several members of a bookmaker, the one that a confirmation
 * had made the newest was not compared, and a market whose last quote went with its bookmaker kept its best prices.
 */

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

-- As before, and markets that lose their last quote.
create or replace function withdraw_quotes_of_bookmaker() returns trigger language plpgsql as $$
declare
  priced uuid[];
  events uuid[] := array(select distinct event from quotes_seen where bookmaker = old.no);
begin
  with gone as (delete from odds where bookmaker_id = old.id returning match_id)
  select array_agg(match_id) into priced from gone;
  perform refresh_headlines(priced);
  -- As imports do, before anything else of them is written.
  perform 1 from priced_events e where e.event = any (events) order by e.event for no key update;
  delete from quotes q using markets k where k.event = any (events) and q.market = k.id and q.bookmaker = old.no;
  delete from quotes_seen where bookmaker = old.no;
  -- Markets without any quote are not computed again: nobody offers what was best in them.
  with emptied as (
    update market_bests b
    set prices = array_fill(null::bigint, array[cardinality(b.prices)]),
      nets = array_fill(null::bigint, array[cardinality(b.prices)]),
      holders = array_fill(null::smallint, array[cardinality(b.prices)]),
      average = array_fill(null::bigint, array[cardinality(b.prices)]), n = 0, s = null
    from markets k
    where k.event = any (events) and b.market = k.id and not exists (select 1 from quotes q where q.market = k.id)
    returning k.event
  )
  update priced_events e set version = e.version + 1, changed_at = now()
  where e.event in (select event from emptied);
  perform judge_prices_again(events);
  return old;
end
$$;

