import { type Kysely, sql } from 'kysely'
import type { Source } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import { addDays, dayOf, MINUTE_MS, nextMidnight } from '#app/platform/time.ts'
import { readSports } from './schedule-schema.ts'

/** Who spends a source's credits, and how many it may spend on a day of UTC. */
export interface Account {
  source: string
  /** Null: no schedule asked. */
  scheduleId: string | null
  /** Null: as many as there are. */
  limit: number | null
  /** Minutes from one turn of the schedule to the next, and the competitions that each asks for. */
  everyMinutes: number
  competitions: number
}

/** How long what was spent is kept. */
const KEPT_DAYS = 400
const UNKNOWN_INTERVAL = 60

/** Whose credits a run spends; null where its source sells none. */
export async function findAccount(
  db: Kysely<DB>,
  { key, cost }: Pick<Source, 'key' | 'cost'>,
  runId: string,
): Promise<Account | null> {
  if (!cost) return null
  const row = await db
    .selectFrom('runs as r')
    .innerJoin('import_schedules as s', 's.id', 'r.schedule_id')
    .select(['s.id', 's.credits_a_day', 's.every_minutes', 's.cron_minutes', 's.sports'])
    .where('r.id', '=', runId)
    .executeTakeFirst()
  return {
    source: key,
    scheduleId: row?.id ?? null,
    limit: row?.credits_a_day ?? null,
    everyMinutes: row?.every_minutes ?? row?.cron_minutes ?? UNKNOWN_INTERVAL,
    competitions: Math.max(1, readSports(row?.sports ?? '').length),
  }
}

/** Credits that have been put aside for a request. */
export interface Reserved {
  day: string
  cost: number
}

/**
 * Puts credits aside for a request, before it is made: several runs of a schedule spend at the same time.
 * @param kept credits of the day that have to be left for others
 * @returns null when the day's credits do not reach
 */
export async function reserveCredits(
  db: Kysely<DB>,
  { source, scheduleId, limit }: Account,
  { cost, kept = 0, now }: { cost: number; kept?: number; now: Date },
): Promise<Reserved | null> {
  const day = dayOf(now, 'UTC')
  if (limit !== null && cost + kept > limit) return null
  const { rows } = await sql`
    insert into source_credits as c (source, schedule_id, day, spent)
    values (${source}, ${scheduleId}::uuid, ${day}::date, ${cost}::int)
    on conflict (source, schedule_id, day) do update set spent = c.spent + excluded.spent
    where ${limit}::int is null or c.spent + excluded.spent + ${kept}::int <= ${limit}::int
    returning spent`.execute(db)
  return rows.length > 0 ? { day, cost } : null
}

/** Corrects what was put aside to what the request has cost. */
export async function settleCredits(
  db: Kysely<DB>,
  { source, scheduleId }: Account,
  { day, cost }: Reserved,
  actual: number,
): Promise<void> {
  if (actual === cost) return
  await sql`
    update source_credits set spent = greatest(0, spent + ${actual - cost}::int)
    where source = ${source} and schedule_id is not distinct from ${scheduleId}::uuid and day = ${day}::date`.execute(
    db,
  )
}

export async function spentOn(
  db: Kysely<DB>,
  { source, scheduleId }: Pick<Account, 'source' | 'scheduleId'>,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select spent from source_credits
    where source = ${source} and schedule_id is not distinct from ${scheduleId}::uuid and day = ${dayOf(now, 'UTC')}::date`.execute(
    db,
  )
  return rows[0]?.spent ?? 0
}

/** Credits that a schedule may still spend on a day; null: as many as there are. */
export async function leftOfDay(
  db: Kysely<DB>,
  { source, scheduleId }: Pick<Account, 'source' | 'scheduleId'>,
  now: Date,
): Promise<number | null> {
  if (scheduleId === null) return null
  const row = await db
    .selectFrom('import_schedules')
    .select('credits_a_day')
    .where('id', '=', scheduleId)
    .executeTakeFirst()
  if (row?.credits_a_day == null) return null
  return Math.max(0, row.credits_a_day - (await spentOn(db, { source, scheduleId }, now)))
}

/** What schedules have spent on the day of an instant, by their ids. */
export async function readSpent(db: Kysely<DB>, now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ schedule_id: string; spent: number }>`
    select schedule_id, spent from source_credits
    where schedule_id is not null and day = ${dayOf(now, 'UTC')}::date`.execute(db)
  return new Map(rows.map(({ schedule_id, spent }) => [schedule_id, spent]))
}

/** Credits that the lists of this turn and of the day's later ones will cost: what is asked match by match leaves them. */
export function creditsForLists(
  { everyMinutes, competitions }: Account,
  costOfList: number,
  now: Date,
): number {
  const left = nextMidnight(now, 'UTC').getTime() - now.getTime()
  const turns = Math.floor(left / MINUTE_MS / everyMinutes)
  // The list of one competition of this turn has been asked for.
  return (turns * competitions + competitions - 1) * costOfList
}

export async function forgetOldCredits(db: Kysely<DB>, now: Date): Promise<void> {
  const day = addDays(dayOf(now, 'UTC'), -KEPT_DAYS)
  await sql`delete from source_credits where day < ${day}::date`.execute(db)
}
