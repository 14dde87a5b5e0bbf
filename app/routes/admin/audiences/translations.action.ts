import { AUDIENCE_TRANSLATIONS } from '#app/features/audiences/commands.server.ts'
import { saveItemTranslation } from '#app/features/translations/items.server.ts'
import { itemTranslation } from '#app/features/translations/items-schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** The texts of one group of countries in one language. */
export const action = adminAction('audiences.change', async ({ services, actor, request }) =>
  saveItemTranslation(services, AUDIENCE_TRANSLATIONS, await readJson(request, itemTranslation), actor),
)
