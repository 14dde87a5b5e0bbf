import { sql } from 'kysely'
import type { z } from 'zod'
import { isForeignKeyViolation, isUniqueViolation } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { partialOf } from '#app/platform/edit/partial.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome, Value, Values } from '#app/platform/edit/schema.ts'
import { pickColumns, sameValue, toValue } from '#app/platform/edit/values.ts'
import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { readNames } from './queries.server.ts'
import type { EarlierValues, PutBackRefusal, PutBackRequest } from './schema.ts'

type Target = Pick<Services, 'database'>

/** A field that is no column of its table. */
export interface ComputedField {
  /** The current value of what an earlier one is about. */
  read(id: string, earlier: Value): Promise<Value>
  /** A value for people. */
  text(value: Value): string
  /** The earlier value, as it is saved in the place of the current one. */
  over(earlier: Value, current: Value): Value
}

/** A table whose earlier values can be put back, by the same checks and the same save as its editor's. */
export interface Restorable {
  table: keyof DB & string
  /** The editor's fields; all others, such as secrets, are never put back. */
  schema: z.ZodObject
  computed?: Readonly<Record<string, ComputedField>>
  /** How items are read that are no rows with an id of their own. */
  items?: {
    isItem(id: string): boolean
    /** The current values of an item; null if there is none. */
    read(id: string): Promise<Values | null>
    /** An item that is deleted has empty fields, which are put back one by one. */
    isEmptied: boolean
  }
  save: (changes: Changes, actor: PuttingBack) => Promise<SaveOutcome>
  /** Whether a deleted row can be created again. */
  recreates: boolean
  /** Whether a change asks for the password of whoever makes it. */
  asksPassword?: true
}

/** Whoever puts something back. */
export type PuttingBack = Actor & { id: string; sessionId: string }

export type Restorables = ReadonlyMap<string, Restorable>

type PutBackOutcome<Problem> =
  | SaveOutcome
  | { kind: 'put-back-refused'; problem: PutBackRefusal }
  | { kind: 'password-refused'; problem: Problem }

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
  const shown = (values: Values | null, column: string): Value => {
    const value = values?.[column] ?? null
    return entry.target.computed?.[column]?.text(value) ?? value
  }
  const nameOf = await readNames(database.kysely, now ? [entry.before, now] : [entry.before])
  const fields = entry.columns.map((column) => {
    const [old, current] = [shown(entry.before, column), shown(now, column)]
    const isChangedSince = !entry.isDeleted && !sameValue(current, shown(entry.after, column))
    const texts = { old: nameOf(column, old), now: nameOf(column, current) }
    const isSame = !entry.isDeleted && sameValue(current, old)
    return { column, old, now: current, texts, isChangedSince, isSame }
  })
  const asksPassword = entry.target.asksPassword === true
  return { kind: 'fields', entry: id, label: entry.label, isDeleted: entry.isDeleted, asksPassword, fields }
}

/**
 * Puts the chosen fields of an entry back, or a whole deleted item. A field whose value is not the one that the reader
 * has seen is a conflict. The save records its own entry.
 * @param confirm checks the password, if the change asks for it; null if it is right
 */
export async function putBack<Problem>(
  { database }: Target,
  restorables: Restorables,
  actor: PuttingBack,
  { entry: id, columns, seen }: PutBackRequest,
  confirm: () => Promise<Problem | null>,
): Promise<PutBackOutcome<Problem>> {
  const entry = await findEntry({ database }, restorables, id)
  if (!entry) return refuse('not-possible')
  const wrong = entry.target.asksPassword ? await confirm() : null
  if (wrong) return { kind: 'password-refused', problem: wrong }
  const now = await readCurrent({ database }, entry)
  if (entry.isDeleted && now) return refuse('exists')
  if (!entry.isDeleted && !now) return refuse('gone')
  const chosen = entry.columns.filter((column) => entry.isDeleted || columns.includes(column))
  const earlier = pickColumns(entry.before, chosen)
  for (const [column, { text, over }] of Object.entries(entry.target.computed ?? {})) {
    if (!chosen.includes(column)) continue
    const [mine, current] = [entry.before[column] ?? null, now?.[column] ?? null]
    const conflict = {
      id: entry.entityId,
      label: entry.label,
      column,
      mine: text(mine),
      theirs: text(current),
    }
    if (seen[column] !== text(current)) return { kind: 'conflict', conflicts: [conflict] }
    earlier[column] = over(mine, current)
  }
  const schema = entry.isDeleted ? entry.target.schema : partialOf(entry.target.schema)
  const parsed = schema.safeParse(earlier)
  if (!parsed.success) return { kind: 'invalid', problems: problemsOf(entry.entityId, parsed.error) }
  const values = pickColumns(parsed.data as Values, chosen)
  const changes: Changes = entry.isDeleted
    ? { create: [{ id: entry.entityId, values }], update: [], remove: [] }
    : {
        create: [],
        update: [{ id: entry.entityId, before: pickColumns(seen, chosen), after: values }],
        remove: [],
      }
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
  if (!target || !(target.items?.isItem ?? isId)(row.entity_id) || !row.before) return null
  const isEmptied = row.action === 'delete' && target.items?.isEmptied === true
  const isDeleted = row.action === 'delete' && !isEmptied
  if (!(isDeleted ? target.recreates : row.action === 'update' || isEmptied)) return null
  const before = row.before as Values
  const columns = Object.keys(target.schema.shape).filter((column) => column in before)
  if (columns.length === 0) return null
  const after = (row.after ?? {}) as Values
  return { id, entityId: row.entity_id, label: row.label, isDeleted, before, after, target, columns }
}

/** The current values of the fields; null when the item does not exist. */
async function readCurrent({ database }: Target, entry: Entry): Promise<Values | null> {
  if (entry.target.items) return entry.target.items.read(entry.entityId)
  const computed = entry.target.computed ?? {}
  const stored = ['id', ...entry.columns.filter((column) => !(column in computed))]
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(stored.map((column) => sql.ref(column)))} from ${sql.table(entry.target.table)}
    where id = ${entry.entityId}::uuid`.execute(database.kysely)
  const [row] = rows
  if (!row) return null
  const values: Values = Object.fromEntries(stored.map((column) => [column, toValue(row[column])]))
  for (const column of entry.columns) {
    const field = computed[column]
    if (field) values[column] = await field.read(entry.entityId, entry.before[column] ?? null)
  }
  return values
}

function problemsOf(id: string, error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ id, column: String(issue.path[0]), problem: issue.message }))
}

function refuse(problem: PutBackRefusal): { kind: 'put-back-refused'; problem: PutBackRefusal } {
  return { kind: 'put-back-refused', problem }
}
