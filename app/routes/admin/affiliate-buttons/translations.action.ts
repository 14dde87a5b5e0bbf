import { BUTTON_TRANSLATIONS } from '#app/features/affiliates/commands.server.ts'
import { saveItemTranslation } from '#app/features/translations/items.server.ts'
import { itemTranslation } from '#app/features/translations/items-schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** The texts of one button in one language. */
export const action = adminAction('links.change', async ({ services, actor, request }) =>
  saveItemTranslation(services, BUTTON_TRANSLATIONS, await readJson(request, itemTranslation), actor),
)
