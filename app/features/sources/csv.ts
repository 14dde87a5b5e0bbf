import { hash } from 'node:crypto'
import { type MarketType, readLine } from '#app/features/odds/markets.ts'
import type { Offer, OfferedQuote } from '#app/features/odds/offers.ts'
import { RunError } from '#app/features/runs/schema.ts'
import { fromLocalText, parseDay, startOfDay } from '#app/platform/time.ts'
import type {
  EventItem,
  FeedItem,
  FeedQuote,
  FeedWarning,
  FixtureState,
  ReasonCode,
  RejectedItem,
  Score,
  SourceContext,
} from './contract.ts'
import { type CsvRow, findDelimiter, readCsvRows } from './csv-rows.ts'
import { makeQuote } from './offer-parts.ts'
import { cleanText, excerpt, isTooLong, readInstant, readNumber, readQuote, sameText } from './reading.ts'

/** The headings of home, draw and away of a bookmaker's prices. */
type PriceColumns = readonly [home: string, draw: string, away: string]

/** The columns of a bookmaker's prices of a market; of several sets, the first one with values in the row is used. */
export interface MarketColumns {
  type: MarketType
  sets: readonly {
    /** The headings of the type's outcomes, in their order. */
    prices: readonly string[]
    /** The line, or headings of which the first one with a value has it. */
    line?: number | readonly string[]
  }[]
}

/**
 * The columns of a file of matches, by their headings; of several headings, the first one with a value in the row is
 * used.
 */
export interface CsvMapping {
  /** A row with a heading for each of date, home and away is a row of headings. */
  date: readonly string[]
  home: readonly string[]
  away: readonly string[]
  /** HH:MM in the file's time zone. */
  time: readonly string[]
  homeGoals: readonly string[]
  awayGoals: readonly string[]
  homeHalfTime: readonly string[]
  awayHalfTime: readonly string[]
  referee: readonly string[]
  /** H, D or A: the goals must agree with it. */
  winner: readonly string[]
  zone: string
  /** HH:MM, for a row without a time. */
  usualTime: string
  sport: string
  /** The match's sport, country and league; null where the row does not state them. */
  place(cell: (heading: string) => string): { key: string; category: string; league: string } | null
  /**
   * Prices in decimal odds; of each bookmaker, the first set of columns with values is used, so closing prices come
   * first.
   */
  bookmakers: readonly {
    key: string
    name: string
    prices: readonly PriceColumns[]
    /** The match's other markets. */
    markets: readonly MarketColumns[]
  }[]
  /** Headings of prices that belong to no bookmaker. */
  summaries: RegExp
}

/** The prices of a match that has begun count as last confirmed this long before the kick-off. */
const BEFORE_START_MS = 1_000
const MOST_GOALS = 999

/** Rows above the headings; a file with more of them has none. */
const MOST_ROWS_ABOVE = 1_000

/**
 * Reads matches from a file of comma-separated values: future matches, and played matches with their results and
 * closing prices. Rows of headings can repeat, with other columns. Of rows of the same match the first one counts.
 */
export async function* parseCsv(
  body: AsyncIterable<Uint8Array>,
  context: SourceContext,
  mapping: CsvMapping,
): AsyncGenerator<FeedItem> {
  let headings: ReadonlyMap<string, number> | null = null
  let unknown: readonly PriceColumns[] = []
  const told = new Set<string>()
  const firsts = new Map<string, First>()
  const above: CsvRow[] = []
  let position = 0
  for await (const row of readCsvRows(body, (cells) => readHeadings({ cells }, mapping) !== null)) {
    const found = readHeadings(row, mapping)
    if (found) {
      headings = found
      unknown = unknownColumns(found, mapping)
      for (const one of above.splice(0))
        yield rejected(position++, one, 'malformed_row', 'no headings above it')
      continue
    }
    if (!headings) {
      if (above.push(row) > MOST_ROWS_ABOVE) break
      continue
    }
    const cells = new Row(row, headings)
    const item = withoutDouble(readRow(cells, context, mapping, position), row, firsts)
    if (item.kind === 'event') item.warnings.push(...unknownBookmakers(cells, unknown, told))
    position += 1
    yield item
  }
  if (headings) return
  const [first] = above
  if (!first) throw new RunError('empty_body', 'The file is empty.')
  throw new RunError('unexpected_body', withoutHeadings(first, mapping))
}

