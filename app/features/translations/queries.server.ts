import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import { type Labels, PUBLIC_NAMESPACES, pickNamespaces } from '#app/platform/i18n/i18n.ts'
import type { Services } from '#app/platform/services.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { withoutBarred } from './barred.server.ts'
import { builtInLabels, DATA_NAMESPACES, isUsedByPages, shippedLabels, USED_KEYS } from './built-in.server.ts'
import { overlay, type Resources, withPluralForms } from './rules.ts'

const ATTEMPTS = 4
const ATTEMPT_LIMIT_MS = 5_000

/**
 * The labels of a language by namespace and key: the saved ones, else the built-in ones, else those of the default
 * language. A saved one that names a bookmaker which the visitors of the response may not see is left out. Reading is tried four times with 5 s each. After that, the built-in labels are used alone, and the failure
 * is logged.
 */
export function getResources(services: Services, language: string): Promise<Resources> {
  return services.memo.get(`translations:${language}`, async () => {
    noteRead(`translations:${language}`)
    const { default: fallback } = await getKnownLanguages(services)
    const resources = overlay(
      language === fallback ? builtInLabels(language) : await getResources(services, fallback),
      shippedLabels(language) ?? {},
      withoutBarred(await readSavedLabels(services, language)),
    )
    return Object.fromEntries(
      Object.entries(resources).map(([name, texts]) => [name, withPluralForms(texts, language)]),
    )
  })
}

/**
 * The labels of the namespace `settings`, which are built-in texts, with the operator's changes and as they were shipped:
 * an operator may have changed one after it was stored elsewhere.
 */
export async function getBuiltInTexts(
  services: Services,
  language: string,
): Promise<Record<string, string>[]> {
  const labels = [await getResources(services, language), builtInLabels(language)]
  return labels.map(({ settings = {} }) => settings)
}

/** The labels of every public page; the same object until one of them changes. */
export function getPublicLabels(services: Services, language: string): Promise<Labels> {
  return services.memo.get(`public-labels:${language}`, async () =>
    pickNamespaces(await getResources(services, language), PUBLIC_NAMESPACES),
  )
}

async function readSavedLabels(services: Services, language: string): Promise<Resources> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await withinLimit(querySavedLabels(services, language))
    } catch (error) {
      services.log.warn(
        { err: error, language, attempt },
        'Missing language or namespace: built-in labels are used',
      )
    }
  }
  noteFailure()
  return {}
}

async function querySavedLabels(services: Services, language: string): Promise<Resources> {
  const rows = await services.database.kysely
    .selectFrom('translations as t')
    .innerJoin('languages as l', 'l.id', 't.language_id')
    .innerJoin('translation_namespaces as n', 'n.id', 't.namespace_id')
    .select(['n.name as namespace', 't.key', 't.value'])
    .where('l.code', '=', language)
    // An operator's file may contain tens of thousands of texts that no page uses.
    .where((where) =>
      where.or([
        where('n.name', 'in', DATA_NAMESPACES),
        where('t.key', '=', sql<string>`any(${[...USED_KEYS]}::text[])`),
      ]),
    )
    .execute()
  const asked = rows.filter((row) => isUsedByPages(row.namespace, row.key))
  return Object.fromEntries(
    Array.from(
      Map.groupBy(asked, ({ namespace }) => namespace),
      ([namespace, texts]) => [namespace, Object.fromEntries(texts.map(({ key, value }) => [key, value]))],
    ),
  )
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ATTEMPT_LIMIT_MS} ms`)), ATTEMPT_LIMIT_MS)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
