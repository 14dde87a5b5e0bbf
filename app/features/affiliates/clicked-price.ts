/** The price that an outbound link belongs to, as its address says it. */

const HEADLINE_OUTCOMES = ['home', 'draw', 'away'] as const
type HeadlineOutcome = (typeof HEADLINE_OUTCOMES)[number]

/** An outcome of the match's headline, or a market by its number. */
export type Clicked =
  | { kind: 'headline'; outcome: HeadlineOutcome }
  | {
      kind: 'market'
      market: number
      /** Its index in the market's outcomes; null for a link of the whole row. */
      outcome: number | null
      /** The order of the rows: by an outcome, by its index, or as `MarketSort`. */
      sort: 'payout' | 'updated' | number
    }

interface MarketOnPage {
  id: number
  outcomes: readonly string[]
}

const UPDATED = 'u'

/**
 * What an address says of a price: the number of the market in base 36, the index of the outcome, and the order of the rows if
 * it is not by payout: '4k2-0', '4k2--u'.
 * @param outcome null for a link that belongs to the whole row of a bookmaker
 */
export function writeClicked(market: MarketOnPage, outcome: string | null, sort = 'payout'): string {
  const indexOf = (name: string) => market.outcomes.indexOf(name)
  const place = outcome === null ? -1 : indexOf(outcome)
  const order = sort === 'updated' ? UPDATED : indexOf(sort) < 0 ? '' : String(indexOf(sort))
  return `${market.id.toString(36)}-${place < 0 ? '' : place}${order && `-${order}`}`
}

const HIGHEST_NUMBER = 2 ** 31 - 1

/** Undefined for a text that no page writes. */
export function readClicked(text: string | undefined): Clicked | undefined {
  const headline = HEADLINE_OUTCOMES.find((outcome) => outcome === text)
  if (headline) return { kind: 'headline', outcome: headline }
  const [, number, outcome, order] = /^([0-9a-z]{1,6})-(\d{0,4})(?:-(u|\d{1,4}))?$/.exec(text ?? '') ?? []
  const market = Number.parseInt(number ?? '', 36)
  if (!(market > 0 && market <= HIGHEST_NUMBER)) return undefined
  return {
    kind: 'market',
    market,
    outcome: outcome ? Number(outcome) : null,
    sort: order === UPDATED ? 'updated' : order ? Number(order) : 'payout',
  }
}
