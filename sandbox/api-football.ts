/** The sandbox's API-Football: the football matches of its feeds, whose minutes and goals move with the clock. */
import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS, parseDay } from '#app/platform/time.ts'
import { matchesBetween, type SandboxMatch, type SandboxWorld } from './calendar.ts'
import type { SandboxTeam } from './league.ts'
import { combine, hash32, unit } from './random.ts'
import { finalScore } from './results.ts'

const HALF = 45
const BREAK = 15
/** Minutes from the kick-off to the end, with the break and stoppage time. */
const LASTS = 2 * HALF + BREAK + 4
/** The sandbox's own list goes back so far. */
const LATELY_MS = DAY_MS

const nameOf = (team: SandboxTeam) => (typeof team === 'string' ? team : team.name)

/**
 * `GET /fixtures`: of a day, or in play. `date=now` is the sandbox's own: what has begun in the last day, so that what is
 * still to come has no fixture. Undefined for what it does not understand.
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

function football(world: SandboxWorld): SandboxWorld {
  return { ...world, leagues: world.leagues.filter(({ sport }) => sport === 'Soccer') }
}

const IN_PLAY = { '1H': 'First Half', HT: 'Halftime', '2H': 'Second Half' }
const STATUSES = { NS: 'Not Started', ...IN_PLAY, FT: 'Match Finished' }

/** How far a match is: its status, and the minutes that have been played. */
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
  const digest = createHash('md5')
    .update(`${league.oddsApiKey} ${match.hash} ${start.getTime()}`)
    .digest('hex')
  return {
    fixture: {
      id: Number.parseInt(digest.slice(0, 8), 16),
      referee: null,
      timezone: 'UTC',
      date: start.toISOString().replace('.000Z', '+00:00'),
      timestamp: start.getTime() / 1000,
      venue: { id: null, name: `${nameOf(match.home)} Stadium`, city: null },
      status: { short, long: STATUSES[short], elapsed, extra: null },
    },
    league: {
      id: 1 + (hash32(league.oddsApiKey) % 100_000),
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
