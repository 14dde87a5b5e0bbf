import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The back office, and what no script of a page asks for. */
const OF_NO_VISITOR = /^routes\/(?:admin|api|seo)\//

const PREFIX = 'window.__reactRouterManifest='

/**
 * Writes a map of routes of a visitor's pages beside the whole one, as `site-manifest-*.js`: a visitor's router sorts
 * and keeps every route of its map before a page works, and most are screens that he never sees. `entry.server.tsx` gives
 * it to public pages. @throws Error when the map is not as React Router has written it so far.
 */
export async function writeSiteManifest(clientDirectory: string): Promise<void> {
  const assets = path.join(clientDirectory, 'assets')
  const names = (await readdir(assets)).filter((name) => /^manifest-[^.]+\.js$/.test(name))
  const [name] = names
  if (!name || names.length > 1) throw new Error(`${names.length} maps of routes in ${assets}`)
  const text = await readFile(path.join(assets, name), 'utf8')
  if (!text.startsWith(PREFIX)) throw new Error(`${name} does not begin with ${PREFIX}`)
  const manifest = JSON.parse(text.slice(PREFIX.length).replace(/;\s*$/, ''))
  const routes = Object.entries(manifest.routes).filter(([id]) => !OF_NO_VISITOR.test(id))
  const ofSite = { ...manifest, routes: Object.fromEntries(routes) }
  await writeFile(path.join(assets, `site-${name}`), `${PREFIX}${JSON.stringify(ofSite)};`)
}