/** What is wrong with a file whose first row is no row of headings. */
function withoutHeadings({ cells }: CsvRow, { date, home, away }: CsvMapping): string {
  const text = cells.join(',')
  if (text.includes('\0'))
    return 'The file is neither UTF-8 nor UTF-16 with a byte order mark: save it as UTF-8.'
  const needed = [date, home, away].map((names) => names.join(' or ')).join('; ')
  return `The file has no row of headings that are known: ${needed}. It begins with: ${excerpt(text)}`
}

/** The first row of a match. */
interface First {
  line: number
  prices: string
  score: string
}

/** Everything that bookmakers offer, without its times, which follow from the kick-off. */
const pricesOf = ({ quotes, offers }: EventItem) => [
  quotes?.map(({ bookmaker, home, draw, away }) => [bookmaker.key, home, draw, away]),
  offers?.map(({ bookmaker, quotes }) => [bookmaker.key, quotes]),
]

/** An event, or why it is not stored: the file has its match on an earlier line. */
function withoutDouble(item: FeedItem, row: CsvRow, firsts: Map<string, First>): FeedItem {
  if (item.kind !== 'event') return item
  const own: First = {
    line: row.line,
    prices: hash('sha1', JSON.stringify(pricesOf(item))),
    score: JSON.stringify(item.result ?? null),
  }
  const first = firsts.get(item.externalId)
  if (!first) {
    firsts.set(item.externalId, own)
    return item
  }
  const others = [
    ...(own.prices === first.prices ? [] : ['other prices']),
    ...(own.score === first.score ? [] : ['another score']),
  ]
  const detail = [`the same match as line ${first.line}`, ...others].join(', ')
  return { ...rejected(item.position, row, 'duplicate_match', detail), externalId: item.externalId }
}

/** Whether the start of a file has a row with the required headings. */
export function hasHeadings(start: string, mapping: CsvMapping): boolean {
  return findDelimiter(start, (cells) => readHeadings({ cells }, mapping) !== null) !== undefined
}

function readHeadings(
  { cells }: Pick<CsvRow, 'cells'>,
  { date, home, away }: CsvMapping,
): ReadonlyMap<string, number> | null {
  const isHeading = [date, home, away].every((names) => names.some((name) => cells.includes(name)))
  if (!isHeading) return null
  const headings = new Map<string, number>()
  for (const [index, name] of cells.entries()) if (name && !headings.has(name)) headings.set(name, index)
  return headings
}

class Row {
  readonly source: CsvRow
  readonly width: number
  readonly #headings: ReadonlyMap<string, number>

  constructor(source: CsvRow, headings: ReadonlyMap<string, number>) {
    this.source = source
    this.width = Math.max(...headings.values()) + 1
    this.#headings = headings
  }

  cell(heading: string): string {
    const index = this.#headings.get(heading)
    return index === undefined ? '' : cleanText(this.source.cells[index])
  }

  /** The first of these columns with a value. */
  first(headings: readonly string[]): string {
    for (const heading of headings) {
      const value = this.cell(heading)
      if (value) return value
    }
    return ''
  }

  /** Whether the row has text outside its headed columns. */
  get isTooLong(): boolean {
    return this.source.cells.slice(this.width).some(Boolean)
  }
}

