import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { findMatchById, listNextOfLeagues } from '#app/features/matches/queries.server.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { headlineMarket } from '#app/features/odds/market-address.ts'
import { type Board, compareMarket } from '#app/features/odds/market-board.ts'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import type { Headline } from '#app/features/odds/schema.ts'
import { findLeaguePlace, isVisibleLeague, type LeaguePlace } from '#app/features/read-api/queries.server.ts'
import { readStandings } from '#app/features/statistics/standings.server.ts'
import { type TableRow, type TableRule, tableRuleOf } from '#app/features/statistics/standings.ts'
import type { Services } from '#app/platform/services.ts'
import type { WidgetRequest } from './widget-request.ts'

export type WidgetData =
  | { kind: 'matches'; matches: MatchSummary[] }
  | { kind: 'standings'; league: LeaguePlace; rule: TableRule | null; rows: TableRow[] }
  /** `fixed`: the prices that the operator has fixed, which no bookmaker quotes, until kick-off. */
  | { kind: 'grid' | 'best'; match: MatchSummary; board: Board | null; fixed: Headline | null }

/** What a widget shows, in a language. Null if there is no such league or match. */
export async function readWidgetData(
  services: Services,
  { kind, id, limit }: WidgetRequest,
  lang: string,
): Promise<WidgetData | null> {
  const names = await getLocalNames(services, lang)
  if (kind === 'matches') {
    if (!(await isVisibleLeague(services, id))) return null
    const matches = await listNextOfLeagues(services, { leagueIds: [id], perLeague: limit })
    return { kind, matches: matches.map(names.match) }
  }
  if (kind === 'standings') {
    const league = await findLeaguePlace(services, id)
    if (!league) return null
    const { rows } = await readStandings(
      services,
      { id, sport: league.sport },
      { year: null, kind: 'overall' },
    )
    return { kind, league, rule: tableRuleOf(league.sport), rows }
  }
  const match = await findMatchById(services, id)
  if (!match) return null
  const markets = await listMarkets(services, match.id)
  const market = headlineMarket(markets, match.headline.withDraw)
  const [kickOff, now] = [new Date(match.startTime), new Date()]
  const board = market ? compareMarket(market, { sort: 'payout', kickOff, now }) : null
  const fixed = match.headline.typed && kickOff > now ? match.headline : null
  return { kind, match: names.match(match), board, fixed }
}
