import { RunError } from '#app/features/runs/schema.ts'
import type { FeedItem, FeedQuote, FeedWarning, ReasonCode, SourceContext } from '../contract.ts'
import { type JsonPart, JsonParts, parsePart } from '../json-parts.ts'
import {
  asRecord,
  cleanId,
  cleanText,
  excerpt,
  isTooLong,
  type PriceFormat,
  priceFormat,
  type RawOutcomes,
  readInstant,
  readNumber,
  readQuote,
  sameText,
} from '../reading.ts'
import { oddsApiOutright, oddsApiSport } from './competitions.ts'
import {
  type DrawRule,
  isDraw,
  marketsOf,
  OUTRIGHTS,
  outcomesOf,
  readOddsApiKey,
  usualPricesOf,
} from './markets.ts'
import { MissingDraws } from './missing-draw.ts'
import { askedMarkets, confirmationOf, readEventPrices, readOutrightPrices, statedFormat } from './offers.ts'

/**
 * The Odds API v4: the answers of /odds (an array of events), of one event's /odds, of the historical endpoints
 * (`{data: ...}`) and of /scores. The headline market is `h2h`; a lay price is never used as a back price.
 */
export async function* parseOddsApi(
  body: AsyncIterable<Uint8Array>,
  context: SourceContext,
): AsyncGenerator<FeedItem> {
  const reader = new Reader(context)
  const parts = new JsonParts({ opens: (path) => path.length === 0 || reader.opensData(path) })
  for await (const chunk of body) {
    for (const part of parts.push(chunk)) {
      const item = reader.read(part)
      if (item) yield item
    }
  }
  parts.end()
  const last = parts.root === 'object' ? reader.finish() : null
  if (last) yield last
  if (parts.root === 'array' && reader.listsCompetitions()) context.onComplete?.('league')
}

/** The maximum number of members of an object body that are kept; every known one has fewer. */
const MAX_MEMBERS = 50

/** An event without prices in these markets is not listed at all. */
const ALL_HAVE: ReadonlySet<string> = new Set(['h2h', OUTRIGHTS])

/** Parameters that exclude events of a competition. */
const LEAVES_OUT = /[?&](eventIds|commenceTimeFrom|commenceTimeTo)=/i

class Reader {
  readonly #context: SourceContext
  #position = 0
  /** Members of an object body: an error, an event, or the frame of a historical answer. */
  #members: Record<string, unknown> = {}
  #memberCount = 0
  #sawData = false
  readonly #sports = new Set<string>()

  constructor(context: SourceContext) {
    this.#context = context
  }

  /** Whether this is the list (or the one event) inside a historical answer. */
  opensData(path: readonly (string | number)[]): boolean {
    const isData = path.length === 1 && path[0] === 'data'
    this.#sawData ||= isData
    return isData
  }

