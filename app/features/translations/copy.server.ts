import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { builtInLabels, shippedLabels } from './built-in.server.ts'
import { isNeeded, pluralFormsOf, type Texts, withPluralForms } from './rules.ts'

interface LanguageRow {
  id: string
  code: string
}

/**
 * Copies every text of a language to a new language as a start for translators; built-in labels of the new language
 * stay. Returns the number of texts.
 */
export async function copyLabels(db: Kysely<DB>, from: LanguageRow, to: LanguageRow): Promise<number> {
  const saved = await db
    .selectFrom('translations')
    .select(['namespace_id', 'key', 'value'])
    .where('language_id', '=', from.id)
    .execute()
  const namespaces = await db.selectFrom('translation_namespaces').select(['id', 'name']).execute()
  const rows = namespaces.flatMap(({ id, name }) => {
    const own = saved.filter((row) => row.namespace_id === id).map(({ key, value }) => [key, value])
    const shown: Texts = { ...builtInLabels(from.code)[name], ...Object.fromEntries(own) }
    const shipped = shippedLabels(to.code)?.[name] ?? {}
    return textsFor(to.code, shown, shipped).map(([key, value]) => ({ namespace_id: id, key, value }))
  })
  await sql`
    insert into translations (language_id, namespace_id, key, value)
    select ${to.id}::uuid, r.namespace_id, r.key, r.value
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(namespace_id uuid, key text, value text)`.execute(
    db,
  )
  return rows.length
}

/** The texts with the plural forms of the language, without the built-in ones. */
function textsFor(language: string, texts: Texts, shipped: Texts): [string, string][] {
  const forms = pluralFormsOf(language)
  const filled = withPluralForms(texts, language)
  return Object.entries(filled).filter(
    ([key]) =>
      !Object.hasOwn(shipped, key) && isNeeded(key, forms, (base) => Object.hasOwn(filled, `${base}_other`)),
  )
}
