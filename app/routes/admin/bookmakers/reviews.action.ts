import { BOOKMAKER_REVIEWS } from '#app/features/catalogue/reviews.server.ts'
import { saveItemTranslation } from '#app/features/translations/items.server.ts'
import { itemTranslation } from '#app/features/translations/items-schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** The review of one bookmaker in one language. */
export const action = adminAction('reviews.change', async ({ services, actor, request }) =>
  saveItemTranslation(services, BOOKMAKER_REVIEWS, await readJson(request, itemTranslation), actor),
)
