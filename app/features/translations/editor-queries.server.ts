import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { FALLBACK_LANGUAGE } from '../languages/choose-language.ts'
import { builtInLabels, shippedLabels } from './built-in.server.ts'
import type { GapReport, GridLanguage, SentGrid } from './editor-schema.ts'
import { gapOf, isNeeded, pluralFormsOf, sortedKeys, type Texts } from './rules.ts'
import { type FileEntry, writeTranslationsFile } from './transfer.ts'

type Reader = Pick<Services, 'database'>

export interface Namespace {
  id: string
  name: string
  description: string | null
}

export function listNamespaces({ database }: Reader): Promise<Namespace[]> {
  return database.kysely
    .selectFrom('translation_namespaces')
    .select(['id', 'name', 'description'])
    .orderBy('name')
    .execute()
}

/** The columns of the grid: all languages, the default first, then by name. */
export async function listGridLanguages({ database }: Reader): Promise<GridLanguage[]> {
  const rows = await database.kysely
    .selectFrom('languages')
    .select(['id', 'code', 'name', 'native_name', 'is_default', 'is_active', 'rtl'])
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    nativeName: row.native_name,
    isDefault: row.is_default,
    isActive: row.is_active,
    rtl: row.rtl,
    forms: pluralFormsOf(row.code),
  }))
}

/** Every text of a namespace, saved and built in. */
export async function getGrid(
  { database }: Reader,
  namespace: Namespace,
  languages: readonly GridLanguage[],
): Promise<SentGrid> {
  const rows = await database.kysely
    .selectFrom('translations')
    .select(['language_id', sql<string>`json_object_agg(key, value)::text`.as('texts')])
    .where('namespace_id', '=', namespace.id)
    .groupBy('language_id')
    .execute()
  const saved = Object.fromEntries(rows.map(({ language_id, texts }) => [language_id, texts]))
  const shipped = shippedOf(namespace.name, languages)
  const keys = await database.kysely
    .selectFrom('translations')
    .select('key')
    .distinct()
    .where('namespace_id', '=', namespace.id)
    .execute()
  return {
    namespace: namespace.name,
    keys: sortedKeys([...keysOf(shipped), ...keys.map(({ key }) => key)]),
    saved,
    shipped,
  }
}

/** The built-in texts by language, always including English, which is the fallback. */
function shippedOf(namespace: string, languages: readonly { code: string }[]): Record<string, Texts> {
  const codes = new Set([FALLBACK_LANGUAGE, ...languages.map(({ code }) => code)])
  return Object.fromEntries(
    [...codes].flatMap((code) => {
      const texts = shippedLabels(code)?.[namespace]
      return texts ? [[code, texts]] : []
    }),
  )
}

function keysOf(texts: Record<string, Texts>): string[] {
  return Object.values(texts).flatMap((it) => Object.keys(it))
}

/** The missing texts of each language, by namespace. */
export async function reportGaps(
  { database }: Reader,
  namespaces: readonly Namespace[],
  languages: readonly GridLanguage[],
): Promise<GapReport[]> {
  const rows = await database.kysely
    .selectFrom('translations')
    .select(['namespace_id', 'key', (eb) => eb.fn.agg<string[]>('array_agg', ['language_id']).as('saved_in')])
    .groupBy(['namespace_id', 'key'])
    // Skip texts that every language has; keys with a plural suffix are needed to recognize plural forms.
    .having(({ eb, fn, or }) =>
      or([eb(fn.countAll(), '<', languages.length), eb('key', 'like', '%\\_other')]),
    )
    .execute()
  const byNamespace = Map.groupBy(rows, ({ namespace_id }) => namespace_id)
  const report = languages.map(({ id }): GapReport => ({ languageId: id, missing: {}, elsewhere: {} }))
  for (const { id, name } of namespaces) {
    const savedIn = new Map((byNamespace.get(id) ?? []).map(({ key, saved_in }) => [key, saved_in]))
    const shipped = shippedOf(name, languages)
    const keys = new Set([...keysOf(shipped), ...savedIn.keys()])
    const isPlural = (base: string) => keys.has(`${base}_other`)
    for (const key of keys) {
      const inLanguages = savedIn.get(key) ?? []
      for (const [index, language] of languages.entries()) {
        const gap = gapOf({
          needed: isNeeded(key, language.forms, isPlural),
          saved: inLanguages.includes(language.id),
          shipped: Object.hasOwn(shipped[language.code] ?? {}, key),
          savedElsewhere: inLanguages.length > 0,
        })
        const counts = gap && report[index]?.[gap]
        if (counts) counts[name] = (counts[name] ?? 0) + 1
      }
    }
  }
  return report
}

/**
 * The file of all saved texts.
 * @param withShipped also includes the built-in labels, for translators
 */
export async function exportTranslations(
  services: Reader,
  { withShipped }: { withShipped: boolean },
): Promise<string> {
  const [namespaces, languages] = [await listNamespaces(services), await listGridLanguages(services)]
  const saved = await services.database.kysely
    .selectFrom('translations as t')
    .innerJoin('languages as l', 'l.id', 't.language_id')
    .innerJoin('translation_namespaces as n', 'n.id', 't.namespace_id')
    .select(['l.code as language', 'n.name as namespace', 't.key', 't.value'])
    .execute()
  const names = namespaces.map(({ name }) => name)
  const codes = languages.map(({ code }) => code)
  // For the same key the later entry wins: the saved one.
  return writeTranslationsFile(codes, names, [...(withShipped ? shippedEntries(codes, names) : []), ...saved])
}

function shippedEntries(languages: readonly string[], namespaces: readonly string[]): FileEntry[] {
  return languages.flatMap((language) =>
    namespaces.flatMap((namespace) =>
      Object.entries(builtInLabels(language)[namespace] ?? {}).map(([key, value]) => ({
        language,
        namespace,
        key,
        value,
      })),
    ),
  )
}