function readRow(row: Row, context: SourceContext, mapping: CsvMapping, position: number): FeedItem {
  const reject = (reason: ReasonCode, detail: string) => rejected(position, row.source, reason, detail)
  if (row.isTooLong) return reject('malformed_row', `more than ${row.width} columns`)
  const [home, away] = [row.first(mapping.home), row.first(mapping.away)]
  const pairing = `${home || '?'} - ${away || '?'}`
  if (!home || !away) return reject('missing_team', pairing)
  if (isTooLong(home, away)) return reject('name_too_long', pairing)
  if (sameText(home, away)) return reject('same_team', pairing)
  const place = mapping.place((heading) => row.cell(heading))
  if (!place) return reject('missing_place', pairing)
  if (isTooLong(place.category, place.league)) return reject('name_too_long', place.league)
  const day = readDay(row.first(mapping.date))
  const time = row.first(mapping.time)
  const start = day && readStart(day, time || mapping.usualTime, mapping.zone)
  if (!start) return reject('invalid_start', `${row.first(mapping.date)} ${time}`.trim())
  const played = readPlayed(row, mapping)
  if (typeof played === 'string') return reject('invalid_score', `${pairing} ${played}`)

  const hasBegun = start.getTime() <= context.confirmedAt.getTime()
  // A match without a time in its row can have begun at any time of its day.
  const begun = time ? new Date(start.getTime() - BEFORE_START_MS) : startOfDay(day, mapping.zone)
  const confirmedAt = hasBegun ? begun : context.confirmedAt
  const warnings: FeedWarning[] = []
  const quotes = readQuotes(row, mapping, confirmedAt, warnings)
  for (const warning of warnings) warning.detail = `line ${row.source.line}: ${warning.detail}`
  const event: EventItem = {
    kind: 'event',
    position,
    externalId: `${place.key} ${day} ${home} - ${away}`.slice(0, 200),
    sport: mapping.sport,
    category: place.category,
    league: place.league,
    home,
    away,
    start,
    quotes,
    ...readOffers(row, mapping, confirmedAt),
    ...(played ?? {}),
    warnings,
  }
  return event
}

function rejected(
  position: number,
  { line, cells }: CsvRow,
  reason: ReasonCode,
  detail: string,
): RejectedItem {
  const said = detail || excerpt(cells.join(','))
  return { kind: 'rejected', position, reason, detail: `line ${line}: ${said}`.slice(0, 200) }
}

