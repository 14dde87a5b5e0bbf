import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

const COLUMNS = [
  ...(['a.id', 'a.user_id', 'a.kind', 'a.match_id', 'a.league_id', 'a.country_id', 'a.team'] as const),
  ...(['a.market_type', 'a.market_period', 'a.market_line', 'a.market_participant', 'a.outcome'] as const),
  ...(['a.price', 'a.percent', 'a.minutes', 'a.country', 'a.paused_at', 'a.turn', 'a.fired_at'] as const),
] as const

export type AlertRow = NonNullable<Awaited<ReturnType<typeof selectAlert>>>

/** An alert with its visitor. */
export function selectAlert(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('visitor_alerts as a')
    .innerJoin('profiles as p', 'p.id', 'a.user_id')
    .leftJoin('visitor_alert_settings as w', 'w.user_id', 'a.user_id')
    .select(COLUMNS)
    .select(['p.email', 'p.is_active', 'p.price_format', 'w.language', 'w.time_zone', 'w.mail_on'])
    .where('a.id', '=', id)
    .executeTakeFirst()
}
