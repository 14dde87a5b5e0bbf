import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsBarred } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import type { SeoTemplates } from './schema.ts'

/**
 * Titles, descriptions and keywords of each kind of page in one language, field by field: the language's own, else the
 * default language's, else the site settings'. Built-in templates apply in place of
 * texts that name a bookmaker which the current audience may not see, and of all if they cannot be read.
 */
export function getSeo(services: Services, language: string): Promise<Partial<SeoTemplates>> {
  return services.memo.get(`seo:${language}`, async () => {
    noteRead('seo', 'settings', 'languages')
    const audience = await readAudience(services)
    try {
      const { rows } = await sql<
        Partial<SeoTemplates>
      >`select * from get_seo_settings_in_language(${language})`.execute(services.database.kysely)
      const shown = Object.entries(rows[0] ?? {}).filter(([, text]) => !mentionsBarred(audience, text))
      return Object.fromEntries(shown)
    } catch (error) {
      services.log.warn({ err: error, language }, 'the SEO texts could not be read; built-in ones are used')
      noteFailure()
      return {}
    }
  })
}