/** dd/mm/yy, dd/mm/yyyy or yyyy-mm-dd. */
function readDay(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/.exec(text) ?? []
  if (!day) return parseDay(text)
  const century = year.length === 4 ? '' : Number(year) < 80 ? '20' : '19'
  return parseDay(`${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

function readStart(day: string, time: string, zone: string): Date | null {
  const [, hour = '', minute = ''] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  const start = hour ? fromLocalText(`${day}T${hour.padStart(2, '0')}:${minute}`, zone) : null
  return start && readInstant(start.getTime())
}

/** The result with the match's status; null where it has not been played; the cells where they are inconsistent. */
function readPlayed(row: Row, mapping: CsvMapping): { result: Score; state: FixtureState } | null | string {
  const cells = [row.first(mapping.homeGoals), row.first(mapping.awayGoals)]
  const winner = row.first(mapping.winner)
  if (!cells[0] && !cells[1] && !winner) return null
  const result = readScore(cells)
  const told = `${cells[0] || '?'}-${cells[1] || '?'} ${winner}`.trim()
  if (!result) return told
  const actual = result.home > result.away ? 'H' : result.home < result.away ? 'A' : 'D'
  if (winner && winner !== actual) return told
  const halfTime = readScore([row.first(mapping.homeHalfTime), row.first(mapping.awayHalfTime)])
  const isWithin = halfTime && halfTime.home <= result.home && halfTime.away <= result.away
  return {
    result,
    state: {
      status: 'FT',
      statusText: null,
      elapsed: null,
      goals: result,
      halfTime: isWithin ? halfTime : null,
      fullTime: result,
      extraTime: null,
      penalties: null,
      round: null,
      venue: null,
      city: null,
      referee: row.first(mapping.referee) || null,
      homeLogo: null,
      awayLogo: null,
    },
  }
}

function readScore(cells: readonly string[]): Score | null {
  const [home, away] = cells.map((cell) => (/^\d{1,3}$/.test(cell) ? Number(cell) : null))
  if (home === undefined || home === null || away === undefined || away === null) return null
  return home <= MOST_GOALS && away <= MOST_GOALS ? { home, away } : null
}

function readQuotes(
  row: Row,
  mapping: CsvMapping,
  confirmedAt: Date,
  warnings: FeedWarning[],
): FeedQuote[] | null {
  const quotes = new Map<string, FeedQuote>()
  for (const { key, name, prices } of mapping.bookmakers) {
    const columns = prices.find((headings) => headings.some((heading) => row.cell(heading)))
    if (!columns || quotes.has(key)) continue
    const [home = null, draw = null, away = null] = columns.map((heading) => row.cell(heading) || null)
    const quote = readQuote({ key, name }, { home, draw, away }, 'decimal', confirmedAt, warnings)
    if (quote) quotes.set(key, quote)
  }
  return quotes.size > 0 ? [...quotes.values()] : null
}

/** The columns of bookmakers that are not known, by their headings; closing prices stand beside others. */
function unknownColumns(
  headings: ReadonlyMap<string, number>,
  { bookmakers, summaries }: CsvMapping,
): PriceColumns[] {
  const known = new Set(bookmakers.flatMap(({ prices }) => prices.flat()))
  return [...headings.keys()].flatMap((home) => {
    const prefix = home.replace(/H$/, '')
    const columns = [home, `${prefix}D`, `${prefix}A`] as const
    const isOfPrices = prefix !== home && prefix !== '' && columns.every((one) => headings.has(one))
    const isClosing = prefix.endsWith('C') && headings.has(`${prefix.slice(0, -1)}H`)
    return isOfPrices && !isClosing && !known.has(home) && !summaries.test(home) ? [columns] : []
  })
}

/** A warning for each bookmaker that is not known, with the first of its prices. @param told the headings of earlier ones */
function unknownBookmakers(row: Row, unknown: readonly PriceColumns[], told: Set<string>): FeedWarning[] {
  return unknown.flatMap((columns) => {
    const [home] = columns
    if (told.has(home) || !columns.some((heading) => row.cell(heading))) return []
    told.add(home)
    const detail = `line ${row.source.line}: ${columns.join(', ')}`.slice(0, 200)
    return [{ code: 'malformed_bookmaker', detail }]
  })
}

/** A row contains everything that the file has of a match. */
const PART = 'row'

/** Every market of each bookmaker; nothing where the row has no price. */
function readOffers(row: Row, mapping: CsvMapping, seenAt: Date): { offers?: Offer[]; part?: string } {
  const offers = new Map<string, Offer>()
  for (const { key, name, prices, markets } of mapping.bookmakers) {
    if (offers.has(key)) continue
    const result: MarketColumns = {
      type: 'match_result',
      sets: prices.map((headings) => ({ prices: headings })),
    }
    const quotes = [result, ...markets].flatMap((columns) => readMarket(row, columns))
    if (quotes.length > 0)
      offers.set(key, { bookmaker: { key, name }, seenAt, isLate: false, link: null, quotes })
  }
  return offers.size > 0 ? { offers: [...offers.values()], part: PART } : {}
}

function readMarket(row: Row, { type, sets }: MarketColumns): OfferedQuote[] {
  const set = sets.find(({ prices }) => prices.some((heading) => row.cell(heading)))
  const line =
    set?.line === undefined ? null : typeof set.line === 'number' ? set.line : readNumber(row.first(set.line))
  if (!set || (set.line !== undefined && line === null)) return []
  const stated = set.prices.map((heading) => row.cell(heading) || null)
  const market = {
    type,
    period: 'full_time',
    line: line === null ? null : readLine(line),
    participant: null,
  }
  const quote = makeQuote({ market, side: 'back', format: 'decimal', stated })
  return quote ? [quote] : []
}
