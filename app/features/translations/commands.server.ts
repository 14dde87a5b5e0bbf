import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type {
  Actor,
  Changes,
  Conflict,
  FieldProblem,
  SaveOutcome,
  Values,
} from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { shippedLabels } from './built-in.server.ts'
import { type GridChanges, MAX_KEY_CHARACTERS, MAX_TEXT_CHARACTERS } from './editor-schema.ts'
import { isUsableKey } from './rules.ts'
import { type FileEntry, type ImportWarnings, readTranslationsFile } from './transfer.ts'

type Writer = Pick<Services, 'database'>

/** `problem` is a translation key of the back office. */
interface Refusal {
  kind: 'refused'
  problem: string
}

/** Rows per statement of an import. */
const IMPORT_CHUNK = 100

/** The name of this kind of entry in the history, for a key of a namespace. */
export const translationEntity = 'translations'
export const translationId = (namespace: string, key: string) => `${namespace}:${key}`

/** The namespace and the key of an item of the history; null if it is none, such as an import. */
export function readTranslationId(id: string): { namespace: string; key: string } | null {
  const at = id.indexOf(':')
  return at > 0 && at < id.length - 1 ? { namespace: id.slice(0, at), key: id.slice(at + 1) } : null
}

/** Serializes writers of translations: two could create the same cell at once. */
async function lockTranslations(tx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('translations'))`.execute(tx)
}

interface Cell {
  languageId: string
  key: string
}

const cellName = ({ languageId, key }: Cell) => `${languageId}:${key}`

/** A text as it is stored; null if it is empty or only spaces. */
function toText(value: string | null | undefined): string | null {
  const text = value?.replaceAll('\0', '').toWellFormed() ?? ''
  return text.trim() === '' ? null : text
}

/**
 * Saves the edited cells of a namespace in one transaction: creates, updates, and deletes cleared ones. If somebody
 * else has changed a cell meanwhile, that is a conflict. The count is the number of cells.
 */
export function saveTranslations(
  { database }: Writer,
  namespaceName: string,
  changes: GridChanges,
  actor: Actor,
): Promise<SaveOutcome | Refusal> {
  return database.kysely.transaction().execute(async (tx): Promise<SaveOutcome | Refusal> => {
    await lockTranslations(tx)
    const namespace = await findNamespace(tx, namespaceName)
    if (!namespace) return { kind: 'refused', problem: 'translations.namespace-gone' }
    const codes = await readCodes(tx)
    const keys = changes.update.map(({ id }) => id)
    const stored = await readCells(tx, namespace, keys)
    const edits = changes.update.flatMap(({ id: key, before, after }) =>
      Object.entries(after).map(([languageId, value]) => {
        const now = stored.get(cellName({ languageId, key })) ?? null
        return { languageId, key, now, before: toText(before[languageId]), after: toText(value) }
      }),
    )
    const problems = edits.flatMap(({ key, languageId, after }): FieldProblem[] => {
      if (!isUsableKey(key)) return [{ id: key, column: languageId, problem: 'translations.key-unusable' }]
      if (!codes.has(languageId)) return [{ id: key, column: languageId, problem: 'languages.gone' }]
      if ((after?.length ?? 0) <= MAX_TEXT_CHARACTERS) return []
      return [{ id: key, column: languageId, problem: 'problem.too-long' }]
    })
    if (problems.length > 0) return { kind: 'invalid', problems }
    const conflicts = edits
      .filter(({ now, before, after }) => now !== before && now !== after)
      .map(
        ({ languageId, key, now, after }): Conflict => ({
          id: key,
          label: key,
          column: languageId,
          mine: after,
          theirs: now,
        }),
      )
    if (conflicts.length > 0) {
      return { kind: 'conflict', conflicts: await withAuthors(tx, namespaceName, codes, conflicts) }
    }
    const written = edits.filter(({ now, after }) => now !== after)
    await upsert(
      tx,
      namespace,
      written.flatMap(({ languageId, key, after }) =>
        after === null ? [] : { languageId, key, value: after },
      ),
    )
    await clear(
      tx,
      namespace,
      written.filter(({ after }) => after === null),
    )
    await recordCells(tx, actor, namespaceName, codes, written)
    return { kind: 'saved', count: written.length }
  })
}

/** The saved texts of a key by the codes of the languages; null where the built-in text applies. */
export async function readTexts({ database }: Writer, id: string): Promise<Values | null> {
  const of = readTranslationId(id)
  const namespace = of && (await findNamespace(database.kysely, of.namespace))
  if (!of || !namespace) return null
  const codes = await readCodes(database.kysely)
  const stored = await readCells(database.kysely, namespace, [of.key])
  return Object.fromEntries(
    Array.from(codes, ([languageId, code]) => [
      code,
      stored.get(cellName({ languageId, key: of.key })) ?? null,
    ]),
  )
}

/** Puts earlier texts of a key back; the columns are the codes of the languages. */
export async function putTextsBack(
  { database }: Writer,
  { update }: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  const [change] = update
  const of = change && readTranslationId(change.id)
  if (!of) return { kind: 'saved', count: 0 }
  const codes = await readCodes(database.kysely)
  const ids = new Map(Array.from(codes, ([id, code]) => [code, id]))
  const cells = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).map(([code, text]) => [
        ids.get(code) ?? code,
        text === null ? null : String(text),
      ]),
    )
  const changes = { update: [{ id: of.key, before: cells(change.before), after: cells(change.after) }] }
  const outcome = await saveTranslations({ database }, of.namespace, changes, actor)
  const named = <T extends { column: string }>(it: T) => ({
    ...it,
    column: codes.get(it.column) ?? it.column,
  })
  if (outcome.kind === 'invalid') return { ...outcome, problems: outcome.problems.map(named) }
  if (outcome.kind === 'conflict') return { ...outcome, conflicts: outcome.conflicts.map(named) }
  if (outcome.kind === 'refused')
    return { kind: 'invalid', problems: [{ id: of.key, column: 'key', problem: outcome.problem }] }
  return outcome
}

async function findNamespace(db: Kysely<DB>, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('translation_namespaces')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.id
}

/** The codes of the languages by their ids. */
async function readCodes(db: Kysely<DB>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('languages').select(['id', 'code']).execute()
  return new Map(rows.map(({ id, code }) => [id, code]))
}

async function readCells(
  tx: Kysely<DB>,
  namespace: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('translations')
    .select(['language_id as languageId', 'key', 'value'])
    .where('namespace_id', '=', namespace)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Map(rows.map((row) => [cellName(row), row.value]))
}

async function upsert(
  tx: Kysely<DB>,
  namespace: string,
  cells: readonly (Cell & { value: string })[],
): Promise<void> {
  if (cells.length === 0) return
  await sql`
    insert into translations (language_id, namespace_id, key, value)
    select c."languageId", ${namespace}::uuid, c.key, c.value
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as c("languageId" uuid, key text, value text)
    on conflict (language_id, namespace_id, key) do update set value = excluded.value
    where translations.value <> excluded.value`.execute(tx)
}

async function clear(tx: Kysely<DB>, namespace: string, cells: readonly Cell[]): Promise<void> {
  if (cells.length === 0) return
  await sql`
    delete from translations t
    using jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as c("languageId" uuid, key text)
    where t.namespace_id = ${namespace} and t.language_id = c."languageId" and t.key = c.key`.execute(tx)
}

/** One entry for each key: its languages with their texts before and after. */
async function recordCells(
  tx: Kysely<DB>,
  actor: Actor,
  namespace: string,
  codes: ReadonlyMap<string, string>,
  cells: readonly (Cell & { now: string | null; after: string | null })[],
): Promise<void> {
  const lines = Map.groupBy(cells, ({ key }) => key)
  const valuesOf = (list: typeof cells, pick: 'now' | 'after') =>
    Object.fromEntries(list.map((cell) => [codes.get(cell.languageId) ?? cell.languageId, cell[pick]]))
  await recordAudit(
    tx,
    actor,
    Array.from(lines, ([key, list]) => ({
      entity: translationEntity,
      entityId: translationId(namespace, key),
      label: `${namespace}: ${key}`,
      action: 'update' as const,
      before: valuesOf(list, 'now'),
      after: valuesOf(list, 'after'),
    })),
  )
}

/** Adds to each conflict who changed that cell last. */
async function withAuthors(
  tx: Kysely<DB>,
  namespace: string,
  codes: ReadonlyMap<string, string>,
  conflicts: Conflict[],
): Promise<Conflict[]> {
  const ids = conflicts.map(({ id }) => translationId(namespace, id))
  const { rows } = await sql<{ entity_id: string; code: string; user_email: string; at: Date }>`
    select distinct on (a.entity_id, k.code) a.entity_id, k.code, a.user_email, a.at
    from audit_log a, jsonb_object_keys(coalesce(a.after, a.before)) as k(code)
    where a.entity = ${translationEntity} and a.entity_id = any(${ids}::text[])
    order by a.entity_id, k.code, a.id desc`.execute(tx)
  return conflicts.map((conflict) => {
    const last = rows.find(
      (row) =>
        row.entity_id === translationId(namespace, conflict.id) && row.code === codes.get(conflict.column),
    )
    return last ? { ...conflict, by: last.user_email, at: last.at.toISOString() } : conflict
  })
}

/** Adds a key that is new in the namespace: neither saved nor built in. */
export function addTranslation(
  { database }: Writer,
  given: { namespace: string; key: string; values: Record<string, string | null> },
  actor: Actor,
): Promise<{ kind: 'added'; key: string } | Refusal> {
  const key = toText(given.key)?.trim() ?? ''
  const texts = Object.entries(given.values).flatMap(([languageId, value]) => {
    const text = toText(value)
    return text === null ? [] : { languageId, key, now: null, after: text }
  })
  return database.kysely
    .transaction()
    .execute(async (tx): Promise<{ kind: 'added'; key: string } | Refusal> => {
      await lockTranslations(tx)
      const namespace = await findNamespace(tx, given.namespace)
      if (!namespace || !key) return { kind: 'refused', problem: 'translations.key-required' }
      if (!isUsableKey(key)) return { kind: 'refused', problem: 'translations.key-unusable' }
      const codes = await readCodes(tx)
      const known = texts.filter(({ languageId }) => codes.has(languageId))
      if (known.length === 0) return { kind: 'refused', problem: 'translations.value-required' }
      const tooLong = known.some(({ after }) => after.length > MAX_TEXT_CHARACTERS)
      if (tooLong || key.length > MAX_KEY_CHARACTERS) {
        return { kind: 'refused', problem: 'problem.too-long' }
      }
      if (isShipped(given.namespace, key) || (await exists(tx, namespace, key))) {
        return { kind: 'refused', problem: 'translations.exists' }
      }
      await upsert(
        tx,
        namespace,
        known.map(({ languageId, after }) => ({ languageId, key, value: after })),
      )
      await recordCells(tx, actor, given.namespace, codes, known)
      return { kind: 'added', key }
    })
}

function isShipped(namespace: string, key: string): boolean {
  return Object.hasOwn(shippedLabels('en')?.[namespace] ?? {}, key)
}

async function exists(tx: Kysely<DB>, namespace: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('translations')
    .select('id')
    .where('namespace_id', '=', namespace)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the saved texts of a key in every language; the built-in label applies again. */
export function deleteTranslation(
  { database }: Writer,
  given: { namespace: string; key: string },
  actor: Actor,
): Promise<{ kind: 'deleted' } | Refusal> {
  return database.kysely.transaction().execute(async (tx): Promise<{ kind: 'deleted' } | Refusal> => {
    await lockTranslations(tx)
    const namespace = await findNamespace(tx, given.namespace)
    if (!namespace) return { kind: 'refused', problem: 'translations.namespace-gone' }
    const removed = await tx
      .deleteFrom('translations')
      .where('namespace_id', '=', namespace)
      .where('key', '=', given.key)
      .returning(['language_id', 'value'])
      .execute()
    const codes = await readCodes(tx)
    if (removed.length === 0) return { kind: 'deleted' }
    await recordAudit(tx, actor, [
      {
        entity: translationEntity,
        entityId: translationId(given.namespace, given.key),
        label: `${given.namespace}: ${given.key}`,
        action: 'delete',
        before: Object.fromEntries(removed.map((row) => [codes.get(row.language_id) ?? '', row.value])),
      },
    ])
    return { kind: 'deleted' }
  })
}

export interface ImportProgress {
  done: number
  total: number
}

export type ImportOutcome =
  | { kind: 'imported'; written: number; warnings: ImportWarnings }
  | { kind: 'invalid-format' }
  /** The database rejected a chunk; the chunks before it are stored. */
  | { kind: 'failed'; written: number }

/**
 * Imports a file of translations in chunks, each in its own transaction. A chunk that fails does not affect stored
 * ones.
 * @param onProgress called after each chunk
 */
export async function importTranslations(
  { database, log }: Pick<Services, 'database' | 'log'>,
  file: string,
  actor: Actor,
  onProgress: (progress: ImportProgress) => void = () => {},
): Promise<ImportOutcome> {
  const db = database.kysely
  const codes = await readCodes(db)
  const languages = new Map(Array.from(codes, ([id, code]) => [code, id]))
  const rows = await db.selectFrom('translation_namespaces').select(['id', 'name']).execute()
  const namespaces = new Map(rows.map(({ id, name }) => [name, id]))
  const read = readTranslationsFile(file, {
    languages: new Set(languages.keys()),
    namespaces: new Set(namespaces.keys()),
  })
  if (read.kind === 'invalid-format') return read
  const { entries, warnings } = read
  let written = 0
  let outcome: ImportOutcome = { kind: 'imported', written, warnings }
  try {
    while (written < entries.length) {
      const chunk = entries.slice(written, written + IMPORT_CHUNK)
      await storeChunk(db, chunk, languages, namespaces)
      written += chunk.length
      onProgress({ done: written, total: entries.length })
    }
    outcome = { kind: 'imported', written, warnings }
  } catch (error) {
    log.error({ err: error, written }, 'Failed to import translations')
    outcome = { kind: 'failed', written }
  }
  await recordAudit(db, actor, [
    {
      entity: translationEntity,
      entityId: 'import',
      label: `${written} / ${entries.length}`,
      action: 'run',
      after: {
        texts: written,
        skipped_languages: warnings.languages.join(', ').slice(0, 500),
        skipped_namespaces: warnings.namespaces.join(', ').slice(0, 500),
        skipped_keys: warnings.keys.join(', ').slice(0, 500),
        skipped_values: warnings.noTexts,
      },
    },
  ])
  return outcome
}

async function storeChunk(
  db: Kysely<DB>,
  chunk: readonly FileEntry[],
  languages: ReadonlyMap<string, string>,
  namespaces: ReadonlyMap<string, string>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockTranslations(tx)
    const groups = Map.groupBy(chunk, ({ namespace }) => namespace)
    for (const [namespace, entries] of groups) {
      const cells = entries.map(({ language, key, value }) => ({
        languageId: languages.get(language) ?? '',
        key,
        value,
      }))
      await upsert(tx, namespaces.get(namespace) ?? '', cells)
    }
  })
}
