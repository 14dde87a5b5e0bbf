/** The sandbox's API-Football: the football matches of its feeds, with minutes and goals that follow the clock. */
import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS, parseDay } from '#app/platform/time.ts'
import { matchesBetween, type SandboxMatch, type SandboxWorld } from './calendar.ts'
import type { SandboxTeam } from './league.ts'
import { hasFullOffer, type LineMarket, linesOf } from './lines.ts'
import { onLadder, quotesAt, trueProbabilities } from './market.ts'
import { combine, hash32, unit } from './random.ts'
import { finalScore } from './results.ts'

const HALF = 45
const BREAK = 15
/** Minutes from the kick-off to the end, with the break and stoppage time. */
const LASTS = 2 * HALF + BREAK + 4
/** The number of past days in the sandbox's own list. */
const LATELY_MS = DAY_MS

const nameOf = (team: SandboxTeam) => (typeof team === 'string' ? team : team.name)

/**
 * `GET /fixtures`: of a day, or in play. `date=now` exists in the sandbox only: it lists matches that began in the last
 * day, so that future matches have no fixture. Undefined for an unknown query.
 */
export function answerFixtures(world: SandboxWorld, params: URLSearchParams, now: Date): object | undefined {
  const live = params.get('live')
  const date = params.get('date')
  const day = parseDay(date)
  const at = (ms: number) => new Date(now.getTime() + ms)
  const [from, to] = day
    ? [new Date(`${day}T00:00:00Z`), new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)]
    : live || date === 'now'
      ? [at(-LATELY_MS), at(1)]
      : []
  if (!from || !to) return undefined
  const fixtures = [...matchesBetween(football(world), from, to)].map((match) => toFixture(match, now))
  const wanted = live ? fixtures.filter(({ fixture }) => fixture.status.short in IN_PLAY) : fixtures
  const paging = { current: 1, total: 1 }
  const parameters = Object.fromEntries(params)
  return { get: 'fixtures', parameters, errors: [], results: wanted.length, paging, response: wanted }
}

/** The bookmakers with odds: those whose keys can be derived from their names. */
const QUOTED = ['Brightmere', 'Corvane', 'Elmstead']
const A_PAGE = 10
/** How long before the match odds are available. */
const AHEAD_MS = 7 * DAY_MS
/** Odds are updated every three hours. */
const RENEWED_MS = 180 * MINUTE_MS

/** `GET /odds`: of a day, or of a league's season, ten fixtures a page. Undefined for an unknown query. */
export function answerOdds(world: SandboxWorld, params: URLSearchParams, now: Date): object | undefined {
  const day = parseDay(params.get('date'))
  const league = params.get('league')
  if (!day && !league) return undefined
  const matches = [...matchesBetween(football(world), now, new Date(now.getTime() + AHEAD_MS))].filter(
    (match) =>
      (!day || match.start.toISOString().startsWith(day)) && (!league || String(leagueId(match)) === league),
  )
  const page = Math.max(1, Number(params.get('page') ?? 1))
  const shown = matches.slice((page - 1) * A_PAGE, page * A_PAGE)
  const paging = { current: page, total: Math.max(1, Math.ceil(matches.length / A_PAGE)) }
  const parameters = Object.fromEntries(params)
  const response = shown.map((match) => toOdds(match, now))
  return { get: 'odds', parameters, errors: [], results: response.length, paging, response }
}

/** `GET /odds/live`: of matches in play, without a bookmaker. */
export function answerLiveOdds(world: SandboxWorld, params: URLSearchParams, now: Date): object {
  const league = params.get('league')
  const since = new Date(now.getTime() - LASTS * MINUTE_MS)
  const matches = [...matchesBetween(football(world), since, now)].filter(
    (match) => !league || String(leagueId(match)) === league,
  )
  const response = matches.map((match) => {
    const { short, elapsed } = progress(match, now)
    const { home, draw, away } = trueProbabilities(match)
    const value = (name: string, chance: number) => ({
      value: name,
      odd: onLadder(0.93 / chance).toFixed(2),
      handicap: null,
      main: null,
      suspended: short === 'HT',
    })
    return {
      fixture: { id: fixtureId(match), status: { long: STATUSES[short], elapsed, seconds: null } },
      league: { id: leagueId(match), season: match.start.getUTCFullYear() },
      teams: { home: { id: null, goals: 0 }, away: { id: null, goals: 0 } },
      status: { stopped: false, blocked: false, finished: false },
      update: now.toISOString(),
      odds: [
        {
          id: 59,
          name: 'Fulltime Result',
          values: [value('Home', home), value('Draw', draw ?? 0.25), value('Away', away)],
        },
      ],
    }
  })
  const paging = { current: 1, total: 1 }
  return { get: 'odds/live', parameters: {}, errors: [], results: response.length, paging, response }
}

