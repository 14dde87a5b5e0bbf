import { placeKey } from '#app/features/catalogue/place-names.ts'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import { usuallyHasDraw } from '#app/features/odds/rules.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type {
  EventItem,
  FeedItem,
  FeedQuote,
  FeedWarning,
  MappedMarkets,
  ReasonCode,
  RejectedItem,
  SourceContext,
} from '../contract.ts'
import { type JsonPart, JsonParts, parsePart } from '../json-parts.ts'
import type { ReadMarkets } from '../offer-parts.ts'
import {
  asRecord,
  cleanId,
  cleanText,
  excerpt,
  isSimulated,
  isTooLong,
  type RawOutcomes,
  readInstant,
  readQuote,
  sameText,
} from '../reading.ts'
import { readPromoMarket } from './markets.ts'

/**
 * The promo odds feed: an array of `[key, payload]` in any order, or the v4 object of events with look-up tables. A
 * match's description and its prices arrive separately, so the required fields are kept until the body ends.
 */
export async function* parsePromo(
  body: AsyncIterable<Uint8Array>,
  context: SourceContext,
): AsyncGenerator<FeedItem> {
  const tables = new Set<unknown>()
  const parts = new JsonParts({
    opens: (path) => {
      const isTable = path.length === 1 && TABLES.has(String(path[0]))
      if (isTable) tables.add(path[0])
      return path.length === 0 || isTable
    },
  })
  const offer = new Offer(context)
  let failure: unknown = null
  try {
    for await (const chunk of body) {
      for (const part of parts.push(chunk)) yield* offer.read(part)
    }
    parts.end()
  } catch (error) {
    failure = error
  }
  // Prices before the break of a broken body are stored; matches without a price by then can have had one after it.
  yield* offer.events({ complete: failure === null })
  if (failure) throw failure
  if (parts.root === 'object' && !tables.has('events')) offer.refuseShape()
  context.onComplete?.('sport')
}

const TABLES = new Set(['events', 'sports', 'categories', 'tournaments'])

/** The markets on the winner, with the outcomes that are home, draw and away. */
const WINNER_MARKETS: Record<string, { home: string; draw?: string; away: string }> = {
  '1': { home: '1', draw: '2', away: '3' },
  '186': { home: '4', away: '5' },
  '219': { home: '4', away: '5' },
  '251': { home: '4', away: '5' },
  '340': { home: '4', away: '5' },
  '406': { home: '4', away: '5' },
}

const THREE_WAY_FIRST = ['1', '219', '406', '251', '340', '186']
const TWO_WAY_FIRST = ['219', '251', '340', '406', '186', '1']
const hasDraw = (market = '') => WINNER_MARKETS[market]?.draw !== undefined

interface Description {
  sport: unknown
  category: unknown
  tournament: unknown
  home: string
  away: string
  start: Date
}

