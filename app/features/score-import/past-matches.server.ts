import { sql } from 'kysely'
import type { z } from 'zod'
import { RunError, type ToolReason } from '#app/features/runs/schema.ts'
import type { Tool, ToolRun } from '#app/features/runs/tool-run.server.ts'
import { pastEventsRequest } from '#app/features/sources/sportsdb/requests.ts'
import { storeEvents } from '#app/features/sources/sportsdb/store.server.ts'
import { openSportsDb, type SportsDbTools, sportsDbLog } from '#app/features/sources/sportsdb/tools.server.ts'
import type { ScoreFailure } from './find-score.ts'
import {
  type FoundScore,
  findScore,
  type ScoreMatch,
  selectScoreMatches,
  toScoreMatch,
  updateMatch,
} from './import-score.server.ts'

type Params = z.infer<typeof pastEventsRequest>

const COUNTS = ['total', 'done', 'updated', 'skipped', 'failed', 'rejected'] as const
type Count = (typeof COUNTS)[number]
type Run = ToolRun<Params, Count>

/** A match is past if it started more than this many hours ago. */
const PAST_AFTER_HOURS = 2
/** A stored event further from a match than this is another game of the two. Seconds. */
const KEPT_WITHIN_S = 6 * 3_600
/** Matches per query. */
const PAGE = 100
/** The number of consecutive failed requests after which a run stops. */
const MAX_FAILURES = 5

const FAILURE_REASONS: Record<ScoreFailure['code'], ToolReason> = {
  'missing-mappings': 'no_mapping',
  'no-home-mapping': 'no_mapping',
  'no-away-mapping': 'no_mapping',
  'no-events': 'no_events',
  'no-scores': 'no_scores',
  'mappings-unavailable': 'not_updated',
  'event-not-saved': 'not_updated',
  'match-not-updated': 'not_updated',
  'request-failed': 'request_failed',
  'not-configured': 'not_updated',
  failed: 'not_updated',
}

/** Imports the scores of past matches whose teams are mapped, newest first. */
export function pastEventsTool(tools: SportsDbTools): Tool<Params, Count> {
  return {
    kind: 'sportsdb-events',
    params: pastEventsRequest,
    counts: COUNTS,
    log: sportsDbLog,
    async run(run) {
      const client = await openSportsDb(tools, run)
      if (!(await hasMappings(run))) {
        run.note({ level: 'warning', reason: 'no_mappings_at_all', detail: '' })
        return run.commit({ share: 1 })
      }
      const { all, wanted } = await countPastMatches(run)
      // A resumed run keeps its total: matches that it has processed since can be excluded now.
      const total = run.after === null ? wanted : run.counts.total
      const skipped = run.after === null ? all - wanted - run.counts.skipped : 0
      await run.commit({ share: 0, counts: { total: total - run.counts.total, skipped } })
      let failures = 0
      for await (const { match, key } of pastMatches(run)) {
        if (run.params.stopAfter !== -1 && run.counts.done >= run.params.stopAfter) return
        const outcome = await findScore(run.db, match, {
          client,
          now: new Date(),
          onRejected: (reason, detail) =>
            run.note({ level: 'warning', reason: reason as ToolReason, detail }),
        })
        if ('match' in outcome) await store(run, outcome, key, total)
        else await pass(run, match, outcome, key, total)
        const failed = 'code' in outcome && outcome.code === 'request-failed' ? outcome : undefined
        failures = failed ? failures + 1 : 0
        if (failed && (failed.hopeless || failures === MAX_FAILURES)) {
          throw new RunError('http_status', `API request failed: ${failed.status}`)
        }
      }
    },
  }
}

async function store(run: Run, found: FoundScore, key: string, total: number): Promise<void> {
  try {
    await run.commit({ key, share: shareOf(run, total), counts: { done: 1 } }, async (trx) => {
      if (found.event) await storeEvents(trx, [found.event])
      return (await updateMatch(trx, found, { overTyped: false })) ? { updated: 1 } : { skipped: 1 }
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /^(22|23)...$/.test(String(error.code)))) throw error
    run.note({
      level: 'rejected',
      reason: 'not_updated',
      detail: `${titleOf(found.match)}: ${error.message}`,
    })
    await run.commit({ key, share: shareOf(run, total), counts: { done: 1, failed: 1 } })
  }
}

