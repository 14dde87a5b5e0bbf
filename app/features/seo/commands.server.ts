import { sql } from 'kysely'
import type { TranslatedTable } from '#app/features/translations/items.server.ts'
import { templatesTranslation } from './editor-schema.ts'
import type { SeoPage } from './rules.ts'

/** The texts of one kind of page in a language: saving them does not change those of other pages. */
export function seoTranslations(page: SeoPage): TranslatedTable {
  return {
    table: 'multilingual_seo_settings',
    owner: null,
    schema: templatesTranslation(page),
    label: sql<string>`(select 'SEO (' || l.code || ')' from languages l where l.id = r.language_id)`,
  }
}
