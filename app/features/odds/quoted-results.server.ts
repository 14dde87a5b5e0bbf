import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Notation } from './notation.ts'
import { fromNumber, PRICE_FORMATS, type Price } from './prices.ts'
import type { Outcome } from './rules.ts'
import { asWritten, netPrice, type ShownPrice } from './shown-price.ts'

/** A bookmaker's quote of an event's result. */
export interface QuotedResult {
  event: string
  bookmaker: string
}

/** What the quotes behind headlines say beyond their prices. */
export interface QuotedResults {
  /** The relative change of an outcome's price since opening; null if there is none. */
  moved(quote: QuotedResult, withDraw: boolean, outcome: Outcome): number | null
  /**
   * A price of two decimals as its bookmaker quotes it: exact, and in its format; as a net one if a commission
   * is deducted. Undefined if that says the same, or if the price has changed.
   */
  shown(quote: QuotedResult, outcome: Outcome, price: number): ShownPrice | undefined
}

interface QuoteRow extends QuotedResult {
  with_draw: boolean
  prices: (Price | null)[]
  opening: (Price | null)[] | null
  format: number
  notation: Notation
  has_commission: boolean
}

/** A smaller change is not shown. */
const LEAST_MOVEMENT = 0.0005

const NONE: QuotedResults = { moved: () => null, shown: () => undefined }

/** The quotes of these results. Knows nothing of them if they cannot be read: prices are shown in decimals, without movements. */
export async function readQuotedResults(
  { database, log }: Pick<Services, 'database' | 'log'>,
  quoted: readonly QuotedResult[],
): Promise<QuotedResults> {
  if (quoted.length === 0) return NONE
  try {
    const { rows } = await sql<QuoteRow>`
      select k.event, b.id as bookmaker, k.type = 'match_result' as with_draw, q.prices, q.opening, q.format, q.notation,
        b.commission > 0 as has_commission
      from unnest(${quoted.map((it) => it.event)}::uuid[], ${quoted.map((it) => it.bookmaker)}::uuid[]) as a (event, bookmaker)
      join bookmaker_members b on b.id = a.bookmaker
      join markets k on k.event = a.event and k.type in ('match_result', 'moneyline') and k.period in ('full_time', 'with_overtime')
      join quotes q on q.market = k.id and q.bookmaker = b.member_no and q.side = 0
      where q.opening is not null or q.format <> 0 or q.notation is not null or b.commission > 0
        or exists (select 1 from unnest(q.prices) as price where price % 10000 <> 0)
      order by b.member_no <> b.no`.execute(database.kysely)
    const byQuote = Map.groupBy(rows, keyOf)
    return {
      moved: (quote, withDraw, outcome) => movedSinceOpening(byQuote.get(keyOf(quote)), withDraw, outcome),
      shown: (quote, outcome, price) => asQuoted(byQuote.get(keyOf(quote)), outcome, price),
    }
  } catch (error) {
    log.error({ err: error }, 'the quotes of headlines could not be read; no movement is shown')
    noteFailure()
    return NONE
  }
}

function keyOf({ event, bookmaker }: QuotedResult): string {
  return `${event} ${bookmaker}`
}

/** The first row is the bookmaker's own; the others are of bookmakers that are merged into it. */
function movedSinceOpening(
  rows: readonly QuoteRow[] = [],
  withDraw: boolean,
  outcome: Outcome,
): number | null {
  const row = rows.find(({ with_draw, opening }) => with_draw === withDraw && opening !== null)
  const index = placeOf(outcome, withDraw ? 3 : 2)
  const [price, opening] = [row?.prices[index], row?.opening?.[index]]
  const moved = price && opening ? price / opening - 1 : 0
  return Math.abs(moved) < LEAST_MOVEMENT ? null : moved
}

function asQuoted(rows: readonly QuoteRow[] = [], outcome: Outcome, price: number): ShownPrice | undefined {
  let isNet = rows.some((row) => row.has_commission)
  for (const { event, format, notation, prices } of rows) {
    // Hundredths change with the headline.
    if (format !== 0 || notation || prices.some(hasMoreDecimals)) noteRead(`prices:${event}`)
    const index = placeOf(outcome, prices.length)
    const exact = prices[index] ?? null
    if (exact === null) continue
    // Decimal odds were rounded down (1.007 was not), others to the nearest hundredth.
    const rounded = [Math.round(exact / 10_000), ...(format === 0 ? [Math.floor(exact / 10_000)] : [])]
    if (!rounded.includes(Math.round(price * 100))) continue
    isNet = false
    if (format !== 0 || notation?.[index] || hasMoreDecimals(exact))
      return asWritten(exact, { format: PRICE_FORMATS[format] ?? 'decimal', notation }, index)
  }
  return isNet ? netPrice(fromNumber(price)) : undefined
}

function hasMoreDecimals(price: Price | null): boolean {
  return price !== null && price % 10_000 !== 0
}

function placeOf(outcome: Outcome, size: number): number {
  if (outcome === 'home') return 0
  if (outcome === 'away') return size - 1
  return size === 3 ? 1 : -1
}
