-- A price says nothing new about which matches a league, a sport and a country have: it tells those that show the match, and
-- `best-prices:<country>`, on which lists depend that choose matches by their prices.

create or replace function matches_updated() returns trigger language plpgsql as $$
declare
  -- Of what a match is, and of its best prices.
  changed uuid[];
  repriced uuid[];
begin
  changed := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.league_id, n.home_team, n.away_team, n.slug, n.start_time, n.status, n.affiliate_link, n.featured, n.is_popular,
        n.home_score, n.away_score)
      is distinct from
        (o.league_id, o.home_team, o.away_team, o.slug, o.start_time, o.status, o.affiliate_link, o.featured, o.is_popular,
        o.home_score, o.away_score));
  repriced := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.home_odds, n.draw_odds, n.away_odds, n.odds_locked, n.home_bookmaker_id, n.draw_bookmaker_id, n.away_bookmaker_id,
        n.bookmaker_count)
      is distinct from
        (o.home_odds, o.draw_odds, o.away_odds, o.odds_locked, o.home_bookmaker_id, o.draw_bookmaker_id, o.away_bookmaker_id,
        o.bookmaker_count));
  if cardinality(changed) = 0 and cardinality(repriced) = 0 then
    return null;
  end if;
  perform send_changes(match_tags(changed || repriced) || array(
    select distinct unnest(array['league:' || r.league_id, 'sport:' || r.sport_id, 'country:' || r.country_id])
    from (select * from new_rows union all select * from old_rows) r where r.id = any (changed))
    || array(
    select distinct 'best-prices:' || r.country_id from new_rows r where r.id = any (repriced))
    || array(
    select 'calendar' from new_rows n join old_rows o on o.id = n.id
    where (n.start_time, n.status, n.league_id) is distinct from (o.start_time, o.status, o.league_id) limit 1));
  return null;
end
$$;

create or replace function refresh_set_headlines(match_ids uuid[], at timestamptz) returns void language plpgsql as $$
declare
  sets smallint[] := array(select no from price_sets where no <> 0 order by no);
  told uuid[];
begin
  if cardinality(sets) = 0 then
    return;
  end if;
  update set_headlines h set closing_home = h.home_odds, closing_draw = h.draw_odds, closing_away = h.away_odds
  from matches m
  where m.id = any (match_ids) and h.event = m.id and (m.start_time <= at or m.status <> 'scheduled')
    and h.closing_home is null and h.bookmaker_count > 0;
  update set_headlines h set closing_home = null, closing_draw = null, closing_away = null
  from matches m
  where m.id = any (match_ids) and h.event = m.id and m.start_time > at and m.status = 'scheduled' and h.closing_home is not null;

  with ranked as materialized (
    select * from ranked_set_quotes(match_ids, at, sets)
  ), best as (
    select q.match_id, q.price_set,
      max(home_net) as home_odds, max(draw_net) as draw_odds, max(away_net) as away_odds,
      (array_agg(bookmaker_id order by home_net desc, menu_position, name))[1] as home_bookmaker_id,
      (array_agg(bookmaker_id order by draw_net desc, menu_position, name) filter (where draw_net is not null))[1] as draw_bookmaker_id,
      (array_agg(bookmaker_id order by away_net desc, menu_position, name))[1] as away_bookmaker_id,
      least((array_agg(last_updated order by home_net desc, menu_position, name))[1],
        (array_agg(last_updated order by draw_net desc, menu_position, name) filter (where draw_net is not null))[1],
        (array_agg(last_updated order by away_net desc, menu_position, name))[1]) as confirmed_at,
      min(valid_until) as valid_until, count(distinct brand)::smallint as bookmaker_count, bool_or(draw_odds is not null) as with_draw
    from ranked q where left_out is null group by q.match_id, q.price_set
  ), markets as (
    select match_id, price_set, count(draw_odds) * 2 >= count(*) as with_draw
    from ranked where home_odds is not null and away_odds is not null group by match_id, price_set
  ), wanted as materialized (
    select m.id as event, s.no as price_set, coalesce(b.home_odds, 1.01) as home_odds, b.draw_odds,
      coalesce(b.away_odds, 1.01) as away_odds, b.home_bookmaker_id, b.draw_bookmaker_id, b.away_bookmaker_id,
      coalesce(b.bookmaker_count, 0::smallint) as bookmaker_count, b.confirmed_at, coalesce(b.with_draw, k.with_draw) as with_draw
    from matches m cross join unnest(sets) s (no)
    left join best b on b.match_id = m.id and b.price_set = s.no
    left join markets k on k.match_id = m.id and k.price_set = s.no
    where m.id = any (match_ids)
  ), sooner as (
    -- A quote that counts in a set only, since the set has another market, expires too.
    update event_prices e set valid_until = b.valid_until
    from (select match_id, min(valid_until) as valid_until from best group by match_id) b
    where e.event = b.match_id and (e.valid_until is null or e.valid_until > b.valid_until)
  ), updated as (
    update set_headlines h
    set home_odds = w.home_odds, draw_odds = w.draw_odds, away_odds = w.away_odds, home_bookmaker_id = w.home_bookmaker_id,
      draw_bookmaker_id = w.draw_bookmaker_id, away_bookmaker_id = w.away_bookmaker_id, bookmaker_count = w.bookmaker_count,
      confirmed_at = w.confirmed_at, with_draw = coalesce(w.with_draw, h.with_draw)
    from wanted w join set_headlines o on o.event = w.event and o.price_set = w.price_set
    where h.event = w.event and h.price_set = w.price_set
      and (o.home_odds, o.draw_odds, o.away_odds, o.home_bookmaker_id, o.draw_bookmaker_id, o.away_bookmaker_id,
          o.bookmaker_count, o.confirmed_at, o.with_draw) is distinct from
        (w.home_odds, w.draw_odds, w.away_odds, w.home_bookmaker_id, w.draw_bookmaker_id, w.away_bookmaker_id,
          w.bookmaker_count, w.confirmed_at, coalesce(w.with_draw, o.with_draw))
    -- Lists show how old a price is once it is half an hour old.
    returning case when (o.home_odds, o.draw_odds, o.away_odds, o.home_bookmaker_id, o.draw_bookmaker_id, o.away_bookmaker_id,
          o.bookmaker_count) is distinct from (w.home_odds, w.draw_odds, w.away_odds, w.home_bookmaker_id, w.draw_bookmaker_id,
          w.away_bookmaker_id, w.bookmaker_count)
        or (o.confirmed_at < at - interval '30 minutes' and w.confirmed_at > o.confirmed_at) then h.event end as event
  ), inserted as (
    insert into set_headlines (event, price_set, home_odds, draw_odds, away_odds, home_bookmaker_id, draw_bookmaker_id,
      away_bookmaker_id, bookmaker_count, confirmed_at, with_draw)
    select w.event, w.price_set, w.home_odds, w.draw_odds, w.away_odds, w.home_bookmaker_id, w.draw_bookmaker_id,
      w.away_bookmaker_id, w.bookmaker_count, w.confirmed_at, w.with_draw
    from wanted w
    where not exists (select 1 from set_headlines h where h.event = w.event and h.price_set = w.price_set)
    on conflict do nothing
    -- A row without prices says no more than none.
    returning case when bookmaker_count > 0 then event end as event
  )
  select array_agg(distinct event) into told
  from (select event from updated union all select event from inserted) w where event is not null;
  if told is not null then
    perform send_changes(match_tags(told) || array(
      select distinct 'best-prices:' || m.country_id from matches m where m.id = any (told)));
  end if;
end
$$;