/** Records why a match got no score, and continues. */
async function pass(
  run: Run,
  match: ScoreMatch,
  failure: ScoreFailure,
  key: string,
  total: number,
): Promise<void> {
  const detail = failure.code === 'request-failed' ? `${titleOf(match)}: ${failure.status}` : titleOf(match)
  run.note({ level: 'warning', reason: FAILURE_REASONS[failure.code], detail })
  const again = failure.code === 'request-failed' && failure.hopeless
  await run.commit({
    ...(again ? {} : { key }),
    share: shareOf(run, total),
    counts: { done: 1, failed: 1 },
  })
}

const titleOf = (match: ScoreMatch) => `${match.home} - ${match.away}`

function shareOf({ counts, params }: Run, total: number): number {
  const most = params.stopAfter === -1 ? total : Math.min(total, params.stopAfter)
  return (counts.done + 1) / Math.max(1, most)
}

async function hasMappings(run: Run): Promise<boolean> {
  try {
    const row = await run.db
      .selectFrom('team_mappings')
      .select('id')
      .where('sportsdb_team_name', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  } catch (error) {
    throw new RunError('mappings_unavailable', 'The team mappings could not be read.', { cause: error })
  }
}

/** The number of past matches with two mapped teams, and of those that the run searches. */
async function countPastMatches(run: Run): Promise<{ all: number; wanted: number }> {
  const { all, wanted } = await run.db
    .selectFrom('matches')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where ${isWanted(run)})`.as('wanted'),
    ])
    .where(isPastAndMapped)
    .executeTakeFirstOrThrow()
  return { all: Number(all), wanted: Number(wanted) }
}

const isPastAndMapped = sql<boolean>`matches.start_time < now() - make_interval(hours => ${PAST_AFTER_HOURS})
  and matches.status <> 'cancelled'
  and exists (select 1 from team_mappings t where t.matches_team_name = matches.home_team and t.sportsdb_team_name <> '')
  and exists (select 1 from team_mappings t where t.matches_team_name = matches.away_team and t.sportsdb_team_name <> '')`

/** Excludes matches with a score or a stored event with a score, unless the run includes those. */
function isWanted({ params }: Run) {
  if (!params.skipExisting) return sql<boolean>`true`
  return sql<boolean>`(matches.home_score is null or matches.away_score is null) and not exists (
    select 1 from sportsdb_events e
    join team_mappings h on h.matches_team_name = matches.home_team and lower(h.sportsdb_team_name) = lower(e.home_team)
    join team_mappings a on a.matches_team_name = matches.away_team and lower(a.sportsdb_team_name) = lower(e.away_team)
    where e.date_event between (matches.start_time at time zone 'UTC')::date - 3
        and (matches.start_time at time zone 'UTC')::date + 3
      and coalesce(abs(extract(epoch from e.event_timestamp - matches.start_time)) <= ${KEPT_WITHIN_S}, true)
      and e.home_score is not null and e.away_score is not null)`
}

interface PastMatch {
  match: ScoreMatch
  /** Its position in the order of the run. */
  key: string
}

/** Past matches, newest first, page by page, from the position where an earlier attempt stopped. */
async function* pastMatches(run: Run): AsyncGenerator<PastMatch> {
  let key = run.after
  for (;;) {
    const page = await readPage(run, key).catch((error: unknown) => {
      throw new RunError('matches_unavailable', 'The past matches could not be read.', { cause: error })
    })
    for (const item of page) {
      yield item
      key = item.key
    }
    if (page.length < PAGE) return
  }
}

async function readPage(run: Run, after: string | null): Promise<PastMatch[]> {
  const [start, id] = after?.split(' ') ?? []
  let query = selectScoreMatches(run.db)
    .where(isPastAndMapped)
    .where(isWanted(run))
    .orderBy('matches.start_time', 'desc')
    .orderBy('matches.id', 'desc')
    .limit(PAGE)
  if (start && id) {
    query = query.where(sql<boolean>`(matches.start_time, matches.id) < (${start}::timestamptz, ${id}::uuid)`)
  }
  const rows = await query.execute()
  return rows.map((row) => ({
    match: toScoreMatch(row),
    key: `${row.start_time.toISOString()} ${row.id}`,
  }))
}
