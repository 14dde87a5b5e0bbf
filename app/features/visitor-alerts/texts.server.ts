import type { TFunction } from 'i18next'
import { noteRead } from '#app/platform/http/reads.server.ts'
import { createI18n, type Labels } from '#app/platform/i18n/i18n.ts'
import type { Services } from '#app/platform/services.ts'
import { readShippedLabels } from '../alerts/labels.server.ts'
import { withoutBarred } from '../translations/barred.server.ts'

const NAMESPACES = ['alerts', 'matches', 'betting'] as const

export interface AlertTexts {
  t: TFunction<'alerts'>
  matches: TFunction<'matches'>
  betting: TFunction<'betting'>
  language: string
}

/**
 * The labels of messages in a language: those of the operator, else the built-in ones. Call it for the audience of the visitor who gets
 * the message: a text that names a bookmaker which he may not see is left out.
 */
export async function readTexts(
  { database, memo }: Pick<Services, 'database' | 'memo'>,
  language: string,
): Promise<AlertTexts> {
  const labels = await memo.get(`alert-texts:${language}`, async () => {
    noteRead(`translations:${language}`)
    const saved = await database.kysely
      .selectFrom('translations as t')
      .innerJoin('languages as l', 'l.id', 't.language_id')
      .innerJoin('translation_namespaces as n', 'n.id', 't.namespace_id')
      .select(['n.name', 't.key', 't.value'])
      .where('l.code', '=', language)
      .where('n.name', 'in', NAMESPACES)
      .where('t.value', '<>', '')
      .execute()
    const read: Labels = {}
    for (const name of NAMESPACES) {
      const own = saved.filter((row) => row.name === name).map(({ key, value }) => [key, value])
      const shown = withoutBarred({ [name]: Object.fromEntries(own) })
      read[name] = { ...readShippedLabels(language, name), ...shown[name] }
    }
    return read
  })
  const i18n = createI18n(language, labels)
  return {
    t: i18n.getFixedT('alerts') as unknown as TFunction<'alerts'>,
    matches: i18n.getFixedT('matches') as unknown as TFunction<'matches'>,
    betting: i18n.getFixedT('betting') as unknown as TFunction<'betting'>,
    language,
  }
}
