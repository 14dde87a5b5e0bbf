/*
 * A bookmaker with merged members has the price of a member where it has withdrawn its own, as the headline has. Its own quote without
 * prices came first, and the market had no price. Where it has suspended its prices, it has none, as in the headline.
 */

-- As before (0229), with withdrawn quotes last.
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
      order by q.market, b.no, q.side,
        array_length(array_remove(q.prices, null), 1) is null and coalesce(position('s' in q.status), 0) = 0,
        why_left_out(b.is_active, a.event_status, a.start_time, s.in_play, n.seen_at,
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

-- Best prices are computed again with the next refresh. Imports lock the rows in this order.
do $$
declare
  due uuid[];
begin
  due := array(
    select event from priced_events where valid_until is not null and event in (
      select n.event from quotes_seen n join bookmakers b on b.no = n.bookmaker and b.merged_into is not null)
    order by event for no key update);
  update priced_events set valid_until = 'epoch' where event = any (due);
end
$$;
