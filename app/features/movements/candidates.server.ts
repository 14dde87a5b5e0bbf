import { sql } from 'kysely'
import type { z } from 'zod'
import { noteChangeAt } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import type { MatchSummary } from '../matches/schema.ts'
import type { DropWindow } from './drops-query.ts'

/** A choice of markets. It is reused for a while; the prices of the rows are always current. */
export interface Chosen<Candidate> {
  madeAt: Date
  /** When the choice is made again. */
  until: Date
  candidates: Candidate[]
}

const LIFETIME_MS = 2 * MINUTE_MS
/** A former choice is listed while the next one is made, if it is younger. */
const LAST_FORMER_MS = DAY_MS
/** When a list with a former choice looks for the next one. */
const LOOK_AGAIN_MS = 5_000
/** When an event's prices are valid until, if all its best prices have to be computed (db/migrations/0126). */
const ALL_BESTS_DUE = new Date(0)
/** The highest share of such events that is no new set's. */
const FEW_DUE = 1 / 20
/** The highest share of the database's time for choosing, however much has changed. */
const SHARE_OF_TIME = 1 / 20

/** Chooses, and records how long the choice is valid. */
export async function chooseNow<Candidate>(
  { database }: Pick<Services, 'database'>,
  choose: (at: Date) => Promise<Candidate[]>,
): Promise<Chosen<Candidate>> {
  const choice = await choiceOf(database, choose)
  noteChangeAt(choice.until)
  return choice
}

async function choiceOf<Candidate>(
  { kysely }: Services['database'],
  choose: (at: Date) => Promise<Candidate[]>,
): Promise<Chosen<Candidate>> {
  const madeAt = new Date()
  // A new set of bookmakers has no best prices at first (docs/decisions/0038): what is chosen meanwhile is not all. A feed that corrects
  // times makes a few events due at any time.
  const { rows } = await sql<{ is_filling: boolean }>`
    select count(*) filter (where valid_until = ${ALL_BESTS_DUE}) > count(*) * ${FEW_DUE}::numeric as is_filling
    from priced_events where valid_until is not null`.execute(kysely)
  const candidates = await choose(madeAt)
  const took = Date.now() - madeAt.getTime()
  const lifetime = rows[0]?.is_filling ? LOOK_AGAIN_MS : LIFETIME_MS
  const until = new Date(madeAt.getTime() + Math.max(lifetime, took / SHARE_OF_TIME))
  return { madeAt, until, candidates }
}

interface Kept<Candidate> {
  window: DropWindow
  /** The key of the audience for which is chosen. */
  audience: string
  schema: z.ZodType<Candidate[]>
}

/** Choices that are being made, by database. */
const running = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * The stored choice. If it is no longer valid, it is returned all the same and the next one is made meanwhile: nobody waits, also
 * after a start. The first one of all, and one after a day, is waited for.
 */
export async function keepChoice<Candidate>(
  services: Pick<Services, 'database' | 'log'>,
  of: Kept<Candidate>,
  choose: (at: Date) => Promise<Candidate[]>,
): Promise<Chosen<Candidate>> {
  const kept = await readChoice(services, of)
  const now = Date.now()
  if (kept && kept.until.getTime() > now) {
    noteChangeAt(kept.until)
    return kept
  }
  const next = makeChoice(services, of, choose)
  if (!kept || now - kept.madeAt.getTime() > LAST_FORMER_MS) {
    const made = await next
    noteChangeAt(made.until)
    return made
  }
  next.catch((error) =>
    services.log.error({ err: error, window: of.window }, 'dropped prices could not be chosen'),
  )
  const until = new Date(now + LOOK_AGAIN_MS)
  noteChangeAt(until)
  return { ...kept, until }
}

async function readChoice<Candidate>(
  { database }: Pick<Services, 'database'>,
  { window, audience, schema }: Kept<Candidate>,
): Promise<Chosen<Candidate> | null> {
  const row = await database.kysely
    .selectFrom('drop_choices')
    .select(['made_at', 'until', 'candidates'])
    .where('time_window', '=', window)
    .where('audience', '=', audience)
    .executeTakeFirst()
  if (!row) return null
  const { success, data } = schema.safeParse(row.candidates)
  return success ? { madeAt: row.made_at, until: row.until, candidates: data } : null
}

/** Makes a choice and stores it, once at a time. */
function makeChoice<Candidate>(
  { database }: Pick<Services, 'database'>,
  { window, audience }: Kept<Candidate>,
  choose: (at: Date) => Promise<Candidate[]>,
): Promise<Chosen<Candidate>> {
  const own = running.get(database) ?? new Map<string, Promise<unknown>>()
  running.set(database, own)
  const key = `${window} ${audience}`
  const before = own.get(key) as Promise<Chosen<Candidate>> | undefined
  if (before) return before
  const made = (async () => {
    const choice = await choiceOf(database, choose)
    const row = { made_at: choice.madeAt, until: choice.until, candidates: JSON.stringify(choice.candidates) }
    const { primary = database.kysely } = database
    await primary
      .insertInto('drop_choices')
      .values({ time_window: window, audience, ...row })
      .onConflict((conflict) => conflict.columns(['time_window', 'audience']).doUpdateSet(row))
      .execute()
    // Of audiences that have changed.
    await primary
      .deleteFrom('drop_choices')
      .where('made_at', '<', new Date(choice.madeAt.getTime() - LAST_FORMER_MS))
      .execute()
    return choice
  })().finally(() => own.delete(key))
  own.set(key, made)
  return made
}

/** A choice may be older than a kick-off, and a source may quote a match in play. */
export function isToCome({ status, startTime }: MatchSummary): boolean {
  return status === 'scheduled' && new Date(startTime) > new Date()
}