function toOdds(match: SandboxMatch, now: Date) {
  const renewed = new Date(Math.floor(now.getTime() / RENEWED_MS) * RENEWED_MS)
  const quotes = quotesAt(match, renewed).filter(({ bookmaker }) => QUOTED.includes(bookmaker.name))
  return {
    league: { id: leagueId(match), name: match.league.league, season: match.start.getUTCFullYear() },
    fixture: {
      id: fixtureId(match),
      timezone: 'UTC',
      date: match.start.toISOString(),
      timestamp: match.start.getTime() / 1000,
    },
    update: renewed.toISOString(),
    bookmakers: quotes.map((quote) => ({
      id: QUOTED.indexOf(quote.bookmaker.name) + 1,
      name: quote.bookmaker.name,
      bets: [
        {
          id: 1,
          name: 'Match Winner',
          values: [
            { value: 'Home', odd: quote.prices.home.toFixed(2) },
            { value: 'Draw', odd: quote.prices.draw?.toFixed(2) },
            { value: 'Away', odd: quote.prices.away.toFixed(2) },
          ],
        },
        ...(hasFullOffer(match, now) ? linesOf(match, quote).flatMap(toBet) : []),
      ],
    })),
  }
}

/** Its bets, by The Odds API's keys. */
const BETS: Record<string, { id: number; name: string }> = {
  spreads: { id: 4, name: 'Asian Handicap' },
  totals: { id: 5, name: 'Goals Over/Under' },
  btts: { id: 8, name: 'Both Teams Score' },
  double_chance: { id: 12, name: 'Double Chance' },
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function toBet({ key, outcomes }: LineMarket): object[] {
  const bet = BETS[key]
  if (!bet) return []
  const values = outcomes.map(({ name, or, point, price }) => {
    // A handicap has the home side's line on both sides.
    const line = point === undefined ? undefined : key === 'spreads' && name === 'away' ? -point || 0 : point
    const text = or ? `${capital(name)}/${capital(or)}` : capital(name)
    const sign = key === 'spreads' && line !== undefined && line >= 0 ? '+' : ''
    return { value: line === undefined ? text : `${text} ${sign}${line}`, odd: price.toFixed(2) }
  })
  return [{ ...bet, values }]
}

const digestOf = ({ league, hash, start }: SandboxMatch) =>
  createHash('md5').update(`${league.oddsApiKey} ${hash} ${start.getTime()}`).digest('hex')
const fixtureId = (match: SandboxMatch) => Number.parseInt(digestOf(match).slice(0, 8), 16)
const leagueId = ({ league }: SandboxMatch) => 1 + (hash32(league.oddsApiKey) % 100_000)

function football(world: SandboxWorld): SandboxWorld {
  return { ...world, leagues: world.leagues.filter(({ sport }) => sport === 'Soccer') }
}

const IN_PLAY = { '1H': 'First Half', HT: 'Halftime', '2H': 'Second Half' }
const STATUSES = { NS: 'Not Started', ...IN_PLAY, FT: 'Match Finished' }

/** The progress of a match: its status, and the minutes that have been played. */
function progress(match: SandboxMatch, now: Date): { short: keyof typeof STATUSES; elapsed: number | null } {
  const minutes = Math.floor((now.getTime() - match.start.getTime()) / MINUTE_MS)
  if (minutes < 0) return { short: 'NS', elapsed: null }
  if (minutes < HALF) return { short: '1H', elapsed: minutes + 1 }
  if (minutes < HALF + BREAK) return { short: 'HT', elapsed: HALF }
  if (minutes < LASTS) return { short: '2H', elapsed: Math.min(2 * HALF, minutes - BREAK + 1) }
  return { short: 'FT', elapsed: 2 * HALF }
}

/** The goals of both sides by a minute of play. */
function goalsBy(match: SandboxMatch, minute: number): { home: number; away: number } {
  const final = finalScore(match)
  const scored = (goals: number, side: number) =>
    Array.from(
      { length: goals },
      (_, n) => 1 + Math.floor(unit(combine(match.hash, side + n)) * 2 * HALF),
    ).filter((at) => at <= minute).length
  return { home: scored(final.home, 8_000), away: scored(final.away, 8_100) }
}

function toFixture(match: SandboxMatch, now: Date) {
  const { league, start } = match
  const { short, elapsed } = progress(match, now)
  const none = { home: null, away: null }
  return {
    fixture: {
      id: fixtureId(match),
      referee: null,
      timezone: 'UTC',
      date: start.toISOString().replace('.000Z', '+00:00'),
      timestamp: start.getTime() / 1000,
      venue: { id: null, name: `${nameOf(match.home)} Stadium`, city: null },
      status: { short, long: STATUSES[short], elapsed, extra: null },
    },
    league: {
      id: leagueId(match),
      name: league.league,
      country: league.country === 'International' ? 'World' : league.country.replaceAll(' ', '-'),
      season: start.getUTCFullYear(),
      round: null,
    },
    teams: { home: { name: nameOf(match.home), logo: null }, away: { name: nameOf(match.away), logo: null } },
    goals: elapsed === null ? none : goalsBy(match, elapsed),
    score: {
      halftime: elapsed === null ? none : goalsBy(match, Math.min(HALF, elapsed)),
      fulltime: short === 'FT' ? goalsBy(match, 2 * HALF) : none,
      extratime: none,
      penalty: none,
    },
  }
}
