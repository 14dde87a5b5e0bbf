/** What feeds have said of the prices of a match that is merged into another. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { isMarketType, type Market } from '../markets.ts'
import type { Notation } from '../notation.ts'
import { SIDES, turnOffer } from '../offers.ts'
import { PRICE_FORMATS } from '../prices.ts'
import { TYPED } from '../typed-prices.ts'
import { type EventOffers, LATE, type StoredOffer } from './event-offers.server.ts'
import { storePrices } from './store-prices.server.ts'

/** A bookmaker's prices of one request. */
export interface FedOffer extends StoredOffer {
  source: string
  part: string
}

/** The prices of a match that its feeds have on offer. */
export async function readFedOffers(trx: Kysely<DB>, match: string): Promise<FedOffer[]> {
  const { rows } = await sql<
    Omit<Market, 'type'> & {
      type: string
      source: string
      part: string
      bookmaker: string
      seen_at: Date
      link: string | null
      sid: string | null
      side: number
      format: number
      prices: (number | null)[]
      notation: Notation
      status: string | null
      max_stake: number | null
    }
  >`
    select s.key as source, p.key as part, b.id as bookmaker, n.seen_at, n.link, n.sid, k.type, k.period,
      k.line::float8 as line, k.participant, q.side, q.format, q.prices, q.notation, q.status, q.max_stake
    from markets k
    join quotes q on q.market = k.id and array_length(array_remove(q.prices, null), 1) > 0
    join bookmakers b on b.no = q.bookmaker
    join quotes_seen n on n.event = k.event and n.bookmaker = q.bookmaker and n.source = q.source and n.part = q.part
    join price_sources s on s.no = q.source and s.key <> ${TYPED}
    join price_parts p on p.no = q.part
    where k.event = ${match} order by s.key, p.key, b.no, k.id, q.side`.execute(trx)
  const offers = new Map<string, FedOffer>()
  for (const { source, part, bookmaker, seen_at, link, sid, side, format, status, ...row } of rows) {
    const { type, period, line, participant, prices, notation, max_stake } = row
    if (!isMarketType(type)) continue
    const key = `${source} ${bookmaker} ${part}`
    const offer = offers.get(key) ?? {
      ...{
        source,
        part: withoutLate(part),
        bookmakerId: bookmaker,
        seenAt: seen_at,
        isLate: part.endsWith(LATE),
      },
      ...{ link, sid, quotes: [] },
    }
    offer.quotes.push({
      market: { type, period, line, participant },
      side: SIDES[side] ?? 'back',
      format: PRICE_FORMATS[format] ?? 'decimal',
      ...{ prices, status, maxStake: max_stake },
      ...(notation && { notation }),
    })
    offers.set(key, offer)
  }
  return [...offers.values()]
}

/** A feed that has put a match under a new id: what it does not say of the new one is gone. */
export interface Relisted {
  source: string
  confirmedAt: Date
}

/**
 * Gives a match the prices of another that is merged into it. Of what one source says of a bookmaker in both, the later
 * confirmed counts, and that of the match that stays if neither is. The caller has locked the match.
 * @param relisted what this source has said of the match that stays is withdrawn, unless it was confirmed later
 */
export async function moveFedOffers(
  trx: Kysely<DB>,
  match: string,
  { offers, turned, relisted }: { offers: readonly FedOffer[]; turned: boolean; relisted?: Relisted },
): Promise<void> {
  const seen = await readSeenParts(trx, match)
  const seenAt = (offer: FedOffer) =>
    Math.max(
      ...seen
        .filter(({ source, bookmaker }) => source === offer.source && bookmaker === offer.bookmakerId)
        .map(({ seen_at }) => seen_at.getTime()),
    )
  const moved = offers.filter(
    (offer) => offer.source === relisted?.source || offer.seenAt.getTime() > seenAt(offer),
  )
  const bySource = Map.groupBy(turned ? moved.map(turnOffer) : moved, ({ source }) => source)
  if (relisted && !bySource.has(relisted.source)) bySource.set(relisted.source, [])
  for (const [source, list] of bySource) {
    const isRelisted = source === relisted?.source
    const parts = Map.groupBy(list, ({ part }) => part)
    const left = isRelisted ? seen.filter((row) => row.source === source) : []
    for (const { part } of left) if (!parts.has(part)) parts.set(part, [])
    const events = [...parts].map(
      ([part, its]): EventOffers => ({
        ...{ event: match, kind: 'match', part, offers: its, keepsOthers: !isRelisted, isRelisted },
      }),
    )
    if (isRelisted) await forgetLater(trx, match, list, relisted)
    const confirmedAt = isRelisted ? relisted.confirmedAt : new Date()
    await storePrices(trx as Transaction<DB>, events, { source, confirmedAt })
  }
}

/** Lets the prices of the new id replace those of the old one that the source states to be a little younger. */
async function forgetLater(
  trx: Kysely<DB>,
  match: string,
  offers: readonly FedOffer[],
  { source, confirmedAt }: Relisted,
): Promise<void> {
  const records = JSON.stringify(offers.map(({ bookmakerId, seenAt }) => ({ id: bookmakerId, at: seenAt })))
  await sql`
    update quotes_seen n set seen_at = r.at
    from (select id, min(at) as at from json_to_recordset(${records}::json) as r (id uuid, at timestamptz) group by id) r
    join bookmakers b on b.id = r.id, price_sources s
    where n.event = ${match} and s.key = ${source} and n.source = s.no and n.bookmaker = b.no
      and n.seen_at > r.at and n.seen_at <= ${confirmedAt}`.execute(trx)
}

/** What sources have said of a match, by bookmaker and request. */
async function readSeenParts(
  trx: Kysely<DB>,
  match: string,
): Promise<{ source: string; part: string; bookmaker: string; seen_at: Date }[]> {
  const { rows } = await sql<{ source: string; part: string; bookmaker: string; seen_at: Date }>`
    select s.key as source, p.key as part, b.id as bookmaker, n.seen_at
    from quotes_seen n
    join price_sources s on s.no = n.source
    join price_parts p on p.no = n.part
    join bookmakers b on b.no = n.bookmaker
    where n.event = ${match}`.execute(trx)
  return rows.map((row) => ({ ...row, part: withoutLate(row.part) }))
}

const withoutLate = (part: string) => (part.endsWith(LATE) ? part.slice(0, -LATE.length) : part)
