import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import routes from '#app/routes.ts'
import { NAVIGATION } from './navigation.ts'

const app = path.resolve(import.meta.dirname, '../..')
const layout = routes.find((it) => it.path === 'admin')

function filesOf({ file, children = [] }: RouteConfigEntry): string[] {
  return [file, ...children.flatMap(filesOf)]
}

/** One part's, or that of the list that the address names. */
const PERMISSION = String.raw`(?:'[a-z]+\.(?:read|change)'|permissionOf\(url\.searchParams, '(?:read|change)'\))`
const LOADS = new RegExp(String.raw`\bbackOffice\(context, ${PERMISSION}\)`)
const ACTS = new RegExp(String.raw`^ = adminAction\($|^ = adminAction\((?:\(url\) => )?${PERMISSION}, `)

/** What of a route's source answers requests without asking the guard whether the sender may do that. */
function unguarded(source: string): string[] {
  const found: string[] = []
  for (const [, list = ''] of source.matchAll(/^export \{([^}]*)\}/gm)) {
    if (/\b(?:loader|action)\b/.test(list)) found.push(`{${list}}`)
  }
  const handler =
    /^export (?:(?:async )?function (loader|action)\b([\s\S]*?\n)\}|const (loader|action)\b([^\n]*))/gm
  for (const [, named, body = '', assigned, value = ''] of source.matchAll(handler)) {
    const isGuarded = named ? LOADS.test(body) : ACTS.test(value)
    if (!isGuarded) found.push(named ?? assigned ?? '')
  }
  return found
}

/** What a route asks the guard for, in its order. */
const permissionsIn = (file: string) =>
  Array.from(
    readFileSync(path.join(app, file), 'utf8').matchAll(
      /\b(?:backOffice\(context,|adminAction\()\s*'([a-z]+\.(?:read|change))'/g,
    ),
    ([, permission = '']) => permission,
  )

/** What a sender must be allowed to change, by the route. */
const CHANGES: Record<string, string> = {
  'affiliate-buttons/route.tsx': 'links.change',
  'affiliate-buttons/translations.action.ts': 'links.change',
  'alerts/route.tsx': 'alerts.change',
  'api/route.tsx': 'api.change',
  'audiences/route.tsx': 'audiences.change',
  'audiences/translations.action.ts': 'audiences.change',
  'bookmakers/bookmaker.tsx': 'bookmakers.change',
  'bookmakers/reviews.action.ts': 'reviews.change',
  'bookmakers/route.tsx': 'bookmakers.change',
  'countries/route.tsx': 'catalogue.change',
  'dashboard/route.tsx': 'settings.change',
  'data-mapping/route.tsx': 'matching.change',
  'data-mapping/runs.ts': 'matching.change',
  'earnings/route.tsx': 'earnings.change',
  'experiments/route.tsx': 'links.change',
  'history/put-back.ts': 'history.change history.change',
  'import/route.tsx': 'imports.change',
  'languages/route.tsx': 'languages.change',
  'leagues/names.action.ts': 'catalogue.change',
  'leagues/route.tsx': 'catalogue.change',
  'match-content/route.tsx': 'texts.change',
  'matches/bulk.action.ts': 'matches.change',
  'matches/route.tsx': 'matches.change',
  'matches/score.action.ts': 'matches.change',
  'media.action.ts': 'images.change',
  'pages/route.tsx': 'pages.change',
  'pages/texts.action.ts': 'pages.change',
  'people/route.tsx': 'people.change',
  'promotions/route.tsx': 'promotions.change',
  'promotions/spin-wheel-translations.action.ts': 'promotions.change',
  'promotions/spin-wheel.action.ts': 'promotions.change',
  'promotions/translations.action.ts': 'promotions.change',
  'remove/route.tsx': 'imports.change',
  'review/route.tsx': 'matching.change',
  'runs/route.ts': 'feeds.change',
  'schedules/route.tsx': 'feeds.change',
  'schedules/run.action.ts': 'imports.change',
  'settings/route.tsx': 'settings.change',
  'settings/translations.action.ts': 'settings.change',
  'sign-ins/route.tsx': 'people.change',
  'sources/past-prices.action.ts': 'imports.change',
  'sources/route.tsx': 'feeds.change',
  'sources/source.tsx': 'feeds.change',
  'sports/route.tsx': 'catalogue.change',
  'translations/import.ts': 'texts.change',
  'translations/route.tsx': 'texts.change',
  'webhooks/route.tsx': 'api.change',
  'webhooks/webhook.tsx': 'api.change',
}

describe('the guard of the back office', () => {
  it('protects all of its routes', () => {
    const source = readFileSync(path.join(app, layout?.file ?? ''), 'utf8')
    expect(source).toMatch(/^export const middleware[^=]*= \[guardBackOffice\b/m)
    const inOffice = filesOf(layout ?? { file: '' })
    const others = routes.flatMap(filesOf).filter((it) => !inOffice.includes(it))
    expect(others.filter((it) => it.startsWith('routes/admin/'))).toEqual([])
  })

  it.each([...new Set(filesOf(layout ?? { file: '' }))])(
    'is called by every loader and action of %s',
    (file) => {
      expect(
        unguarded(readFileSync(path.join(app, file), 'utf8')),
        'A loader begins with backOffice(context, permission), an action is an adminAction or begins so (guard.server.ts)',
      ).toEqual([])
    },
  )

  it('asks on each screen of the menu for what its entry asks for', () => {
    for (const { to, part } of NAVIGATION) {
      const folder = to === '/admin' ? 'dashboard' : to.slice('/admin/'.length)
      const [first] = permissionsIn(`routes/admin/${folder}/route.tsx`)
      // The lists of bulk edit have their own permissions.
      expect([to, first]).toEqual([to, folder === 'bulk-edit' ? undefined : `${part}.read`])
    }
  })

  it('asks before each change for the part of the site that is changed', () => {
    const changing = filesOf(layout ?? { file: '' }).flatMap((file) => {
      const asked = permissionsIn(file).filter((it) => it.endsWith('.change'))
      return asked.length > 0 ? [[file.replace(/^routes\/admin\//, ''), asked.join(' ')]] : []
    })
    expect(Object.fromEntries(changing)).toEqual(CHANGES)
  })

  it.each([
    ['export async function loader({ context }: Route.LoaderArgs) {\n  return read(context)\n}', ['loader']],
    ['export function loader() {\n  return 1\n}\nfunction b() {\n  backOffice(context)\n}', ['loader']],
    ['export function loader() {\n  backOffice(context)\n}', ['loader']],
    ['export const action = async () => null', ['action']],
    ["export { action } from './other.ts'", ['{ action }']],
    [
      "export async function loader({ context }) {\n  const { services } = backOffice(context, 'clicks.read')\n}",
      [],
    ],
    ['export const action = adminAction(async () => null)', ['action']],
    ["export const action = adminAction('clicks.change', async () => null)", []],
  ])('is detected in each of %j', (source, missing) => {
    expect(unguarded(source)).toEqual(missing)
  })
})
