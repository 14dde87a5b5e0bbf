import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'

/** The text that a visitor consents to on signing up. */
export interface ConsentText {
  language: string
  text: string
  /** The legal pages linked beside it. */
  links: { title: string; url: string }[]
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
