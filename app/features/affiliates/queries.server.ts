import { sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { AffiliateButton } from './schema.ts'

interface ButtonRow {
  id: string
  button_text: string
  button_link: string
}

/**
 * Active affiliate buttons in one language, oldest first. When the translated ones cannot be read, the untranslated
 * ones serve (public specification, section 7).
 */
export function listAffiliateButtons(services: Services, language: string): Promise<AffiliateButton[]> {
  return services.memo.get(`affiliates:${language}`, async () => {
    noteRead('affiliates', 'languages')
    const rows = await readTranslated(services, language)
    return rows.map((row) => ({ id: row.id, text: row.button_text, link: row.button_link }))
  })
}

async function readTranslated(services: Services, language: string): Promise<ButtonRow[]> {
  const db = services.database.kysely
  try {
    const { rows } = await sql<ButtonRow>`
      select id, button_text, button_link from get_all_affiliate_buttons_in_language(${language})`.execute(db)
    return rows
  } catch (error) {
    services.log.warn({ err: error, language }, 'affiliate buttons are shown untranslated')
    return db
      .selectFrom('affiliate_buttons')
      .select(['id', 'button_text', 'button_link'])
      .where('is_active', '=', true)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  }
}
