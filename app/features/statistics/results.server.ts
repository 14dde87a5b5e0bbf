import { type RawBuilder, sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { resultOfRow, type ScoredRow } from '../matches/match-result.ts'
import { scoredColumns } from '../matches/scored-row.server.ts'
import {
  CLOSED_PERIODS,
  type ClosedMarket,
  definitionOf,
  isMarketType,
  MATCH_MARKETS,
  type Market,
  type MarketType,
} from '../odds/markets.ts'
import { winningOutcomes } from '../odds/settle.ts'
import {
  type AskedClosing,
  type ClosedChoice,
  type ClosedVariant,
  type ClosingOdds,
  chooseClosing,
  hasMainLines,
} from './closing.ts'
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
  country_id: string
  country_slug: string
  league_id: string
  league_slug: string
  league_name: string
  type: string | null
  period: string | null
  line: number | null
  participant: string | null
  prices: (number | null)[] | null
  average: (number | null)[] | null
  n: number | null
  /** Its start with all the digits of the database. */
  at: string
}

/** The closing odds over the bookmakers that an audience may see: none until those of its set are computed. */
function closingOddsFor({ priceSet }: Audience): RawBuilder<unknown> {
  if (priceSet === 0) return sql`closing_odds`
  return sql`(select * from set_closing_odds where price_set = ${priceSet})`
}

/** The main lines of match `m`: the first of these markets that most bookmakers quoted. */
function mainClosing(audience: Audience, types: readonly MarketType[]): RawBuilder<unknown> {
  return sql`select o.type, o.period, o.line, null::text as participant, o.prices, o.average, o.n
    from ${closingOddsFor(audience)} o where o.event = m.id and o.type = any (${types}::text[])
    order by o.n desc, o.type, o.period limit 1`
}

type LineOfMarket = Pick<ClosedChoice, 'period' | 'participant' | 'line'> & { type: MarketType }

/** A line of a market of match `m`. */
function lineClosing(
  { priceSet }: Audience,
  { type, period, participant, line }: LineOfMarket,
): RawBuilder<unknown> {
  return sql`select o.type, o.period, o.line, o.participant, o.prices, o.average, o.n
    from line_closing_odds o where o.event = m.id and o.price_set = ${priceSet} and o.type = ${type}
      and o.period = ${period} and o.participant is not distinct from ${participant}::text
      and ${line === null ? sql`o.is_main` : sql`o.line = ${line}`} limit 1`
}

/** Past matches `m` that a condition selects, the latest first, with the closing odds that a query of each finds. */
async function readClosedMatches(
  services: Services,
  condition: RawBuilder<unknown>,
  { closing, limit }: { closing: RawBuilder<unknown>; limit: number },
): Promise<(ClosedMatch & { at: string })[]> {
  const { rows } = await sql<Row>`
    select m.id, m.slug, m.home_team, m.away_team, m.start_time, m.status, f.status_short,
      exists (select 1 from matches other
        where other.league_id = m.league_id and other.slug = m.slug and other.id <> m.id) as ambiguous,
      ${scoredColumns},
      c.id as country_id, c.slug as country_slug, l.id as league_id, l.slug as league_slug,
      coalesce(nullif(l.display_name, ''), l.name) as league_name,
      o.type, o.period, o.line, o.participant, o.prices, o.average, o.n, m.start_time::text as at
    from matches m
    join leagues l on l.id = m.league_id and l.is_active
    join countries c on c.id = l.country_id and c.is_active
    join sports s on s.id = l.sport_id and s.is_active
    left join fixtures f on f.match_id = m.id
    left join lateral (${closing}) o on true
    where ${condition} and ${isResult}
    order by m.start_time desc, m.id desc limit ${limit}`.execute(services.database.kysely)
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
    at: row.at,
  }))
}

type ClosingRow = ScoredRow &
  Pick<Row, 'type' | 'period' | 'line' | 'participant' | 'prices' | 'average' | 'n'>

function closingOf(row: ClosingRow): ClosingOdds | null {
  const { type, period, line, participant, prices, average, n } = row
  if (!type || !period || !prices || !average || n === null || !isMarketType(type)) return null
  const { outcomes } = definitionOf(type)
  if (outcomes === 'participants') return null
  const market: Market = { type, period, line, participant }
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
  markets: MarketType[]
  /** Of the matches. */
  market: MarketType
  /** That of the result, which is shown if none is asked for. */
  usual: MarketType
  /** The period, the side and the line of the matches, and the others; null while only main lines are stored. */
  choice: ClosedChoice | null
}

interface Range {
  from: Date
  until: Date
}

const inRange = (leagueId: string, { from, until }: Range) =>
  sql`m.league_id = ${leagueId} and m.start_time >= ${from} and m.start_time < ${until}`

/** The lines that a season of a league has closing odds of. */
export function listClosedVariants(
  services: Services,
  leagueId: string,
  range: Range,
): Promise<ClosedVariant[]> {
  const key = `closed-variants:${leagueId}:${range.from.getTime()}:${range.until.getTime()}`
  return services.memo.get(key, async () => {
    noteRead(`league:${leagueId}`, `closings:${leagueId}`)
    const { priceSet } = await readAudience(services)
    const { rows } = await sql<ClosedVariant & { type: string }>`
      select o.type, o.period, o.participant, o.line::float8 as line,
        (count(*) filter (where o.is_main))::int as mains
      from matches m join line_closing_odds o on o.event = m.id and o.price_set = ${priceSet}
      where ${inRange(leagueId, range)} and m.status <> 'cancelled'
      group by o.type, o.period, o.participant, o.line`.execute(services.database.kysely)
    return rows.filter(({ type }) => isMarketType(type))
  })
}

