import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { sweepExpired } from '#app/features/odds/sweep.server.ts'
import type { Chosen } from '#app/features/sources/contract.ts'
import { findImported, findOwner } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { retryConflicts } from '#app/platform/db/retry.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Logger } from '#app/platform/log.ts'
import { CLOCK_SKEW_MS, MINUTE_MS } from '#app/platform/time.ts'
import { readSports } from '../credits/sport-keys.ts'
import { findUnoffered } from '../read/feed-sports.server.ts'
import { lastDue, shortestMinutes } from './cron.ts'

const EDITABLE_COLUMNS = [
  'source',
  'name',
  'every_minutes',
  'cron',
  'time_zone',
  'counted_minutes',
  'in_play',
  'sports',
  'markets',
  'event_markets',
  'horizon_hours',
  'credits_a_day',
  'is_active',
] as const

/** What remains of a schedule's interval when its run gives up its source, so that the fault is told before the next turn. */
const TELLING_MINUTES = 0.25

/** A run that was due longer ago than this, while the server was down, is not executed. */
const LOOK_BACK_MS = 60 * MINUTE_MS

/** How long a save waits for the prices that count no longer, or again. What is left is swept within a minute. */
const SWEEP_MS = 5_000

/** When a source is imported automatically: at an interval in minutes, or by a cron line in a time zone. */
export interface Schedule {
  id: string
  /** The schedule's own key. */
  source: string
  /** The source, or tool of a source, that it runs. Several schedules can run the same. */
  feed: string
  everyMinutes?: number
  cron?: string
  timeZone: string
  /** Keys of competitions; empty: the source's next matches. */
  sports: string[]
  chosen: Chosen
  params: Record<string, unknown>
}

