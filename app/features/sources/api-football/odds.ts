import { slug } from '#app/features/catalogue/slug.ts'
import type { Offer, UnknownMarket } from '#app/features/odds/offers.ts'
import type { FeedQuote, FeedWarning, PricesItem, SourceContext } from '../contract.ts'
import { asRecord, cleanText, isTooLong, readInstant, readQuote } from '../reading.ts'
import { MATCH_WINNER, readBets, readLiveBets } from './markets.ts'
import { readName } from './text.ts'

/** Bookmakers by the keys of other sources, where these cannot be derived from the name. */
const KEYS: Record<string, string> = {
  '1xbet': 'onexbet',
  '888sport': 'sport888',
  'william hill': 'williamhill',
}

/** In-play odds name no bookmaker: an operator can state whose prices these are. */
const IN_PLAY = { key: 'api_football_live', name: 'API-Football (in play)' }

/** Prices before the match count as last confirmed this long before the kick-off at the latest. */
const BEFORE_START_MS = 1_000

type Head = Pick<PricesItem, 'position' | 'externalId'>

/** An item of `/odds`: a fixture's prices by many bookmakers. It names no teams. */
export function readOdds(item: Record<string, unknown>, head: Head, context: SourceContext): PricesItem {
  const fixture = asRecord(item.fixture)
  const start = readInstant(fixture?.timestamp) ?? readInstant(fixture?.date)
  const seenAt = beforeStart(updateOf(item, context), start)
  const warnings: FeedWarning[] = []
  const quotes: FeedQuote[] = []
  const offers: Offer[] = []
  const unknownMarkets: UnknownMarket[] = []
  const known = new Set<string>()
  for (const entry of Array.isArray(item.bookmakers) ? item.bookmakers.map(asRecord) : []) {
    const name = readName(entry?.name)
    const key = keyOf(name)
    if (!entry || !key || isTooLong(name) || known.has(key)) {
      warnings.push({
        code: key && known.has(key) ? 'duplicate_bookmaker' : 'malformed_bookmaker',
        detail: name.slice(0, 100),
      })
      continue
    }
    known.add(key)
    const bookmaker = { key, name }
    const read = readBets(entry.bets, context.mapped)
    unknownMarkets.push(...read.unknown)
    if (read.quotes.length > 0)
      offers.push({ bookmaker, seenAt, isLate: false, link: null, quotes: read.quotes })
    const quote = readWinner(entry.bets, bookmaker, seenAt, warnings)
    if (quote) quotes.push(quote)
  }
  return { kind: 'prices', ...head, quotes, offers, part: 'odds', unknownMarkets, warnings }
}

/** An item of `/odds/live`. */
export function readLiveOdds(item: Record<string, unknown>, head: Head, context: SourceContext): PricesItem {
  const status = asRecord(item.status)
  const isStopped = [status?.stopped, status?.blocked, status?.finished].includes(true)
  const { quotes, unknown } = readLiveBets(item.odds, { mapped: context.mapped, isStopped })
  const seenAt = updateOf(item, context)
  const offers = quotes.length > 0 ? [{ bookmaker: IN_PLAY, seenAt, isLate: false, link: null, quotes }] : []
  return {
    kind: 'prices',
    ...head,
    isInPlay: true,
    // The bookmaker does not quote the headline market.
    quotes: null,
    offers,
    part: 'odds/live',
    unknownMarkets: unknown,
    warnings: [],
  }
}

/** A future time would block every later price. */
function updateOf({ update }: Record<string, unknown>, { confirmedAt }: SourceContext): Date {
  const stated = readInstant(update)
  return stated && stated <= confirmedAt ? stated : confirmedAt
}

function beforeStart(at: Date, start: Date | null): Date {
  return start && at >= start ? new Date(start.getTime() - BEFORE_START_MS) : at
}

function keyOf(name: string): string {
  const word = name.toLowerCase()
  return Object.hasOwn(KEYS, word) ? (KEYS[word] ?? '') : slug(name).replaceAll('-', '_')
}

/** The winner of the match, for the headline market. */
function readWinner(
  bets: unknown,
  bookmaker: FeedQuote['bookmaker'],
  seenAt: Date,
  warnings: FeedWarning[],
): FeedQuote | null {
  const winner = (Array.isArray(bets) ? bets.map(asRecord) : []).find(
    (one) => cleanText(one?.id) === MATCH_WINNER,
  )
  const values = Array.isArray(winner?.values) ? winner.values.map(asRecord) : []
  const priceOf = (outcome: string) => {
    const value = values.find((one) => cleanText(one?.value).toLowerCase() === outcome)
    return value ? (value.odd ?? null) : undefined
  }
  const outcomes = {
    home: priceOf('home'),
    draw: priceOf('draw'),
    away: priceOf('away'),
    isThreeWay: true,
  }
  return winner ? readQuote(bookmaker, outcomes, 'decimal', seenAt, warnings) : null
}
