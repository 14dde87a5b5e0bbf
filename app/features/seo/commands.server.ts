import { sql } from 'kysely'
import { z } from 'zod'
import type { TranslatedTable } from '#app/features/translations/items.server.ts'
import { templatesTranslation } from './editor-schema.ts'
import type { SeoPage } from './rules.ts'
import { SEO_PAGE_NAMES } from './templates.ts'

/** The texts of one kind of page in a language: saving them does not change those of other pages. */
export function seoTranslations(page: SeoPage): TranslatedTable {
  return {
    table: 'multilingual_seo_settings',
    owner: null,
    schema: templatesTranslation(page),
    label: sql<string>`(select 'SEO (' || l.code || ')' from languages l where l.id = r.language_id)`,
  }
}

/** The texts of all kinds of pages, which are one item of the history for each language. */
export const SEO_TRANSLATIONS: TranslatedTable = {
  ...seoTranslations('home'),
  schema: z.object(Object.assign({}, ...SEO_PAGE_NAMES.map((page) => templatesTranslation(page).shape))),
}
