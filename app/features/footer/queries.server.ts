import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import { operatorPagePath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { mentionsBarred } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { listPages } from '../pages/queries.server.ts'
import { readSettings } from '../settings/queries.server.ts'
import type { Footer, FooterLink } from './schema.ts'

interface FooterTexts {
  about_title: string | null
  about_text: string | null
  links_title: string | null
  legal_title: string | null
  social_title: string | null
  copyright_text: string | null
}

/**
 * The footer in one language, without texts and links that name a bookmaker which the current audience may not see. If the translations cannot be read, the untranslated
 * texts of the settings apply.
 */
export function getFooter(services: Services, language: string): Promise<Footer> {
  return services.memo.get(`footer:${language}`, async () => {
    noteRead('footer', 'languages')
    const settings = await readSettings(services)
    const texts = await readTexts(services, language)
    const audience = await readAudience(services)
    const text = (said: string | null | undefined) => (mentionsBarred(audience, said) ? null : (said ?? null))
    const links = async (section: 'quick_links' | 'legal') =>
      (await readLinks(services, language, section)).filter(
        ({ title, url }) => !mentionsBarred(audience, title, url),
      )
    const image = (shown: boolean, url: string | null) => (shown && text(url)) || null
    return {
      aboutTitle: text(texts?.about_title ?? settings.footer_about_title),
      aboutText: text(texts?.about_text ?? settings.footer_about_text),
      linksTitle: text(texts?.links_title ?? settings.footer_links_title),
      legalTitle: text(texts?.legal_title ?? settings.footer_legal_title),
      socialTitle: text(texts?.social_title ?? settings.footer_social_title),
      copyrightText: text(texts?.copyright_text ?? settings.footer_copyright_text),
      quickLinks: await links('quick_links'),
      legalLinks: [...(await links('legal')), ...(await readPages(services, language))],
      social: {
        facebook: text(settings.footer_facebook_url) || null,
        twitter: text(settings.footer_twitter_url) || null,
        instagram: text(settings.footer_instagram_url) || null,
        youtube: text(settings.footer_youtube_url) || null,
      },
      paymentMethodsImage: image(
        settings.footer_show_payment_methods,
        settings.footer_payment_methods_image_url,
      ),
      securityBadgesImage: image(
        settings.footer_show_security_badges,
        settings.footer_security_badges_image_url,
      ),
    }
  })
}

async function readTexts(services: Services, language: string): Promise<FooterTexts | undefined> {
  try {
    const { rows } =
      await sql<FooterTexts>`select * from get_footer_sections_in_language(${language})`.execute(
        services.database.kysely,
      )
    return rows[0]
  } catch (error) {
    services.log.warn(
      { err: error, language },
      'the footer texts could not be read; untranslated ones are used',
    )
    noteFailure()
    return undefined
  }
}

/** Links to the published pages. */
async function readPages(services: Services, language: string): Promise<FooterLink[]> {
  try {
    return (await listPages(services, language)).map((page) => ({
      id: page.id,
      title: page.title,
      url: operatorPagePath(language, page.slug),
      ...(page.language !== language && { language: page.language }),
    }))
  } catch (error) {
    services.log.warn({ err: error, language }, "the footer is shown without the operator's pages")
    noteFailure()
    return []
  }
}

async function readLinks(
  services: Services,
  language: string,
  section: 'quick_links' | 'legal',
): Promise<FooterLink[]> {
  const db = services.database.kysely
  try {
    const { rows } = await sql<FooterLink>`
      select id, title, url from get_footer_links_in_language(${language}, ${section})`.execute(db)
    return rows
  } catch (error) {
    services.log.warn({ err: error, language }, 'the footer links are shown untranslated')
    noteFailure()
    return db
      .selectFrom('footer_links')
      .select(['id', 'title', 'url'])
      .where('section_type', '=', section)
      .where('is_active', '=', true)
      .orderBy('menu_position')
      .execute()
  }
}
