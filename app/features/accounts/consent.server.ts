import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { getFooter } from '#app/features/footer/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import type { Services } from '#app/platform/services.ts'

/** The text that a visitor consents to on signing up. */
export interface ConsentText {
  language: string
  text: string
  /** The legal pages linked beside it. */
  links: { title: string; url: string }[]
}

/** The consent text, and the legal pages that the operator has added to the footer. */
export async function readConsentText(services: Services, language: string): Promise<ConsentText> {
  const [{ auth }, { legalLinks }] = await Promise.all([
    getResources(services, language),
    getFooter(services, language),
  ])
  return { language, text: auth?.consent ?? '', links: legalLinks.map(({ title, url }) => ({ title, url })) }
}

/**
 * Stores a text that somebody consented to.
 * @returns its version, which is the same for the same text
 */
export async function storeConsentText(
  { database }: Pick<Services, 'database'>,
  { language, text, links }: ConsentText,
): Promise<string> {
  const shown = links.map(({ title, url }) => ({ title, url }))
  const whole = JSON.stringify([language, text, shown.map(({ title, url }) => [title, url])])
  const version = createHash('sha256').update(whole).digest('hex').slice(0, 16)
  await database.kysely
    .insertInto('consent_texts')
    .values({ version, language, text, links: sql`${JSON.stringify(shown)}::jsonb` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return version
}
