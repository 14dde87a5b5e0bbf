import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { FLAGS_PATH, flagName, flagUrl } from '#app/ui/flag-url.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Element, readHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let version = 0

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** The page as soon as it has these settings. */
async function pageWith(settings: Updateable<DB['site_settings']>): Promise<Element> {
  version += 1
  const site_name = `Site ${version}`
  await database.kysely
    .updateTable('site_settings')
    .set({ ...settings, site_name })
    .execute()
  return vi.waitFor(async () => {
    const page = readHtml(await (await site.get('/en')).text())
    expect(page.all('title')[0]?.text).toContain(site_name)
    return page
  }, 20_000)
}

const sidebarOf = (page: Element) => page.all('aside').find((it) => it.attribute('id') === 'sidebar')
const footerOf = (page: Element) => page.all('footer')[0]

describe('the sidebar', () => {
  it('shows the logo of the settings, named after the site', async () => {
    const page = await pageWith({ logo_url: '/logo.svg' })
    // In the header, too, which has it on phones.
    for (const part of [sidebarOf(page), page.all('header')[0]]) {
      const [logo] = part?.all('img') ?? []
      expect([logo?.attribute('src'), logo?.attribute('alt')]).toEqual(['/logo.svg', `Site ${version}`])
    }
  })

  it('shows the name of the site in place of a logo', async () => {
    const page = await pageWith({ logo_url: null })
    for (const part of [sidebarOf(page), page.all('header')[0]]) {
      const [brand] = part?.all('a') ?? []
      expect([brand?.text, brand?.attribute('href')]).toEqual([`Site ${version}`, '/en'])
      expect(brand?.all('img')).toEqual([])
    }
  })

  it('links to the wheel only when it is switched on', async () => {
    const wheelOf = (page: Element) =>
      sidebarOf(page)
        ?.all('a')
        .find((it) => it.text.includes('Spin The Wheel'))
    expect(wheelOf(await pageWith({ spin_wheel_sidebar_on: false }))).toBeUndefined()
    const wheel = wheelOf(
      await pageWith({ spin_wheel_sidebar_on: true, spin_wheel_link: 'https://wheel.example/' }),
    )
    expect(['href', 'target', 'rel'].map((name) => wheel?.attribute(name))).toEqual([
      ...['https://wheel.example/', '_blank', 'noopener nofollow sponsored'],
    ])
  })
})

describe('the bar of a phone', () => {
  it('has the popup of the wheel as the sidebar has its link, until it is switched on its own', async () => {
    const popupOf = (page: Element) => page.all('div').find((it) => it.attribute('id') === 'spin-wheel')
    const wheel = { spin_wheel_link: 'https://wheel.example/' }
    const shown = async (spin_wheel_sidebar_on: boolean, spin_wheel_enabled: boolean | null) =>
      popupOf(await pageWith({ ...wheel, spin_wheel_sidebar_on, spin_wheel_enabled })) !== undefined
    expect([await shown(true, null), await shown(true, false), await shown(false, true)]).toEqual([
      ...[true, false, true],
    ])
    const [spin] = popupOf(await pageWith({ ...wheel, spin_wheel_enabled: true }))?.all('a') ?? []
    expect(['href', 'target', 'rel'].map((name) => spin?.attribute(name))).toEqual([
      ...['https://wheel.example/', '_blank', 'sponsored nofollow noopener'],
    ])
  })
})

describe('the footer', () => {
  it('shows an icon for each social address, and none for an empty one', async () => {
    const linksOf = (page: Element) =>
      page
        .all('a')
        .filter((it) => it.attribute('class') === 'site-footer-icon')
        .map((it) => {
          const [site = ''] = it.attribute('aria-label')?.split(' ') ?? []
          expect(it.attribute('href')).toContain(`//${site.toLowerCase()}.example/`)
          return it.attribute('href')
        })
    const all = {
      footer_facebook_url: 'https://facebook.example/a',
      footer_twitter_url: 'https://twitter.example/a',
      footer_instagram_url: 'https://instagram.example/a',
      footer_youtube_url: 'https://youtube.example/a',
    }
    const full = await pageWith({ ...all, footer_social_title: 'Follow us here' })
    expect(linksOf(full)).toEqual(Object.values(all))
    const icons = full.all('a').filter((it) => it.attribute('class') === 'site-footer-icon')
    expect(new Set(icons.map((it) => it.all('path')[0]?.attribute('d'))).size).toBe(4)
    for (const icon of icons)
      expect([icon.attribute('target'), icon.attribute('rel')]).toEqual(['_blank', 'noopener'])
    // Below the heading that the operator wrote for them.
    const [column] =
      footerOf(full)
        ?.all('section')
        .filter((it) => linksOf(it).length > 0) ?? []
    expect(column?.all('h2').map(({ text }) => text)).toEqual(['Follow us here'])
    for (const column of Object.keys(all) as (keyof typeof all)[]) {
      const others = Object.values(all).filter((url) => url !== all[column])
      expect(linksOf(await pageWith({ ...all, [column]: '' }))).toEqual(others)
    }
  })

  it('offers light, dark and the system’s scheme only where the operator allows it', async () => {
    const choicesOf = (page: Element) =>
      (footerOf(page)?.all('button') ?? []).map((it) => it.attribute('value'))
    expect(choicesOf(await pageWith({ visitor_schemes: true }))).toEqual(['system', 'dark', 'light'])
    expect(choicesOf(await pageWith({ visitor_schemes: false }))).toEqual([])
  })

  it('shows the images of payments and security only when they are switched on', async () => {
    const imagesOf = (page: Element) => (footerOf(page)?.all('img') ?? []).map((it) => it.attribute('src'))
    const urls = {
      footer_payment_methods_image_url: '/payments.png',
      footer_security_badges_image_url: '/badges.png',
    }
    const show = (footer_show_payment_methods: boolean, footer_show_security_badges: boolean) =>
      pageWith({ ...urls, footer_show_payment_methods, footer_show_security_badges })
    expect(imagesOf(await show(true, true))).toEqual(['/payments.png', '/badges.png'])
    expect(imagesOf(await show(true, false))).toEqual(['/payments.png'])
    expect(imagesOf(await show(false, true))).toEqual(['/badges.png'])
    expect(imagesOf(await show(false, false))).toEqual([])
  })
})

describe('an account screen', () => {
  it('stands in the frame of the public pages', async () => {
    const [page, screen] = await Promise.all(
      ['/en', '/en/login'].map(async (path) => readHtml(await (await site.get(path)).text())),
    )
    /** The link to another language is one to the same page. */
    const linksOf = (part: Element | undefined) =>
      part
        ?.all('a')
        .filter((it) => it.attribute('hreflang') === undefined)
        .map((it) => [it.text, it.attribute('href')])
    for (const part of [sidebarOf, footerOf]) {
      const links = linksOf(page && part(page))
      expect(links?.length).toBeGreaterThan(0)
      expect(linksOf(screen && part(screen))).toEqual(links)
    }
  })
})

it('a flag of each country ships with the site, as an image', async () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const names = [...codes, 'GB-ENG', 'GB-SCT', 'GB-WLS', 'GB-NIR'].flatMap((code) => flagName(code) ?? [])
  expect(names.length).toBeGreaterThan(240)
  const shipped = new Set(readdirSync(path.join('build/client', FLAGS_PATH)))
  expect(names.filter((name) => !shipped.has(path.basename(flagUrl(name))))).toEqual([])
  const flag = await site.get(flagUrl('it'))
  expect([flag.status, flag.headers.get('content-type')]).toEqual([200, 'image/webp'])
})
