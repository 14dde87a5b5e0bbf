import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

/**
 * Sets back the times of events' prices that were stored while the clock was ahead. Until these times have passed, newer
 * prices would be taken for older ones. Their order stays.
 * @param options.after times after this one are of the clock that was ahead
 * @param options.byMs by how much they are set back
 */
export async function setBackTimes(
  trx: Kysely<DB>,
  events: readonly string[],
  { after, byMs }: { after: Date; byMs: number },
): Promise<void> {
  const by = sql`make_interval(secs => ${byMs / 1_000}::float8)`
  const ofMarkets = sql`market in (select id from markets where event = any (${events}::uuid[]))`
  const ofEvents = sql`event = any (${events}::uuid[])`
  await sql`
    update quotes_seen set seen_at = seen_at - ${by}, digest = 0 where ${ofEvents} and seen_at > ${after}`.execute(
    trx,
  )
  await sql`
    update quotes set changed_at = changed_at - ${by} where ${ofMarkets} and changed_at > ${after}`.execute(
    trx,
  )
  await sql`
    select ensure_quote_weeks(array(select distinct date_trunc('day', at - ${by}) from quote_changes
      where ${ofMarkets} and at > ${after}))`.execute(trx)
  await sql`update quote_changes set at = at - ${by} where ${ofMarkets} and at > ${after}`.execute(trx)
  // Prices lapsed only because the clock moved on.
  await sql`delete from price_lapses where ${ofEvents} and until > ${after}`.execute(trx)
}
