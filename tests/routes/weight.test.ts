import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { fontsOf } from '#app/site/base/assets.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { fillWeighedSite } from '#tests/support/weighed-site.ts'

/** What a visitor's browser has to load: budgets, so that weight is added knowingly. */

const KB = 1_024

let database: Database
let site: TestSite
let pages: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  pages = { home: '/en', ...(await fillWeighedSite(database)) }
  site = await openSite(database)
}, 120_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

const htmlOf = async (name: string) => (await site.get(pages[name] ?? '')).text()
/** With the compression of the page cache. */
const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

describe('a page is no larger than its budget', () => {
  it.each([
    ['home', 20, 60, 8],
    ['league', 52, 110, 10],
    ['match', 0, 60, 8],
  ])('%s, with %i rows: %s KB, %s KB compressed', async (name, rows, raw, brotli) => {
    const html = await htmlOf(name)
    expect(html.match(/<li class="match"/g) ?? []).toHaveLength(rows)
    const weight = { raw: Buffer.byteLength(html) / KB, brotli: compressed(html) / KB }
    expect(weight.raw).toBeLessThanOrEqual(raw)
    expect(weight.brotli).toBeLessThanOrEqual(brotli)
  })

  it('has no more than 42 elements in a row', async () => {
    const rows = (await htmlOf('league')).split('<li class="match"').slice(1)
    for (const row of rows) {
      const elements = row.split('</li>')[0]?.match(/<[a-z]/g) ?? []
      expect(elements.length + 1).toBeLessThanOrEqual(42)
    }
  })

  it.each([
    // What ten packets carry, the first of a connection: one more round trip would be needed for the rest.
    ['home', 13],
    ['league', 13],
    ['match', 18],
  ])('%s has style sheets of %i KB compressed at most', async (name, most) => {
    const sheets = [...(await htmlOf(name)).matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].slice(0, -1)
    const files = await Promise.all(sheets.map(([, href]) => readFile(`build/client${href}.br`)))
    expect(files.length).toBeGreaterThan(0)
    expect(files.reduce((sum, { length }) => sum + length, 0) / KB).toBeLessThanOrEqual(most)
  })

  it('has no style attribute', async () => {
    for (const name of Object.keys(pages)) expect(await htmlOf(name)).not.toMatch(/ style="/)
  })
})

describe('the scripts of the public pages', () => {
  const assets = path.resolve('build/client/assets')
  /** Bytes of the compressed files whose names begin so. */
  async function sizeOf(...beginnings: string[]): Promise<number> {
    const names = await readdir(assets)
    const mine = names.filter((name) => name.endsWith('.js') && beginnings.some((it) => name.startsWith(it)))
    const sizes = mine.map(async (name) =>
      readFile(path.join(assets, names.includes(`${name}.br`) ? `${name}.br` : name)),
    )
    return (await Promise.all(sizes)).reduce((sum, { length }) => sum + length, 0)
  }

  it('are at most 15 KB before the page is idle', async () => {
    const first = JSON.parse(await readFile('build/islands.json', 'utf8')).first as string
    const [start] = /\/assets\/start-[^"]+\.js/.exec(await htmlOf('home')) ?? []
    expect(start).toBeDefined()
    expect((await sizeOf('start-')) + compressed(first)).toBeLessThanOrEqual(15 * KB)
  })

  it('are 3 KB more for a visitor with another price format, and no more for others', async () => {
    expect(await sizeOf('odds-')).toBeLessThanOrEqual(3 * KB)
    expect(await htmlOf('home')).not.toMatch(/(?:src|href)="\/assets\/odds-/)
  })

  it('are at most 80 KB in all', async () => {
    const plot = await sizeOf('island-plot-')
    expect((await sizeOf('start-', 'island-')) - plot).toBeLessThanOrEqual(80 * KB)
    // Only where the pointer comes to a chart.
    expect(plot).toBeLessThanOrEqual(KB)
    expect(await htmlOf('match')).not.toContain('/assets/island-plot-')
  })

  it('are outside the page, except one that runs before the first paint', async () => {
    const html = await htmlOf('home')
    expect(html.match(/<script(?! type="(?:application\/ld\+json|speculationrules|module)")/g)).toHaveLength(
      2,
    )
  })
})

describe('the fonts of the public pages', () => {
  const preloadedIn = (html: string) =>
    [...html.matchAll(/<link rel="preload" href="\/assets\/([^"]+)-[^."]{8}\.woff2" as="font"/g)].map(
      ([, name]) => name,
    )

  /** Name and KB of each font that the style sheet declares. */
  async function readFonts(): Promise<Map<string, number>> {
    const [sheet = ''] = /\/assets\/public-[^"]+\.css/.exec(await htmlOf('home')) ?? []
    const styles = await readFile(path.join('build/client', sheet), 'utf8')
    const files = [...styles.matchAll(/assets\/([^/"(]+)-[^."(]{8}\.woff2/g)]
    const sizes = files.map(async ([file, name = '']) => {
      const { length } = await readFile(path.join('build/client', file))
      return [name, length / KB] as const
    })
    return new Map(await Promise.all(sizes))
  }

  it('are three of the European letters and two of the Arabic letters, and no other', async () => {
    const names = [...(await readFonts()).keys()].toSorted()
    expect(names).toEqual([
      'inter-latin',
      'inter-latin-extended',
      'inter-latin-rarer',
      'noto-sans-arabic',
      'noto-sans-arabic-wide',
    ])
  })

  it('are at most 14 KB first in each script, 12 KB of other Latin letters, 38 KB of all Arabic ones, and 90 KB in all', async () => {
    const fonts = await readFonts()
    // A new connection sends ten packets at once: 14,600 bytes, of which headers take some 300.
    expect(fonts.get('inter-latin')).toBeLessThanOrEqual(14_280 / KB)
    expect(fonts.get('noto-sans-arabic')).toBeLessThanOrEqual(14_280 / KB)
    expect(fonts.get('noto-sans-arabic-wide')).toBeLessThanOrEqual(38)
    expect(fonts.get('inter-latin-rarer')).toBeLessThanOrEqual(12)
    expect(fonts.get('inter-latin-extended')).toBeLessThanOrEqual(12)
    expect([...fonts.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90)
  })

  it.each([
    ['en', 'inter', ['inter-latin']],
    ['en', 'Großer Preis: São Paulo', ['inter-latin']],
    ['en', 'Nordsjælland', ['inter-latin', 'inter-latin-rarer']],
    ['en', 'Çaykara Kayışdağı', ['inter-latin', 'inter-latin-extended']],
    ['en', 'Łęczna Ísland', ['inter-latin', 'inter-latin-rarer', 'inter-latin-extended']],
    // Its heading has the « of quotes.
    ['ar', 'inter', ['noto-sans-arabic', 'inter-latin', 'inter-latin-rarer']],
    ['ar', 'چلسی', ['noto-sans-arabic-wide', 'inter-latin', 'inter-latin-rarer']],
    ['en', 'چلسی', ['inter-latin']],
  ])('are preloaded for a page in %s that shows %s: %j', async (lang, shown, fonts) => {
    const html = await (await site.get(`/${lang}/search?q=${encodeURIComponent(shown)}`)).text()
    expect(html).toContain(shown)
    expect(preloadedIn(html)).toEqual(fonts)
  })

  it.each([
    ['ar', 'noto-sans-arabic'],
    ['fa', 'noto-sans-arabic-wide'],
  ])('are preloaded for the back office in %s: %s', async (language, font) => {
    const { kysely } = database
    await kysely
      .insertInto('languages')
      .values({ code: 'fa', name: 'Persian', native_name: 'فارسی', rtl: true })
      .onConflict((it) => it.doNothing())
      .execute()
    const { cookie, id } = await signInAdministrator(database, site)
    await kysely.updateTable('profiles').set({ preferred_language: language }).where('id', '=', id).execute()
    const html = await (await site.get('/admin', { cookie })).text()
    expect(html).toContain(`<html lang="${language}" dir="rtl"`)
    expect(html.includes('data-letters="wide"')).toBe(font.endsWith('wide'))
    expect(
      [...html.matchAll(/rel="preload" href="\/assets\/([^"]+)-[^."]{8}\.woff2"/g)].map(([, name]) => name),
    ).toEqual([font])
  })

  it('are not preloaded for letters further down than the first screen', () => {
    const namesOf = (body: string) => fontsOf('ltr', body, false).map((href) => path.basename(href, '.woff2'))
    const rows = '<li>Molde – Brann</li>'.repeat(2_000)
    expect(namesOf(`<li>Vålerenga – Čukarički</li>${rows}`)).toEqual([
      'inter-latin',
      'inter-latin-rarer',
      'inter-latin-extended',
    ])
    expect(namesOf(`${rows}<li>Vålerenga – Čukarički</li>`)).toEqual(['inter-latin'])
  })
})