class Offer {
  readonly #bookmaker: FeedQuote['bookmaker']
  readonly #confirmedAt: Date
  readonly #onTotal: (items: number) => void
  readonly #mapped: MappedMarkets | undefined
  #position = 0
  #error = ''
  readonly #described = new Map<string, Description>()
  /** Matches whose description was rejected: their markets are rejected with it. */
  readonly #refused = new Set<string>()
  readonly #priced = new Map<string, Map<string, RawOutcomes>>()
  /** Every market of a match. */
  readonly #markets = new Map<string, ReadMarkets>()
  readonly #tables = {
    sport: new Map<string, string>(),
    category: new Map<string, string>(),
    tournament: new Map<string, string>(),
  }

  constructor(context: SourceContext) {
    const name = cleanText(context.bookmaker) || 'Promo'
    this.#bookmaker = { key: placeKey(name), name }
    this.#confirmedAt = context.confirmedAt
    this.#mapped = context.mapped
    this.#onTotal = context.onTotal ?? (() => {})
  }

  /** Processes one part of the body; yields items that can be rejected immediately. */
  *read(part: JsonPart): Generator<FeedItem> {
    const [first, second] = part.path
    if (typeof first !== 'string') yield* this.#readEntry(part)
    else if (first === 'events' && second !== undefined) yield* this.#readV4Event(String(second), part)
    else if (second !== undefined) this.#readLookup(first, String(second), part)
    else if (first === 'message' || first === 'error' || first === 'error_code') {
      this.#error = `${this.#error} ${cleanText(parsePart(part))}`.trim()
    }
  }

  *#readEntry(part: JsonPart): Generator<FeedItem> {
    if (part.problem) return yield this.#rejected(undefined, part.problem)
    const entry = parsePart(part)
    if (entry === undefined) return yield this.#rejected(undefined, 'malformed_json', excerpt(part.text))
    const key = Array.isArray(entry) ? entry[0] : null
    const id = Array.isArray(key) ? cleanId(key[0]) : ''
    const aspect = Array.isArray(key) ? key[1] : undefined
    if (!Array.isArray(entry) || !id || typeof aspect !== 'string') {
      return yield this.#rejected(id || undefined, 'malformed_entry', excerpt(entry))
    }
    if (aspect === 'desc') yield* this.#describe(id, entry[1])
    if (aspect === 'market') yield* this.#price(id, cleanText((key as unknown[])[2]), entry[1])
  }

  *#readV4Event(key: string, part: JsonPart): Generator<FeedItem> {
    const id = cleanId(key)
    if (part.problem) return yield this.#rejected(id || undefined, part.problem)
    const event = parsePart(part)
    if (event === undefined)
      return yield this.#rejected(id || undefined, 'malformed_json', excerpt(part.text))
    const record = asRecord(event)
    if (!id || !record || !('desc' in record)) {
      return yield this.#rejected(id || undefined, 'malformed_entry', excerpt(event))
    }
    yield* this.#describe(id, record.desc)
    for (const [market, payload] of Object.entries(asRecord(record.markets) ?? {})) {
      yield* this.#price(id, market, payload)
    }
  }

  #readLookup(table: string, id: string, part: JsonPart): void {
    const name = cleanText(asRecord(parsePart(part))?.name) || cleanText(parsePart(part))
    if (!name) return
    if (table === 'sports') this.#tables.sport.set(id, name)
    if (table === 'categories') this.#tables.category.set(id, name)
    if (table === 'tournaments') this.#tables.tournament.set(id, name)
  }

  *#describe(id: string, payload: unknown): Generator<FeedItem> {
    const description = readDescription(payload)
    if ('reason' in description) {
      if (!this.#described.has(id)) this.#refused.add(id)
      return yield this.#rejected(id, description.reason, description.detail)
    }
    const earlier = this.#described.get(id)
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(description)) {
      return yield this.#rejected(id, 'duplicate_match', `${description.home} - ${description.away}`)
    }
    this.#described.set(id, earlier ?? description)
    this.#refused.delete(id)
  }

  *#price(id: string, market: string, payload: unknown): Generator<FeedItem> {
    const read = readPromoMarket(market, payload, this.#mapped)
    const all = this.#markets.get(id) ?? { quotes: [], unknown: [] }
    all.quotes.push(...read.quotes)
    all.unknown.push(...read.unknown)
    this.#markets.set(id, all)
    const outcomes = readMarket(market, payload)
    if (!outcomes) return
    const markets = this.#priced.get(id) ?? new Map<string, RawOutcomes>()
    this.#priced.set(id, markets)
    const earlier = markets.get(market)
    if (!earlier || (!isComplete(market, earlier) && isComplete(market, outcomes)))
      markets.set(market, outcomes)
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(outcomes)) {
      const refused = markets.get(market) === earlier ? outcomes : earlier
      yield this.#rejected(id, 'duplicate_market', `market ${market}: ${excerpt(refused)}`)
    }
  }

  /** Every described match, then the markets without a description. */
  *events(options: { complete: boolean }): Generator<FeedItem> {
    this.#onTotal(this.#position + this.#described.size)
    for (const [id, description] of this.#described) {
      const markets = this.#priced.get(id)
      if (!options.complete && !this.#markets.get(id)?.quotes.length) continue
      const item = this.#event(id, description, markets, options)
      if (item.kind !== 'event') yield item
      else if (options.complete) yield { ...item, ...this.#pricesOf(id) }
      else yield { ...item, ...this.#partialPricesOf(id), quotes: item.quotes?.length ? item.quotes : null }
    }
    if (!options.complete) return
    for (const [id, markets] of this.#priced) {
      if (this.#described.has(id) || this.#refused.has(id)) continue
      yield this.#rejected(id, 'market_without_match', `markets ${[...markets.keys()].join(', ')}`)
    }
  }

  #pricesOf(id: string): Pick<EventItem, 'offers' | 'part' | 'unknownMarkets'> {
    const { quotes: all, unknown } = this.#markets.get(id) ?? { quotes: [], unknown: [] }
    // The first of a market counts: the whole one, as for the headline.
    const isOpen = ({ status }: OfferedQuote) => status === null
    const quotes = [...all.filter(isOpen), ...all.filter((quote) => !isOpen(quote))]
    const [bookmaker, seenAt] = [this.#bookmaker, this.#confirmedAt]
    const offers = quotes.length === 0 ? [] : [{ bookmaker, seenAt, isLate: false, link: null, quotes }]
    return { offers, part: '', unknownMarkets: unknown }
  }

  /** Of a broken body: apart from the others, which it does not confirm. */
  #partialPricesOf(id: string): Pick<EventItem, 'offers' | 'isPartial' | 'part'> {
    const { offers = [], part = null } = this.#pricesOf(id)
    return { offers: offers.map((offer) => ({ ...offer, isLate: true })), part, isPartial: true }
  }

  #event(
    id: string,
    description: Description,
    markets: Map<string, RawOutcomes> | undefined,
    { complete }: { complete: boolean },
  ): FeedItem {
    const { home, away, start } = description
    const sport = this.#nameOf(description.sport, 'sport')
    const category = this.#nameOf(description.category, 'category')
    const league = this.#nameOf(description.tournament, 'tournament')
    if (sport === null || category === null || league === null) {
      const { sport, category, tournament } = description
      return this.#rejected(id, 'unknown_reference', excerpt({ sport, category, tournament }))
    }
    if (!sport || !league) return this.#rejected(id, 'missing_place', `${sport || '?'} / ${league || '?'}`)
    if (isTooLong(sport, category, league)) return this.#rejected(id, 'name_too_long', sport.slice(0, 100))

    const warnings: FeedWarning[] = []
    const order = usuallyHasDraw(sport) ? THREE_WAY_FIRST : TWO_WAY_FIRST
    // After the break of a broken body, the market of the usual kind can follow one of the other.
    const usual = complete ? order : order.filter((market) => hasDraw(market) === hasDraw(order[0]))
    const outcomes = usual.map((market) => markets?.get(market)).find((one) => one !== undefined)
    const quote = outcomes && readQuote(this.#bookmaker, outcomes, 'decimal', this.#confirmedAt, warnings)
    const place = { sport, category: category || 'International', league }
    const quotes = quote ? [quote] : []
    return {
      kind: 'event',
      position: this.#position++,
      externalId: id,
      ...place,
      home,
      away,
      start,
      quotes,
      warnings,
    }
  }

  /** A name given as text, inside an object, or by an id of a look-up table; null when the id is unknown. */
  #nameOf(value: unknown, table: 'sport' | 'category' | 'tournament'): string | null {
    const record = asRecord(value)
    const name = cleanText(record ? record.name : value)
    const id = record ? cleanText(record.id) : name
    const known = this.#tables[table].get(id)
    if (known !== undefined) return known
    // An id is all digits, or truncated with dots as in the documentation.
    return /^\d[\d.]*$/.test(name) ? null : name
  }

  /** The body was an object without events: an error message, or something else. */
  refuseShape(): never {
    if (this.#error)
      throw new RunError('error_answer', `The feed answered with an error: ${this.#error.slice(0, 300)}`)
    throw new RunError('unexpected_body', 'The answer is an object without events: not the promo odds feed.')
  }

  #rejected(externalId: string | undefined, reason: ReasonCode, detail = ''): RejectedItem {
    const position = this.#position++
    return { kind: 'rejected', position, ...(externalId ? { externalId } : {}), reason, detail }
  }
}

/** The match in a description, or the reason why the description is not of a match between two sides. */
function readDescription(payload: unknown): Description | { reason: ReasonCode; detail: string } {
  const desc = asRecord(payload)
  if (!desc) return { reason: 'malformed_entry', detail: excerpt(payload) }
  if (desc.virtual === true || desc.virtual === 1 || desc.virtual === 'true')
    return { reason: 'virtual', detail: '' }
  if (desc.type !== undefined && desc.type !== null && desc.type !== 'match') {
    return { reason: 'not_a_match', detail: excerpt(desc.type) }
  }
  const competitors = Array.isArray(desc.competitors) ? desc.competitors : []
  if (competitors.length !== 2)
    return { reason: 'wrong_competitors', detail: `${competitors.length} competitors` }
  const [home = '', away = ''] = competitors.map((one) => cleanText(asRecord(one)?.name ?? one))
  const pairing = `${home || '?'} - ${away || '?'}`.slice(0, 200)
  if (!home || !away) return { reason: 'missing_team', detail: pairing }
  if (isTooLong(home, away)) return { reason: 'name_too_long', detail: pairing }
  if (sameText(home, away)) return { reason: 'same_team', detail: pairing }
  if (isSimulated(home, away)) return { reason: 'simulated', detail: pairing }
  const start = readInstant(desc.scheduled)
  if (!start) return { reason: 'invalid_start', detail: excerpt(desc.scheduled ?? null) }
  return { sport: desc.sport, category: desc.category, tournament: desc.tournament, home, away, start }
}

/** The outcomes of a winner market's main line; null for other markets and lines. */
function readMarket(market: string, payload: unknown): RawOutcomes | null {
  const ids = Object.hasOwn(WINNER_MARKETS, market) ? WINNER_MARKETS[market] : undefined
  const line = asRecord(asRecord(payload)?.[''])
  if (!ids || !line) return null
  const price = (outcome: string): unknown => asRecord(line[outcome])?.k ?? null
  // A three-way market always has a draw, priced or not.
  return { home: price(ids.home), draw: ids.draw ? price(ids.draw) : undefined, away: price(ids.away) }
}

function isComplete(market: string, outcomes: RawOutcomes): boolean {
  const warnings: FeedWarning[] = []
  const quote = readQuote({ key: '', name: market }, outcomes, 'decimal', new Date(0), warnings)
  return quote !== null && warnings.length === 0
}
