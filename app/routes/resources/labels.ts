import { withAdWord } from '#app/features/audiences/queries.server.ts'
import { FALLBACK_LANGUAGE } from '#app/features/languages/choose-language.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { getPublicLabels } from '#app/features/translations/queries.server.ts'
import { pickNamespaces } from '#app/platform/i18n/i18n.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/labels'

/** The texts of the islands in a language: JSON, the same for every visitor. */
export async function loader({ params: { lang }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { active } = await getKnownLanguages(services)
  // Cached once for each existing language, not for invented ones.
  if (lang !== FALLBACK_LANGUAGE && !active.includes(lang)) throw new Response(null, { status: 404 })
  const labels = await withAdWord(services, lang, await getPublicLabels(services, lang))
  return Response.json(pickNamespaces(labels, ['common', 'leagues', 'search', 'matches']))
}
