import { partialOf } from '#app/platform/edit/partial.ts'
import type { Changes, SaveOutcome, Value, Values } from '#app/platform/edit/schema.ts'
import { sameValue } from '#app/platform/edit/values.ts'
import type { Services } from '#app/platform/services.ts'
import { isAsExported } from './as-exported.server.ts'
import { DEFINITIONS, type Staff } from './definitions.server.ts'
import { type FileRow, readListFile, readValues, refuseLines } from './list-file.ts'
import {
  type Effect,
  type LineProblem,
  type ListKey,
  listOf,
  MOST_NEW_ROWS,
  MOST_ROWS,
  type Plan,
  type PlanOutcome,
  type PlanRefusal,
} from './lists.ts'
import { type Asked, type NamedRow, readEditedRows, readForNew } from './queries.server.ts'

type Reader = Pick<Services, 'database'>

/** What setting a column of all rows of a filter, or of some, would change. Nothing is stored. */
export async function planValue(
  services: Services,
  asked: Asked,
  ids: readonly string[] | null,
  { column, value }: { column: string; value: Value },
  actor: Staff,
): Promise<PlanOutcome> {
  const { list } = asked.filter
  if (!listOf(list).columns.some(({ key, kind }) => key === column && kind))
    return { kind: 'plan-refused', problem: 'no-column' }
  const read = readValues(partialOf(DEFINITIONS[list].change), { [column]: value })
  if ('problems' in read)
    return { kind: 'plan-refused', problem: 'value', column, text: read.problems[0]?.problem ?? '' }
  const rows = await readEditedRows(services, list, ids ? { ids } : asked, [column])
  if (rows.length === 0) return { kind: 'plan-refused', problem: 'empty' }
  if (rows.length > MOST_ROWS) return { kind: 'plan-refused', problem: 'too-many', most: MOST_ROWS }
  const plan = planOf(list, rows, () => read.values)
  const excess = excessOf(list, plan)
  if (excess) return excess
  const [wrong] = (await DEFINITIONS[list].check?.(services, plan.update, actor)) ?? []
  if (wrong) return { kind: 'plan-refused', problem: 'value', column: wrong.column, text: wrong.problem }
  return { ...plan, effects: await effectsOf(services, plan), ignored: [] }
}

/**
 * What a file of a list would change. Nothing is stored. A file with one wrong cell is refused as a whole, so that
 * nothing is stored by half.
 */
export async function planFile(
  services: Services,
  list: ListKey,
  text: string,
  actor: Staff,
): Promise<PlanOutcome> {
  const file = readListFile(list, text)
  if ('kind' in file) return file
  const known = file.rows.filter(({ isNew }) => !isNew)
  const fresh = file.rows.filter(({ isNew }) => isNew)
  const excessNew = excessOf(list, { create: fresh, update: [] })
  if (excessNew) return excessNew
  const ids = known.map(({ id }) => id)
  const rows = ids.length > 0 ? await readEditedRows(services, list, { ids }, file.columns) : []
  const stored = new Map(rows.map((row) => [row.id, row]))
  const schema = partialOf(DEFINITIONS[list].change)
  const wanted = new Map<string, Values>()
  const problems = [...file.problems]
  for (const { id, line, ...inFile } of known) {
    const row = stored.get(id)
    if (!row) {
      problems.push({ line, column: 'id', problem: 'bulk.problem-unknown' })
      continue
    }
    const { values, stale } = editsOf(list, row, inFile)
    problems.push(...stale.map((column) => ({ line, column, problem: 'bulk.problem-stale' })))
    const read = readValues(schema, values)
    if ('values' in read) wanted.set(id, read.values)
    else problems.push(...read.problems.map((problem) => ({ line, ...problem })))
  }
  const added = await planNew(services, list, fresh)
  problems.push(...added.problems)
  const plan = planOf(list, rows, ({ id }) => wanted.get(id) ?? {})
  const excess = excessOf(list, plan)
  if (excess) return excess
  const lineOf = new Map(known.map(({ id, line }) => [id, line]))
  for (const { id, ...problem } of (await DEFINITIONS[list].check?.(services, plan.update, actor)) ?? [])
    problems.push({ line: lineOf.get(id) ?? 0, ...problem })
  if (problems.length > 0) return refuseLines(problems)
  const labels = { ...plan.labels, ...added.labels }
  const unchanged = plan.unchanged + added.known
  const whole = { ...plan, create: added.create, labels, unchanged }
  return { ...whole, effects: await effectsOf(services, whole), ignored: file.ignored }
}

/**
 * What a row of a file changes. Of an exported row these are the cells that were edited since, and not those that have
 * changed in the database; `stale` are the columns that have changed in both.
 */
