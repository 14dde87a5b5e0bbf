/** The price chart of a market: step lines, made from the history of its quotes. */
import { roundedDown } from './formats.ts'
import { averageByBrand } from './market-view.ts'
import type { Step } from './plot-path.ts'
import { MILLION, netByShare, type Price } from './prices.ts'

export interface PriceChange {
  bookmaker: number
  at: Date
  /** None if the quote was withdrawn. */
  prices: readonly (Price | null)[]
  /** A letter for each outcome, as in `OfferedQuote`; null if all are open. */
  status?: string | null
  /** Whether it has no prices because nobody had confirmed them in time. */
  isOld?: boolean
}

/** Why a bookmaker has no price. */
type WhyNone = 'old' | 'suspended' | 'withdrawn'

/** The number of points of a chart: as many as a screen can distinguish. */
const COLUMNS = 72
/** The number of points at which a line ends or goes on, besides. */
const MOST_GAPS = 72
/** Rows of the chart's table. */
const TABLE_ROWS = 20
/** The number of intervals of the vertical scale; it has one label more. */
const TICKS = 4
/** The lowest label of the scale of a favourite. */
const LOWEST_LABEL = 1_010_000
/** From this interval on, a scale from 1.01 has round labels: its lines are less than half a per cent off. */
const LARGE_STEP = 500_000

/** The lines of one outcome; `y` is 0 at the lowest label and 1 at the highest. */
export interface OutcomeChart {
  outcome: number
  /** Prices at the labels of the vertical scale, from the bottom. */
  scale: Price[]
  best: Step[]
  average: Step[]
  /** The lowest quoted price; with the best price it forms the band of all bookmakers. */
  lowest: Step[]
  /** The price of the chosen bookmaker. */
  chosen: Step[]
  first: Price
  last: Price
}

export interface MarketChart {
  from: Date
  until: Date
  outcomes: OutcomeChart[]
  /**
   * The best prices of the charted outcomes at each change of one of them, or those of the chosen bookmaker; thinned out,
   * oldest first.
   */
  table: {
    at: Date
    prices: (Price | null)[]
    /** Where there is no price: why the last bookmaker, or the chosen one, has none. */
    why?: WhyNone
  }[]
  /** The number of these changes before some were left out. */
  changes: number
}

interface Sample {
  at: number
  best: Price | null
  average: Price | null
  lowest: Price | null
  chosen: Price | null
  /** Why the bookmaker of the latest change has no price, and the chosen one. */
  why: WhyNone
  chosenWhy: WhyNone
}

interface ChartOptions {
  /** The charted outcomes, by index. */
  outcomes: readonly number[]
  /** The share of the winnings that a bookmaker pays, by its number; 1 without a commission. */
  keptShare: ReadonlyMap<number, number>
  /** The brand of each bookmaker, by its number: a brand counts once in the average. */
  brands: ReadonlyMap<number, string>
  /** Of bookmakers whose last prices count no longer, by number: since when, as nobody has confirmed them. */
  ended?: ReadonlyMap<number, Date>
  /** The number of a bookmaker that has a line of its own. */
  chosen?: number | undefined
  /** Whether a bookmaker can quote some of the outcomes; else its prices count only together. */
  isOpenList?: boolean
  until: Date
}

/**
 * The chart of a market; null without any change.
 * @param changes of the back side, oldest first
 */
