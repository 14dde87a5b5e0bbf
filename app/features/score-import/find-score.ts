/**
 * Finds the final score of a match among the events of TheSportsDB. Pure decisions; runs in the browser and on the
 * server.
 */
import { placeKey, sportKey } from '#app/features/catalogue/place-names.ts'
import { isEnded } from '#app/features/matches/score-codes.ts'
import { contestRules, extentOf, isSameContestant } from '#app/features/names/contestants.ts'
import { mayBeSamePlace } from '#app/features/names/same-place.ts'
import { HOUR_MS } from '#app/platform/time.ts'

/** An event within this time of the match's start is the match. */
const NEAR_HOURS = 6
/** An event further away counts only if the two sides meet once, and only within this time. */
const MAX_HOURS = 72
/** Within this time, swapped sides are the same contest, and so is a game of a sport with several a day. */
const AGREEMENT_HOURS = 1

/** The result of a search for a match's score. Texts: `score.<code>`, with the other members as parameters. */
export type ScoreOutcome =
  | { code: 'updated'; home: string; away: string; h: number; a: number; eventId: number }
  | ScoreFailure

export type ScoreFailure =
  /** There is neither a key of TheSportsDB nor the demonstration. */
  | { code: 'not-configured' }
  | { code: 'missing-mappings' }
  | { code: 'no-home-mapping' | 'no-away-mapping'; team: string }
  | { code: 'no-events'; home: string; away: string }
  | { code: 'no-scores'; event: string }
  | { code: 'mappings-unavailable' | 'event-not-saved' | 'match-not-updated'; message: string }
  /** `status` is TheSportsDB's HTTP status, or a word for what is wrong with its response. */
  | { code: 'request-failed'; status: string; hopeless: boolean }
  /** The match does not exist. */
  | { code: 'failed' }

/** The progress of a search. Texts: `score.<code>`, with the other members as parameters. */
export type ScoreProgress =
  | { code: 'searching' }
  | { code: 'searching-season'; season: string }
  | { code: 'searching-otherwise' }
  /** The request limit is reached. */
  | { code: 'waiting'; seconds: number }

/** The translation key and parameters of a result or of progress, for `t(key, parameters)` in the namespace `admin`. */
export function scoreText({ code, ...parameters }: ScoreOutcome | ScoreProgress) {
  return { key: `score.${code}` as const, parameters }
}

/** The seasons to search, in order; undefined searches without a season. */
export function seasonsToSearch(now: Date): (string | undefined)[] {
  const year = now.getUTCFullYear()
  return [`${year - 1}-${year}`, `${year - 2}-${year - 1}`, undefined]
}

/** The parameter `e` of a search: `Home_vs_Away` without spaces. */
export function eventParameter(home: string, away: string): string {
  return `${home}_vs_${away}`.replace(/\s+/g, '_')
}

/** The data of an event that decide whether it is the match. */
export interface EventCandidate {
  event_timestamp: Date | null
  event_status: string | null
  sport: string | null
  home_team: string | null
  away_team: string | null
  league_name?: string | null
  country?: string | null
}

/** A match whose event is searched, with its teams' names in the sports database. */
export interface WantedMatch {
  start: Date
  sport: string
  home: string
  away: string
  country?: string
  league?: string
  now: Date
  /** The starts of other matches of the same two teams, as far as known. */
  others?: readonly Date[]
}

export interface ChosenEvent<Candidate> {
  event: Candidate
  /** Whether the event's sides are swapped. */
  turned: boolean
}

/** TheSportsDB has no status for old events. */
export function eventState(status: string | null): 'finished' | 'unknown' | 'open' {
  if (!status) return 'unknown'
  return isEnded(status) ? 'finished' : 'open'
}

/**
 * The event that is the match. Within six hours of its start: the nearest finished event, else the first one; in sports
 * with several games a day the nearest. Up to 72 hours: only if the two rarely meet, and no other event or match of
 * theirs is within that time. These are other matches: events of another sport, country or side, events with swapped
 * sides at another time, events that are nearer to another match of the two, and events before kick-off.
 */
