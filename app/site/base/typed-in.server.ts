import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { TYPED_IN } from '#app/features/odds/calculator-forms.ts'
import type { Services } from '#app/platform/services.ts'

/** The language in which the amounts of an address were typed; that of the page, unless the address names another. */
export async function readTypedIn(services: Services, { searchParams }: URL, lang: string): Promise<string> {
  const named = searchParams.get(TYPED_IN)
  if (named === null) return lang
  const { active } = await getKnownLanguages(services)
  return active.find((code) => code === named) ?? lang
}
