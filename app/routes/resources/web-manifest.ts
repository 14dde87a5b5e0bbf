import { listLanguages } from '#app/features/languages/queries.server.ts'
import { readSettings } from '#app/features/settings/queries.server.ts'
import { coloursOf } from '#app/features/theme/rules.ts'
import { homePath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/web-manifest'

/** The site's own mark, where the operator has none. */
const BUILT_IN = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** The web application manifest of the site in a language (W3C), which makes it installable. */
export async function loader({ params: { lang }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [languages, settings] = await Promise.all([listLanguages(services), readSettings(services)])
  const language = languages.find(({ code }) => code === lang)
  if (!language) throw new Response(null, { status: 404 })
  const colour = coloursOf(settings)('background_color')
  const manifest = {
    id: '/',
    name: settings.site_name,
    short_name: settings.site_name,
    lang,
    dir: language.rtl ? 'rtl' : 'ltr',
    start_url: homePath(lang),
    scope: '/',
    display: 'standalone',
    background_color: colour,
    theme_color: colour,
    icons: settings.favicon_url ? [{ src: settings.favicon_url, sizes: 'any' }] : BUILT_IN,
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}