function editsOf(
  list: ListKey,
  row: NamedRow,
  { values, asExported }: Pick<FileRow, 'values' | 'asExported'>,
): { values: Values; stale: string[] } {
  const changed = differences(row, values)
  if (asExported === '') return { values: changed, stale: [] }
  const isOld = (of: Values, column: string) =>
    isAsExported(list, { id: row.id, values: of }, column, asExported)
  const edited = Object.entries(changed).filter(([column]) => !isOld(values, column))
  const stale = edited.flatMap(([column]) => (isOld(row.values, column) ? [] : [column]))
  return { values: Object.fromEntries(edited), stale }
}

/** Why a change of so many rows is refused. */
export function excessOf(
  list: ListKey,
  { update, create }: { update: readonly unknown[]; create: readonly unknown[] },
): PlanRefusal | undefined {
  const { most = MOST_ROWS, mostNew = MOST_NEW_ROWS } = listOf(list)
  if (update.length > most) return { kind: 'plan-refused', problem: 'too-many', most }
  return create.length > mostNew
    ? { kind: 'plan-refused', problem: 'too-many-new', most: mostNew }
    : undefined
}

const effectsOf = async (services: Reader, plan: Plan): Promise<Effect[]> =>
  (await DEFINITIONS[plan.list].effects?.(services, plan)) ?? []

/** The new rows of a file, checked as the list's own editor checks them; `known` are there already. */
async function planNew(reader: Reader, list: ListKey, rows: readonly FileRow[]) {
  const { fresh } = DEFINITIONS[list]
  const create: Changes['create'] = []
  const labels: Record<string, string> = {}
  const problems: LineProblem[] = []
  if (!fresh || rows.length === 0) return { create, labels, problems, known: 0 }
  const schema = newSchema(list)
  const { bookmakers, total } = await readForNew(reader, list)
  const lines = new Map(rows.map(({ id, line }) => [id, line]))
  for (const { id, line, values, names } of rows) {
    const { bookmaker = '', ...ofPlace } = names
    const owner = bookmaker === '' ? null : bookmakers.get(bookmaker.toLowerCase())
    if (owner === undefined) problems.push({ line, column: 'bookmaker', problem: 'bulk.problem-bookmaker' })
    const hasOwner = 'bookmaker_id' in schema.shape
    const read = readValues(schema, {
      ...fresh.values(total + create.length + 1),
      ...values,
      ...ofPlace,
      ...(hasOwner && { bookmaker_id: owner ?? null }),
    })
    if ('problems' in read) {
      problems.push(...read.problems.map((problem) => ({ line, ...problem })))
      continue
    }
    create.push({ id, values: read.values })
    labels[id] = fresh.label(read.values)
  }
  const checked = await fresh.check?.(reader, create)
  for (const { id, ...problem } of checked?.problems ?? [])
    problems.push({ line: lines.get(id) ?? 0, ...problem })
  const known = new Set(checked?.known)
  return { create: create.filter(({ id }) => !known.has(id)), labels, problems, known: known.size }
}

/** The changes of rows to what is wanted of them. */
function planOf(list: ListKey, rows: readonly NamedRow[], wantedOf: (row: NamedRow) => Values): Plan {
  const update: Changes['update'] = []
  const labels: Record<string, string> = {}
  for (const row of rows) {
    const after = differences(row, wantedOf(row))
    if (Object.keys(after).length === 0) continue
    const before = Object.fromEntries(
      Object.keys(after).map((column) => [column, row.values[column] ?? null]),
    )
    update.push({ id: row.id, before, after })
    labels[row.id] = row.label
  }
  const unchanged = rows.length - update.length
  return { kind: 'plan', list, update, create: [], labels, unchanged, effects: [] }
}

const differences = (row: NamedRow, wanted: Values): Values =>
  Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => !sameValue(row.values[column], value)),
  )

/** Saves a plan as the list's own editor would: in full or not at all, with conflicts, and in the history. */
export function savePlan(
  services: Services,
  list: ListKey,
  { create, update }: Pick<Changes, 'create' | 'update'>,
  actor: Staff,
): Promise<SaveOutcome> {
  const changes = { create: DEFINITIONS[list].fresh ? create : [], update, remove: [] }
  return DEFINITIONS[list].save(services, changes, actor)
}

/** The schemas that validate a list's changes and new rows again when they are saved. */
export const changeSchema = (list: ListKey) => DEFINITIONS[list].change
export const newSchema = (list: ListKey) => DEFINITIONS[list].fresh?.change ?? DEFINITIONS[list].change
