import { sql } from 'kysely'
import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { MatchAddress } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { readQuotedResults } from '../odds/quoted-results.server.ts'
import type { Outcome } from '../odds/rules.ts'
import type { LeftOut, OfferedPrices, QuoteRow } from '../odds/schema.ts'
import { codeOf } from './fixture-codes.ts'
import { findLeaguesApart, type TeamName } from './leagues-apart.server.ts'
import { isPlayed, nextChangeAt, readStatus, scoreOf } from './match-state.ts'
import { findResults } from './results.server.ts'
import type { Fixture, MatchSummary, PastMatch } from './schema.ts'
import { isAmbiguous } from './summaries.server.ts'
import { exampleMatches } from './team-form.ts'

const PAST_MATCHES = 5
/** How many of a team's latest matches may be in play, or put off. */
const UNPLAYED_MATCHES = 3

/** The fixture of a match, if a source of live data has one. */
export function getFixture(services: Services, matchId: string): Promise<Fixture | null> {
  return services.memo.get(`fixture:${matchId}`, () => readFixture(services, matchId))
}

async function readFixture(services: Services, matchId: string): Promise<Fixture | null> {
  noteRead(`match:${matchId}`)
  const row = await services.database.kysely
    .selectFrom('fixtures as f')
    .innerJoin('matches as m', 'm.id', 'f.match_id')
    .selectAll('f')
    .select('m.status')
    .where('f.match_id', '=', matchId)
    .executeTakeFirst()
  if (!row) return null
  const statusShort = codeOf(row)
  return {
    statusShort,
    statusLong: statusShort && row.status_long,
    elapsed: row.status_elapsed,
    round: row.league_round,
    homeLogo: row.home_team_logo,
    awayLogo: row.away_team_logo,
    goals: { home: row.goals_home, away: row.goals_away },
    halfTime: { home: row.score_halftime_home, away: row.score_halftime_away },
    fullTime: { home: row.score_fulltime_home, away: row.score_fulltime_away },
    extraTime: { home: row.score_extratime_home, away: row.score_extratime_away },
    penalties: { home: row.score_penalty_home, away: row.score_penalty_away },
    venue: row.venue_name,
    city: row.venue_city,
    referee: row.referee,
  }
}

/** The current and opening prices for a match of every active bookmaker that the current audience may see, in menu order. */
export async function listQuotes(services: Services, matchId: string): Promise<QuoteRow[]> {
  noteRead(`match:${matchId}`, 'bookmakers')
  const { priceSet } = await readAudience(services)
  const [match, now] = [sql`array[${matchId}]::uuid[]`, sql`${new Date()}::timestamptz`]
  const ranked =
    priceSet === 0
      ? sql`ranked_quotes(${match}, ${now})`
      : sql`ranked_set_quotes(${match}, ${now}, array[${priceSet}]::smallint[])`
  const { rows } = await sql<{
    bookmaker: { id: string; name: string; slug: string; logo_url: string | null }
    home_odds: number | null
    draw_odds: number | null
    away_odds: number | null
    home_net: number | null
    draw_net: number | null
    away_net: number | null
    last_updated: Date
    valid_until: Date
    left_out: LeftOut | null
    opening: OfferedPrices | null
  }>`
    select json_build_object('id', b.id, 'name', b.name, 'slug', b.slug, 'logo_url', b.logo_url) as bookmaker,
      q.home_odds, q.draw_odds, q.away_odds, q.home_net, q.draw_net, q.away_net, q.last_updated, q.valid_until,
      q.left_out, opening.prices as opening
    from ${ranked} q
    join bookmakers b on b.id = q.bookmaker_id and b.is_active
    left join lateral (
      select json_build_object('home', h.home_odds, 'draw', h.draw_odds, 'away', h.away_odds) as prices
      from odds_history h
      join bookmaker_members o on o.member_id = h.bookmaker_id and o.id = q.bookmaker_id
      where h.match_id = q.match_id and h.home_odds is not null
      order by o.member_id <> o.id, h.recorded_at, h.id limit 1
    ) opening on true
    order by b.menu_position, b.name`.execute(services.database.kysely)
  const quotes = await readQuotedResults(
    services,
    rows.map(({ bookmaker }) => ({ event: matchId, bookmaker: bookmaker.id })),
  )
  return rows.map((row) => {
    const shown = Object.fromEntries(
      (['home', 'draw', 'away'] as Outcome[]).flatMap((outcome) => {
        const price = row[`${outcome}_odds`]
        const quote = { event: matchId, bookmaker: row.bookmaker.id }
        const found = price === null ? undefined : quotes.shown(quote, outcome, price)
        return found ? [[outcome, found]] : []
      }),
    )
    if (row.left_out === null) noteChangeAt(row.valid_until)
    return {
      bookmaker: {
        id: row.bookmaker.id,
        name: row.bookmaker.name,
        slug: row.bookmaker.slug,
        logoUrl: row.bookmaker.logo_url,
      },
      home: row.home_odds,
      draw: row.draw_odds,
      away: row.away_odds,
      net: { home: row.home_net, draw: row.draw_net, away: row.away_net },
      ...(Object.keys(shown).length > 0 && { shown }),
      lastUpdated: row.last_updated.toISOString(),
      validUntil: row.valid_until.toISOString(),
      leftOut: row.left_out,
      opening: row.opening,
    }
  })
}

