import type { FixtureState, Score } from '../contract.ts'
import { asRecord, cleanText } from '../reading.ts'
import { readName } from './text.ts'

/** Statuses of a match that was played to its end. An awarded, abandoned or cancelled match has no result here. */
const PLAYED: ReadonlySet<string> = new Set(['FT', 'AET', 'PEN'])
const LONGEST = 200
const MOST_MINUTES = 200
const MOST_GOALS = 999

/** The live state of a fixture; undefined where it has no status. */
export function readState(item: Record<string, unknown>): FixtureState | undefined {
  const fixture = asRecord(item.fixture)
  const status = asRecord(fixture?.status)
  const short = cleanText(status?.short).toUpperCase()
  if (!/^[A-Z0-9]{1,8}$/.test(short)) return undefined
  const score = asRecord(item.score)
  const venue = asRecord(fixture?.venue)
  const teams = asRecord(item.teams)
  return {
    status: short,
    statusText: readText(status?.long),
    elapsed: readWhole(status?.elapsed, MOST_MINUTES),
    goals: readScore(item.goals),
    // The source fills the field during the first half, too.
    halfTime: short === '1H' ? null : readScore(score?.halftime),
    fullTime: readScore(score?.fulltime),
    extraTime: readScore(score?.extratime),
    penalties: readScore(score?.penalty),
    round: readText(asRecord(item.league)?.round),
    venue: readText(venue?.name),
    city: readText(venue?.city),
    referee: readText(fixture?.referee),
    homeLogo: readLogo(asRecord(teams?.home)?.logo),
    awayLogo: readLogo(asRecord(teams?.away)?.logo),
  }
}

/** The final score: after extra time where it was played, never that of a shoot-out. */
export function readResult(state: FixtureState | undefined): Score | undefined {
  return state && PLAYED.has(state.status) && state.goals ? state.goals : undefined
}

function readScore(value: unknown): Score | null {
  const home = readWhole(asRecord(value)?.home, MOST_GOALS)
  const away = readWhole(asRecord(value)?.away, MOST_GOALS)
  return home === null || away === null ? null : { home, away }
}

function readWhole(value: unknown, most: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : null
}

function readText(value: unknown): string | null {
  return readName(value).slice(0, LONGEST) || null
}

function readLogo(value: unknown): string | null {
  const address = cleanText(value)
  return /^https:\/\//i.test(address) && address.length <= LONGEST ? address : null
}
