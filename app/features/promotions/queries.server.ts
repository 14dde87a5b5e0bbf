import { sql } from 'kysely'
import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import { operatorHref, outboundPath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import type { ClickPage } from '../affiliates/schema.ts'
import { mentionsBarred, permitsLink } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { readSettings } from '../settings/queries.server.ts'
import type { Promotion, PromotionPlace, SpinWheel } from './schema.ts'

interface PromotionTexts {
  title: string | null
  subtitle: string | null
  description: string | null
  button_text: string | null
}

/**
 * Running promotions for the home page or the side menu (the feed has those of the home page) that the current audience may see, in menu order, in one language.
 * A promotion starts and ends at its own times.
 */
export function listPromotions(
  services: Services,
  language: string,
  place: PromotionPlace,
): Promise<Promotion[]> {
  return services.memo.get(`promotions:${place}:${language}`, async () => {
    noteRead('promotions', 'languages')
    const now = new Date()
    const audience = await readAudience(services)
    if (!audience.promotions) return []
    const rows = await services.database.kysely
      .selectFrom('promotions')
      .leftJoin('bookmakers as m', 'm.id', 'promotions.bookmaker_id')
      .leftJoin('bookmakers as b', (join) => join.on(sql<boolean>`b.id = coalesce(m.merged_into, m.id)`))
      .select([
        'promotions.id',
        'title',
        'subtitle',
        'description',
        'image_url',
        'button_text',
        'button_link',
      ])
      .select(['star_rating', 'start_date', 'end_date', 'b.id as bookmaker_id', 'b.key as bookmaker_key'])
      .where('promotions.is_active', '=', true)
      .where(place === 'side' ? 'side_menu_offer' : 'visible_home', '=', true)
      .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>', now)]))
      .orderBy('promotions.menu_position')
      .orderBy('promotions.created_at', 'desc')
      .execute()
    for (const { start_date } of rows) if (start_date > now) noteChangeAt(start_date)
    const running = rows.filter(
      ({ start_date, button_link, bookmaker_key }) =>
        start_date <= now && permitsLink(audience, button_link, bookmaker_key),
    )
    const promotions = await Promise.all(
      running.map(async (row) => {
        if (row.end_date) noteChangeAt(row.end_date)
        const texts = await readTexts(services, language, row.id)
        return {
          id: row.id,
          bookmakerId: row.bookmaker_id,
          title: texts?.title || row.title,
          subtitle: texts?.subtitle || row.subtitle,
          description: texts?.description || row.description,
          imageUrl: row.image_url,
          buttonText: texts?.button_text || row.button_text,
          href: hrefOf(row, place, language),
          starRating: row.star_rating,
          startDate: row.start_date.toISOString(),
          endDate: row.end_date?.toISOString() ?? null,
        }
      }),
    )
    return promotions.filter(
      ({ title, subtitle, description, buttonText, imageUrl }) =>
        !mentionsBarred(audience, title, subtitle, description, buttonText, imageUrl),
    )
  })
}

/** A link that leads out is counted; a page of this site is a plain link. */
function hrefOf(
  { id, button_link }: { id: string; button_link: string },
  place: PromotionPlace,
  language: string,
): string {
  if (!/^https?:/i.test(button_link)) return operatorHref(button_link, language)
  return outboundPath({ promotion: id }, { match: null, page: PAGES[place], lang: language })
}

const PAGES: Record<PromotionPlace, ClickPage> = { home: 'home', side: 'side-menu', feed: 'promotions-feed' }

/** If the translation of one promotion fails, it shows its own texts; the others are not affected. */
async function readTexts(
  services: Services,
  language: string,
  id: string,
): Promise<PromotionTexts | undefined> {
  try {
    const { rows } = await sql<PromotionTexts>`
      select title, subtitle, description, button_text
      from get_promotion_in_language(promotion_id => ${id}::uuid, language_code => ${language})`.execute(
      services.database.kysely,
    )
    return rows[0]
  } catch (error) {
    services.log.warn({ err: error, language, promotion: id }, 'a promotion is shown untranslated')
    noteFailure()
    return undefined
  }
}

/** The spin wheel's texts and where it is shown. */
export function getSpinWheel(services: Services, language: string): Promise<SpinWheel> {
  return services.memo.get(`spin-wheel:${language}`, async () => {
    noteRead('spin-wheel', 'languages')
    const audience = await readAudience(services)
    const settings = await readSettings(services)
    const texts = await readSpinWheelTexts(services, language)
    const link = settings.spin_wheel_link
    const said = [
      texts?.title ?? settings.spin_wheel_title,
      texts?.sub_title ?? settings.spin_wheel_sub_title,
    ]
    const button = texts?.button_text ?? settings.spin_wheel_button_text
    const isPermitted =
      audience.promotions &&
      permitsLink(audience, link ?? '', null) &&
      !mentionsBarred(audience, ...said, button)
    if (!isPermitted)
      return { title: '', subTitle: '', buttonText: '', link: null, inSidebar: false, inMobileBar: false }
    return {
      title: texts?.title ?? settings.spin_wheel_title,
      subTitle: texts?.sub_title ?? settings.spin_wheel_sub_title,
      buttonText: texts?.button_text ?? settings.spin_wheel_button_text,
      link: link && link !== '#' ? link : null,
      inSidebar: settings.spin_wheel_sidebar_on,
      inMobileBar: settings.spin_wheel_enabled ?? settings.spin_wheel_sidebar_on,
    }
  })
}

interface SpinWheelTexts {
  title: string | null
  sub_title: string | null
  button_text: string | null
}

async function readSpinWheelTexts(services: Services, language: string): Promise<SpinWheelTexts | undefined> {
  try {
    const { rows } = await sql<SpinWheelTexts>`select * from get_spin_wheel_in_language(${language})`.execute(
      services.database.kysely,
    )
    return rows[0]
  } catch (error) {
    services.log.warn({ err: error, language }, 'the spin wheel is shown untranslated')
    noteFailure()
    return undefined
  }
}
