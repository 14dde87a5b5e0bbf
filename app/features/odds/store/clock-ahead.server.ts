import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { CLOCK_SKEW_MS } from '#app/platform/time.ts'

/** When an answer says that a bookmaker confirmed its prices of an event. */
interface Stated<Bookmaker> {
  /** Id of a match or an outright. */
  event: string
  bookmaker: Bookmaker
  at: Date
}

/** Times after it are of a clock that was ahead. What is stored with a past time does not make the others late. */
export const latestTime = (now = new Date()) => new Date(Math.max(now.getTime(), Date.now()) + CLOCK_SKEW_MS)

/** Whether an answer is of now: a saved one says nothing about the time at which others were confirmed. */
function isOfNow(confirmedAt: Date, after: Date): boolean {
  const age = after.getTime() - CLOCK_SKEW_MS - confirmedAt.getTime()
  return Math.abs(age) <= CLOCK_SKEW_MS
}

/**
 * Sets back the times of events' prices that were stored while the clock was ahead: until these times have passed, newer
 * prices would be taken for older ones. The true times are not known. Confirmations get the time that the answer states for
 * their bookmaker, or else its own. Changes get the time of the answer, and keep their order.
 * @param answer.after the latest time that can be right
 * @returns whether the answer is of now, and times are set back
 */
export async function setBackTimes(
  trx: Kysely<DB>,
  events: readonly string[],
  answer: { confirmedAt: Date; after: Date; stated: readonly Stated<number>[] },
): Promise<boolean> {
  const { confirmedAt, after, stated } = answer
  if (!isOfNow(confirmedAt, after)) return false
  const ofMarkets = sql`market in (select id from markets where event = any (${events}::uuid[]))`
  const ofEvents = sql`event = any (${events}::uuid[])`
  await sql`
    update quotes_seen n set digest = 0, seen_at = least(${confirmedAt}::timestamptz, (
      select min(r.at) from json_to_recordset(${JSON.stringify(stated)}::json)
        as r (event uuid, bookmaker smallint, at timestamptz)
      where r.event = n.event and r.bookmaker = n.bookmaker))
    where ${ofEvents} and seen_at > ${after}`.execute(trx)
  await sql`
    update quotes set changed_at = ${confirmedAt} where ${ofMarkets} and changed_at > ${confirmedAt}`.execute(
    trx,
  )
  await sql`select ensure_quote_weeks(array[${confirmedAt}::timestamptz])`.execute(trx)
  await sql`
    update quote_changes c set at = ${confirmedAt}::timestamptz - r.later * interval '1 microsecond'
    from (select tableoid as week, ctid as place,
        row_number() over (partition by market, bookmaker, side order by at desc) - 1 as later
      from quote_changes where ${ofMarkets} and at > ${confirmedAt}) r
    where c.tableoid = r.week and c.ctid = r.place`.execute(trx)
  // Prices lapsed only because the clock moved on.
  await sql`delete from price_lapses where ${ofEvents} and until > ${after}`.execute(trx)
  return true
}

/** Sets back the times of matches' headline quotes in the same way. @returns whether there were any */
export async function setBackHeadlines(
  trx: Kysely<DB>,
  matches: readonly string[],
  { confirmedAt, stated = [] }: { confirmedAt: Date; stated?: readonly Stated<string>[] },
): Promise<boolean> {
  const after = latestTime()
  if (matches.length === 0 || !isOfNow(confirmedAt, after)) return false
  const { rows } = await sql<{ match_id: string }>`
    update odds o set last_updated = least(${confirmedAt}::timestamptz, (
      select min(r.at) from json_to_recordset(${JSON.stringify(stated)}::json)
        as r (event uuid, bookmaker uuid, at timestamptz)
      where r.event = o.match_id and r.bookmaker = o.bookmaker_id))
    where match_id = any (${matches}::uuid[]) and last_updated > ${after}
    returning match_id`.execute(trx)
  if (rows.length === 0) return false
  const ids = [...new Set(rows.map(({ match_id }) => match_id))]
  // Of the same time, the ids give the order.
  await sql`
    update odds_history set recorded_at = ${confirmedAt}
    where match_id = any (${ids}::uuid[]) and recorded_at > ${confirmedAt}`.execute(trx)
  return true
}
