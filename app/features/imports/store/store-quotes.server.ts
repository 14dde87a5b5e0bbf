import { type Kysely, sql, type Transaction } from 'kysely'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import { deleteQuotes, type QuoteRow, upsertQuotes } from '#app/features/odds/headline-quotes.server.ts'
import { answerTime, staysWithdrawn } from '#app/features/odds/offers.ts'
import { latestTime, setBackHeadlines } from '#app/features/odds/store/clock-ahead.server.ts'
import type { EventOffers } from '#app/features/odds/store/event-offers.server.ts'
import { TYPED } from '#app/features/odds/typed-prices.ts'
import type { FeedQuote } from '#app/features/sources/contract.ts'
import { retryConflicts } from '#app/platform/db/retry.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { BatchContext, MatchPrices } from '../resolve/batch.ts'
import { lockMatches } from '../resolve/lock-matches.server.ts'
import { isCovered, type WholeAnswer } from './whole-answer.server.ts'

interface StoredQuote {
  match_id: string
  bookmaker_id: string
  home_odds: number | null
  draw_odds: number | null
  away_odds: number | null
  status: string | null
  last_updated: Date
  source: string
  /** Whether an operator typed it, and it counts: a feed leaves it. */
  is_held: boolean
}

interface QuoteChanges {
  taken: number
  withdrawn: number
  /** What was withdrawn, by match: the markets follow, also where another request had listed it. */
  headlines: ReadonlyMap<string, EventOffers['withdrawn']>
  /** Matches with a new, changed or withdrawn price. */
  changed: Set<string>
  /** These, and those whose prices were confirmed: they are valid for longer, or again. */
  touched: string[]
}

/**
 * Writes quotes that are newer than the stored ones. A changed price gets a row of history, a confirmed price only a
 * new time; a quote of this feed that the event no longer has is deleted, unless it is newer than the event's. A typed quote
 * that counts stays. The headlines of the touched matches are refreshed by the caller, once their markets are stored: these
 * have the exact prices.
 */
export async function storeQuotes(
  trx: Transaction<DB>,
  own: readonly MatchPrices[],
  context: BatchContext,
): Promise<QuoteChanges> {
  const stored = own.flatMap((one) => (one.stored ? [one.matchId] : []))
  const current = await readCurrent(trx, stored, own, context)
  const past = await readWithdrawn(trx, own, current, context)
  const latest = latestTime()
  const priced: QuoteRow[] = []
  const confirmed: QuoteRow[] = []
  const withdrawn: QuoteRow[] = []
  const headlines = new Map<string, NonNullable<EventOffers['withdrawn']>>()
  let taken = 0
  for (const { event, matchId } of own) {
    const quoted = current.get(matchId)
    const offered = new Set<string>()
    const answeredAt = answerTime(context.confirmedAt, event)
    for (const quote of event.quotes ?? []) {
      const row = toRow(quote, matchId, context)
      const other = quoted?.get(row.bookmaker_id)
      offered.add(row.bookmaker_id)
      taken += 1
      const withdrawal = past.get(keyOf(row))
      if (withdrawal && staysWithdrawn(withdrawal, { confirmedAt: row.at, answeredAt }, latest)) continue
      else if (!other) priced.push(row)
      else if (other.is_held) continue
      else if (row.at < other.last_updated) continue
      else if (!samePrices(row, other)) priced.push(row)
      else if (row.at > other.last_updated) confirmed.push(row)
    }
    if (!quoted || event.quotes === null) continue
    const gone = [...quoted.values()].filter(
      ({ source, bookmaker_id, last_updated }) =>
        source === context.source && !offered.has(bookmaker_id) && last_updated <= answeredAt,
    )
    for (const { bookmaker_id } of gone) withdrawn.push({ match_id: matchId, bookmaker_id, at: answeredAt })
    headlines.set(
      matchId,
      gone.map(({ bookmaker_id, draw_odds }) => ({
        bookmakerId: bookmaker_id,
        type: draw_odds === null ? 'moneyline' : 'match_result',
      })),
    )
  }
  const repriced = await upsertQuotes(trx, priced, confirmed, context.source)
  const deleted = await deleteQuotes(trx, withdrawn, context.source)
  const changed = new Set([...repriced, ...deleted])
  const touched = [...changed, ...confirmed.map((row) => row.match_id)]
  return { taken, withdrawn: deleted.length, headlines, changed, touched }
}

function toRow(quote: FeedQuote, matchId: string, { bookmakers }: BatchContext): QuoteRow {
  const bookmakerId = bookmakers.get(quote.bookmaker.key)
  if (!bookmakerId) throw new Error(`no bookmaker for the key ${quote.bookmaker.key}`)
  return {
    match_id: matchId,
    bookmaker_id: bookmakerId,
    home_odds: quote.home,
    draw_odds: quote.draw,
    away_odds: quote.away,
    status: quote.status,
    at: quote.updatedAt,
  }
}

const keyOf = ({ match_id, bookmaker_id }: Pick<QuoteRow, 'match_id' | 'bookmaker_id'>) =>
  `${match_id} ${bookmaker_id}`

function samePrices(row: QuoteRow, other: StoredQuote): boolean {
  return (
    row.home_odds === other.home_odds &&
    row.draw_odds === other.draw_odds &&
    row.away_odds === other.away_odds &&
    row.status === other.status
  )
}

