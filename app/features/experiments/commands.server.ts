import { type Kysely, sql } from 'kysely'
import { isUniqueViolation } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor, AuditAction, Values } from '#app/platform/edit/schema.ts'
import { compareVariants, decide, isComplete } from './decide.ts'
import { readFigures } from './figures.server.ts'
import {
  type Decision,
  type ExperimentOutcome,
  type ExperimentRequest,
  type ExperimentResult,
  neededUnits,
  settingsOf,
} from './schema.ts'

const ENTITY = 'experiments'
/** Who ends an experiment by its rule. */
const SITE: Actor = { id: null, email: 'overround' }

/**
 * Every experiment, those that have not ended first, then the last ended.
 * @param withEarnings whether the figures of experiments about deposits and earnings are read
 */
export async function listExperiments(db: Kysely<DB>, now: Date, withEarnings: boolean) {
  const rows = await db
    .selectFrom(ENTITY)
    .selectAll()
    .orderBy(sql`ended_at desc nulls first`)
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ texts, result, ...row }) => {
      const outcome = row.outcome as ExperimentOutcome
      const isWithheld = outcome !== 'clicks' && !withEarnings
      return {
        ...row,
        isWithheld,
        outcome,
        kind: row.kind as ExperimentRequest['kind'],
        decision: row.decision as Decision | null,
        // They are what clicks have earned so far.
        baseline: isWithheld ? null : row.baseline,
        deviation: isWithheld ? null : row.deviation,
        texts: texts as unknown as Record<string, string>,
        result: isWithheld ? null : (result as unknown as ExperimentResult | null),
        /** Those of now while it runs. */
        figures:
          row.started_at && !row.ended_at && !isWithheld
            ? await readFigures(db, { ...row, outcome }, now)
            : null,
      }
    }),
  )
}

export type ListedExperiment = Awaited<ReturnType<typeof listExperiments>>[number]

/** Creates an experiment that has not started. @returns its id */
export function createExperiment(db: Kysely<DB>, asked: ExperimentRequest, actor: Actor): Promise<string> {
  const needed = neededUnits(asked) ?? 0
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto(ENTITY)
      .values({ ...asked, texts: JSON.stringify(asked.texts), needed })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { texts, bookmaker_ids, ...values } = asked
    await record(tx, actor, { id, name: asked.name }, 'create', {
      ...values,
      needed,
      texts: JSON.stringify(texts),
      bookmaker_ids: bookmaker_ids.join(' '),
    })
    return id
  })
}

/** `gone`: it does not exist in the state that the change needs. `other`: another experiment runs. */
export type ExperimentRefusal = 'gone' | 'other'

/** Starts an experiment. From then on nothing of it can be changed. */
export async function startExperiment(
  db: Kysely<DB>,
  id: string,
  actor: Actor,
): Promise<ExperimentRefusal | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable(ENTITY)
        .set({ started_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('started_at', 'is', null)
        .returning(['id', 'name', 'started_at'])
        .executeTakeFirst()
      if (!row) return 'gone'
      await record(tx, actor, row, 'update', { started_at: row.started_at?.toISOString() ?? null })
      return null
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'other'
    throw error
  }
}

/** Ends a running experiment by hand, before its rule does: no winner is named. */
export function stopExperiment(
  db: Kysely<DB>,
  id: string,
  actor: Actor,
  now: Date,
): Promise<ExperimentRefusal | null> {
  return db.transaction().execute(async (tx) => {
    const row = await findRunning(tx, id)
    if (!row) return 'gone'
    const result = compareVariants(await readFigures(tx, row, now), row)
    await end(tx, id, now, 'stopped', result)
    await record(tx, actor, row, 'update', { decision: 'stopped' })
    return null
  })
}

/** Deletes an experiment that has not started; one that has is part of the record. */
export function deleteExperiment(
  db: Kysely<DB>,
  id: string,
  actor: Actor,
): Promise<ExperimentRefusal | null> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom(ENTITY)
      .where('id', '=', id)
      .where('started_at', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!row) return 'gone'
    await record(tx, actor, row, 'delete', null)
    return null
  })
}

/** Ends the running experiment by its rule, once both variants have their units. @returns the decision; null before that */
export function decideExperiment(db: Kysely<DB>, now: Date): Promise<Decision | null> {
  return db.transaction().execute(async (tx) => {
    const row = await findRunning(tx, null)
    if (!row) return null
    const figures = await readFigures(tx, row, now)
    if (!isComplete(figures, row)) return null
    const result = compareVariants(figures, row)
    const decision = decide(result, row)
    await end(tx, row.id, now, decision, result)
    await record(tx, SITE, row, 'update', { decision })
    return decision
  })
}

/** Locked, so that it ends once. */
async function findRunning(tx: Kysely<DB>, id: string | null) {
  const row = await tx
    .selectFrom(ENTITY)
    .select(['id', 'name', 'outcome', 'alpha', 'needed', 'currency', 'window_days'])
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, outcome: row.outcome as ExperimentOutcome }
}

/**
 * What an experiment has shown to be better, as settings of the site; null if it names no winner that can be adopted.
 * @param adopted the texts that the site has now
 */
export async function adoptedBy(db: Kysely<DB>, id: string, adopted: string | null): Promise<Values | null> {
  const row = await db
    .selectFrom(ENTITY)
    .select(['kind', 'texts', 'colour', 'bookmaker_ids'])
    .where('id', '=', id)
    .where('decision', '=', 'b')
    .executeTakeFirst()
  if (!row) return null
  const { kind, texts, colour, bookmaker_ids } = row
  const written = texts as unknown as Record<string, string>
  return settingsOf({ kind, texts: written, colour, bookmaker_ids }, adopted)
}

async function end(tx: Kysely<DB>, id: string, at: Date, decision: Decision, result: ExperimentResult) {
  await tx
    .updateTable(ENTITY)
    .set({ ended_at: at, decision, result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute()
}

function record(
  tx: Kysely<DB>,
  actor: Actor,
  { id, name }: { id: string; name: string },
  action: AuditAction,
  after: Values | null,
) {
  return recordAudit(tx, actor, [{ entity: ENTITY, entityId: id, label: name, action, after }])
}
