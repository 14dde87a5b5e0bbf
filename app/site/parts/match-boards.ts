import { writeClicked } from '#app/features/affiliates/clicked-price.ts'
import { matchOutboundLink, priceHref } from '#app/features/affiliates/outbound-link.ts'
import type { AffiliateButton } from '#app/features/affiliates/schema.ts'
import { resultOf } from '#app/features/matches/match-result.ts'
import type { MatchState } from '#app/features/matches/match-state.ts'
import type { Fixture, MatchSummary } from '#app/features/matches/schema.ts'
import { headlineBookmakers, headlinePayout, headlinePrices } from '#app/features/odds/headline.ts'
import { headlineMarket, marketChoices, type ShownMarket } from '#app/features/odds/market-address.ts'
import { type Board, compareClosing, compareMarket } from '#app/features/odds/market-board.ts'
import { closesAt, type MarketView } from '#app/features/odds/market-view.ts'
import type { Market } from '#app/features/odds/markets.ts'
import { fromNumber, type Price, toNumber } from '#app/features/odds/prices.ts'
import type { Outcome, OutcomePrices } from '#app/features/odds/rules.ts'
import { winningOutcomes } from '#app/features/odds/settle.ts'

interface MatchPrices {
  /** With its headline as of `now`. */
  match: MatchSummary
  fixture: Fixture | null
  state: MatchState
  markets: readonly MarketView[]
  shown: ShownMarket | null
  buttons: AffiliateButton[]
  now: Date
  lang: string
}

const OUTCOMES = ['home', 'draw', 'away'] as const
const isOutcome = (outcome: string): outcome is Outcome => (OUTCOMES as readonly string[]).includes(outcome)

/** What the best prices of an event are called. One that is cancelled has no closing odds. */
export type BestTitle = 'best-prices' | 'closing' | 'last-odds'

export function bestTitleOf({
  isClosed,
  isCancelled,
}: {
  isClosed: boolean
  isCancelled: boolean
}): BestTitle {
  if (isCancelled) return 'last-odds'
  return isClosed ? 'closing' : 'best-prices'
}

/** The current prices of a match, for all parts of its page. */
export function matchBoards({ match, fixture, state, markets, shown, buttons, now, lang }: MatchPrices) {
  const kickOff = new Date(match.startTime)
  const isOver = state === 'past' || state === 'cancelled'
  // Prices from before kick-off close at kick-off, unless a bookmaker quotes the match in play.
  const isInPlay = markets.some(({ quotes }) => quotes.some(({ leftOut }) => leftOut === null))
  const isClosed = isOver || (state === 'live' && !isInPlay)
  const isCancelled = state === 'cancelled'
  const cancelledAt = markets.find((market) => market.cancelledAt)?.cancelledAt
  const closedAt = closesAt(kickOff, (isCancelled && cancelledAt) || now)
  const boardOf = (market: MarketView, sort = 'payout'): Board =>
    isClosed
      ? compareClosing(market, { sort, kickOff: closedAt })
      : compareMarket(market, { sort, kickOff, now })
  const { headline } = match
  const first = headlineMarket(markets, headline.withDraw)
  const board = shown && boardOf(shown.market, shown.sort)
  const isHeadline = shown === null || shown.market === first
  const isTyped = headline.typed && !isClosed
  const result = resultOf(match, fixture, now)
  const click = { page: 'match', lang } as const
  const byPayout = (board?.rows ?? []).flatMap(({ payout, quote }) =>
    payout === null ? [] : quote.bookmaker,
  )
  const way = matchOutboundLink(
    match,
    buttons,
    [...headlineBookmakers(headline), ...byPayout.map(({ id }) => id)],
    click,
  )
  const isNamed = [...byPayout, ...(board?.best ?? []).flatMap((one) => one?.row.quote.bookmaker ?? [])].some(
    ({ name }) => name === way?.bookmaker,
  )
  /** The headline in its usual order needs only the name of the outcome. */
  const clickedIn = (outcome: string | null) => {
    const isUsual = isHeadline && (shown === null || shown.sort === 'payout')
    if (isUsual && outcome !== null && isOutcome(outcome)) return { clicked: outcome }
    return shown ? { clicked: writeClicked(shown.market, outcome, shown.sort) } : {}
  }
  return {
    isClosed,
    bestTitle: bestTitleOf({ isClosed, isCancelled }),
    isCancelled,
    boardOf,
    board,
    isHeadline,
    /** The prices of the result, typed or best, which the page's texts mention. */
    prices: isTyped ? headlinePrices(headline) : first ? outcomePrices(boardOf(first)) : null,
    chances: isTyped && isHeadline ? typedChances(match) : board && bestChances(board),
    won: shown && result && winningOutcomes(shown.market, result),
    lines: shown ? marketChoices(markets, shown.market, headline.withDraw).lines : [],
    hrefOf: (bookmakerId: string | null, outcome: string): string | null =>
      isClosed
        ? null
        : priceHref(match, buttons, bookmakerId, {
            ...click,
            ...clickedIn(outcome),
          }),
    wayTo: (bookmakerId: string): string | null =>
      isClosed ? null : priceHref(match, buttons, bookmakerId, { ...click, ...clickedIn(null) }),
    /** The operator's own outbound link; null if the comparison already names its bookmaker. */
    way: isClosed || isNamed ? null : way,
  }
}

export type MatchBoards = ReturnType<typeof matchBoards>

/** Prices of all outcomes of a market, in their order. */
export interface WholePrices {
  market: Market
  outcomes: readonly string[]
  prices: Price[]
}

function bestChances({ market, best }: Board): WholePrices | null {
  const prices = best.flatMap((one) => one?.net ?? [])
  return prices.length === best.length ? { market, outcomes: market.outcomes, prices } : null
}

function typedChances({ headline }: Pick<MatchSummary, 'headline'>): WholePrices | null {
  const typed = headlinePrices(headline)
  if (!typed || headlinePayout(headline) === null) return null
  const outcomes = OUTCOMES.filter((outcome) => typed[outcome] !== null)
  const type = outcomes.length === OUTCOMES.length ? 'match_result' : 'moneyline'
  return {
    market: { type, period: 'full_time', line: null, participant: null },
    outcomes,
    prices: outcomes.map((outcome) => fromNumber(typed[outcome] ?? 0)),
  }
}

/** The best prices of a result; null if one of the sides has none, and for other markets. */
function outcomePrices({ market, best }: Board): OutcomePrices | null {
  const of = (outcome: Outcome) => {
    const net = best[market.outcomes.indexOf(outcome)]?.net ?? null
    return net === null ? null : toNumber(net)
  }
  const [home, draw, away] = OUTCOMES.map(of)
  return home && away ? { home, draw: draw ?? null, away } : null
}
