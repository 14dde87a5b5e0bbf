import { type SqlBool, sql } from 'kysely'
import { LONGEST_MATCH_MS } from './match-length.ts'

/**
 * Whether the match `m` is not over by the clock at `now`: less than the duration of its sport has passed since kick-off.
 * The constant bound is for the indexes; the sport is looked up for few matches.
 */
export function isNotOver(now: Date) {
  const earliest = new Date(now.getTime() - LONGEST_MATCH_MS)
  return sql<SqlBool>`(m.start_time >= ${earliest}
    and (m.start_time >= ${now}::timestamptz or ${endOfMatch} >= ${now}::timestamptz))`
}

/** When the match `m` is over by the clock. */
export const endOfMatch = sql<Date>`m.start_time + make_interval(mins => (
  select z.duration_minutes from sports z where z.id = m.sport_id))`