export function chartMarket(changes: readonly PriceChange[], options: ChartOptions): MarketChart | null {
  const { outcomes, keptShare, until } = options
  const [first] = changes
  const kept = changes.filter(({ at, bookmaker }) => at <= until && keptShare.has(bookmaker))
  if (!first || kept.length < 2) return null
  const past = withEnds(kept, options)
  const from = past[0]?.at ?? first.at
  const span = until.getTime() - from.getTime()
  if (span <= 0) return null
  const samples = outcomes.map((): Sample[] => [])
  const quotes = new Map<number, PriceChange>()
  let [next, gaps, priced] = [0, 0, pricedOf(quotes, options)]
  for (let column = 0; column <= COLUMNS; column += 1) {
    const end = from.getTime() + (span * column) / COLUMNS
    let last: PriceChange | undefined
    // The column has the exact time of its last change.
    const sample = (change: PriceChange) => {
      for (const [index, outcome] of outcomes.entries()) {
        const why = whyNone(change)
        samples[index]?.push({ at: change.at.getTime(), why, ...summarise(quotes, outcome, options) })
      }
      last = undefined
    }
    for (let change = past[next]; change && change.at.getTime() <= end; change = past[next]) {
      quotes.set(change.bookmaker, change)
      last = change
      next += 1
      if (past[next]?.at.getTime() === change.at.getTime()) continue
      // A gap is drawn, however short it is.
      const now = pricedOf(quotes, options)
      if (now !== priced && gaps < MOST_GAPS) {
        gaps += 1
        sample(change)
      }
      priced = now
    }
    if (last) sample(last)
  }
  const charted = outcomes.flatMap((outcome, index) => {
    const chart = chartOutcome(outcome, samples[index] ?? [], (at) => (at - from.getTime()) / span)
    return chart ? [chart] : []
  })
  if (charted.length === 0) return null
  const drawn = charted.map(({ outcome }) => samples[outcomes.indexOf(outcome)] ?? [])
  return {
    from,
    until,
    outcomes: charted,
    ...tableOf(drawn, options.chosen === undefined ? 'best' : 'chosen'),
  }
}

