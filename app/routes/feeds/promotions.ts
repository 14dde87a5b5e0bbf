import { listPromotions } from '#app/features/promotions/queries.server.ts'
import { writeRss } from '#app/features/read-api/rss.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { homePath, promotionsFeedPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { readOrigin } from '#app/site/base/origin.server.ts'
import { tagged } from '../api/reads.server.ts'
import type { Route } from './+types/promotions'
import { languageOr404 } from './language.server.ts'

/** The running promotions of the home page as RSS. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const lang = await languageOr404(services, params.lang)
  const [origin, promotions, settings, labels] = await Promise.all([
    readOrigin(services, url),
    listPromotions(services, lang, 'feed'),
    readSettings(services),
    getResources(services, lang),
  ])
  const title = labels.promotions?.title ?? ''
  const feed = writeRss({
    title: `${withColon(settings.site_name, lang)} ${title}`,
    description: labels.common?.['promotions-feed'] ?? title,
    language: lang,
    link: origin + homePath(lang),
    self: origin + promotionsFeedPath(lang),
    items: promotions.map((promotion) => ({
      id: promotion.id,
      title: promotion.title,
      link: new URL(promotion.href, origin).href,
      text: [promotion.subtitle, promotion.description, `${labels.common?.advertising ?? ''} · 18+`]
        .filter(Boolean)
        .join(' · '),
      publishedAt: new Date(promotion.startDate),
    })),
  })
  return tagged(
    request,
    feed,
    { 'Cache-Control': 'public, max-age=300' },
    'application/rss+xml; charset=utf-8',
  )
}