function selectSchedules(db: Kysely<DB>) {
  return db
    .selectFrom('import_schedules')
    .select([
      'id',
      'source',
      'feed',
      'every_minutes',
      'cron',
      'time_zone',
      'sports',
      'markets',
      'event_markets',
      'horizon_hours',
      'params',
      'checked_at',
      'last_run_at',
    ])
    .orderBy('source')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSchedules>['executeTakeFirstOrThrow']>>

/** @throws never: the database computes it for every row */
const feedOf = ({ feed, source }: { feed: string | null; source: string }): string => feed ?? source

export async function findSchedule(db: Kysely<DB>, id: string): Promise<Schedule | undefined> {
  const row = await selectSchedules(db).where('id', '=', id).executeTakeFirst()
  return row && toSchedule(row)
}

function toSchedule(row: Row): Schedule {
  return {
    id: row.id,
    source: row.source,
    feed: feedOf(row),
    ...(row.every_minutes === null ? {} : { everyMinutes: row.every_minutes }),
    ...(row.cron === null ? {} : { cron: row.cron }),
    timeZone: row.time_zone,
    sports: readSports(row.sports),
    chosen: toChosen(row),
    params: z.record(z.string(), z.unknown()).catch({}).parse(row.params),
  }
}

function toChosen(row: Pick<Row, 'markets' | 'event_markets' | 'horizon_hours'>): Chosen {
  const [markets, eventMarkets] = [readSports(row.markets), readSports(row.event_markets)]
  return {
    ...(markets.length > 0 ? { markets } : {}),
    ...(eventMarkets.length > 0 ? { eventMarkets } : {}),
    ...(eventMarkets.length > 0 && row.horizon_hours !== null ? { horizonHours: row.horizon_hours } : {}),
  }
}

/** A schedule as its editor shows it; columns by their database names. */
export async function listEditorSchedules(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('import_schedules')
    .select(['id', 'feed', ...EDITABLE_COLUMNS, 'last_run_at'])
    .orderBy('source')
    .execute()
  return rows.map((row) => ({
    ...row,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    feed: feedOf(row),
    // The validity of prices is set once for a source.
    carriesPrices: findImported(row.source)?.carries.includes('prices') ?? false,
  }))
}

export type ScheduleValues = Awaited<ReturnType<typeof listEditorSchedules>>[number]

const SCHEDULES: EditableList = {
  table: 'import_schedules',
  columns: [...EDITABLE_COLUMNS],
  label: sql<string>`concat_ws(' · ', r.source, nullif(r.name, ''))`,
}

/**
 * Stores changed schedules, and creates and deletes those beside a source's first one, which always stays. Changes
 * apply from the next minute on, in every process; to the prices, which may count for another time, at once.
 */
export async function saveSchedules(
  { kysely }: Pick<Database, 'kysely'>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  const saved = await retryConflicts(() =>
    kysely.transaction().execute(async (tx) => {
      const added = changes.create.flatMap(({ id, values }) => {
        const [feed = ''] = String(values.source ?? '').split('/')
        if (!findOwner(feed)) return []
        return [{ id, values: { ...values, source: `${feed}/${id.slice(0, 8)}` } }]
      })
      const first = await tx
        .selectFrom('import_schedules')
        .select('id')
        .whereRef('source', '=', 'feed')
        .execute()
      const isFirst = new Set(first.map(({ id }) => id))
      const outcome = await saveChanges(
        tx,
        SCHEDULES,
        {
          create: added,
          // The source or tool of a schedule does not change.
          update: changes.update.map(({ after: { source: _, ...after }, ...change }) => ({
            ...change,
            after,
          })),
          remove: changes.remove.filter(({ id }) => !isFirst.has(id)),
        },
        actor,
      )
      for (const { id } of [...changes.update, ...added]) await setCronMinutes(tx, id)
      return outcome
    }),
  )
  await sweepExpired(kysely, AbortSignal.timeout(SWEEP_MS))
  return saved
}

/**
 * How long a run of a schedule waits for its source in all: until shortly before its next turn.
 * @param options.leastMinutes at least until shortly before these have passed
 * @param options.minuteMs the length of a minute; tests set a shorter one
 * @returns null for a run of no schedule
 */
export async function findPatience(
  db: Kysely<DB>,
  runId: string,
  { leastMinutes = 0, minuteMs }: { leastMinutes?: number | undefined; minuteMs: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('runs as r')
    .innerJoin('import_schedules as s', 's.id', 'r.schedule_id')
    .select(['s.every_minutes', 's.cron_minutes'])
    .where('r.id', '=', runId)
    .executeTakeFirst()
  const minutes = row?.every_minutes ?? row?.cron_minutes
  return minutes == null ? null : (Math.max(minutes, leastMinutes) - TELLING_MINUTES) * minuteMs
}

/**
 * Checks the competitions that changes add to schedules: the source must have them.
 * @returns problems of the fields
 */
export async function findLeagueProblems(
  db: Kysely<DB>,
  env: SourcesEnv,
  { create, update }: Changes,
): Promise<FieldProblem[]> {
  const rows = await db.selectFrom('import_schedules').select(['id', 'feed', 'source']).execute()
  const feeds = new Map(rows.map((row) => [row.id, feedOf(row)]))
  const added = [
    ...create.map(({ id, values }) => ({
      id,
      feed: String(values.source ?? '').split('/')[0] ?? '',
      keys: readSports(String(values.sports ?? '')),
    })),
    ...update.map(({ id, before, after }) => {
      const known = new Set(readSports(String(before.sports ?? '')))
      const keys = readSports(String(after.sports ?? '')).filter((key) => !known.has(key))
      return { id, feed: feeds.get(id) ?? '', keys }
    }),
  ]
  const problems: FieldProblem[] = []
  for (const { id, feed, keys } of added) {
    const source = findImported(feed)
    const unknown = source ? await findUnoffered(db, env, { source, keys }) : []
    if (unknown.length > 0) problems.push({ id, column: 'sports', problem: 'problem.leagues' })
  }
  return problems
}

/** A source's prices are valid for three times its interval; the interval of a cron line is computed from the line. */
async function setCronMinutes(tx: Kysely<DB>, id: string): Promise<void> {
  const row = await tx
    .selectFrom('import_schedules')
    .select(['cron', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return
  const cron_minutes = row.cron === null ? null : shortestMinutes(row.cron, new Date(), row.time_zone)
  await tx
    .updateTable('import_schedules')
    .set({ cron_minutes })
    .where('id', '=', id)
    .where('cron_minutes', 'is distinct from', cron_minutes)
    .execute()
}

/**
 * Queues the runs that are due. Each minute is checked once over all processes: the process that advances `checked_at`
 * handles the due runs. A schedule that was due several times without a check runs once. A schedule that fails, or
 * whose run could not be queued, stays due and does not delay the others.
 * @param options.start returns whether the scheduled run is done
 */
export async function runDueSchedules(
  db: Kysely<DB>,
  now: Date,
  { start, log }: { start: (schedule: Schedule) => Promise<boolean>; log: Logger },
): Promise<string[]> {
  const started: string[] = []
  for (const row of await selectSchedules(db).where('is_active', '=', true).execute()) {
    try {
      if (await runIfDue(db, row, now, start)) started.push(row.source)
    } catch (error) {
      log.error({ err: error, source: row.source }, 'a schedule failed')
    }
  }
  return started
}

async function runIfDue(
  db: Kysely<DB>,
  row: Row,
  now: Date,
  start: (schedule: Schedule) => Promise<boolean>,
): Promise<boolean> {
  const schedule = toSchedule(row)
  const due = isScheduleDue(schedule, row.checked_at, row.last_run_at, now)
  if (!(await moveOn(db, row, now, due)) || !due) return false
  let started = false
  try {
    started = await start(schedule)
  } finally {
    if (!started) await giveBack(db, row, now)
  }
  return started
}

function isScheduleDue(schedule: Schedule, checked: Date, lastRun: Date | null, now: Date): boolean {
  if (schedule.everyMinutes !== undefined) {
    // In minutes of the clock: each is checked once, sooner or later in it.
    if (lastRun === null || isAhead(lastRun, now)) return true
    return minuteOf(now) - minuteOf(lastRun) >= schedule.everyMinutes
  }
  if (schedule.cron === undefined) return false
  const due = lastDue(schedule.cron, now, schedule.timeZone).getTime()
  return due > checked.getTime() && due > now.getTime() - LOOK_BACK_MS
}

/** Whether a time was stored by a clock that was ahead. */
const isAhead = (stored: Date, now: Date) => stored.getTime() > now.getTime() + CLOCK_SKEW_MS

const minuteOf = (instant: Date) => Math.floor(instant.getTime() / MINUTE_MS)

/** @returns false when another process has checked meanwhile, or the schedule was changed */
async function moveOn(db: Kysely<DB>, row: Row, now: Date, runs: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_schedules')
    .set({ checked_at: now, ...(runs ? { last_run_at: now } : {}) })
    .where('source', '=', row.source)
    .where(sql<boolean>`date_trunc('milliseconds', checked_at) = ${row.checked_at}::timestamptz`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a schedule due again when its run was not started. */
async function giveBack(db: Kysely<DB>, row: Row, now: Date): Promise<void> {
  await db
    .updateTable('import_schedules')
    .set({ checked_at: row.checked_at, last_run_at: row.last_run_at })
    .where('source', '=', row.source)
    .where('checked_at', '=', now)
    .execute()
}