/** The quotes of matches. Those of a time when the clock was ahead are set back. */
async function readCurrent(
  trx: Transaction<DB>,
  matches: string[],
  own: readonly MatchPrices[],
  context: BatchContext,
) {
  const current = await readQuotes(trx, matches)
  const after = latestTime()
  const isWrong = (quotes: ReadonlyMap<string, StoredQuote>) =>
    [...quotes.values()].some(({ last_updated }) => last_updated > after)
  const wrong = [...current].flatMap(([match, quotes]) => (isWrong(quotes) ? [match] : []))
  if (wrong.length === 0) return current
  const stated = own.flatMap(({ event, matchId }) =>
    (event.quotes ?? []).map((quote) => {
      const { bookmaker_id, at } = toRow(quote, matchId, context)
      return { event: matchId, bookmaker: bookmaker_id, at }
    }),
  )
  const { confirmedAt } = context
  return (await setBackHeadlines(trx, wrong, { confirmedAt, stated })) ? readQuotes(trx, matches) : current
}

async function readQuotes(
  trx: Transaction<DB>,
  matchIds: string[],
): Promise<Map<string, Map<string, StoredQuote>>> {
  const byMatch = new Map<string, Map<string, StoredQuote>>()
  if (matchIds.length === 0) return byMatch
  const rows = await trx
    .selectFrom('odds')
    .select([
      'match_id',
      'bookmaker_id',
      'home_odds',
      'draw_odds',
      'away_odds',
      'status',
      'last_updated',
      'source',
      sql<boolean>`source = ${TYPED} and typed_price_holds(match_id, last_updated, ${new Date()})`.as(
        'is_held',
      ),
    ])
    .where(sql<boolean>`match_id = any(${matchIds}::uuid[])`)
    .execute()
  for (const row of rows) {
    const quotes = byMatch.get(row.match_id) ?? new Map<string, StoredQuote>()
    byMatch.set(row.match_id, quotes.set(row.bookmaker_id, row))
  }
  return byMatch
}

/** When the quotes were withdrawn that an answer lists and a match no longer has. */
async function readWithdrawn(
  trx: Transaction<DB>,
  own: readonly MatchPrices[],
  current: Awaited<ReturnType<typeof readCurrent>>,
  context: BatchContext,
): Promise<Map<string, { at: Date; isOwn: boolean; isTyped: boolean }>> {
  const missing = own
    .filter(({ stored }) => stored)
    .flatMap(({ event, matchId }) => (event.quotes ?? []).map((quote) => toRow(quote, matchId, context)))
    .filter(({ match_id, bookmaker_id }) => !current.get(match_id)?.has(bookmaker_id))
  if (missing.length === 0) return new Map()
  const { rows } = await sql<Pick<QuoteRow, 'match_id' | 'bookmaker_id' | 'at'> & { source: string }>`
    select r.match_id, r.bookmaker_id, h.recorded_at as at, h.source
    from unnest(${missing.map((row) => row.match_id)}::uuid[], ${missing.map((row) => row.bookmaker_id)}::uuid[])
      as r (match_id, bookmaker_id)
    cross join lateral (
      select * from odds_history h where h.match_id = r.match_id and h.bookmaker_id = r.bookmaker_id
      order by h.recorded_at desc, h.id desc limit 1) h
    where coalesce(h.home_odds, h.draw_odds, h.away_odds) is null`.execute(trx)
  return new Map(
    rows.map((row) => [
      keyOf(row),
      { at: row.at, isOwn: row.source === context.source, isTyped: row.source === TYPED },
    ]),
  )
}

/** Matches of a transaction in which quotes are withdrawn. */
const WITHDRAWN_MATCHES = 200

/**
 * Deletes the source's quotes of future events that a complete answer does not list, with a row without prices in the
 * history. Quotes that are newer than the answer stay, and so do those of events that have begun: a pre-match source no
 * longer lists these.
 * @returns how many quotes were deleted
 */
export async function withdrawUnlisted(db: Kysely<DB>, answer: WholeAnswer): Promise<number> {
  const { source, confirmedAt, leagues, listed } = answer
  if (leagues.length === 0) return 0
  const { rows } = await sql<{ match_id: string; bookmaker_id: string }>`
    select o.match_id, o.bookmaker_id
    from matches m join odds o on o.match_id = m.id and o.source = ${source}
      and (o.last_updated <= ${confirmedAt} or o.last_updated > ${latestTime()})
    where ${isCovered(answer)} and m.status in ('scheduled', 'live') and m.start_time > ${confirmedAt}
      and not exists (select 1 from match_sources s
        where s.match_id = m.id and s.source = ${source} and s.external_id = any(${listed}::text[]))
    order by o.match_id`.execute(db)
  const byMatch = Map.groupBy(rows, (row) => row.match_id)
  const matches = [...byMatch.keys()]
  let withdrawn = 0
  for (let first = 0; first < matches.length; first += WITHDRAWN_MATCHES) {
    const ids = matches.slice(first, first + WITHDRAWN_MATCHES)
    const quotes = ids.flatMap((id) => (byMatch.get(id) ?? []).map((row) => ({ ...row, at: confirmedAt })))
    withdrawn += await retryConflicts(() =>
      db.transaction().execute(async (trx) => {
        await lockMatches(trx, ids)
        await setBackHeadlines(trx, ids, { confirmedAt })
        const deleted = await deleteQuotes(trx, quotes, source)
        await refreshHeadlines(trx, deleted)
        return deleted.length
      }),
    )
  }
  return withdrawn
}
