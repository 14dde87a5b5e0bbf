import { type Kysely, sql } from 'kysely'
import type { Source } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import { addDays, dayOf, MINUTE_MS, nextMidnight } from '#app/platform/time.ts'
import { readSports } from './sport-keys.ts'

/** The schedule that spends a source's credits, and its limit for a UTC day. */
export interface Account {
  source: string
  /** Null: not requested by a schedule. */
  scheduleId: string | null
  /** Null: no limit. */
  limit: number | null
  /** Minutes between two scheduled runs, and the competitions that each requests. */
  everyMinutes: number
  competitions: number
}

/** How long the spent credits are stored. */
const KEPT_DAYS = 400
const UNKNOWN_INTERVAL = 60

/** The schedule whose credits a run spends; null where the source is free. */
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

/** Credits that are reserved for a request. */
export interface Reserved {
  day: string
  cost: number
}

/**
 * Reserves credits for a request before it is sent: several runs of a schedule spend at the same time.
 * @param kept credits of the day that must remain for other requests
 * @returns null when the remaining credits of the day do not suffice
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

/** Replaces the reserved credits with the actual cost of the request. */
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

/** The remaining credits of a schedule for a day; null: no limit. */
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

/** The credits spent by schedules on the day of an instant, by their ids. */
export async function readSpent(db: Kysely<DB>, now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ schedule_id: string; spent: number }>`
    select schedule_id, spent from source_credits
    where schedule_id is not null and day = ${dayOf(now, 'UTC')}::date`.execute(db)
  return new Map(rows.map(({ schedule_id, spent }) => [schedule_id, spent]))
}

/**
 * Credits that the lists of this run and of later runs of the day will cost; requests match by match must leave them.
 */
export function creditsForLists(
  { everyMinutes, competitions }: Account,
  costOfList: number,
  now: Date,
): number {
  const left = nextMidnight(now, 'UTC').getTime() - now.getTime()
  const turns = Math.floor(left / MINUTE_MS / everyMinutes)
  // The list of one competition of this run has already been requested.
  return (turns * competitions + competitions - 1) * costOfList
}

export async function forgetOldCredits(db: Kysely<DB>, now: Date): Promise<void> {
  const day = addDays(dayOf(now, 'UTC'), -KEPT_DAYS)
  await sql`delete from source_credits where day < ${day}::date`.execute(db)
}
