import type { ReactNode } from 'react'
import { type MatchTiming, matchState } from '#app/features/matches/match-state.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { fullMarketQuery } from '#app/features/odds/market-address.ts'
import type { Market } from '#app/features/odds/markets.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { type MatchAddress, matchPath } from '#app/platform/paths.ts'
import { useNow, useZone } from '#app/ui/clock.tsx'
import { Competition } from './competition.tsx'
import { type MarketWords, useMarketWords } from './market-words.ts'
import { Pairing } from './pairing.tsx'
import { When } from './when.tsx'

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

interface PickedLinkProps {
  match: Pick<MatchSummary, 'home' | 'away' | 'country' | 'league' | 'elapsed' | 'startTime'> &
    MatchTiming &
    MatchAddress
  market: Market
  outcome: string
  /** What is to be said besides the competition and the time. */
  children?: ReactNode
}

/** An outcome with its match, as a link to its market on the match's page. */
export function PickedLink({ match, market, outcome, children }: PickedLinkProps) {
  const { i18n } = useTranslation()
  const words = useMarketWords(match)
  const state = matchState(match, useNow(), useZone())
  return (
    <a className="picked" href={pickHref(match, market, i18n.language)}>
      <Picked market={market} outcome={outcome} words={words} />
      <span>
        <Pairing of={match} />
      </span>
      <small>
        <Competition {...match} /> · <When match={match} state={state} />
        {children}
      </small>
    </a>
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