/** What is known about the two teams of a match before it, newest first. */
export interface PastOfTeams {
  /** Their last matches against each other under their names of this match; those without a known result are left out. */
  meetings: PastMatch[]
  /** The last five other matches of each. */
  past: { home: PastMatch[]; away: PastMatch[] }
}

/** Of each team of a match. */
interface OfTeams<T> {
  home: readonly T[]
  away: readonly T[]
}

/**
 * The past of the two teams of a match in its sport. What cannot be read is empty: the page is shown without it.
 * @param options.names other names of the two teams
 * @param options.examples whether a team without any matches gets invented examples
 */
export async function readPastOfTeams(
  services: Services,
  match: MatchSummary,
  { names, examples }: { names: OfTeams<TeamName>; examples: boolean },
): Promise<PastOfTeams> {
  const orNone = <T>(read: Promise<T>, none: T, what: string) =>
    read.catch((error: unknown) => {
      services.log.error({ err: error, match: match.id }, `${what} could not be read`)
      noteFailure()
      return none
    })
  const of = (team: 'home' | 'away') => ({
    names: [{ countryId: null, name: match[team] }, ...names[team]],
    league: match.league,
  })
  const none: PastOfTeams['past'] = { home: [], away: [] }
  const leagues = findLeaguesApart(services, match.sport.id, [of('home'), of('away')])
  const found = await orNone(leagues, null, 'the leagues of other sides')
  if (!found) return { meetings: [], past: none }
  const [home = [], away = []] = found
  const [meetings, past] = await Promise.all([
    orNone(listHeadToHead(services, match, names, [...home, ...away]), [], 'the matches of a pair'),
    orNone(listPastMatches(services, match, { home, away }, examples), none, 'the past matches'),
  ])
  const all = [...meetings, ...past.home, ...past.away].flatMap((it) => (it.example ? [] : [it.id]))
  const addresses = await orNone(
    readAddresses(services, all),
    new Map<string, MatchAddress>(),
    'their addresses',
  )
  const withAddress = (it: PastMatch) => ({ ...it, address: addresses.get(it.id) ?? null })
  return {
    meetings: meetings.map(withAddress),
    past: { home: past.home.map(withAddress), away: past.away.map(withAddress) },
  }
}

