/** How the final score of a match is found among the events of TheSportsDB: decisions only. Runs anywhere. */
import { placeKey, sportKey } from '#app/features/feeds/places.ts'
import { HOUR_MS } from '#app/platform/time.ts'

/** No event further than this from the match's start is taken for the match. */
const FURTHEST_HOURS = 72

/** What came of looking for a match's score. Texts: `score.<code>`, with the other members as parameters. */
export type ScoreOutcome =
  | { code: 'updated'; home: string; away: string; h: number; a: number; eventId: number }
  | ScoreFailure

export type ScoreFailure =
  /** Neither a key of TheSportsDB nor the demonstration's. */
  | { code: 'not-configured' }
  | { code: 'missing-mappings' }
  | { code: 'no-home-mapping' | 'no-away-mapping'; team: string }
  | { code: 'no-events'; home: string; away: string }
  | { code: 'no-scores'; event: string }
  | { code: 'mappings-unavailable' | 'event-not-saved' | 'match-not-updated'; message: string }
  /** `status` is TheSportsDB's HTTP status, or in a word what went wrong with its answer. */
  | { code: 'request-failed'; status: string; hopeless: boolean }
  /** The match is not there. */
  | { code: 'failed' }

/** What a search is doing. Texts: `score.<code>`, with the other members as parameters. */
export type ScoreProgress =
  | { code: 'searching' }
  | { code: 'searching-season'; season: string }
  | { code: 'searching-otherwise' }
  /** The pace of requests is used up. */
  | { code: 'waiting'; seconds: number }

/** The translation key and parameters of an outcome or of progress, for `t(key, parameters)` in the namespace `admin`. */
export function scoreText({ code, ...parameters }: ScoreOutcome | ScoreProgress) {
  return { key: `score.${code}` as const, parameters }
}

/** The seasons that are searched, in order; undefined searches without one. */
export function seasonsToSearch(now: Date): (string | undefined)[] {
  const year = now.getUTCFullYear()
  return [`${year - 1}-${year}`, `${year - 2}-${year - 1}`, undefined]
}

/** The parameter `e` of a search: `Home_vs_Away` without spaces. */
export function eventParameter(home: string, away: string): string {
  return `${home}_vs_${away}`.replace(/\s+/g, '_')
}

/** What is told of an event to decide whether it is the match. */
export interface EventCandidate {
  event_timestamp: Date | null
  event_status: string | null
  sport: string | null
  home_team: string | null
  away_team: string | null
}

const FINISHED = new Set([
  'match finished',
  'ft',
  'aet',
  'pen',
  'aot',
  'ap',
  'finished',
  'after extra time',
  'after penalties',
])

/** TheSportsDB has two vocabularies, and says nothing of old events. */
export function eventState(status: string | null): 'finished' | 'unknown' | 'open' {
  if (!status) return 'unknown'
  return FINISHED.has(status.trim().toLowerCase()) ? 'finished' : 'open'
}

/**
 * The event that is the match: of those within 72 hours of its start the finished one that is nearest, else the first.
 * Events of another sport, and of the same teams the other way round, are other matches; events of exactly these teams
 * go before those of sides with similar names (women, youth).
 */
export function chooseEvent<Candidate extends EventCandidate>(
  events: readonly Candidate[],
  match: { start: Date; sport: string; home: string; away: string },
): Candidate | undefined {
  const near = events.filter(
    (event) => hoursApart(event, match.start) <= FURTHEST_HOURS && isPossible(event, match),
  )
  const exact = near.filter(
    (event) => isSide(event.home_team, match.home) && isSide(event.away_team, match.away),
  )
  const candidates = exact.length > 0 ? exact : near
  const finished = candidates.filter((event) => eventState(event.event_status) === 'finished')
  return (
    finished.toSorted((a, b) => hoursApart(a, match.start) - hoursApart(b, match.start))[0] ?? candidates[0]
  )
}

function hoursApart(event: EventCandidate, start: Date): number {
  if (!event.event_timestamp) return Number.POSITIVE_INFINITY
  return Math.abs(event.event_timestamp.getTime() - start.getTime()) / HOUR_MS
}

function isPossible(event: EventCandidate, match: { sport: string; home: string; away: string }): boolean {
  if (event.sport && sportKey(event.sport) !== sportKey(match.sport)) return false
  return !(isSide(event.home_team, match.away) && isSide(event.away_team, match.home))
}

function isSide(name: string | null, team: string): boolean {
  return name !== null && placeKey(name) === placeKey(team)
}

/** The final score of an event; null while it is not over, or when one of the two is missing. */
export function finalScoreOf(event: {
  event_status: string | null
  home_score: number | null
  away_score: number | null
}): { home: number; away: number } | null {
  if (event.home_score === null || event.away_score === null) return null
  return eventState(event.event_status) === 'open' ? null : { home: event.home_score, away: event.away_score }
}

export interface TeamMapping {
  matches_team_name: string
  matches_sport_name: string
  matches_country_name: string
  matches_league_name: string
  sportsdb_team_name: string
}

/** The mapping of a team: that of the match's own sport, country and league, else one of the name alone. */
export function chooseMapping(
  mappings: readonly TeamMapping[],
  team: string,
  place: { sport: string[]; country: string[]; league: string[] },
): TeamMapping | undefined {
  const agreement = (mapping: TeamMapping) =>
    4 * Number(place.sport.includes(mapping.matches_sport_name)) +
    2 * Number(place.country.includes(mapping.matches_country_name)) +
    Number(place.league.includes(mapping.matches_league_name))
  return mappings
    .filter((mapping) => mapping.matches_team_name === team)
    .toSorted(
      (a, b) => agreement(b) - agreement(a) || (a.sportsdb_team_name < b.sportsdb_team_name ? -1 : 1),
    )[0]
}
