/*
 * Today's quotes and their history as quotes of markets. A bookmaker that has quoted the draw of a match quotes the match
 * result; one that never has quotes the moneyline, with overtime in the sports in which that is usual.
 */
insert into price_parts (key)
select '' where exists (select 1 from odds) or exists (select 1 from odds_history)
on conflict do nothing;
insert into price_sources (key)
select source from odds union select source from odds_history
on conflict do nothing;

create temporary table before on commit drop as
select r.match_id, b.no as bookmaker, bool_or(r.has_draw) or (bool_or(r.is_partial) and coalesce(bool_or(e.with_draw), false)) as three_way
from (
  select match_id, bookmaker_id, draw_odds is not null as has_draw, status is not null as is_partial from odds
  union all
  select match_id, bookmaker_id, draw_odds is not null, false from odds_history
) r
join bookmakers b on b.id = r.bookmaker_id
left join event_prices e on e.event = r.match_id
group by r.match_id, b.no;

insert into priced_events (event, match_id, valid_until)
select distinct match_id, match_id, now() from before
on conflict do nothing;

insert into markets (event, type, period)
select distinct f.match_id, case when f.three_way then 'match_result' else 'moneyline' end,
  case when not f.three_way and lower(s.name) in ('basketball', 'ice hockey', 'american football', 'baseball', 'aussie rules')
    then 'with_overtime' else 'full_time' end
from before f join matches m on m.id = f.match_id join sports s on s.id = m.sport_id
on conflict do nothing;

create temporary table steps on commit drop as
select k.id as market, f.bookmaker, p.no as source, h.recorded_at as at,
  row_number() over quote as step, count(*) over (partition by k.id, f.bookmaker) as steps,
  case when f.three_way
    then array[h.home_odds * 1000000, h.draw_odds * 1000000, h.away_odds * 1000000]
    else array[h.home_odds * 1000000, h.away_odds * 1000000] end::bigint[] as prices
from odds_history h
join bookmakers b on b.id = h.bookmaker_id
join before f on f.match_id = h.match_id and f.bookmaker = b.no
join markets k on k.event = h.match_id and k.type = case when f.three_way then 'match_result' else 'moneyline' end
join price_sources p on p.key = h.source
window quote as (partition by k.id, f.bookmaker order by h.recorded_at, h.id);

create temporary table standing on commit drop as
select k.id as market, f.bookmaker, o.match_id, p.no as source, o.last_updated, o.status,
  case when f.three_way
    then array[o.home_odds * 1000000, o.draw_odds * 1000000, o.away_odds * 1000000]
    else array[o.home_odds * 1000000, o.away_odds * 1000000] end::bigint[] as prices
from odds o
join bookmakers b on b.id = o.bookmaker_id
join before f on f.match_id = o.match_id and f.bookmaker = b.no
join markets k on k.event = o.match_id and k.type = case when f.three_way then 'match_result' else 'moneyline' end
join price_sources p on p.key = o.source;

insert into quotes (changed_at, market, bookmaker, side, source, part, prices, opening, status)
select coalesce(last.at, s.last_updated), s.market, s.bookmaker, 0, s.source, (select no from price_parts where key = ''),
  s.prices, case when last.steps > 1 then first.prices end,
  case when s.status is not null then (
    select string_agg(case when p is not null then 'o' when s.status = 'incomplete' then '-' else 's' end, '' order by n)
    from unnest(s.prices) with ordinality t (p, n)) end
from standing s
left join steps first on first.market = s.market and first.bookmaker = s.bookmaker and first.step = 1
left join steps last on last.market = s.market and last.bookmaker = s.bookmaker and last.step = last.steps;

-- Quotes that were taken back.
insert into quotes (changed_at, market, bookmaker, side, source, part, prices, opening, status)
select last.at, last.market, last.bookmaker, 0, last.source, (select no from price_parts where key = ''),
  array_fill(null::bigint, array[cardinality(first.prices)]), first.prices, repeat('-', cardinality(first.prices))
from steps last join steps first on first.market = last.market and first.bookmaker = last.bookmaker and first.step = 1
where last.step = last.steps
on conflict do nothing;

insert into quotes_seen (event, bookmaker, source, part, seen_at)
select k.event, q.bookmaker, q.source, q.part, max(coalesce(s.last_updated, q.changed_at))
from quotes q join markets k on k.id = q.market
left join standing s on s.market = q.market and s.bookmaker = q.bookmaker
group by k.event, q.bookmaker, q.source, q.part;

-- The first prices of a quote that never changed are in the quote.
select ensure_quote_weeks(array(select distinct date_trunc('week', at at time zone 'UTC') at time zone 'UTC' from steps where steps > 1));
insert into quote_changes (market, bookmaker, side, source, at, prices, status)
select market, bookmaker, 0, source, at, prices,
  case when array_position(prices, null) is not null then (
    select string_agg(case when p is null then case when prices = array_fill(null::bigint, array[cardinality(prices)]) then '-' else 's' end else 'o' end, '' order by n)
    from unnest(prices) with ordinality t (p, n)) end
from steps where steps > 1;
