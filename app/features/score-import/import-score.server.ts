import { type Kysely, sql } from 'kysely'
import { type ScoreCode, scoreCodeOf } from '#app/features/matches/score-codes.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { readSportsDbAccess } from '#app/features/sources/sportsdb/access.server.ts'
import { isHopeless, SportsDb } from '#app/features/sources/sportsdb/client.server.ts'
import { readEvent, type SportsDbEvent } from '#app/features/sources/sportsdb/schema.ts'
import { findKeptEvents, storeEvents } from '#app/features/sources/sportsdb/store.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import {
  chooseEvent,
  chooseMapping,
  eventParameter,
  finalScoreOf,
  type ScoreFailure,
  type ScoreOutcome,
  type ScoreProgress,
  seasonsToSearch,
} from './find-score.ts'

/** A match whose score is searched. */
export interface ScoreMatch {
  id: string
  home: string
  away: string
  start: Date
  sport: string
  /** The names of its place that mappings may use. */
  place: { sport: string[]; country: string[]; league: string[] }
}

export interface ScoreSearch {
  client: SportsDb
  now: Date
  onProgress?: (progress: ScoreProgress) => void
  /** Runs in the transaction that writes the score, before the write. */
  onWrite?: (tx: Kysely<DB>, score: FoundScore['score']) => Promise<void>
  /** Called for each event that cannot be read. */
  onRejected?: (reason: string, detail: string) => void
}

/** A score that was found and is not written yet. */
export interface FoundScore {
  match: ScoreMatch
  score: { home: number; away: number }
  /** How the match ended, if the event says it. */
  ended: ScoreCode | undefined
  eventId: number
  /** The event to store; null if it is already stored. */
  event: SportsDbEvent | null
}

/** Get Score: imports a match's final score with the site's configuration. Throws the signal's reason. */
export async function getScore(
  db: Kysely<DB>,
  env: SourcesEnv,
  matchId: string,
  { signal, ...search }: Pick<ScoreSearch, 'now' | 'onProgress' | 'onWrite'> & { signal?: AbortSignal },
): Promise<ScoreOutcome> {
  const access = await readSportsDbAccess(db, env)
  if (!access) return { code: 'not-configured' }
  const client = new SportsDb(db, access, {
    ...(signal ? { signal } : {}),
    onWait: (ms) => search.onProgress?.({ code: 'waiting', seconds: Math.ceil(ms / 1000) }),
  })
  return importScore(db, matchId, { client, ...search })
}

/**
 * Imports the final score of a match from TheSportsDB and stores the event. Every expected result is a value. Throws if
 * the client's signal aborts.
 */
export async function importScore(
  db: Kysely<DB>,
  matchId: string,
  search: ScoreSearch,
): Promise<ScoreOutcome> {
  search.onProgress?.({ code: 'searching' })
  const match = await findScoreMatch(db, matchId)
  if (!match) return { code: 'failed' }
  const found = await findScore(db, match, search)
  return 'code' in found ? found : writeScore(db, found, search.onWrite)
}

async function findScoreMatch(db: Kysely<DB>, matchId: string): Promise<ScoreMatch | undefined> {
  const row = await selectScoreMatches(db).where('matches.id', '=', matchId).executeTakeFirst()
  return row && toScoreMatch(row)
}

/** Matches with the names of their places, in the catalogue and in the feed. */
export function selectScoreMatches(db: Kysely<DB>) {
  return db
    .selectFrom('matches')
    .innerJoin('leagues', 'leagues.id', 'matches.league_id')
    .innerJoin('countries', 'countries.id', 'matches.country_id')
    .innerJoin('sports', 'sports.id', 'matches.sport_id')
    .select([
      'matches.id',
      'matches.home_team',
      'matches.away_team',
      'matches.start_time',
      'matches.sport_name',
      'matches.country_name',
      'matches.league_name',
      'sports.name as sport',
      'countries.name as country',
      'leagues.name as league',
    ])
}

type ScoreMatchRow = Awaited<ReturnType<ReturnType<typeof selectScoreMatches>['executeTakeFirstOrThrow']>>

export function toScoreMatch(row: ScoreMatchRow): ScoreMatch {
  const names = (...list: (string | null)[]) => list.filter((name) => name !== null)
  return {
    id: row.id,
    home: row.home_team,
    away: row.away_team,
    start: row.start_time,
    sport: row.sport,
    place: {
      sport: names(row.sport, row.sport_name),
      country: names(row.country, row.country_name),
      league: names(row.league, row.league_name),
    },
  }
}

