import { data } from 'react-router'
import { LINK_TRANSLATIONS, SECTION_TRANSLATIONS } from '#app/features/footer/commands.server.ts'
import { seoTranslations } from '#app/features/seo/commands.server.ts'
import { SEO_PAGE_NAMES } from '#app/features/seo/templates.ts'
import { saveItemTranslation, type TranslatedTable } from '#app/features/translations/items.server.ts'
import { itemTranslation } from '#app/features/translations/items-schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

const TABLES = new Map<string, TranslatedTable>([
  ['links', LINK_TRANSLATIONS],
  ['sections', SECTION_TRANSLATIONS],
  ...SEO_PAGE_NAMES.map((page): [string, TranslatedTable] => [page, seoTranslations(page)]),
])

/** The texts of a footer link, of the footer, or of one kind of page, in one language. */
export const action = adminAction('settings.change', async ({ services, actor, request, params }) => {
  const table = TABLES.get(params.of ?? '')
  if (!table) throw data(null, { status: 404 })
  return saveItemTranslation(services, table, await readJson(request, itemTranslation), actor)
})
