import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Actor, AuditAction, Changes, Conflict, SaveOutcome, Values } from './schema.ts'
import { pickColumns, sameValue, toValue } from './values.ts'

/** A list that an editor shows and saves as a whole. */
export interface EditableList {
  table: keyof DB & string
  /** The columns that an editor may write. */
  columns: readonly string[]
  /** A row's name for people, as an expression of the row `r`. */
  label: RawBuilder<string>
  /** Rows of another table that are deleted with a row, by the column that refers to it; each has an entry of its own. */
  owned?: { list: EditableList; column: string }
}

interface Line {
  entity: string
  entityId: string
  label: string
  action: AuditAction
  before?: Values | null
  after?: Values | null
}

/** Adds entries to the history, in the transaction of the changes. */
export async function recordAudit(db: Kysely<DB>, actor: Actor, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line) => ({
    user_id: actor.id,
    user_email: actor.email,
    entity: line.entity,
    entity_id: line.entityId,
    label: line.label.slice(0, 300),
    action: line.action,
    before: line.before ?? null,
    after: line.after ?? null,
  }))
  await sql`
    insert into audit_log (user_id, user_email, entity, entity_id, label, action, before, after)
    select user_id, user_email, entity, entity_id, label, action, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(user_id uuid, user_email text, entity text,
      entity_id text, label text, action text, before jsonb, after jsonb)`.execute(db)
}

/**
 * Saves an editor's changes in full or not at all. It is a conflict if somebody else has changed the same column since
 * the editor read it, or has deleted the row; changes of other columns are no conflict. A row to be deleted may be
 * gone, and a row to be created may exist with the same values, because the response to an earlier save may have been
 * lost. Each change is recorded. The caller validates the values and owns the transaction.
 * @throws the database's error for values that it rejects
 */
export async function saveChanges(
  db: Kysely<DB>,
  list: EditableList,
  changes: Changes,
  actor: Actor,
): Promise<Exclude<SaveOutcome, { kind: 'invalid' }>> {
  const current = await lockRows(db, list, [...changes.update, ...changes.remove, ...changes.create])
  const conflicts = [
    ...changes.update.flatMap((change) => conflictsOf(list, change, current.get(change.id))),
    ...changes.remove.flatMap((change) => conflictsOfRemoval(list, change, current.get(change.id))),
    ...changes.create.flatMap((change) => conflictsOfCreation(list, change, current.get(change.id))),
  ]
  if (conflicts.length > 0) return { kind: 'conflict', conflicts: await withAuthors(db, list, conflicts) }

  const updates = changes.update
    .map(({ id, after }) => ({ id, after: pickColumns(after, list.columns), row: current.get(id) }))
    .map(({ id, after, row }) => ({ id, row, after: onlyChanged(after, row?.values ?? {}) }))
    .filter(({ after }) => Object.keys(after).length > 0)
  const wanted = changes.create
    .filter(({ id }) => !current.has(id))
    .map(({ id, values }) => ({ id, after: pickColumns(values, list.columns) }))
  const removed = changes.remove.flatMap(({ id }) => current.get(id) ?? [])

  const gone = removed.map(({ id }) => id)
  await removeOwned(db, list, gone, actor)
  await removeRows(db, list, gone)
  await updateRows(db, list, updates)
  const inserted = await insertRows(db, list, wanted)
  const created = wanted.filter(({ id }) => inserted.has(id))
  const others = changes.create.filter(({ id }) => !current.has(id) && !inserted.has(id))
  const stored = await lockRows(db, list, others)
  if (others.some((change) => conflictsOfCreation(list, change, stored.get(change.id)).length > 0)) {
    throw new Error('two saves created the same row with different values at the same time')
  }
  const labels = await readLabels(
    db,
    list,
    created.map(({ id }) => id),
  )
  const entity = list.table
  await recordAudit(db, actor, [
    ...removed.map(
      (row): Line => ({ entity, entityId: row.id, label: row.label, action: 'delete', before: row.values }),
    ),
    ...updates.map(
      ({ id, row, after }): Line => ({
        entity,
        entityId: id,
        label: row?.label ?? '',
        action: 'update',
        before: Object.fromEntries(Object.keys(after).map((column) => [column, row?.values[column] ?? null])),
        after,
      }),
    ),
    ...created.map(
      ({ id, after }): Line => ({
        entity,
        entityId: id,
        label: labels.get(id) ?? '',
        action: 'create',
        after,
      }),
    ),
  ])
  return { kind: 'saved', count: removed.length + updates.length + changes.create.length }
}