/** A season's markets, the one that is asked for, and how the closing odds of its matches are found. */
async function chooseOfSeason(services: Services, leagueId: string, range: Range, asked: AskedClosing) {
  const audience = await readAudience(services)
  const variants = await listClosedVariants(services, leagueId, range)
  const { rows } = await sql<{ type: string; matches: number }>`
    select o.type, count(*)::int as matches from matches m join ${closingOddsFor(audience)} o on o.event = m.id
    where ${inRange(leagueId, range)} and m.status <> 'cancelled' group by o.type`.execute(
    services.database.kysely,
  )
  const count = (type: string) => rows.find((row) => row.type === type)?.matches ?? 0
  const [usual = 'match_result'] = RESULT_MARKETS.toSorted((a, b) => count(b) - count(a))
  const isKnown = (type: MarketType) => count(type) > 0 || variants.some((it) => it.type === type)
  const market =
    asked.market && (hasMainLines(asked.market) || isKnown(asked.market))
      ? asked.market
      : (usual as MarketType)
  const choice = chooseClosing(variants, { ...asked, market })
  // The main line of a main market is known before the others.
  const isOfMains = hasMainLines(market) && choice !== null && CLOSED_PERIODS.includes(choice.period)
  const isPlain = !choice || (isOfMains && !asked.period && !asked.participant && choice.line === null)
  const closing = isPlain
    ? mainClosing(audience, [market])
    : lineClosing(audience, { type: market, ...choice })
  return {
    closing,
    isPlain,
    choice,
    market,
    usual: usual as MarketType,
    markets: MATCH_MARKETS.filter(isKnown),
  }
}

/** The results of a league in a range, with the closing odds of a market; by default the main line of the result. */
export function readClosedSeason(
  services: Services,
  leagueId: string,
  range: Range,
  asked: AskedClosing,
): Promise<ClosedSeason> {
  const key = `closed:${leagueId}:${range.from.getTime()}:${range.until.getTime()}:${JSON.stringify(asked)}`
  return services.memo.get(key, async () => {
    noteRead(`league:${leagueId}`, `closings:${leagueId}`)
    const { closing, isPlain, ...chosen } = await chooseOfSeason(services, leagueId, range, asked)
    const matches = await readClosedMatches(services, inRange(leagueId, range), {
      closing,
      limit: MOST_OF_SEASON,
    })
    // A line that is asked for selects the matches that have it.
    const shown = isPlain ? matches : matches.filter((match) => match.closing !== null)
    return { ...chosen, matches: shown }
  })
}

/** The matches of a season in parts, the latest first. */
async function* readInParts(
  services: Services,
  condition: RawBuilder<unknown>,
  { closing, size }: { closing: RawBuilder<unknown>; size: number },
): AsyncGenerator<ClosedMatch[]> {
  let last: { at: string; id: string } | undefined
  for (;;) {
    const after = last ? sql`and (m.start_time, m.id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql``
    const matches = await readClosedMatches(services, sql`${condition} ${after}`, { closing, limit: size })
    if (matches.length > 0) yield matches
    if (matches.length < size) return
    last = matches.at(-1)
  }
}

/** Matches of a season that are read at once for a file. */
const PART = 100
const NO_CLOSING = sql`select null::text as type, null::text as period, null::numeric as line, null::text as participant,
  null::bigint[] as prices, null::bigint[] as average, null::smallint as n`

/** What a file of a season has: the closing odds of a market in parts, with its outcomes. */
export async function openClosedMarket(
  services: Services,
  leagueId: string,
  range: Range,
  asked: AskedClosing,
): Promise<{ market: MarketType; parts: AsyncGenerator<ClosedMatch[]> }> {
  const { closing, market } = await chooseOfSeason(services, leagueId, range, asked)
  return { market, parts: readInParts(services, inRange(leagueId, range), { closing, size: PART }) }
}

/** The matches of a season in parts, each with the closing odds of all its markets and lines. */
export async function* readEveryClosing(
  services: Services,
  leagueId: string,
  range: Range,
): AsyncGenerator<{ match: ClosedMatch; closings: ClosingOdds[] }[]> {
  const { priceSet } = await readAudience(services)
  const parts = readInParts(services, inRange(leagueId, range), { closing: NO_CLOSING, size: PART })
  for await (const matches of parts) {
    const { rows } = await sql<ClosingRow & { event: string }>`
      select o.event, o.type, o.period, o.participant, o.line::float8 as line, o.prices, o.average, o.n, m.start_time, m.status,
        f.status_short, ${scoredColumns}
      from line_closing_odds o join matches m on m.id = o.event left join fixtures f on f.match_id = m.id
      where o.event = any (${matches.map(({ id }) => id)}::uuid[]) and o.price_set = ${priceSet}
      order by o.event, o.type, o.period, o.participant, o.line`.execute(services.database.kysely)
    const byEvent = Map.groupBy(rows, ({ event }) => event)
    yield matches.map((match) => ({
      match,
      closings: (byEvent.get(match.id) ?? []).flatMap((row) => closingOf(row) ?? []),
    }))
  }
}

/** Some past matches with the closing odds of the result, the latest first; those without a result are left out. */
export async function listClosedOfIds(services: Services, ids: readonly string[]): Promise<ClosedMatch[]> {
  if (ids.length === 0) return []
  const matches = await readClosedMatches(services, sql`m.id = any (${ids}::uuid[])`, {
    closing: mainClosing(await readAudience(services), RESULT_MARKETS),
    limit: ids.length,
  })
  for (const { id, league } of matches)
    noteRead(`match:${id}`, `closings:${league.id}`, `matches-of:${league.id}`)
  return matches
}