export function chooseEvent<Candidate extends EventCandidate>(
  events: readonly Candidate[],
  match: WantedMatch,
): ChosenEvent<Candidate> | undefined {
  if (match.start > match.now) return undefined
  const rules = contestRules(sportKey(match.sport))
  const severalADay = rules.onceWithin <= AGREEMENT_HOURS * HOUR_MS
  const possible = events.flatMap((event) => {
    const apart = hoursApart(event, match.start)
    const isOver = event.event_timestamp !== null && event.event_timestamp <= match.now
    if (!isOver || apart > MAX_HOURS || !isOfPlace(event, match, apart)) return []
    const sides = readSides(event, match, apart)
    return sides ? [{ event, apart, ...sides }] : []
  })
  const exact = possible.filter((one) => one.exact)
  const meant = exact.length > 0 ? exact : possible
  const own = meant.filter(({ event, apart }) =>
    (match.others ?? []).every((start) => hoursApart(event, start) > apart),
  )
  const isAlone =
    meant.length === 1 && (match.others ?? []).every((start) => hoursBetween(start, match.start) > MAX_HOURS)
  const near = own.filter(({ apart }) => apart <= (severalADay && !isAlone ? AGREEMENT_HOURS : NEAR_HOURS))
  const reach = rules.onceWithin > 24 * HOUR_MS ? MAX_HOURS : rules.onceWithin / HOUR_MS
  const candidates = near.length > 0 ? near : isAlone ? own.filter(({ apart }) => apart <= reach) : []
  const direct = candidates.filter(({ turned }) => !turned)
  const chosen = direct.length > 0 ? direct : candidates
  const byTime = chosen.toSorted((a, b) => a.apart - b.apart)
  if (severalADay) return byTime[0]
  return byTime.find(({ event }) => eventState(event.event_status) === 'finished') ?? chosen[0]
}

function hoursApart(event: EventCandidate, start: Date): number {
  return event.event_timestamp ? hoursBetween(event.event_timestamp, start) : Number.POSITIVE_INFINITY
}

function hoursBetween(a: Date, b: Date): number {
  return Math.abs(a.getTime() - b.getTime()) / HOUR_MS
}

function isOfPlace(event: EventCandidate, match: WantedMatch, apart: number): boolean {
  const { sport, country = null, league_name: league = null } = event
  const ours = { sport: match.sport, country: match.country ?? null, league: match.league ?? null }
  return mayBeSamePlace({ sport, country, league }, ours, apart <= AGREEMENT_HOURS)
}

/** Which of the event's sides are the match's, by name; undefined if they are not. */
function readSides(
  { home_team, away_team }: EventCandidate,
  match: WantedMatch,
  apart: number,
): { turned: boolean; exact: boolean } | undefined {
  if (home_team === null || away_team === null) return undefined
  const rules = contestRules(sportKey(match.sport))
  const isEqual = (a: string, b: string) => placeKey(a) === placeKey(b)
  // A part of a name is enough only near the start: three days away, 'CSKA 1948 Sofia' is not 'CSKA Sofia'.
  const isSame = (a: string, b: string) =>
    apart <= NEAR_HOURS ? isSameContestant(a, b, rules) : extentOf(a, b, rules) === 'whole'
  const ways = [
    { turned: false, home: home_team, away: away_team },
    { turned: true, home: away_team, away: home_team },
  ]
  for (const exact of [true, false]) {
    const alike = exact ? isEqual : isSame
    const way = ways.find(({ home, away }) => alike(home, match.home) && alike(away, match.away))
    if (way) return way.turned && apart > AGREEMENT_HOURS ? undefined : { turned: way.turned, exact }
  }
  return undefined
}

/** The final score of an event by the match's sides; null if the event is not finished or a score is missing. */
export function finalScoreOf({
  event,
  turned,
}: ChosenEvent<{
  event_status: string | null
  home_score: number | null
  away_score: number | null
}>): { home: number; away: number } | null {
  const { home_score: home, away_score: away } = event
  if (home === null || away === null || eventState(event.event_status) === 'open') return null
  return turned ? { home: away, away: home } : { home, away }
}

export interface TeamMapping {
  matches_team_name: string
  matches_sport_name: string
  matches_country_name: string
  matches_league_name: string
  sportsdb_team_name: string
}

/**
 * The mapping of a team: one of the match's sport, country and league before one without them. A mapping of another
 * sport or country means another team.
 */
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
    .filter(
      (mapping) =>
        mapping.matches_team_name === team &&
        ['', ...place.sport].includes(mapping.matches_sport_name) &&
        ['', ...place.country].includes(mapping.matches_country_name),
    )
    .toSorted(
      (a, b) => agreement(b) - agreement(a) || (a.sportsdb_team_name < b.sportsdb_team_name ? -1 : 1),
    )[0]
}