/** The addresses of matches in visible places: others have no pages. */
async function readAddresses(
  { database }: Services,
  ids: readonly string[],
): Promise<Map<string, MatchAddress>> {
  if (ids.length === 0) return new Map()
  noteRead('sports')
  const rows = await database.kysely
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select([
      'm.id',
      'm.slug',
      's.slug as sport',
      'c.slug as country',
      'l.slug as league',
      'l.country_id',
      'l.sport_id',
    ])
    .select(sql<boolean>`l.is_active and c.is_active and s.is_active`.as('is_visible'))
    .select(isAmbiguous)
    .where(sql<boolean>`m.id = any (${[...ids]}::uuid[])`)
    .execute()
  for (const { sport_id, country_id } of rows) noteRead(`countries:${sport_id}`, `leagues:${country_id}`)
  const visible = rows.filter(({ is_visible }) => is_visible)
  return new Map(
    visible.map(({ id, slug, ambiguous, sport, country, league }) => [
      id,
      { id, slug, ambiguous, sport: { slug: sport }, country: { slug: country }, league: { slug: league } },
    ]),
  )
}

async function listPastMatches(
  services: Services,
  match: MatchSummary,
  apart: OfTeams<string>,
  examples: boolean,
): Promise<PastOfTeams['past']> {
  const now = new Date()
  const [home, away] = await Promise.all([
    listPastMatchesOf(services, match, { team: match.home, apart: apart.home }),
    listPastMatchesOf(services, match, { team: match.away, apart: apart.away }),
  ])
  const unknown = [...home, ...away].filter((it) => it.homeScore === null)
  const questions = unknown.map((it) => ({ ...it, sport: match.sport.slug, minutes: match.minutes }))
  const findings = await findResults(services, questions, now)
  const orExamples = (team: string, past: PastMatch[]) =>
    past.length === 0 && examples ? exampleMatches(team, now) : past
  const withResult = (past: PastMatch): PastMatch => {
    const finding = findings.get(past.id)
    return finding?.kind === 'score' ? { ...past, homeScore: finding.home, awayScore: finding.away } : past
  }
  return {
    home: orExamples(match.home, home.map(withResult)),
    away: orExamples(match.away, away.map(withResult)),
  }
}

async function listHeadToHead(
  services: Services,
  match: MatchSummary,
  names: OfTeams<TeamName>,
  apart: readonly string[],
): Promise<PastMatch[]> {
  const means = (column: 'home_team' | 'away_team', side: 'home' | 'away') => {
    const all = [...new Set([match[side], ...names[side].map(({ name }) => name)])]
    return sql<boolean>`(${sql.ref(column)} = any (${all}::text[]) and (${sql.ref(column)} = ${match[side]}
      or (country_id, ${sql.ref(column)}) in (select * from unnest(${names[side].map((it) => it.countryId)}::uuid[],
        ${names[side].map((it) => it.name)}::text[]))))`
  }
  const ofPair = (home: 'home' | 'away', away: 'home' | 'away') =>
    selectPast(services, match, apart).where(means('home_team', home)).where(means('away_team', away))
  const past = await readPast(services, match, ofPair('home', 'away'), ofPair('away', 'home'))
  const isHome = (name: string) => name === match.home || names.home.some((it) => it.name === name)
  const unknown = past.filter((it) => it.homeScore === null)
  const questions = unknown.map((it) => ({ ...it, sport: match.sport.slug, minutes: match.minutes }))
  const findings = await findResults(services, questions, new Date())
  return past
    .map((it) => {
      const finding = findings.get(it.id)
      return finding?.kind === 'score' ? { ...it, homeScore: finding.home, awayScore: finding.away } : it
    })
    .filter(({ homeScore }) => homeScore !== null)
    .map((it) => {
      const [home, away] = isHome(it.home) ? [match.home, match.away] : [match.away, match.home]
      return { ...it, home, away }
    })
}

async function listPastMatchesOf(
  services: Services,
  match: MatchSummary,
  { team, apart }: { team: string; apart: readonly string[] },
): Promise<PastMatch[]> {
  // Two limited ranges of two indexes; an OR would use neither.
  await noteNextKickOff(services, match, team)
  return readPast(
    services,
    match,
    selectPast(services, match, apart).where('home_team', '=', team),
    selectPast(services, match, apart).where('away_team', '=', team),
  )
}

