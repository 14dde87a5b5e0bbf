import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { TYPED } from '../typed-prices.ts'
import { latestTime, setBackTimes } from './clock-ahead.server.ts'
import type { EventOffers, Group, Keys } from './event-offers.server.ts'

/** When a bookmaker's prices of a part were confirmed. */
export interface SeenRow {
  event: string
  bookmaker: number
  source: number
  part: number
  is_typed: boolean
  seen_at: Date
  digest: number
  /** Whether its prices counted when they were stored. */
  was_current: boolean
}

export const seenKey = (event: string, bookmaker: number, source: number, part: number) =>
  `${event} ${bookmaker} ${source} ${part}`

export class SeenRows {
  readonly #byKey = new Map<string, SeenRow>()
  readonly #byEvent: Map<string, SeenRow[]>

  constructor(rows: readonly SeenRow[]) {
    for (const row of rows) this.#byKey.set(seenKey(row.event, row.bookmaker, row.source, row.part), row)
    this.#byEvent = Map.groupBy(rows, ({ event }) => event)
  }

  of(event: string, bookmaker: number, source: number, part: number): SeenRow | undefined {
    return this.#byKey.get(seenKey(event, bookmaker, source, part))
  }

  ofEvent(event: string): readonly SeenRow[] {
    return this.#byEvent.get(event) ?? []
  }
}

/** The confirmations of events. Those of a time when the clock was ahead are set back, and so are the times of the changes. */
export async function readSeen(
  trx: Transaction<DB>,
  present: readonly EventOffers[],
  { confirmedAt, now, keys }: { confirmedAt: Date; now: Date; keys: Keys },
): Promise<{ rows: SeenRow[]; wasSetBack: ReadonlySet<string> }> {
  const events = present.map(({ event }) => event)
  const read = () =>
    trx
      .selectFrom('quotes_seen')
      .select(['event', 'bookmaker', 'source', 'part', 'seen_at', 'digest', 'was_current'])
      .select(sql<boolean>`source = (select no from price_sources where key = ${TYPED})`.as('is_typed'))
      .where(sql<boolean>`event = any (${events}::uuid[])`)
      .execute()
  const rows = await read()
  const after = latestTime(now)
  const wrong = new Set(rows.filter(({ seen_at }) => seen_at > after).map(({ event }) => event))
  if (wrong.size === 0) return { rows, wasSetBack: new Set() }
  const stated = present.flatMap(({ event, offers }) =>
    offers.map(({ bookmakerId, seenAt }) => ({
      event,
      bookmaker: keys.bookmakers.get(bookmakerId) ?? 0,
      at: seenAt,
    })),
  )
  return (await setBackTimes(trx, [...wrong], { confirmedAt, after, stated }))
    ? { rows: await read(), wasSetBack: wrong }
    : { rows, wasSetBack: new Set() }
}

/** The typed prices of events that count, by `seenKey`: a feed leaves them. */
export async function readHeld(
  trx: Transaction<DB>,
  events: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Pick<SeenRow, 'event' | 'bookmaker' | 'source' | 'part'>>`
    select n.event, n.bookmaker, n.source, n.part from quotes_seen n
    where n.event = any (${events}::uuid[]) and n.source = (select no from price_sources where key = ${TYPED})
      and typed_price_holds(n.event, n.seen_at, ${now})`.execute(trx)
  return new Set(rows.map((row) => seenKey(row.event, row.bookmaker, row.source, row.part)))
}

/** When prices were confirmed; undefined for those of the past, which have never counted. */
export function watchedAt(row: SeenRow | undefined): Date | undefined {
  return row?.was_current ? row.seen_at : undefined
}

export async function writeSeen(
  trx: Transaction<DB>,
  {
    dirty,
    confirmed,
    gone,
    overtaken,
    source,
    currentFrom,
  }: {
    dirty: readonly Group[]
    confirmed: readonly Group[]
    gone: readonly SeenRow[]
    overtaken: readonly SeenRow[]
    source: number
    /** Prices that were confirmed before it do not count. */
    currentFrom: number
  },
): Promise<void> {
  const rowsOf = (groups: readonly Group[]) =>
    JSON.stringify(
      groups.map(({ event, bookmaker, part, seenAt, digest, link, sid }) => ({
        event,
        bookmaker,
        part,
        seen_at: seenAt,
        was_current: seenAt.getTime() > currentFrom,
        digest,
        link,
        sid,
      })),
    )
  if (confirmed.length > 0) {
    await sql`
      update quotes_seen n set seen_at = r.seen_at, was_current = r.was_current
      from json_to_recordset(${rowsOf(confirmed)}::json)
        as r (event uuid, bookmaker smallint, part smallint, seen_at timestamptz, was_current boolean)
      where n.event = r.event and n.bookmaker = r.bookmaker and n.part = r.part and n.source = ${source}
        and n.seen_at < r.seen_at`.execute(trx)
  }
  if (dirty.length > 0) {
    await sql`
      insert into quotes_seen (event, bookmaker, source, part, seen_at, was_current, digest, link, sid)
      select event, bookmaker, ${source}, part, seen_at, was_current, digest, link, sid
      from json_to_recordset(${rowsOf(dirty)}::json)
        as r (event uuid, bookmaker smallint, part smallint, seen_at timestamptz, was_current boolean, digest bigint,
          link text, sid text)
      on conflict (event, bookmaker, source, part) do update
      set seen_at = excluded.seen_at, was_current = excluded.was_current, digest = excluded.digest, link = excluded.link,
        sid = excluded.sid`.execute(trx)
  }
  const cleared = [...gone, ...overtaken].map(({ event, bookmaker, source: of, part }) => ({
    ...{ event, bookmaker, source: of, part },
  }))
  if (cleared.length > 0) {
    await sql`
      update quotes_seen n set digest = 0
      from json_to_recordset(${JSON.stringify(cleared)}::json)
        as r (event uuid, bookmaker smallint, source smallint, part smallint)
      where n.event = r.event and n.bookmaker = r.bookmaker and n.source = r.source and n.part = r.part
        and n.digest <> 0`.execute(trx)
  }
}
