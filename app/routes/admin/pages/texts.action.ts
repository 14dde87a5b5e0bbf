import { PAGE_TEXTS } from '#app/features/pages/commands.server.ts'
import { saveItemTranslation } from '#app/features/translations/items.server.ts'
import { itemTranslation } from '#app/features/translations/items-schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** The text of one page in one language. */
export const action = adminAction('pages.change', async ({ services, actor, request }) =>
  saveItemTranslation(services, PAGE_TEXTS, await readJson(request, itemTranslation), actor),
)
