import { readAudienceNotices } from '#app/features/audiences/queries.server.ts'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { getFooter } from '#app/features/footer/queries.server.ts'
import { getSpinWheel, listPromotions } from '#app/features/promotions/queries.server.ts'
import type { Services } from '#app/platform/services.ts'
import { orNull } from './or-null.server.ts'

export type FrameData = Awaited<ReturnType<typeof readFrame>>

/** The data of the frame; a part that cannot be read is omitted. */
export async function readFrame(services: Services, lang: string) {
  const [sports, promotions, spinWheel, footer, notices] = await Promise.all([
    orNull(services, 'Failed to load sports data', readSports(services, lang)),
    orNull(services, 'the side menu shows no promotions', listPromotions(services, lang, 'side')),
    orNull(services, 'the spin wheel is not shown', getSpinWheel(services, lang)),
    orNull(services, 'the footer is not shown', getFooter(services, lang)),
    readAudienceNotices(services, lang),
  ])
  return { sports, promotions: promotions ?? [], spinWheel, footer, notices }
}

/** Only the sports: their countries are requested when a visitor opens one. */
async function readSports(services: Services, lang: string) {
  const [names, sports] = await Promise.all([getLocalNames(services, lang), getSportsMenu(services)])
  return sports.map(({ countries: _, ...sport }) => names.sport(sport))
}
