import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const htmlOf = async (lang: string) => (await site.get(`/${lang}/tools`)).text()

describe('the page of tools', () => {
  it('shows examples and common odds without scripts', async () => {
    const document = readHtml(await htmlOf('en'))
    const outputs = new Map(document.all('output').map((it) => [it.attribute('name'), it.text]))
    expect(['decimal', 'american', 'fractional', 'malay'].map((it) => outputs.get(`as-${it}`))).toEqual([
      ...['2.50', '+150', '6/4', '-0.67'],
    ])
    // 1/2.5 + 1/3.4 + 1/2.9 is 1.038945.
    expect(outputs.get('sum')).toBe('103.89%')
    expect(outputs.get('payout')).toBe('96.25%')
    expect(outputs.get('fair-0')).toBe('2.60')
    const rows = document
      .all('table')
      .at(-1)
      ?.all('tr')
      .map(({ text }) => text)
    expect(rows).toContain('1.80 -125 4/5 0.80 0.80 -1.25 55.6%')
  })

  it.each(['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar'])('exists in %s', async (lang) => {
    const html = await htmlOf(lang)
    const document = readHtml(html)
    expect(document.all('h1')[0]?.text.length).toBeGreaterThan(3)
    expect(document.all('h2').length).toBeGreaterThanOrEqual(3)
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/${lang}/tools"`))
    expect(shownText(html)).not.toMatch(/\btools\.[a-z-]+\b/)
  })

  it('loads one additional script of at most 6 KB, and other pages do not load it', async () => {
    expect(await htmlOf('en')).toMatch(/<script type="module" src="\/assets\/tools-[^"]+\.js">/)
    expect(await (await site.get('/en')).text()).not.toContain('/assets/tools-')
    const assets = path.resolve('build/client/assets')
    const [name = ''] = (await readdir(assets)).filter((it) => /^tools-.*\.js\.br$/.test(it))
    expect((await readFile(path.join(assets, name))).length).toBeLessThanOrEqual(6 * 1_024)
  })
})
