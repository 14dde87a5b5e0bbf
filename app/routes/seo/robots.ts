import { robotsRules, sitemapPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { readOrigin } from '#app/site/base/origin.server.ts'
import type { Route } from './+types/robots.ts'

/** The addresses that robots can read, and the sitemap's address. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const origin = await readOrigin(context.get(servicesContext), url)
  const { allow, disallow } = robotsRules()
  const lines = [
    'User-agent: *',
    ...allow.map((pattern) => `Allow: ${pattern}`),
    ...disallow.map((pattern) => `Disallow: ${pattern}`),
    '',
    `Sitemap: ${origin}${sitemapPath()}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
