import { sql } from 'kysely'

/** Markets of matches that are to come, in places that are shown, of which a quote counts; lists of selections are none. */
export function upcomingMarkets(now: Date) {
  return sql`
    select k.id, k.event, k.type, k.period, k.participant, l.sport_id, m.start_time
    from matches m
    join leagues l on l.id = m.league_id and l.is_active
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = l.sport_id and s.is_active
    join priced_events e on e.event = m.id and e.valid_until is not null
    join markets k on k.event = m.id and not k.is_list
    where m.status = 'scheduled' and m.start_time > ${now}::timestamptz`
}
