import { sql } from 'kysely'
import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { isPast, nextAgeChangeAt, resultState } from './match-state.ts'
import {
  daysAround,
  distinctivePart,
  type PlacedMatch,
  RESULT_MISSES,
  type ResultEvent,
  type ResultFinding,
  type ResultMiss,
  scoreOfMatch,
  spellingsOfSport,
  toLookup,
} from './results.ts'
import type { MatchSummary } from './schema.ts'

/** Events that are compared with a match: those of its days and sport that share a word with one of its teams. */
const CANDIDATES = 50

/** A match whose result is looked up by the names of its teams. */
export interface ResultQuestion {
  id: string
  home: string
  away: string
  /** ISO 8601 */
  startTime: string
  /** Slug of its sport. */
  sport: string
  /** The duration of its matches. */
  minutes?: number
}

/**
 * Matches with the result of each past one that has no score of its own, looked up among the events of the sports
 * database. Notes when the age of a past match changes.
 */
export async function withResults<M extends MatchSummary>(
  services: Services,
  matches: readonly M[],
): Promise<M[]> {
  const now = new Date()
  const unknown = matches.filter((match) => resultState(match, now, undefined)?.kind === 'loading')
  for (const match of matches) if (isPast(match, now)) noteChangeAt(nextAgeChangeAt(match, now))
  const findings = await findResults(
    services,
    unknown.map((match) => ({ ...match, sport: match.sport.slug })),
    now,
  )
  return matches.map((match) => {
    const finding = findings.get(match.id)
    return finding ? { ...match, result: toLookup(finding) } : match
  })
}

/**
 * The results of matches by the names of their teams: the same names first, then similar ones. Two queries for all
 * matches, each limited to the days of the matches. A failure is logged, and the match has no result.
 */
export async function findResults(
  services: Services,
  questions: readonly ResultQuestion[],
  now: Date,
): Promise<Map<string, ResultFinding>> {
  const findings = new Map<string, ResultFinding>()
  const miss = (question: ResultQuestion, why: ResultMiss) =>
    findings.set(question.id, { kind: 'missed', why })
  for (const question of questions) if (!isPast(question, now)) miss(question, 'too-recent')
  const asked = questions.filter((question) => !findings.has(question.id))
  if (asked.length > 0) {
    noteRead('results')
    await lookUp(asked, 'fetch-failed', readSameNames)
    const open = asked.filter((question) => !findings.has(question.id))
    if (open.length > 0) await lookUp(open, 'retrieve-failed', readAlikeNames)
    for (const question of asked) if (!findings.has(question.id)) miss(question, 'none-found')
  }
  for (const [match, finding] of findings) {
    if (finding.kind === 'missed') services.log.debug({ match }, RESULT_MISSES[finding.why])
  }
  return findings

  async function lookUp(open: readonly ResultQuestion[], failure: ResultMiss, read: typeof readSameNames) {
    try {
      const events = await read(services, open)
      for (const question of open) {
        const { place, of } = events.get(question.id) ?? NO_EVENTS
        const finding = scoreOfMatch({ ...question, ...place }, of)
        if (finding.kind === 'score') findings.set(question.id, finding)
      }
    } catch (error) {
      services.log.error({ err: error }, RESULT_MISSES[failure])
      noteFailure()
      for (const question of open) miss(question, failure)
    }
  }
}

interface EventRow {
  match_id: string
  home_team: string
  away_team: string
  home_score: number | null
  away_score: number | null
  event_status: string | null
  event_timestamp: Date | null
  day: string
  country: string | null
  league_name: string | null
  own_country: string | null
  own_league: string | null
}

/** What was found for a match, and the names of its place. */
interface FoundEvents {
  place: Pick<PlacedMatch, 'country' | 'league'>
  of: ResultEvent[]
}

const NO_EVENTS: FoundEvents = { place: { country: null, league: null }, of: [] }

const eventColumns = sql`e.home_team, e.away_team, e.home_score, e.away_score, e.event_status, e.event_timestamp, e.country, e.league_name,
  to_char(e.date_event, 'YYYY-MM-DD') as day`
const ownColumns = sql`own.country as own_country, own.league as own_league`
/** The names of the place of a match `q.match`; without one, nothing is compared with them. */
const ownPlace = sql`left join lateral (
  select c.name as country, l.name as league from matches m
  join leagues l on l.id = m.league_id join countries c on c.id = m.country_id
  where m.id = q.match) own on true`

async function readSameNames(services: Services, questions: readonly ResultQuestion[]) {
  const asked = questions.map(toRecord)
  const { rows } = await sql<EventRow>`
    select q.id as match_id, ${ownColumns}, ${eventColumns}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as q (id text, match uuid, from_day date, to_day date, sports text[], home text, away text)
    ${ownPlace}
    join sportsdb_events e on e.date_event between q.from_day and q.to_day
      and e.home_team = q.home and e.away_team = q.away
      and (e.sport is null or replace(lower(e.sport), ' ', '-') = any (q.sports))`.execute(
    services.database.kysely,
  )
  return byMatch(rows)
}

/**
 * Events of the days whose teams share the beginning of a distinctive word with a match (see event_words in the
 * database).
 */
async function readAlikeNames(services: Services, questions: readonly ResultQuestion[]) {
  const asked = questions.map((question) => ({
    ...toRecord(question),
    names: `${distinctivePart(question.home)} ${distinctivePart(question.away)}`,
  }))
  const { rows } = await sql<EventRow>`
    select q.id as match_id, ${ownColumns}, alike.*
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as q (id text, match uuid, from_day date, to_day date, sports text[], home text, away text, names text)
    ${ownPlace}
    cross join lateral (
      select ${eventColumns} from sportsdb_events e
      where event_words(e.date_event, e.home_team || ' ' || e.away_team)
          && (event_words(q.from_day, q.names) || event_words(q.from_day + 1, q.names) || event_words(q.to_day, q.names))
        and (e.sport is null or replace(lower(e.sport), ' ', '-') = any (q.sports))
      order by similarity(e.home_team, q.home) + similarity(e.away_team, q.away) desc, e.event_id
      limit ${CANDIDATES}
    ) alike`.execute(services.database.kysely)
  return byMatch(rows)
}

function toRecord({ id, home, away, startTime, sport }: ResultQuestion) {
  const { from, to } = daysAround(startTime)
  return {
    id,
    match: isId(id) ? id : null,
    home,
    away,
    from_day: from,
    to_day: to,
    sports: spellingsOfSport(sport),
  }
}

function byMatch(rows: readonly EventRow[]): Map<string, FoundEvents> {
  const grouped = Map.groupBy(rows, (row) => row.match_id)
  return new Map(
    [...grouped].map(([id, ofMatch]) => [
      id,
      {
        place: { country: ofMatch[0]?.own_country ?? null, league: ofMatch[0]?.own_league ?? null },
        of: ofMatch.map((row) => ({
          home: row.home_team,
          away: row.away_team,
          homeScore: row.home_score,
          awayScore: row.away_score,
          status: row.event_status,
          startsAt: row.event_timestamp,
          day: row.day,
          country: row.country,
          league: row.league_name,
        })),
      },
    ]),
  )
}
