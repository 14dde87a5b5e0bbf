import type { TFunction } from 'i18next'
import { noteRead } from '#app/platform/http/reads.server.ts'
import { createI18n, type Labels } from '#app/platform/i18n/i18n.ts'
import type { Services } from '#app/platform/services.ts'
import { hasShippedLabels, readShippedLabels } from '../alerts/labels.server.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { withoutBarred } from '../translations/barred.server.ts'
import { overlay, withPluralForms } from '../translations/rules.ts'

const NAMESPACES = ['alerts', 'matches', 'betting'] as const

export interface AlertTexts {
  t: TFunction<'alerts'>
  matches: TFunction<'matches'>
  betting: TFunction<'betting'>
  language: string
}

type Reading = Omit<Services, 'jobs'>

/**
 * The labels of messages in a language: those of the operator, else the built-in ones, else those of the default language.
 * Call it for the audience of the visitor who gets the message: a text that names a bookmaker which he may not see is left out.
 */
export async function readTexts(services: Reading, language: string): Promise<AlertTexts> {
  const i18n = createI18n(language, await readLabels(services, language))
  return {
    t: i18n.getFixedT('alerts') as unknown as TFunction<'alerts'>,
    matches: i18n.getFixedT('matches') as unknown as TFunction<'matches'>,
    betting: i18n.getFixedT('betting') as unknown as TFunction<'betting'>,
    language,
  }
}

function readLabels(services: Reading, language: string): Promise<Labels> {
  return services.memo.get(`alert-texts:${language}`, async () => {
    noteRead(`translations:${language}`)
    const { default: fallback } = await getKnownLanguages(services as Services)
    const isOwn = language === fallback || NAMESPACES.every((name) => hasShippedLabels(language, name))
    const labels = overlay(
      isOwn ? builtInLabels(language) : await readLabels(services, fallback),
      withoutBarred(await readSavedLabels(services, language)),
    )
    return Object.fromEntries(NAMESPACES.map((name) => [name, withPluralForms(labels[name] ?? {}, language)]))
  })
}

function builtInLabels(language: string): Labels {
  return Object.fromEntries(NAMESPACES.map((name) => [name, readShippedLabels(language, name)]))
}

async function readSavedLabels({ database }: Reading, language: string): Promise<Labels> {
  const saved = await database.kysely
    .selectFrom('translations as t')
    .innerJoin('languages as l', 'l.id', 't.language_id')
    .innerJoin('translation_namespaces as n', 'n.id', 't.namespace_id')
    .select(['n.name', 't.key', 't.value'])
    .where('l.code', '=', language)
    .where('n.name', 'in', NAMESPACES)
    .where('t.value', '<>', '')
    .execute()
  return Object.fromEntries(
    Array.from(
      Map.groupBy(saved, ({ name }) => name),
      ([name, texts]) => [name, Object.fromEntries(texts.map(({ key, value }) => [key, value]))],
    ),
  )
}
