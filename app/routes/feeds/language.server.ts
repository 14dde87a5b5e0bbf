import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import type { Services } from '#app/platform/services.ts'

/** An active language of an address. @throws a 404 */
export async function languageOr404(services: Services, lang: string): Promise<string> {
  const { active } = await getKnownLanguages(services)
  if (!active.includes(lang)) throw new Response(null, { status: 404 })
  return lang
}
