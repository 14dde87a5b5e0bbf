-- In sports whose scores are in another unit than lines can be, such as sets and games of tennis, a score says only who has won. Other
-- results of listed prices are judged again, and those that are kept of noted bets go.
with winner_only as (
  select id from sports
  where replace(slug, '-', '') in ('badminton', 'beachvolleyball', 'boxing', 'chess', 'cycling', 'darts', 'fencing', 'golf', 'judo',
    'kickboxing', 'mixedmartialarts', 'mma', 'motorsport', 'muaythai', 'padel', 'pickleball', 'pool', 'snooker', 'squash', 'sumo',
    'tabletennis', 'tennis', 'volleyball', 'wrestling')
), opened as (
  update noted_bets b set result = null
  from matches m join winner_only s on s.id = m.sport_id
  where m.id = b.match_id and m.status <> 'cancelled' and b.result is not null
    and b.market_type in ('total', 'handicap', 'both_to_score', 'team_total', 'odd_even', 'correct_score')
)
select mark_value_dues(array(
  select v.event from value_prices v join matches m on m.id = v.event join winner_only s on s.id = m.sport_id
  where v.result is not null
    and v.type in ('total', 'handicap', 'both_to_score', 'team_total', 'odd_even', 'correct_score')));