/** The changes with a withdrawal where a bookmaker's last prices have stopped to count. */
function withEnds(
  changes: readonly PriceChange[],
  { ended = new Map(), until }: ChartOptions,
): PriceChange[] {
  const latest = new Map(changes.map((change) => [change.bookmaker, change]))
  const ends = [...ended].flatMap(([bookmaker, since]): PriceChange[] => {
    const last = latest.get(bookmaker)
    if (!last || last.prices.every((price) => price === null)) return []
    const at = new Date(Math.max(last.at.getTime(), since.getTime()))
    return at < until ? [{ bookmaker, at, prices: [], isOld: true }] : []
  })
  return [...changes, ...ends].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** A text that changes where an outcome gets its first price or loses its last one, or those of the chosen bookmaker. */
function pricedOf(quotes: ReadonlyMap<number, PriceChange>, options: ChartOptions): string {
  const isPriced = (outcome: number, of: Iterable<PriceChange | undefined>) =>
    [...of].some((change) => change && priceOf(change, outcome, options) !== null)
  const { outcomes, chosen } = options
  return outcomes
    .map((outcome) => {
      const ofChosen = chosen !== undefined && isPriced(outcome, [quotes.get(chosen)])
      return `${isPriced(outcome, quotes.values())} ${ofChosen}`
    })
    .join()
}

/** The price of an outcome that counts, as the rule of the database has it; null if none does. */
function priceOf(
  { prices, status = null }: PriceChange,
  outcome: number,
  { isOpenList = false }: ChartOptions,
): Price | null {
  return !isOpenList && (status !== null || prices.includes(null)) ? null : (prices[outcome] ?? null)
}

function whyNone({ isOld = false, status }: PriceChange): WhyNone {
  return isOld ? 'old' : status?.includes('s') ? 'suspended' : 'withdrawn'
}

function summarise(
  quotes: ReadonlyMap<number, PriceChange>,
  outcome: number,
  options: ChartOptions,
): Omit<Sample, 'at' | 'why'> {
  const { keptShare, brands, chosen: no } = options
  const quoted: { brand: string; net: Price }[] = []
  let chosen: Price | null = null
  for (const [bookmaker, change] of quotes) {
    const price = priceOf(change, outcome, options)
    if (price === null) continue
    const share = keptShare.get(bookmaker) ?? 1
    // As everywhere else, a net price is shown rounded down.
    const net = share < 1 ? roundedDown(netByShare(price, share)) : price
    if (bookmaker === no) chosen = net
    quoted.push({ brand: brands.get(bookmaker) ?? String(bookmaker), net })
  }
  const own = no === undefined ? undefined : quotes.get(no)
  const chosenWhy: WhyNone = own ? whyNone(own) : 'withdrawn'
  const of = { chosen, chosenWhy }
  const average = averageByBrand(quoted, ({ net }) => net)
  if (average === null) return { best: null, average, lowest: null, ...of }
  const nets = quoted.map(({ net }) => net)
  return { best: Math.max(...nets), average, lowest: Math.min(...nets), ...of }
}

function chartOutcome(
  outcome: number,
  samples: readonly Sample[],
  xOf: (at: number) => number,
): OutcomeChart | null {
  const quoted = samples.filter((sample) => sample.best !== null)
  const [first, last] = [quoted[0]?.best, quoted.at(-1)?.best]
  if (!first || !last) return null
  const highest = Math.max(...quoted.map(({ best }) => best ?? 0))
  const lowest = Math.min(...quoted.map((sample) => sample.lowest ?? highest))
  const scale = scaleOf(lowest, highest)
  const [bottom = lowest, top = highest] = [scale[0], scale.at(-1)]
  const from = samples.findIndex((sample) => sample.best !== null)
  const steps = (of: 'best' | 'average' | 'lowest' | 'chosen') =>
    withoutRepeats(
      samples.slice(from).map((sample): Step => {
        const price = sample[of]
        return [xOf(sample.at), price === null ? null : (price - bottom) / (top - bottom)]
      }),
    )
  return {
    ...{ outcome, scale, first, last },
    best: steps('best'),
    average: steps('average'),
    lowest: steps('lowest'),
    chosen: steps('chosen'),
  }
}

/** Drops the steps that change nothing, and those before the first value. */
function withoutRepeats(steps: readonly Step[]): Step[] {
  return steps.filter(([, y], index) => y !== (index === 0 ? null : steps[index - 1]?.[1]))
}

/** Round prices around a range, at equal intervals: 1.70, 1.75, 1.80, 1.85, 1.90. Above 1.01 they are those above 1.00 where nobody sees the difference. */
export function scaleOf(lowest: Price, highest: Price): Price[] {
  const least = Math.max((highest - lowest) / TICKS, 10_000)
  const magnitude = 10 ** Math.floor(Math.log10(least))
  for (const factor of [1, 2, 2.5, 5, 10, 20]) {
    const step = magnitude * factor
    if (step % 10_000 !== 0 || step < least) continue
    const below = Math.floor(lowest / step) * step
    // 1.00 is no price: no other format can write it.
    const bottom = below > MILLION ? below : Math.min(lowest, LOWEST_LABEL)
    const base = below <= MILLION && step >= LARGE_STEP ? MILLION : bottom
    if (base + TICKS * step >= highest)
      return Array.from({ length: TICKS + 1 }, (_, index) => (index === 0 ? bottom : base + index * step))
  }
  return [lowest, highest]
}

function tableOf(
  samples: readonly (readonly Sample[])[],
  of: 'best' | 'chosen',
): Pick<MarketChart, 'table' | 'changes'> {
  const moments = samples[0]?.map(({ at, why, chosenWhy }, index) => {
    const prices = samples.map((ofOutcome) => ofOutcome[index]?.[of] ?? null)
    const isNone = prices.every((price) => price === null)
    return { at: new Date(at), prices, ...(isNone && { why: of === 'chosen' ? chosenWhy : why }) }
  })
  // A chosen bookmaker can have begun later than others.
  const begin = moments?.findIndex(({ prices }) => prices.some((price) => price !== null)) ?? -1
  const changed = (begin < 0 ? [] : (moments?.slice(begin) ?? [])).filter(
    ({ prices }, index, all) => prices.join() !== all[index - 1]?.prices.join(),
  )
  const every = Math.max(1, changed.length / TABLE_ROWS)
  const rows = Array.from(
    { length: Math.min(changed.length, TABLE_ROWS) },
    (_, row) => changed[Math.floor(row * every)],
  )
  if (changed.length > TABLE_ROWS) rows[TABLE_ROWS - 1] = changed.at(-1)
  return { table: rows.filter((row) => row !== undefined), changes: changed.length }
}
