import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
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

it('names the site, its language and its icons, which exist', async () => {
  const page = await (await site.get('/en')).text()
  const path = /<link rel="manifest" href="([^"]+)">/.exec(page)?.[1] ?? ''
  const response = await site.get(path)
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = await response.json()
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Overround',
    short_name: 'Overround',
    lang: 'en',
    dir: 'ltr',
    start_url: '/en',
    scope: '/',
    display: 'standalone',
    background_color: '#0a1716',
    theme_color: '#0a1716',
  })
  expect(manifest.icons.map((it: { sizes: string; purpose?: string }) => [it.sizes, it.purpose])).toEqual([
    ...[
      ['any', undefined],
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ],
  ])
  for (const { src, type } of manifest.icons) {
    const icon = await site.get(src)
    expect([src, icon.status, icon.headers.get('content-type')?.split(';')[0]]).toEqual([src, 200, type])
  }
})

it('follows the settings: the name, the background colour and the icon', async () => {
  await database.kysely
    .updateTable('site_settings')
    .set({ site_name: 'Quoten', background_color: '#ffffff', favicon_url: '/media/mark.png' })
    .execute()
  await expect
    .poll(async () => (await site.get('/resources/manifest/ar')).json())
    .toMatchObject({
      ...{ name: 'Quoten', short_name: 'Quoten', lang: 'ar', dir: 'rtl', start_url: '/ar' },
      ...{ background_color: '#ffffff', theme_color: '#ffffff' },
      icons: [{ src: '/media/mark.png', sizes: 'any' }],
    })
})

it('is not found in a language that the site does not have', async () => {
  expect((await site.get('/resources/manifest/xx')).status).toBe(404)
})
