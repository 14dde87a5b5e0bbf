import { PROMOTION_TRANSLATIONS } from '#app/features/promotions/commands.server.ts'
import { saveItemTranslation } from '#app/features/translations/items.server.ts'
import { itemTranslation } from '#app/features/translations/items-schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** The texts of one promotion in one language. */
export const action = adminAction('promotions.change', async ({ services, actor, request }) =>
  saveItemTranslation(services, PROMOTION_TRANSLATIONS, await readJson(request, itemTranslation), actor),
)
