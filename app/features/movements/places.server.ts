import { sql } from 'kysely'

/** Only matches `m` in visible places. */
export const activePlaces = sql`
  join leagues l on l.id = m.league_id and l.is_active
  join countries c on c.id = l.country_id and c.is_active
  join sports s_of on s_of.id = l.sport_id and s_of.is_active`