/** Searches for a match's score: by season, without a season, then among stored events. */
export async function findScore(
  db: Kysely<DB>,
  match: ScoreMatch,
  search: ScoreSearch,
): Promise<FoundScore | ScoreFailure> {
  const teams = await findTeams(db, match)
  if ('code' in teams) return teams
  // A match that has not started has no score, so no request is needed.
  if (match.start > search.now) return { code: 'no-events', ...teams }
  const wanted = {
    start: match.start,
    sport: match.sport,
    country: match.place.country[0] ?? '',
    league: match.place.league[0] ?? '',
    now: search.now,
    others: await readOtherStarts(db, match),
    ...teams,
  }
  for (const season of seasonsToSearch(search.now)) {
    search.onProgress?.(season ? { code: 'searching-season', season } : { code: 'searching-otherwise' })
    const answer = await search.client.ask(
      'searchevents.php',
      { e: eventParameter(teams.home, teams.away), ...(season ? { s: season } : {}) },
      readEvent,
    )
    if (answer.kind === 'failed') {
      return {
        code: 'request-failed',
        status: String(answer.status ?? answer.code),
        hopeless: isHopeless(answer),
      }
    }
    for (const { reason, detail } of answer.rejected) search.onRejected?.(reason, detail)
    const chosen = chooseEvent(answer.items, wanted)
    if (!chosen) continue
    const score = finalScoreOf(chosen)
    const { event } = chosen
    if (score) return { match, score, ended: endOf(chosen), eventId: event.event_id, event }
    return { code: 'no-scores', event: event.event_name ?? `${teams.home} vs ${teams.away}` }
  }
  const kept = chooseEvent(await findKeptEvents(db, teams, match.start), wanted)
  const score = kept && finalScoreOf(kept)
  if (kept && score) return { match, score, ended: endOf(kept), eventId: kept.event.event_id, event: null }
  return { code: 'no-events', ...teams }
}

const endOf = ({ event }: { event: { event_status: string | null; sport: string | null } }) =>
  scoreCodeOf(event.event_status, event.sport)

/** The starts of other matches of the two teams around this one, with either as home. */
async function readOtherStarts(db: Kysely<DB>, { id, home, away, start }: ScoreMatch): Promise<Date[]> {
  const { rows } = await sql<{ start_time: Date }>`
    select o.start_time from matches m join matches o on o.sport_id = m.sport_id and o.id <> m.id
    where m.id = ${id} and o.home_team in (${home}, ${away}) and o.away_team in (${home}, ${away})
      and o.start_time between ${start}::timestamptz - interval '144 hours' and ${start}::timestamptz + interval '144 hours'
      and o.status <> 'cancelled'`.execute(db)
  return rows.map(({ start_time }) => start_time)
}

/** The names of the two teams in TheSportsDB. */
async function findTeams(
  db: Kysely<DB>,
  match: ScoreMatch,
): Promise<{ home: string; away: string } | ScoreFailure> {
  let rows: Awaited<ReturnType<typeof readMappings>>
  try {
    rows = await readMappings(db, [match.home, match.away])
  } catch (error) {
    return { code: 'mappings-unavailable', message: messageOf(error) }
  }
  const home = chooseMapping(rows, match.home, match.place)
  const away = chooseMapping(rows, match.away, match.place)
  if (home && away) return { home: home.sportsdb_team_name, away: away.sportsdb_team_name }
  if (!home && !away) return { code: 'missing-mappings' }
  return home ? { code: 'no-away-mapping', team: match.away } : { code: 'no-home-mapping', team: match.home }
}

async function readMappings(db: Kysely<DB>, names: string[]) {
  const rows = await db
    .selectFrom('team_mappings')
    .select([
      'matches_team_name',
      'matches_sport_name',
      'matches_country_name',
      'matches_league_name',
      'sportsdb_team_name',
    ])
    .where('matches_team_name', 'in', names)
    .where('sportsdb_team_name', 'is not', null)
    .where('sportsdb_team_name', '<>', '')
    .execute()
  return rows.map((row) => ({ ...row, sportsdb_team_name: row.sportsdb_team_name ?? '' }))
}

/** Stores the event and writes the match's score. The event stays stored if the match cannot be written. */
async function writeScore(
  db: Kysely<DB>,
  found: FoundScore,
  onWrite: ScoreSearch['onWrite'],
): Promise<ScoreOutcome> {
  if (found.event) {
    try {
      await storeEvents(db, [found.event])
    } catch (error) {
      return { code: 'event-not-saved', message: messageOf(error) }
    }
  }
  try {
    const isThere = await db.transaction().execute(async (tx) => {
      await onWrite?.(tx, found.score)
      return updateMatch(tx, found, { overTyped: true })
    })
    if (!isThere) return { code: 'match-not-updated', message: 'the match no longer exists' }
  } catch (error) {
    return { code: 'match-not-updated', message: messageOf(error) }
  }
  const { match, score, eventId } = found
  return { code: 'updated', home: match.home, away: match.away, h: score.home, a: score.away, eventId }
}

/**
 * The database sets the time of the change.
 * @param overTyped whether it replaces a score that an operator has typed
 * @returns whether the match was still there, to be written
 */
export async function updateMatch(
  db: Kysely<DB>,
  { match, score, ended }: Pick<FoundScore, 'score' | 'ended'> & { match: Pick<ScoreMatch, 'id'> },
  { overTyped }: { overTyped: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('matches')
    .set({
      ...{ home_score: score.home, away_score: score.away, score_code: ended ?? null, score_source: null },
      status: 'finished',
    })
    .where('id', '=', match.id)
    .$if(!overTyped, (query) => query.where('score_locked', '=', false))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
