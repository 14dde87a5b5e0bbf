import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import { sameValue } from '#app/platform/edit/values.ts'
import type { Services } from '#app/platform/services.ts'
import type { ItemTranslation } from './items-schema.ts'

/** A table with texts for each language, of items or of a single thing. */
export interface TranslatedTable {
  table: keyof DB & string
  /** The items' table and the column that refers to it; null if there is only one of its kind. */
  owner: { table: keyof DB & string; column: string } | null
  /** The texts; the messages of the schema are translation keys of the back office. */
  schema: z.ZodObject
  /** The item's name in the history, as an expression of the translation `r`. */
  label: RawBuilder<string>
}

/** Texts with their item and language: for what creates and deletes them. */
export function wholeTexts({ table, owner, schema, label }: TranslatedTable): EditableList {
  const keys = owner ? [owner.column, 'language_id'] : ['language_id']
  return { table, columns: [...Object.keys(schema.shape), ...keys], label }
}

/** The texts of a list of items: they are deleted with their item. */
export function ownedTexts(
  translated: TranslatedTable & { owner: { column: string } },
): NonNullable<EditableList['owned']> {
  return { list: wholeTexts(translated), column: translated.owner.column }
}

/** Creates the texts of items again that were deleted and are put back: those that the history has last in each language. */
export async function restoreTexts(
  tx: Kysely<DB>,
  translated: TranslatedTable,
  { create }: Pick<Changes, 'create'>,
  actor: Actor,
): Promise<void> {
  if (!translated.owner || create.length === 0) return
  const column = sql.ref(translated.owner.column)
  const owner = sql`a.before ->> ${sql.lit(translated.owner.column)}`
  const { rows } = await sql<{ id: string; values: Values }>`
    select distinct on (${owner}, l.id) a.entity_id as id, a.before as values
    from audit_log a join languages l on l.id::text = a.before ->> 'language_id'
    where a.entity = ${translated.table} and a.action = 'delete' and ${owner} = any(${create.map(({ id }) => id)}::text[])
      and not exists (select from ${sql.table(translated.table)} t where t.language_id = l.id and t.${column}::text = ${owner})
    order by ${owner}, l.id, a.id desc`.execute(tx)
  const valid = rows.filter(({ values }) => translated.schema.safeParse(values).success)
  await saveChanges(tx, wholeTexts(translated), { create: valid, update: [], remove: [] }, actor)
}

export type TranslationOutcome = SaveOutcome | { kind: 'refused'; problem: string }

/**
 * Saves the texts of one item in one language, new or existing. If somebody else has saved them meanwhile, that is a
 * conflict.
 */
export async function saveItemTranslation(
  { database }: Pick<Services, 'database'>,
  translated: TranslatedTable,
  { owner, language, before, defaults = {}, after }: ItemTranslation,
  actor: Actor,
): Promise<TranslationOutcome> {
  const parsed = translated.schema.safeParse(after)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({
      id: language,
      column: String(issue.path[0]),
      problem: issue.message,
    }))
    return { kind: 'invalid', problems }
  }
  const texts = parsed.data as Values
  return database.kysely.transaction().execute(async (tx) => {
    if (!(await lockLanguage(tx, language))) return { kind: 'refused', problem: 'translate.no-language' }
    if (translated.owner && !(await keepOwner(tx, translated.owner.table, owner)))
      return { kind: 'refused', problem: 'translate.gone' }
    const stored = await findTranslation(tx, translated, owner, language)
    const columns = Object.keys(translated.schema.shape)
    const list = { table: translated.table, columns, label: translated.label }
    if (stored) {
      const known = before ?? knownOf(stored, texts, defaults)
      const edited = Object.entries(texts).filter(([column, text]) => !sameValue(text, known[column]))
      const update = [{ id: String(stored.id), before: known, after: Object.fromEntries(edited) }]
      return saveChanges(tx, list, { create: [], update, remove: [] }, actor)
    }
    const keys = {
      language_id: language,
      ...(translated.owner ? { [translated.owner.column]: owner } : {}),
    }
    const create = [{ id: randomUUID(), values: { ...keys, ...texts } }]
    return saveChanges(tx, wholeTexts(translated), { create, update: [], remove: [] }, actor)
  })
}

/**
 * What an editor knew of texts that were first stored while it was open: an unchanged default is not compared with them, and one
 * that is stored was on the screen.
 */
function knownOf(stored: Values, texts: Values, defaults: Values): Values {
  const known = Object.entries(texts).map(([column, text]) => {
    const now = stored[column] ?? null
    const usual = defaults[column] ?? null
    const isUntouched = sameValue(text, usual) && now !== null
    return [column, isUntouched ? text : sameValue(now, usual) ? now : null]
  })
  return Object.fromEntries(known)
}

/** Serializes saves of a language, so each text is created once. */
async function lockLanguage(tx: Kysely<DB>, id: string): Promise<boolean> {
  const row = await tx.selectFrom('languages').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return row.length > 0
}

async function keepOwner(tx: Kysely<DB>, table: string, id: string | null): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}::uuid for key share`.execute(
    tx,
  )
  return rows.length > 0
}

async function findTranslation(
  tx: Kysely<DB>,
  { table, owner: owned }: TranslatedTable,
  owner: string | null,
  language: string,
): Promise<Values | undefined> {
  const ofOwner = owned ? sql`and ${sql.ref(owned.column)} = ${owner}::uuid` : sql``
  const { rows } = await sql<Values>`
    select * from ${sql.table(table)} where language_id = ${language}::uuid ${ofOwner}`.execute(tx)
  return rows[0]
}