interface Row {
  id: string
  label: string
  values: Values
}

const reference = (columns: readonly string[], of: string) =>
  sql.join(columns.map((column) => sql.ref(`${of}.${column}`)))

async function lockRows(
  db: Kysely<DB>,
  list: EditableList,
  items: readonly { id: string }[],
): Promise<Map<string, Row>> {
  const ids = items.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  // Always in one order, so two saves wait for each other instead of a deadlock.
  const { rows } = await sql<Record<string, unknown>>`
    select r.id, ${list.label} as "_label", ${reference(list.columns, 'r')} from ${sql.table(list.table)} r
    where r.id = any(${ids}::uuid[]) order by r.id for update`.execute(db)
  return new Map(
    rows.map(({ id, _label, ...values }) => [
      String(id),
      {
        id: String(id),
        label: String(_label ?? ''),
        values: Object.fromEntries(Object.entries(values).map(([column, value]) => [column, toValue(value)])),
      },
    ]),
  )
}

function conflictsOf(
  list: EditableList,
  change: Changes['update'][number],
  row: Row | undefined,
): Conflict[] {
  const edited = Object.entries(pickColumns(change.after, list.columns))
  if (!row) return edited.map(([column, mine]) => ({ id: change.id, label: '', column, mine }))
  return edited.flatMap(([column, mine]) => {
    const theirs = row.values[column] ?? null
    if (sameValue(theirs, change.before[column]) || sameValue(theirs, mine)) return []
    return { id: change.id, label: row.label, column, mine, theirs }
  })
}

/** The columns of a row to be deleted that changed since the editor read it; none if the row is gone. */
function conflictsOfRemoval(
  list: EditableList,
  { id, before = {} }: Changes['remove'][number],
  row: Row | undefined,
): Conflict[] {
  if (!row) return []
  return Object.entries(pickColumns(before, list.columns)).flatMap(([column, mine]) => {
    const theirs = row.values[column] ?? null
    return sameValue(theirs, mine)
      ? []
      : { id, label: row.label, column, mine, theirs, removes: true as const }
  })
}

/** An existing row was created by an earlier save of the same editor; a difference was edited since then. */
function conflictsOfCreation(
  list: EditableList,
  { id, values }: Changes['create'][number],
  row: Row | undefined,
): Conflict[] {
  if (!row) return []
  return Object.entries(pickColumns(values, list.columns)).flatMap(([column, mine]) => {
    const theirs = row.values[column] ?? null
    return sameValue(theirs, mine) ? [] : { id, label: row.label, column, mine, theirs }
  })
}

/** Adds to each conflict who changed that column last, and the last name of a deleted row. */
async function withAuthors(db: Kysely<DB>, list: EditableList, conflicts: Conflict[]): Promise<Conflict[]> {
  const { rows } = await sql<{ entity_id: string; column: string; user_email: string; at: Date }>`
    select distinct on (a.entity_id, k.column) a.entity_id, k.column, a.user_email, a.at
    from audit_log a, jsonb_object_keys(a.after) as k("column")
    where a.entity = ${list.table} and a.entity_id = any(${conflicts.map(({ id }) => id)}::text[]) and a.action = 'update'
    order by a.entity_id, k.column, a.id desc`.execute(db)
  const gone = await db
    .selectFrom('audit_log')
    .select(['entity_id', 'label'])
    .distinctOn('entity_id')
    .where('entity', '=', list.table)
    .where(
      'entity_id',
      'in',
      conflicts.map(({ id }) => id),
    )
    .where('action', '=', 'delete')
    .orderBy('entity_id')
    .orderBy('id', 'desc')
    .execute()
  return conflicts.map((conflict) => {
    const last = rows.find((row) => row.entity_id === conflict.id && row.column === conflict.column)
    const label = conflict.label || gone.find((row) => row.entity_id === conflict.id)?.label || ''
    return last
      ? { ...conflict, label, by: last.user_email, at: last.at.toISOString() }
      : { ...conflict, label }
  })
}

