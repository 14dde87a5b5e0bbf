import { fullMarketQuery } from '#app/features/odds/market-address.ts'
import type { Market } from '#app/features/odds/markets.ts'
import { type MatchAddress, matchPath } from '#app/platform/paths.ts'
import type { MarketWords } from './market-words.ts'

/** The market of a match on its page. */
export function pickHref(match: MatchAddress, market: Market, lang: string): string {
  return `${matchPath(lang, match)}?${fullMarketQuery(market)}`
}

interface PickedProps {
  market: Market
  outcome: string
  words: MarketWords
}

/** An outcome among those of all markets: the winner for the result, the market and the selection for others. */
export function Picked({ market, outcome, words }: PickedProps) {
  const isResult = market.type === 'match_result' || market.type === 'moneyline'
  const period = usualParts.has(market.period) ? null : words.periodName(market)
  const name = words.outcomeName(market, outcome)
  const pick = isResult ? words.outcomeSign(market, outcome) : withLine(market, name, words)
  return (
    <b>
      {/* Team names and the page's texts appear side by side, in either direction. */}
      <bdi>{isResult ? name : marketName(market, words)}</bdi> <bdi className="sign">{pick}</bdi>
      {period && <small> {period}</small>}
    </b>
  )
}

const usualParts = new Set(['full_time', 'with_overtime'])

/** A market's type, and its side. */
export function marketName(market: Market, words: MarketWords): string {
  const side = market.participant === null ? [] : [words.nameOf(market.participant)]
  return [words.typeName(market), ...side].join(' · ')
}

/** An outcome with its line; a handicap's name already contains it. */
function withLine(market: Market, name: string, words: MarketWords): string {
  const line = words.lineName(market)
  return line === null || market.type === 'handicap' ? name : `${name} ${line}`
}
