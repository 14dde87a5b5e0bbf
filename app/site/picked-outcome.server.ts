import { followPick, type Pick } from '#app/features/coupons/pick.ts'
import { findMatch } from '#app/features/matches/find-match.server.ts'
import { listMatchMarkets } from '#app/features/matches/match-markets.server.ts'
import type { FollowedMatch } from '#app/features/matches/queries.server.ts'
import { headlineMarket } from '#app/features/odds/market-address.ts'
import type { MarketView } from '#app/features/odds/market-view.ts'
import type { Services } from '#app/platform/services.ts'
import { findLeaguePlace } from './base/place.server.ts'
import { problemOf } from './base/problem.ts'
import { findPage } from './routes.ts'

/** Where a price is on a page: that of its match, or the row of its match in a list. */
export interface PlaceOfPrice {
  /** The path of the match. */
  page: string
  /** The number of its market; null for the result of the match. */
  market: number | null
  /** The price is the nth of so many, from 0 on. */
  n: number
  of: number
}

/** Null if the query is malformed. */
export function readPlaceOfPrice(query: URLSearchParams): PlaceOfPrice | null {
  const page = query.get('page') ?? ''
  const [n, of] = [Number(query.get('n') ?? Number.NaN), Number(query.get('of'))]
  if (!page.startsWith('/') || !Number.isInteger(n) || !Number.isInteger(of) || n < 0 || n >= of) return null
  if (!URL.canParse(page, 'http://site')) return null
  const { pathname, searchParams } = new URL(page, 'http://site')
  const market = query.has('market') ? Number(query.get('market')) : null
  // A page of before named a type of market, whose main line can have moved since.
  if (market === null && (query.has('show') || searchParams.has('market'))) return null
  return { page: pathname, market, n, of }
}

/** The outcome of a price; null if the match has no such price. */
export async function findPickedOutcome(services: Services, place: PlaceOfPrice): Promise<Pick | null> {
  const page = findPage(place.page)
  if (page?.name !== 'match' && page?.name !== 'match-by-id') return null
  const { lang = '', sport = '', country = '', league = '', match: segment = '', matchId } = page.params
  try {
    const { league: found } = await findLeaguePlace(services, { lang, sport, country, league })
    const finding = await findMatch(services, { leagueId: found.id, matchId, segment })
    if (finding.kind === 'missing') return null
    const markets = await listMatchMarkets(services, finding.match)
    return place.market === null
      ? pickOfResult(finding, markets, place)
      : pickOfMarket(finding.match.id, markets, place)
  } catch (error) {
    if (error instanceof Response || problemOf(error)) return null
    throw error
  }
}

/** A row has a draw if other matches of its list have one, so its prices are told by name. */
function pickOfResult(
  { match, turned }: FollowedMatch,
  markets: readonly MarketView[],
  { n, of }: PlaceOfPrice,
): Pick | null {
  const market = headlineMarket(markets, match.headline.withDraw)
  const outcome = of === 3 ? ['home', 'draw', 'away'][n] : of === 2 ? ['home', 'away'][n] : undefined
  const isResult = market?.type === 'match_result' || market?.type === 'moneyline'
  if (!isResult || outcome === undefined || !market.outcomes.includes(outcome)) return null
  return followPick(pickOf(match.id, market, outcome), turned)
}

function pickOfMarket(match: string, markets: readonly MarketView[], place: PlaceOfPrice): Pick | null {
  const market = markets.find(({ id }) => id === place.market)
  const outcome = market?.outcomes.length === place.of ? market.outcomes[place.n] : undefined
  return market && outcome !== undefined ? pickOf(match, market, outcome) : null
}

function pickOf(match: string, { type, period, line, participant }: MarketView, outcome: string): Pick {
  return { match, outcome, type, period, line, participant }
}
