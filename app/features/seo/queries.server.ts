import { sql } from 'kysely'
import { CONTENT_TABLES } from '#app/features/languages/content-tables.ts'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsBarred } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { withoutInheritedBuiltIn } from '../translations/inherited-texts.ts'
import { getBuiltInTexts } from '../translations/queries.server.ts'
import type { SeoTemplates } from './schema.ts'
import { builtInTemplates } from './templates.ts'

/**
 * Titles, descriptions and keywords of each kind of page in one language, field by field: the language's own, else the
 * default language's, else the site settings'. A text that equals the default language's built-in one is that language's
 * alone. Built-in templates apply in place of
 * texts that name a bookmaker which the current audience may not see, and of all if they cannot be read.
 */
export function getSeo(services: Services, language: string): Promise<Partial<SeoTemplates>> {
  return services.memo.get(`seo:${language}`, async () => {
    noteRead('seo', 'settings', 'languages')
    const audience = await readAudience(services)
    try {
      const shown = Object.entries(await readTemplates(services, language)).filter(
        ([, text]) => !mentionsBarred(audience, text),
      )
      return Object.fromEntries(shown)
    } catch (error) {
      services.log.warn({ err: error, language }, 'the SEO texts could not be read; built-in ones are used')
      noteFailure()
      return {}
    }
  })
}

async function readTemplates(services: Services, language: string): Promise<Partial<SeoTemplates>> {
  const db = services.database.kysely
  const { rows } = await sql<SeoTemplates>`select * from get_seo_settings_in_language(${language})`.execute(
    db,
  )
  const [templates] = rows
  const { default: fallback } = await getKnownLanguages(services)
  if (!templates || language === fallback) return templates ?? {}
  const own = await db
    .selectFrom('multilingual_seo_settings')
    .select(CONTENT_TABLES.multilingual_seo_settings)
    .where('language_id', '=', sql<string>`language_id_of(${language})`)
    .executeTakeFirst()
  const builtIn = await getBuiltInTexts(services, fallback)
  return withoutInheritedBuiltIn({ ...templates }, own ?? {}, builtIn.map(builtInTemplates))
}
