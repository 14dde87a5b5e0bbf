import { findKnownPlaces } from '#app/features/imports/own-places.server.ts'
import type { Actor, Changes, SaveOutcome, Value, Values } from '#app/platform/edit/schema.ts'
import { sameValue } from '#app/platform/edit/values.ts'
import type { Services } from '#app/platform/services.ts'
import { DEFINITIONS } from './definitions.server.ts'
import { type FileRow, readListFile, readValues, refuseLines } from './list-file.ts'
import {
  type LineProblem,
  type ListKey,
  listOf,
  MOST_NEW_ROWS,
  MOST_ROWS,
  type Plan,
  type PlanOutcome,
} from './lists.ts'
import { type Asked, type NamedRow, readEditedRows, readForNew } from './queries.server.ts'

type Reader = Pick<Services, 'database'>

/** What setting a column of all rows of a filter, or of some, would change. Nothing is stored. */
export async function planValue(
  services: Services,
  asked: Asked,
  ids: readonly string[] | null,
  { column, value }: { column: string; value: Value },
): Promise<PlanOutcome> {
  const { list } = asked.filter
  if (!listOf(list).columns.some(({ key, kind }) => key === column && kind))
    return { kind: 'plan-refused', problem: 'no-column' }
  const read = readValues(DEFINITIONS[list].change.partial(), { [column]: value })
  if ('problems' in read)
    return { kind: 'plan-refused', problem: 'value', column, text: read.problems[0]?.problem ?? '' }
  const rows = await readEditedRows(services, list, ids ? { ids } : asked, [column])
  if (rows.length === 0) return { kind: 'plan-refused', problem: 'empty' }
  if (rows.length > MOST_ROWS) return { kind: 'plan-refused', problem: 'too-many' }
  return { ...planOf(list, rows, () => read.values), ignored: [] }
}

/**
 * What a file of a list would change. Nothing is stored. A file with one wrong cell is refused as a whole, so that
 * nothing is stored by half.
 */
export async function planFile(services: Services, list: ListKey, text: string): Promise<PlanOutcome> {
  const file = readListFile(list, text)
  if ('kind' in file) return file
  const known = file.rows.filter(({ isNew }) => !isNew)
  if (file.rows.length - known.length > MOST_NEW_ROWS)
    return { kind: 'plan-refused', problem: 'too-many-new' }
  const ids = known.map(({ id }) => id)
  const rows = ids.length > 0 ? await readEditedRows(services, list, { ids }, file.columns) : []
  const stored = new Map(rows.map((row) => [row.id, row]))
  const schema = DEFINITIONS[list].change.partial()
  const wanted = new Map<string, Values>()
  const problems = [...file.problems]
  for (const { id, line, values } of known) {
    const row = stored.get(id)
    if (!row) {
      problems.push({ line, column: 'id', problem: 'bulk.problem-unknown' })
      continue
    }
    const read = readValues(schema, differences(row, values))
    if ('values' in read) wanted.set(id, read.values)
    else problems.push(...read.problems.map((problem) => ({ line, ...problem })))
  }
  const added = await planNew(
    services,
    list,
    file.rows.filter(({ isNew }) => isNew),
  )
  problems.push(...added.problems)
  const plan = planOf(list, rows, ({ id }) => wanted.get(id) ?? {})
  const lineOf = new Map(known.map(({ id, line }) => [id, line]))
  for (const { id, ...problem } of (await DEFINITIONS[list].check?.(services, plan.update)) ?? [])
    problems.push({ line: lineOf.get(id) ?? 0, ...problem })
  if (problems.length > 0) return refuseLines(problems)
  const labels = { ...plan.labels, ...added.labels }
  return { ...plan, create: added.create, labels, ignored: file.ignored }
}

/** The new rows of a file, checked as the list's own editor checks them. */
async function planNew(reader: Reader, list: ListKey, rows: readonly FileRow[]) {
  const { fresh } = DEFINITIONS[list]
  const create: Changes['create'] = []
  const labels: Record<string, string> = {}
  const problems: LineProblem[] = []
  if (!fresh || rows.length === 0) return { create, labels, problems }
  const schema = newSchema(list)
  const { bookmakers, total } = await readForNew(reader, list)
  const names = new Set(bookmakers.keys())
  const lines = new Map<string, number>()
  for (const { id, line, values, names: named } of rows) {
    const { bookmaker = '', ...ofPlace } = named
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
    if (list === 'bookmakers') {
      const name = String(read.values.name).toLowerCase()
      if (names.has(name)) problems.push({ line, column: 'name', problem: 'bookmakers.name-taken' })
      names.add(name)
    }
    create.push({ id, values: read.values })
    lines.set(id, line)
    labels[id] = fresh.label(read.values)
  }
  if (list === 'sports' || list === 'countries' || list === 'leagues') {
    for (const id of await findKnownPlaces(reader, list, create))
      problems.push({ line: lines.get(id) ?? 0, column: 'name', problem: 'bulk.problem-exists' })
  }
  return { create, labels, problems }
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
  return { kind: 'plan', list, update, create: [], labels, unchanged: rows.length - update.length }
}

const differences = (row: NamedRow, wanted: Values): Values =>
  Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => !sameValue(row.values[column], value)),
  )

/** Saves a plan as the list's own editor would: in full or not at all, with conflicts, and in the history. */
export function savePlan(
  services: Reader,
  list: ListKey,
  { create, update }: Pick<Changes, 'create' | 'update'>,
  actor: Actor,
): Promise<SaveOutcome> {
  return DEFINITIONS[list].save(
    services,
    { create: DEFINITIONS[list].fresh ? create : [], update, remove: [] },
    actor,
  )
}

/** The schemas that validate a list's changes and new rows again when they are saved. */
export const changeSchema = (list: ListKey) => DEFINITIONS[list].change
export const newSchema = (list: ListKey) => DEFINITIONS[list].fresh?.change ?? DEFINITIONS[list].change