/** Other matches of a match's sport that have begun, newest first. @param apart ids of leagues that are left out */
function selectPast(services: Services, match: MatchSummary, apart: readonly string[]) {
  return services.database.kysely
    .selectFrom('matches')
    .select([
      'id',
      'league_id',
      'home_team',
      'away_team',
      'start_time',
      'home_score',
      'away_score',
      'status',
      'home_odds',
      'draw_odds',
      'away_odds',
    ])
    .where('sport_id', '=', match.sport.id)
    .where('id', '<>', match.id)
    .where('start_time', '<', new Date())
    .where('status', '<>', 'cancelled')
    .where(sql<boolean>`league_id <> all (${[...apart]}::uuid[])`)
    .orderBy('start_time', 'desc')
    .limit(PAST_MATCHES + UNPLAYED_MATCHES)
}

type PastQuery = ReturnType<typeof selectPast>

/** The latest of these matches that were played to their end, newest first. */
async function readPast(
  services: Services,
  { minutes }: Pick<MatchSummary, 'minutes'>,
  one: PastQuery,
  other: PastQuery,
): Promise<PastMatch[]> {
  const audience = await readAudience(services)
  const db = services.database.kysely
  const first = db.selectFrom(one.as('one')).selectAll()
  const second = db.selectFrom(other.as('other')).selectAll()
  const rows = await db
    .selectFrom(first.unionAll(second).as('past'))
    .leftJoin('fixtures as f', 'f.match_id', 'past.id')
    .leftJoin('event_prices as p', 'p.event', 'past.id')
    .leftJoin('set_headlines as h', (join) =>
      join.onRef('h.event', '=', 'past.id').on('h.price_set', '=', audience.priceSet),
    )
    .selectAll('past')
    .select([
      'f.goals_home',
      'f.goals_away',
      'f.status_short',
      'p.closing_home',
      'p.closing_draw',
      'p.closing_away',
    ])
    .select(['h.closing_home as set_home', 'h.closing_draw as set_draw', 'h.closing_away as set_away'])
    .orderBy('past.start_time', 'desc')
    .orderBy('past.id')
    .execute()
  const now = new Date()
  const played = rows.filter((row) => {
    noteRead(`match:${row.id}`, `matches-of:${row.league_id}`)
    const status = readStatus(row.status)
    const timing = { startTime: row.start_time, status, liveStatus: codeOf(row), minutes }
    const isOver = isPlayed(timing, now)
    const change = isOver ? null : nextChangeAt(timing, now)
    if (change) noteChangeAt(change)
    return isOver
  })
  return played.slice(0, PAST_MATCHES).map((row) => ({
    id: row.id,
    home: row.home_team,
    away: row.away_team,
    startTime: row.start_time.toISOString(),
    ...scoreOf(row),
    ...(audience.priceSet === 0
      ? closingOf(row)
      : { homeOdds: row.set_home, drawOdds: row.set_draw, awayOdds: row.set_away }),
    address: null,
    example: false,
  }))
}

/** The past matches of a team change at its next kick-off. */
async function noteNextKickOff(services: Services, match: MatchSummary, team: string): Promise<void> {
  const next = (column: 'home_team' | 'away_team') =>
    services.database.kysely
      .selectFrom('matches')
      .select('start_time')
      .where('sport_id', '=', match.sport.id)
      .where(column, '=', team)
      .where('id', '<>', match.id)
      .where('start_time', '>', new Date())
      .orderBy('start_time')
      .limit(1)
      .executeTakeFirst()
  for (const row of [await next('home_team'), await next('away_team')]) if (row) noteChangeAt(row.start_time)
}

/**
 * The closing prices of a match. If the match began before closing prices were stored, they are those of the headline.
 */
function closingOf(row: {
  home_odds: number
  draw_odds: number | null
  away_odds: number
  closing_home: number | null
  closing_draw: number | null
  closing_away: number | null
}): Pick<PastMatch, 'homeOdds' | 'drawOdds' | 'awayOdds'> {
  if (row.closing_home === null) {
    return { homeOdds: row.home_odds, drawOdds: row.draw_odds, awayOdds: row.away_odds }
  }
  return { homeOdds: row.closing_home, drawOdds: row.closing_draw, awayOdds: row.closing_away }
}
