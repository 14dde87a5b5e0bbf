import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import routes from '#app/routes.ts'

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
