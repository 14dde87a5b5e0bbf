import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Routes of the back office, and routes that no page's script requests. */
const NOT_PUBLIC = /^routes\/(?:admin|api|seo)\//

const PREFIX = 'window.__reactRouterManifest='

/**
 * Writes the route map of public pages next to the complete one, as `site-manifest-*.js`. The router sorts and keeps
 * every route of its map before a page works, and most routes are screens that visitors never see. `entry.server.tsx`
 * uses it for public pages. @throws Error if the map is not in React Router's known form
 */
export async function writeSiteManifest(clientDirectory: string): Promise<void> {
  const assets = path.join(clientDirectory, 'assets')
  const names = (await readdir(assets)).filter((name) => /^manifest-[^.]+\.js$/.test(name))
  const [name] = names
  if (!name || names.length > 1) throw new Error(`${names.length} maps of routes in ${assets}`)
  const text = await readFile(path.join(assets, name), 'utf8')
  if (!text.startsWith(PREFIX)) throw new Error(`${name} does not begin with ${PREFIX}`)
  const manifest = JSON.parse(text.slice(PREFIX.length).replace(/;\s*$/, ''))
  const routes = Object.entries(manifest.routes).filter(([id]) => !NOT_PUBLIC.test(id))
  const ofSite = { ...manifest, routes: Object.fromEntries(routes) }
  await writeFile(path.join(assets, `site-${name}`), `${PREFIX}${JSON.stringify(ofSite)};`)
}