function onlyChanged(after: Values, before: Values): Values {
  return Object.fromEntries(
    Object.entries(after).filter(([column, value]) => value !== (before[column] ?? null)),
  )
}

async function removeOwned(
  db: Kysely<DB>,
  { owned }: EditableList,
  ids: readonly string[],
  actor: Actor,
): Promise<void> {
  if (!owned || ids.length === 0) return
  const { rows: remove } = await sql<{ id: string }>`
    select id from ${sql.table(owned.list.table)} where ${sql.ref(owned.column)} = any(${ids}::uuid[])
    order by id`.execute(db)
  await saveChanges(db, owned.list, { create: [], update: [], remove }, actor)
}

async function removeRows(db: Kysely<DB>, { table }: EditableList, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db)
}

/** One statement for all rows with the same changed columns; the table's types parse the values. */
async function updateRows(
  db: Kysely<DB>,
  { table }: EditableList,
  updates: readonly { id: string; after: Values }[],
): Promise<void> {
  const groups = Map.groupBy(updates, ({ after }) => Object.keys(after).sort().join())
  for (const group of groups.values()) {
    const columns = Object.keys(group[0]?.after ?? {})
    const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = v.${sql.ref(column)}`))
    const rows = JSON.stringify(group.map(({ id, after }) => ({ id, ...after })))
    await sql`
      update ${sql.table(table)} t set ${assignments}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb) v where v.id = t.id`.execute(
      db,
    )
  }
}

/** @returns the inserted rows; an earlier attempt of the same save may have inserted some */
async function insertRows(
  db: Kysely<DB>,
  { table }: EditableList,
  created: readonly { id: string; after: Values }[],
): Promise<Set<string>> {
  const inserted = new Set<string>()
  const groups = Map.groupBy(created, ({ after }) => Object.keys(after).sort().join())
  for (const group of groups.values()) {
    const columns = ['id', ...Object.keys(group[0]?.after ?? {})]
    const rows = JSON.stringify(group.map(({ id, after }) => ({ id, ...after })))
    const stored = await sql<{ id: string }>`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${reference(columns, 'v')} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb) v
      on conflict (id) do nothing returning id`.execute(db)
    for (const { id } of stored.rows) inserted.add(id)
  }
  return inserted
}

async function readLabels(
  db: Kysely<DB>,
  list: EditableList,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; label: string }>`
    select r.id, ${list.label} as label from ${sql.table(list.table)} r where r.id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, label }) => [id, label]))
}

/**
 * Saves changed rows of a list without creation and deletion, in a separate transaction.
 * @throws what `saveChanges` throws
 */
export function saveUpdates(
  db: Kysely<DB>,
  list: EditableList,
  { update }: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return db.transaction().execute((tx) => saveChanges(tx, list, { create: [], update, remove: [] }, actor))
}

/** Rolls a transaction back and carries its outcome to the caller, see `saveTogether`. */
export class Rollback extends Error {
  readonly outcome: SaveOutcome
  constructor(outcome: SaveOutcome) {
    super('the transaction was rolled back')
    this.outcome = outcome
  }
}

/** Runs several saves in one transaction. If it throws `Rollback`, nothing is stored, and its outcome is returned. */
export async function saveTogether(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<SaveOutcome>,
): Promise<SaveOutcome> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (error instanceof Rollback) return error.outcome
    throw error
  }
}
