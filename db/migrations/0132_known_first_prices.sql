-- First prices more than 14 days ahead are told from now on; those that an alert could have told before are not.
insert into visitor_alert_known (alert_id, match_id)
select a.id, m.id
from visitor_alerts a
join matches m on m.start_time > now() + interval '14 days' and (
  m.league_id = a.league_id
  or m.country_id = a.country_id
  or (num_nonnulls(a.league_id, a.country_id) = 0 and (
    m.league_id in (select f.league_id from favorite_leagues f where f.user_id = a.user_id)
    or m.country_id in (select f.country_id from favorite_teams f where f.user_id = a.user_id)
    or m.id in (select f.match_id from favorite_matches f where f.user_id = a.user_id))))
join priced_events e on e.match_id = m.id and e.valid_until is not null
where a.kind = 'first_price' and a.match_id is null
on conflict do nothing;