  read(part: JsonPart): FeedItem | null {
    const [first] = part.path
    if (typeof first === 'string' && first !== 'data') {
      this.#memberCount += 1
      if (this.#memberCount <= MAX_MEMBERS && !part.problem) this.#members[`_${first}`] = parsePart(part)
      return null
    }
    // An opened `data` object yields its members one by one: it is one event.
    if (part.path.length === 2 && typeof part.path[1] === 'string') {
      this.#members[`_${part.path[1]}`] = parsePart(part)
      return null
    }
    const position = this.#position++
    if (part.problem) return { kind: 'rejected', position, reason: part.problem, detail: '' }
    const value = parsePart(part)
    if (value === undefined) {
      return { kind: 'rejected', position, reason: 'malformed_json', detail: excerpt(part.text) }
    }
    this.#sports.add(cleanText(asRecord(value)?.sport_key))
    return readEvent(value, position, this.#context)
  }

  /**
   * Whether the list is complete for its competitions: true for an address of a competition. `upcoming` lists the next
   * few games of many competitions. The request of a file is unknown: it counts as a competition's answer if all its
   * events are of one competition.
   */
  listsCompetitions(): boolean {
    const { origin = '' } = this.#context
    if (!/^https?:/i.test(origin)) return this.#sports.size === 1
    const [, scope] = /\/v4\/sports\/([^/?]+)\/odds\/?(?:\?|$)/.exec(origin) ?? []
    const isWhole = scope !== undefined && scope !== 'upcoming' && !LEAVES_OUT.test(origin)
    // An answer can omit an event without quotes in a lesser market.
    return isWhole && (askedMarkets(origin) ?? []).some((market) => ALL_HAVE.has(market))
  }

  /** The event of an object body, if it is one. @throws RunError when the object is an error or something else. */
  finish(): FeedItem | null {
    const members = Object.fromEntries(
      Object.entries(this.#members).map(([key, value]) => [key.slice(1), value]),
    )
    if ('home_team' in members || 'commence_time' in members) {
      return readEvent(members, this.#position++, this.#context)
    }
    if ('message' in members || 'error_code' in members || 'error' in members) {
      const text = [members.error_code, members.message ?? members.error]
        .map(cleanText)
        .filter(Boolean)
        .join(': ')
      throw new RunError('error_answer', `The Odds API answered with an error: ${text.slice(0, 300)}`)
    }
    if (this.#position > 0 || 'timestamp' in members || this.#sawData) return null
    throw new RunError('unexpected_body', `Not an answer of The Odds API: ${excerpt(members)}`)
  }
}

function readEvent(value: unknown, position: number, context: SourceContext): FeedItem {
  const event = asRecord(value)
  const externalId = cleanId(event?.id)
  const reject = (reason: ReasonCode, detail = ''): FeedItem => ({
    kind: 'rejected',
    position,
    ...(externalId ? { externalId } : {}),
    reason,
    detail,
  })
  if (!event || !('home_team' in event || 'commence_time' in event || 'bookmakers' in event)) {
    return reject('not_an_event', excerpt(value))
  }
  if (!externalId) return reject('missing_id', excerpt(event))
  if ('scores' in event && !('bookmakers' in event)) return readResult(event, position, externalId, reject)

  const home = cleanText(event.home_team)
  const away = cleanText(event.away_team)
  if ((!home && !away && hasOutrights(event)) || event.has_outrights === true)
    return readOutright(event, { position, externalId, reject }, context)
  if (!home || !away) return reject('missing_team', `${home || '?'} - ${away || '?'}`)
  if (isTooLong(home, away)) return reject('name_too_long', home.slice(0, 100))
  if (sameText(home, away)) return reject('same_team', home)
  const start = readInstant(event.commence_time)
  if (!start) return reject('invalid_start', excerpt(event.commence_time ?? null))
  const sportKey = cleanText(event.sport_key)
  if (!sportKey || isTooLong(sportKey)) return reject('missing_place', excerpt(event.sport_key ?? null))

  const { sport, country, league } = oddsApiSport(sportKey, cleanText(event.sport_title))
  if (!sport || !country || !league || isTooLong(sport, league)) return reject('missing_place', sportKey)
  const warnings: FeedWarning[] = []
  // An answer that does not list the market says nothing about its prices.
  const isAsked = askedMarkets(context.origin)?.includes('h2h') !== false
  const quotes = isAsked ? readQuotes(event.bookmakers, { home, away, sport }, context, warnings) : null
  const place = { sport, category: country, league, competition: sportKey }
  const prices = readEventPrices(event.bookmakers, { home, away, sport }, context)
  return { kind: 'event', position, externalId, ...place, home, away, start, quotes, ...prices, warnings }
}

function readOutright(
  event: Record<string, unknown>,
  {
    position,
    externalId,
    reject,
  }: { position: number; externalId: string; reject: (reason: ReasonCode, detail?: string) => FeedItem },
  context: SourceContext,
): FeedItem {
  const competition = cleanText(event.sport_key)
  const start = readInstant(event.commence_time)
  if (!start) return reject('invalid_start', excerpt(event.commence_time ?? null))
  if (!competition || isTooLong(competition)) return reject('missing_place', excerpt(event.sport_key ?? null))
  const { sport, country, league, name } = oddsApiOutright(competition, cleanText(event.sport_title))
  if (!sport || !country || !league) return reject('missing_place', competition)
  if (isTooLong(sport, league, name)) return reject('name_too_long', name.slice(0, 100))
  return {
    kind: 'outright',
    position,
    externalId,
    sport,
    category: country,
    league,
    competition,
    name,
    start,
    ...readOutrightPrices(event.bookmakers, context),
    warnings: [],
  }
}

function hasOutrights(event: Record<string, unknown>): boolean {
  return JSON.stringify(event.bookmakers ?? '').includes('"outrights') || 'has_outrights' in event
}

function readResult(
  event: Record<string, unknown>,
  position: number,
  externalId: string,
  reject: (reason: ReasonCode, detail?: string) => FeedItem,
): FeedItem {
  if (event.completed !== true) return reject('not_finished')
  const scoreOf = (team: string): number | null => {
    const rows = Array.isArray(event.scores) ? event.scores : []
    const row = rows.map(asRecord).find((one) => one && sameText(cleanText(one.name), team))
    const score = readNumber(row?.score)
    return score !== null && Number.isInteger(score) && score >= 0 && score < 10_000 ? score : null
  }
  const [home, away] = [cleanText(event.home_team), cleanText(event.away_team)]
  const homeScore = scoreOf(home)
  const awayScore = scoreOf(away)
  if (homeScore === null || awayScore === null) return reject('invalid_score', excerpt(event.scores ?? null))
  return { kind: 'result', position, externalId, home, away, homeScore, awayScore }
}

interface Teams {
  home: string
  away: string
  sport: string
}

/** Every bookmaker's head-to-head prices; null when the event does not list bookmakers. */
function readQuotes(
  value: unknown,
  teams: Teams,
  context: SourceContext,
  warnings: FeedWarning[],
): FeedQuote[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) {
    warnings.push({ code: 'malformed_bookmaker', detail: excerpt(value) })
    return null
  }
  const format = statedFormat(context.origin) ?? priceFormat(value.flatMap(pricesOf))
  const asked = askedMarkets(context.origin)
  const draws = new MissingDraws(value, { sport: teams.sport, format, asked })
  const latest = new Map<string, FeedQuote>()
  for (const entry of value) {
    const quote = readBookmaker(entry, { ...teams, draws }, format, context, warnings)
    if (!quote) continue
    const other = latest.get(quote.bookmaker.key)
    if (other) warnings.push({ code: 'duplicate_bookmaker', detail: quote.bookmaker.name })
    if (!other || quote.updatedAt > other.updatedAt) latest.set(quote.bookmaker.key, quote)
  }
  return [...latest.values()]
}

/** All prices of a bookmaker's markets, from which the format is derived. */
function pricesOf(entry: unknown): number[] {
  return marketsOf(asRecord(entry))
    .filter((market) => readOddsApiKey(cleanText(market.key)) !== null)
    .flatMap(usualPricesOf)
}

function readBookmaker(
  entry: unknown,
  teams: Teams & { draws: DrawRule },
  format: PriceFormat,
  context: SourceContext,
  warnings: FeedWarning[],
): FeedQuote | null {
  const record = asRecord(entry)
  const key = cleanText(record?.key).toLowerCase()
  if (!record || !key || isTooLong(key)) {
    warnings.push({ code: 'malformed_bookmaker', detail: excerpt(entry) })
    return null
  }
  const title = cleanText(record.title)
  const market = marketsOf(record).find((one) => one.key === 'h2h')
  if (!market) return null
  const bookmaker = { key, name: title && !isTooLong(title) ? title : key }
  const outcomes = headToHead(market, teams, bookmaker.name, warnings)
  const updatedAt = confirmationOf(market, record, context)
  const quote = readQuote(bookmaker, outcomes, format, updatedAt, warnings)
  return quote && teams.draws.isPossible(market) ? { ...quote, mayLackDraw: true } : quote
}

/** The three outcomes by their names; their order varies. */
function headToHead(
  market: Record<string, unknown>,
  teams: Teams & { draws: DrawRule },
  bookmaker: string,
  warnings: FeedWarning[],
): RawOutcomes {
  const outcomes: RawOutcomes = {
    ...{ home: undefined, draw: undefined, away: undefined },
    isThreeWay: teams.draws.isMissing(market),
  }
  for (const outcome of outcomesOf(market)) {
    const price = outcome.price ?? null
    // Most names are spelt exactly as the team's.
    if (outcome.name === teams.home) {
      outcomes.home ??= price
      continue
    }
    if (outcome.name === teams.away) {
      outcomes.away ??= price
      continue
    }
    const name = cleanText(outcome.name)
    if (sameText(name, teams.home)) outcomes.home ??= price
    else if (sameText(name, teams.away)) outcomes.away ??= price
    else if (isDraw(name)) outcomes.draw ??= price
    else warnings.push({ code: 'unknown_outcome', detail: `${bookmaker}: ${name}`.slice(0, 200) })
  }
  return outcomes
}
