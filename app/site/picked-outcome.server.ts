import type { Pick } from '#app/features/coupons/pick.ts'
import { findMatch } from '#app/features/matches/find-match.server.ts'
import { listMatchMarkets } from '#app/features/matches/match-markets.server.ts'
import { readShown, type ShownInList } from '#app/features/odds/list-market.ts'
import { findShownMarket } from '#app/features/odds/market-address.ts'
import type { MarketView } from '#app/features/odds/market-view.ts'
import type { Services } from '#app/platform/services.ts'
import { findLeaguePlace } from './base/place.server.ts'
import { problemOf } from './base/problem.ts'
import { findPage } from './routes.ts'

/** Where a price is on a page: that of its match, or the row of its match in a list. */
export interface PlaceOfPrice {
  /** The address of the match, with the query of its market on the match's own page. */
  match: URL
  /** The market of a list. */
  show: ShownInList | null
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
  return { match: new URL(page, 'http://site'), show: readShown(query), n, of }
}

/** The outcome of a price; null if the page has no such price. */
export async function findPickedOutcome(services: Services, place: PlaceOfPrice): Promise<Pick | null> {
  const page = findPage(place.match.pathname)
  if (page?.name !== 'match' && page?.name !== 'match-by-id') return null
  const { lang = '', sport = '', country = '', league = '', match: segment = '', matchId } = page.params
  try {
    const { league: found } = await findLeaguePlace(services, { lang, sport, country, league })
    const finding = await findMatch(services, { leagueId: found.id, matchId, segment })
    if (finding.kind === 'missing') return null
    const { match } = finding
    const markets = await listMatchMarkets(services, match)
    const market = place.show
      ? mainOf(markets, place.show)
      : findShownMarket(markets, place.match.searchParams, match.headline.withDraw)?.market
    const outcome = market && outcomeAt(market, place)
    if (!outcome) return null
    const { type, period, line, participant } = market
    return { match: match.id, outcome, type, period, line, participant }
  } catch (error) {
    if (error instanceof Response || problemOf(error)) return null
    throw error
  }
}

/** The line that a list shows, as `readListedMarkets` chooses it. */
function mainOf(markets: readonly MarketView[], type: ShownInList): MarketView | undefined {
  const mains = markets.filter(
    (market) =>
      market.type === type &&
      market.isMain &&
      market.participant === null &&
      (market.period === 'full_time' || market.period === 'with_overtime'),
  )
  return mains.toSorted((a, b) => b.count - a.count)[0]
}

/** A list's row has a draw if other matches of the list have one, so that its prices are told by name. */
function outcomeAt(market: MarketView, { n, of, show }: PlaceOfPrice): string | undefined {
  const isResult = show === null && (market.type === 'match_result' || market.type === 'moneyline')
  if (!isResult) return market.outcomes.length === of ? market.outcomes[n] : undefined
  const name = of === 3 ? ['home', 'draw', 'away'][n] : of === 2 ? ['home', 'away'][n] : undefined
  return name !== undefined && market.outcomes.includes(name) ? name : undefined
}
