import { sql } from 'kysely'
import { noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { isOutboundLink } from './outbound-link.ts'
import type { AffiliateButton } from './schema.ts'

interface ButtonRow {
  id: string
  button_text: string
  button_link: string
  bookmaker_id: string | null
  bookmaker: string | null
}

/**
 * The active affiliate buttons with a valid link, in one language, oldest first. If the translations cannot be read,
 * the untranslated buttons are returned; if those cannot be read either, an empty list.
 */
export function listAffiliateButtons(services: Services, language: string): Promise<AffiliateButton[]> {
  return services.memo.get(`affiliates:${language}`, async () => {
    noteRead('affiliates', 'bookmakers', 'languages')
    const rows = await readTranslated(services, language).catch((error: unknown) => {
      services.log.error({ err: error, language }, 'the affiliate buttons could not be read; none are shown')
      noteFailure()
      return []
    })
    return rows
      .filter((row) => isOutboundLink(row.button_link))
      .map(({ id, button_text, bookmaker_id, bookmaker }) => ({
        id,
        text: button_text,
        bookmaker: bookmaker_id && bookmaker ? { id: bookmaker_id, name: bookmaker } : null,
      }))
  })
}

async function readTranslated(services: Services, language: string): Promise<ButtonRow[]> {
  const db = services.database.kysely
  try {
    const { rows } = await sql<ButtonRow>`
      select t.id, t.button_text, t.button_link, b.bookmaker_id, k.name as bookmaker
      from get_all_affiliate_buttons_in_language(${language}) t
      join affiliate_buttons b on b.id = t.id
      left join bookmakers k on k.id = b.bookmaker_id
      order by b.created_at, b.id`.execute(db)
    return rows
  } catch (error) {
    services.log.warn({ err: error, language }, 'affiliate buttons are shown untranslated')
    noteFailure()
    return db
      .selectFrom('affiliate_buttons as b')
      .leftJoin('bookmakers as k', 'k.id', 'b.bookmaker_id')
      .select(['b.id', 'b.button_text', 'b.button_link', 'b.bookmaker_id', 'k.name as bookmaker'])
      .where('b.is_active', '=', true)
      .orderBy('b.created_at')
      .orderBy('b.id')
      .execute()
  }
}

/** The target of an affiliate link, and its bookmaker. */
export interface Destination {
  link: string
  bookmakerId: string | null
}

/** The stored link of an active button; undefined if there is none, or it is invalid. */
export async function findButtonLink(services: Services, id: string): Promise<Destination | undefined> {
  const row = await services.database.kysely
    .selectFrom('affiliate_buttons')
    .select(['button_link', 'bookmaker_id'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row && isOutboundLink(row.button_link)
    ? { link: row.button_link, bookmakerId: row.bookmaker_id }
    : undefined
}

/** An operator's own link for a match; undefined if there is none, or it is invalid. */
export async function findMatchLink(services: Services, id: string): Promise<Destination | undefined> {
  const row = await services.database.kysely
    .selectFrom('matches')
    .select('affiliate_link')
    .where('id', '=', id)
    .executeTakeFirst()
  const link = row?.affiliate_link
  return link && isOutboundLink(link) ? { link, bookmakerId: null } : undefined
}
