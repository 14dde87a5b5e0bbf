-- How a match ended by the source of its score: in regular time (FT), after extra time or overtime (AET), or by penalties
-- (PEN). Null where the source does not say it. The code of a fixture that is over comes before it.
alter table matches add column score_code text check (score_code in ('FT', 'AET', 'PEN'));

-- As 0143: bets of regular time depend on it, too.
create or replace function matches_mark_value_dues() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  changed := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.start_time, n.status, n.home_score, n.away_score, n.score_code)
      is distinct from (o.start_time, o.status, o.home_score, o.away_score, o.score_code));
  if cardinality(changed) > 0 then
    perform mark_value_dues(changed);
  end if;
  return null;
end
$$;

-- As 0202.
create or replace function matches_updated() returns trigger language plpgsql as $$
declare
  -- Of what a match is, and of its best prices.
  changed uuid[];
  repriced uuid[];
begin
  changed := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.league_id, n.home_team, n.away_team, n.slug, n.start_time, n.status, n.affiliate_link, n.featured, n.is_popular,
        n.home_score, n.away_score, n.score_code)
      is distinct from
        (o.league_id, o.home_team, o.away_team, o.slug, o.start_time, o.status, o.affiliate_link, o.featured, o.is_popular,
        o.home_score, o.away_score, o.score_code));
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

-- In sports with overtime, the score of regular time is no longer taken to be the final one.
select mark_value_dues(array(
  select m.id from matches m join sports s on s.id = m.sport_id
  where s.slug in ('basketball', 'ice-hockey', 'american-football', 'baseball', 'aussie-rules')));
