import { type RawBuilder, sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { resultOfRow, type ScoredRow } from '../matches/match-state.ts'
import { scoredColumns } from '../matches/scored-row.server.ts'
import {
  CLOSED_MARKETS,
  type ClosedMarket,
  definitionOf,
  isMarketType,
  type Market,
} from '../odds/markets.ts'
import { winningOutcomes } from '../odds/settle.ts'
import type { ClosingOdds } from './closing.ts'
import { isResult } from './standings.server.ts'
import type { TableResult } from './standings.ts'

/** A past match with its result and the closing odds of one market. */
export interface ClosedMatch extends TableResult {
  slug: string
  ambiguous: boolean
  sport: { slug: string }
  country: { id: string; slug: string }
  league: { id: string; slug: string; name: string }
  /** Null if nobody quoted the market, or it has not been read yet. */
  closing: ClosingOdds | null
}

interface Row extends ScoredRow {
  id: string
  slug: string
  ambiguous: boolean
  home_team: string
  away_team: string
  home: number
  away: number
  sport_slug: string
  country_id: string
  country_slug: string
  league_id: string
  league_slug: string
  league_name: string
  type: string | null
  period: string | null
  line: number | null
  prices: number[] | null
  average: number[] | null
  n: number | null
}

/** The closing odds over the bookmakers that an audience may see: none until those of its set are computed. */
function closingOddsFor({ priceSet }: Audience): RawBuilder<unknown> {
  if (priceSet === 0) return sql`closing_odds`
  return sql`(select * from set_closing_odds where price_set = ${priceSet})`
}

/**
 * Past matches `m` that a condition selects, the latest first.
 * @param types the market; the first of these that most bookmakers quoted
 */
async function readClosedMatches(
  services: Services,
  condition: RawBuilder<unknown>,
  { types, limit }: { types: readonly ClosedMarket[]; limit: number },
): Promise<ClosedMatch[]> {
  const closings = closingOddsFor(await readAudience(services))
  const { rows } = await sql<Row>`
    select m.id, m.slug, m.home_team, m.away_team, m.start_time, m.status, f.status_short,
      exists (select 1 from matches other
        where other.league_id = m.league_id and other.slug = m.slug and other.id <> m.id) as ambiguous,
      ${scoredColumns},
      s.slug as sport_slug, c.id as country_id, c.slug as country_slug, l.id as league_id, l.slug as league_slug,
      coalesce(nullif(l.display_name, ''), l.name) as league_name,
      o.type, o.period, o.line, o.prices, o.average, o.n
    from matches m
    join leagues l on l.id = m.league_id and l.is_active
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = l.sport_id and s.is_active
    left join fixtures f on f.match_id = m.id
    left join lateral (
      select * from ${closings} o where o.event = m.id and o.type = any (${types}::text[])
      order by o.n desc, o.type, o.period limit 1
    ) o on true
    where ${condition} and ${isResult}
    order by m.start_time desc, m.id limit ${limit}`.execute(services.database.kysely)
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    ambiguous: row.ambiguous,
    home: row.home_team,
    away: row.away_team,
    startTime: row.start_time,
    homeScore: row.home,
    awayScore: row.away,
    sport: { slug: row.sport_slug },
    country: { id: row.country_id, slug: row.country_slug },
    league: { id: row.league_id, slug: row.league_slug, name: row.league_name },
    closing: closingOf(row),
  }))
}

function closingOf(row: Row): ClosingOdds | null {
  const { type, period, line, prices, average, n } = row
  if (!type || !period || !prices || !average || n === null || !isMarketType(type)) return null
  const { outcomes } = definitionOf(type)
  if (outcomes === 'participants') return null
  const market: Market = { type, period, line, participant: null }
  const result = resultOfRow(row, new Date())
  return {
    market,
    outcomes,
    prices,
    average,
    books: n,
    won: result && winningOutcomes({ ...market, outcomes }, result),
  }
}

/** The markets of the result. */
const RESULT_MARKETS: readonly ClosedMarket[] = ['match_result', 'moneyline']
const MOST_OF_SEASON = 5_000

export interface ClosedSeason {
  matches: ClosedMatch[]
  /** Markets with closing odds, in their order. */
  markets: ClosedMarket[]
  /** Of the matches. */
  market: ClosedMarket
  /** That of the result, which is shown if none is asked for. */
  usual: ClosedMarket
}

/** The results of a league in a range, with the closing odds of a market; by default the one of the result. */
export function readClosedSeason(
  services: Services,
  leagueId: string,
  { from, until }: { from: Date; until: Date },
  asked: ClosedMarket | null,
): Promise<ClosedSeason> {
  return services.memo.get(`closed:${leagueId}:${from.getTime()}:${until.getTime()}:${asked}`, async () => {
    noteRead(`league:${leagueId}`, `closings:${leagueId}`)
    const range = sql`m.league_id = ${leagueId} and m.start_time >= ${from} and m.start_time < ${until}`
    const closings = closingOddsFor(await readAudience(services))
    const { rows } = await sql<{ type: string; matches: number }>`
      select o.type, count(*)::int as matches from matches m join ${closings} o on o.event = m.id
      where ${range} and m.status <> 'cancelled' group by o.type`.execute(services.database.kysely)
    const count = (type: ClosedMarket) => rows.find((row) => row.type === type)?.matches ?? 0
    const [usual = 'match_result'] = RESULT_MARKETS.toSorted((a, b) => count(b) - count(a))
    const market = asked ?? usual
    const matches = await readClosedMatches(services, range, { types: [market], limit: MOST_OF_SEASON })
    return { matches, market, usual, markets: CLOSED_MARKETS.filter((type) => count(type) > 0) }
  })
}

/** Some past matches with the closing odds of the result, the latest first; those without a result are left out. */
export async function listClosedOfIds(services: Services, ids: readonly string[]): Promise<ClosedMatch[]> {
  if (ids.length === 0) return []
  const matches = await readClosedMatches(services, sql`m.id = any (${ids}::uuid[])`, {
    types: RESULT_MARKETS,
    limit: ids.length,
  })
  for (const { id, league } of matches)
    noteRead(`match:${id}`, `closings:${league.id}`, `matches-of:${league.id}`)
  return matches
}
