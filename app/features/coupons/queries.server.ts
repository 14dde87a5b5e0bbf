import type { Services } from '#app/platform/services.ts'
import { listExchanges } from '../bookmakers/queries.server.ts'
import { getFixture } from '../matches/details.server.ts'
import { listMatchMarkets } from '../matches/match-markets.server.ts'
import { resultOf } from '../matches/match-result.ts'
import { isLive, matchState } from '../matches/match-state.ts'
import { type FollowedMatch, followMatch, listMatchesOfIds } from '../matches/queries.server.ts'
import { withResults } from '../matches/results.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import type { LegResult } from '../odds/bets.ts'
import { type Board, compareClosing, compareMarket } from '../odds/market-board.ts'
import { settleOutcome } from '../odds/settle.ts'
import { type CouponOffer, compareOffers, relatedOutcomes } from './combine.ts'
import { followPick, isOfMarket, type Pick } from './pick.ts'

/**
 * How an outcome stands: open to bets; nobody quotes it now; its match has begun, is over, or is cancelled; the match is
 * no longer on the site.
 */
export type LegState = 'open' | 'not-quoted' | 'begun' | 'over' | 'cancelled' | 'gone'

export interface CouponLeg {
  pick: Pick
  state: LegState
  /** Null if the match is gone. */
  match: MatchSummary | null
  /** The current prices of its market; the closing ones of a match that is over. Null if it has none. */
  board: Board | null
  /** Of the outcome in its market; -1 without a market. */
  index: number
  /** How it ended; null while that is unknown. */
  result: LegResult | null
  /** Whether another outcome of the coupon is of the same match. */
  isRelated: boolean
}

export interface Coupon {
  legs: CouponLeg[]
  offers: CouponOffer[]
  /** The outcomes that share their match cannot be one bet. */
  hasRelated: boolean
}

/** The outcomes of a coupon with the prices that count now for the current audience, and what each bookmaker pays. */
export async function readCoupon(services: Services, picks: readonly Pick[]): Promise<Coupon> {
  const now = new Date()
  const matches = await readMatches(services, [...new Set(picks.map(({ match }) => match))])
  const found = await Promise.all(
    picks.map(async (pick) => readLeg(services, pick, matches.get(pick.match) ?? null, now)),
  )
  const outcomes = found.map(({ pick, match, board, index, state }) => ({
    // Of two ids of a merged match, both mean the same match.
    match: match?.id ?? pick.match,
    index,
    rows: state === 'over' || state === 'cancelled' ? [] : (board?.rows ?? []),
  }))
  const related = relatedOutcomes(outcomes)
  const exchanges = await listExchanges(services)
  return {
    legs: found.map((leg, at) => ({ ...leg, isRelated: related.has(at) })),
    offers: compareOffers(outcomes, exchanges),
    hasRelated: related.size > 0,
  }
}

/** Matches by the ids of picks; a merged match is found by its former id, with sides that may be swapped since. */
async function readMatches(
  services: Services,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FollowedMatch>> {
  const listed = await withResults(services, await listMatchesOfIds(services, ids))
  const byId = new Map(listed.map((match): [string, FollowedMatch] => [match.id, { match, turned: false }]))
  for (const id of ids) {
    if (byId.has(id)) continue
    const followed = await followMatch(services, id)
    if (followed) byId.set(id, followed)
  }
  return byId
}

async function readLeg(
  services: Services,
  asked: Pick,
  followed: FollowedMatch | null,
  now: Date,
): Promise<Omit<CouponLeg, 'isRelated'>> {
  const pick = followed && followPick(asked, followed.turned)
  if (!pick) return { pick: asked, match: null, board: null, index: -1, result: null, state: 'gone' }
  const { match } = followed
  const nothing = { pick, match, board: null, index: -1, result: null }
  const markets = await listMatchMarkets(services, match)
  const market = markets.find((one) => isOfMarket(pick, one))
  const kickOff = new Date(match.startTime)
  // Whether it is today is of no interest, so any zone will do.
  const phase = matchState(match, now, 'UTC')
  if (phase === 'past' || phase === 'cancelled') {
    const result = phase === 'past' ? resultOf(match, await getFixture(services, match.id), now) : null
    const index = market?.outcomes.indexOf(pick.outcome) ?? -1
    return {
      ...{
        pick,
        match,
        index,
        result: result && market ? settleOutcome(market, pick.outcome, result) : null,
      },
      board: market ? compareClosing(market, { sort: 'payout', kickOff }) : null,
      state: phase === 'past' ? 'over' : 'cancelled',
    }
  }
  const hasBegun = kickOff <= now || isLive(match, now)
  if (!market) return { ...nothing, state: hasBegun ? 'begun' : 'not-quoted' }
  const index = market.outcomes.indexOf(pick.outcome)
  const board = compareMarket(market, { sort: 'payout', kickOff, now })
  const state = hasBegun ? 'begun' : board.best[index] ? 'open' : 'not-quoted'
  return { pick, match, board, index, result: null, state }
}
