import { sql } from 'kysely'
import type { z } from 'zod'
import { isForeignKeyViolation, isUniqueViolation } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import { sameValue, toValue } from '#app/platform/edit/values.ts'
import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import type { EarlierValues, PutBackRefusal, PutBackRequest } from './schema.ts'

type Target = Pick<Services, 'database'>

/** A table whose earlier values can be put back, by the same checks and the same save as its editor's. */
export interface Restorable {
  table: keyof DB & string
  /** The editor's fields; all others, such as secrets, are never put back. */
  schema: z.ZodObject
  save: (changes: Changes, actor: Actor) => Promise<SaveOutcome>
  /** Whether a deleted row can be created again. */
  recreates: boolean
}

export type Restorables = ReadonlyMap<string, Restorable>

type PutBackOutcome = SaveOutcome | { kind: 'put-back-refused'; problem: PutBackRefusal }

interface Entry {
  id: number
  entityId: string
  label: string
  isDeleted: boolean
  before: Values
  after: Values
  target: Restorable
  /** The recorded fields that the editor has. */
  columns: string[]
}

/** What an entry of the history can put back, beside the current values. */
export async function readEarlierValues(
  { database }: Target,
  restorables: Restorables,
  id: number,
): Promise<EarlierValues> {
  const entry = await findEntry({ database }, restorables, id)
  if (!entry) return refuse('not-possible')
  const now = await readCurrent({ database }, entry)
  if (entry.isDeleted && now) return refuse('exists')
  if (!entry.isDeleted && !now) return refuse('gone')
  const fields = entry.columns.map((column) => ({
    column,
    old: entry.before[column] ?? null,
    now: now?.[column] ?? null,
    isChangedSince: !entry.isDeleted && !sameValue(now?.[column], entry.after[column]),
    isSame: !entry.isDeleted && sameValue(now?.[column], entry.before[column]),
  }))
  return { kind: 'fields', entry: id, label: entry.label, isDeleted: entry.isDeleted, fields }
}

/**
 * Puts the chosen fields of an entry back, or a whole deleted item. A field whose value is not the one that the reader
 * has seen is a conflict. The save records its own entry.
 */
export async function putBack(
  { database }: Target,
  restorables: Restorables,
  actor: Actor,
  { entry: id, columns, seen }: PutBackRequest,
): Promise<PutBackOutcome> {
  const entry = await findEntry({ database }, restorables, id)
  if (!entry) return refuse('not-possible')
  const now = await readCurrent({ database }, entry)
  if (entry.isDeleted && now) return refuse('exists')
  if (!entry.isDeleted && !now) return refuse('gone')
  const chosen = entry.columns.filter((column) => entry.isDeleted || columns.includes(column))
  const earlier = pick(entry.before, chosen)
  const schema = entry.isDeleted ? entry.target.schema : entry.target.schema.partial()
  const parsed = schema.safeParse(earlier)
  if (!parsed.success) return { kind: 'invalid', problems: problemsOf(entry.entityId, parsed.error) }
  const values = pick(parsed.data as Values, chosen)
  const changes: Changes = entry.isDeleted
    ? { create: [{ id: entry.entityId, values }], update: [], remove: [] }
    : { create: [], update: [{ id: entry.entityId, before: pick(seen, chosen), after: values }], remove: [] }
  try {
    return await entry.target.save(changes, actor)
  } catch (error) {
    if (isForeignKeyViolation(error)) return refuse('reference-gone')
    if (isUniqueViolation(error)) return refuse('taken')
    throw error
  }
}

async function findEntry({ database }: Target, restorables: Restorables, id: number): Promise<Entry | null> {
  const row = await database.kysely
    .selectFrom('audit_log')
    .select(['entity', 'entity_id', 'label', 'action', 'before', 'after'])
    .where('id', '=', id)
    .executeTakeFirst()
  const target = row && restorables.get(row.entity)
  if (!target || !isId(row.entity_id) || !row.before) return null
  const isDeleted = row.action === 'delete'
  if (!(isDeleted ? target.recreates : row.action === 'update')) return null
  const before = row.before as Values
  const columns = Object.keys(target.schema.shape).filter((column) => column in before)
  if (columns.length === 0) return null
  const after = (row.after ?? {}) as Values
  return { id, entityId: row.entity_id, label: row.label, isDeleted, before, after, target, columns }
}

/** The current values of the fields; null when the item does not exist. */
async function readCurrent({ database }: Target, entry: Entry): Promise<Values | null> {
  const columns = sql.join(entry.columns.map((column) => sql.ref(column)))
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns} from ${sql.table(entry.target.table)} where id = ${entry.entityId}::uuid`.execute(
    database.kysely,
  )
  const [row] = rows
  return row ? Object.fromEntries(Object.entries(row).map(([column, it]) => [column, toValue(it)])) : null
}

function pick(values: Values, columns: readonly string[]): Values {
  return Object.fromEntries(
    columns.flatMap((column) => (column in values ? [[column, values[column]]] : [])),
  ) as Values
}

function problemsOf(id: string, error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ id, column: String(issue.path[0]), problem: issue.message }))
}

function refuse(problem: PutBackRefusal): { kind: 'put-back-refused'; problem: PutBackRefusal } {
  return { kind: 'put-back-refused', problem }
}
