import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { MarketType } from '../markets.ts'
import { digestOf, type Offer, type OfferedQuote, withoutRepeats } from '../offers.ts'

export type StoredOffer = Omit<Offer, 'bookmaker'> & { bookmakerId: string }

/** A source's prices of an event. */
export interface EventOffers {
  /** Id of a match or an outright. */
  event: string
  kind: 'match' | 'outright'
  /** The scope of the request: prices within it that are missing are withdrawn. Null for all prices of the source. */
  part: string | null
  /** One per bookmaker, or two if some of its markets are late. Of two with the same markets, the first counts. */
  offers: readonly StoredOffer[]
  /** Headline markets that the response has withdrawn, whichever request of the source has listed them. */
  withdrawn?: readonly { bookmakerId: string; type: MarketType }[]
  /** Whether bookmakers without an offer keep their prices. */
  keepsOthers?: boolean
  /** Whether the event had another id in the source: its prices replace those from before the response, although these are a little later. */
  isRelisted?: boolean
  /** Whether the response broke off: markets that it does not list stay as they are. Its offers are in the late part. */
  isPartial?: boolean
}

/** A bookmaker's offer of one part of an event, by the keys of the database. */
export interface Group {
  event: string
  bookmaker: number
  part: number
  /** Both parts of the request: the late markets, and the others. */
  parts: readonly (number | undefined)[]
  /** When the oldest of its markets was confirmed: its age. */
  seenAt: Date
  link: string | null
  sid: string | null
  digest: number
  quotes: OfferedQuote[]
}

/** At the end of the name of a part: its late markets. */
export const LATE = ' late'

/** The numbers by which the tables name a source, its parts and the bookmakers. */
export interface Keys {
  source: number
  parts: ReadonlyMap<string, number>
  bookmakers: ReadonlyMap<string, number>
}

/** Creates the rows of events with their first offer, and locks all rows in order. @returns the existing ones */
export async function lockEvents(
  trx: Transaction<DB>,
  events: readonly EventOffers[],
  told: readonly EventOffers[],
): Promise<Set<string>> {
  if (told.length > 0) {
    const records = JSON.stringify(told.map(({ event, kind }) => ({ event, kind })))
    await sql`
      insert into priced_events (event, match_id, outright_id)
      select r.event, case when r.kind = 'match' then r.event end, case when r.kind = 'outright' then r.event end
      from json_to_recordset(${records}::json) as r (event uuid, kind text)
      where not exists (select 1 from priced_events e where e.event = r.event)
      order by r.event on conflict do nothing`.execute(trx)
  }
  const ids = events.map(({ event }) => event)
  const { rows } = await sql<{ event: string }>`
    select event from priced_events where event = any (${ids}::uuid[]) order by event for no key update`.execute(
    trx,
  )
  return new Set(rows.map(({ event }) => event))
}

export async function readKeys(
  trx: Transaction<DB>,
  events: readonly EventOffers[],
  source: string,
): Promise<Keys> {
  const parts = [...new Set(events.flatMap(({ part }) => (part === null ? [] : [part, part + LATE])))]
  const sources = await numbersOf(trx, 'price_sources', [source])
  const told = events.flatMap(({ offers, withdrawn = [] }) => [...offers, ...withdrawn])
  const ids = [...new Set(told.map(({ bookmakerId }) => bookmakerId))]
  const { rows } = await sql<{ id: string; no: number }>`
    select id, no from bookmakers where id = any (${ids}::uuid[])`.execute(trx)
  return {
    source: sources.get(source) ?? 0,
    parts: await numbersOf(trx, 'price_parts', parts),
    bookmakers: new Map(rows.map(({ id, no }) => [id, no])),
  }
}

async function numbersOf(
  trx: Transaction<DB>,
  table: 'price_sources' | 'price_parts',
  keys: readonly string[],
): Promise<Map<string, number>> {
  const read = () =>
    trx.selectFrom(table).select(['key', 'no']).where(sql<boolean>`key = any (${keys}::text[])`).execute()
  let rows = await read()
  const known = new Set(rows.map(({ key }) => key))
  const missing = keys.filter((key) => !known.has(key))
  if (missing.length > 0) {
    await trx
      .insertInto(table)
      .values(missing.map((key) => ({ key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    rows = await read()
  }
  return new Map(rows.map(({ key, no }) => [key, no]))
}

/** The offers of a response, one per bookmaker and part. */
export function groupsOf({ event, part, offers }: EventOffers, keys: Keys): Group[] {
  const groups = new Map<string, Group>()
  const parts = part === null ? [] : [keys.parts.get(part), keys.parts.get(part + LATE)]
  for (const offer of offers) {
    const bookmaker = keys.bookmakers.get(offer.bookmakerId)
    const partNo = keys.parts.get((part ?? '') + (offer.isLate ? LATE : ''))
    if (bookmaker === undefined || partNo === undefined) throw new Error('a bookmaker or a part is not there')
    const key = `${bookmaker} ${partNo}`
    if (groups.has(key)) continue
    const { seenAt, link, sid = null } = offer
    const quotes = withoutRepeats(offer.quotes)
    const digest = digestOf({ link, sid, quotes })
    groups.set(key, { event, bookmaker, part: partNo, parts, seenAt, link, sid, quotes, digest })
  }
  return [...groups.values()]
}
