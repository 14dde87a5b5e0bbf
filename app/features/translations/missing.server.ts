import type { Services } from '#app/platform/services.ts'
import { FALLBACK_LANGUAGE } from '../languages/rules.ts'
import { builtInLabels, isBuiltIn } from './built-in.server.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/

/** How many labels each of the languages has neither built in nor saved; those are shown in English. */
export async function countMissingLabels(
  { database }: Pick<Services, 'database'>,
  languages: readonly string[],
): Promise<Map<string, number>> {
  const wanted = keysOf(builtInLabels(FALLBACK_LANGUAGE))
  const foreign = languages.filter((language) => !isBuiltIn(language))
  const missing = new Map(languages.map((language) => [language, 0]))
  if (foreign.length === 0) return missing
  const saved = await database.kysely
    .selectFrom('translations as t')
    .innerJoin('languages as l', 'l.id', 't.language_id')
    .innerJoin('translation_namespaces as n', 'n.id', 't.namespace_id')
    .select(['l.code', 'n.name as namespace', 't.key'])
    .where('l.code', 'in', foreign)
    .where('t.value', '<>', '')
    .execute()
  for (const language of foreign) {
    const known = new Set(
      saved.filter(({ code }) => code === language).map(({ namespace, key }) => label(namespace, key)),
    )
    missing.set(language, [...wanted].filter((key) => !known.has(key)).length)
  }
  return missing
}

/** Whatever the number of plural forms of a language, they are one label. */
const label = (namespace: string, key: string) => `${namespace}:${key.replace(PLURAL, '')}`

function keysOf(labels: ReturnType<typeof builtInLabels>): Set<string> {
  return new Set(
    Object.entries(labels).flatMap(([namespace, keys]) =>
      Object.keys(keys).map((key) => label(namespace, key)),
    ),
  )
}
