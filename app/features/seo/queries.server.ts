import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { SeoTemplates } from './schema.ts'

/**
 * Titles, descriptions and keywords of each kind of page in one language, field by field: the language's own, else the
 * default language's, else the site settings'. Empty if they cannot be read; then the built-in templates apply.
 */
export function getSeo(services: Services, language: string): Promise<Partial<SeoTemplates>> {
  return services.memo.get(`seo:${language}`, async () => {
    noteRead('seo', 'settings', 'languages')
    try {
      const { rows } = await sql<
        Partial<SeoTemplates>
      >`select * from get_seo_settings_in_language(${language})`.execute(services.database.kysely)
      return rows[0] ?? {}
    } catch (error) {
      services.log.warn({ err: error, language }, 'the SEO texts could not be read; built-in ones are used')
      noteFailure()
      return {}
    }
  })
}
