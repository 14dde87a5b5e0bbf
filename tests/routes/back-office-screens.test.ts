import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { textsOf, withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  cookie = (await signInAdministrator(database, site)).cookie
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** A screen as an administrator sees it, without the frame around it. */
async function open(path: string): Promise<{ status: number; html: string }> {
  const response = await site.get(path, { cookie })
  const html = withoutScripts(await response.text())
  return { status: response.status, html: html.slice(html.indexOf('<main'), html.indexOf('</main>')) }
}
const screen = async (path: string) => (await open(path)).html

describe('the screens of the back office', () => {
  const screens = [
    ['/admin', 'Dashboard'],
    ['/admin/import', 'Import Data'],
    ['/admin/remove', 'Remove Old Data'],
    ['/admin/sports', 'Manage Sports'],
    ['/admin/countries', 'Manage Countries'],
    ['/admin/leagues', 'Manage Leagues'],
    ['/admin/matches', 'Manage Matches'],
    ['/admin/affiliate-buttons', 'Manage Affiliate Buttons'],
    ['/admin/promotions', 'Manage Promotions'],
    ['/admin/match-content', 'Match Content'],
    ['/admin/pages', 'Pages'],
    ['/admin/settings', 'Site Settings'],
    ['/admin/data-mapping', 'Data Mapping'],
    ['/admin/languages', 'Languages'],
    ['/admin/translations', 'Translations'],
  ]

  it.each(screens)('has %s, "%s", inside the frame with the menu', async (path, heading) => {
    const response = await site.get(path, { cookie })
    const html = await response.text()
    expect([response.status, textsOf(html, 'h1')]).toEqual([200, [heading]])
    expect(html).toContain('href="/admin/languages"')
    expect(html).toContain('id="back-office-menu"')
  })

  it.each(screens)('admits no visitor to %s', async (path) => {
    const response = await site.get(path)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `/en/login?next=${encodeURIComponent(path)}`,
    ])
  })
})

describe('an empty catalogue', () => {
  it.each(['sports', 'countries', 'leagues'])('says at %s where its entries come from', async (name) => {
    const html = await screen(`/admin/${name}`)
    expect(html).toContain('There are no sports, countries or leagues yet.')
    expect(html).toMatch(/<a [^>]*href="\/admin\/import"[^>]*>Import Data/)
    expect(html).toMatch(/<a [^>]*href="\/admin\/matches"[^>]*>Manage Matches/)
  })
})

describe('the settings screen', () => {
  const links = async (path: string) => textsOf(await screen(path), 'a')
  const headings = async (path: string) => textsOf(await screen(path), 'h2').slice(1)
  const buttons = async (path: string) => textsOf(await screen(path), 'button').filter((text) => text !== '')

  it('has four tabs, the first one open', async () => {
    const html = await screen('/admin/settings')
    expect(textsOf(html, 'a')).toEqual(['General', 'Appearance', 'SEO & Scripts', 'Footer'])
    expect(html).toMatch(/aria-current="page"[^>]*>General/)
  })

  it.each(['general', 'appearance', 'appearance&part=gradients', 'seo', 'seo&part=scripts', 'footer'])(
    'has one Save Changes for everything on the tab %s',
    async (tab) => {
      const saves = (await buttons(`/admin/settings?tab=${tab}`)).filter((text) => text.includes('Save'))
      expect(saves).toEqual(['Save Changes'])
    },
  )

  it("has fields for the site's name, its address and its images", async () => {
    const html = await screen('/admin/settings')
    const general = html.slice(html.indexOf('General Settings'), html.indexOf('Times and examples'))
    expect(textsOf(general, 'label')).toEqual(['Site Name', 'Site URL', 'Logo URL', 'Favicon URL'])
  })

  it('has colours and gradients under Appearance, and two presets', async () => {
    expect((await links('/admin/settings?tab=appearance')).slice(4)).toEqual(['Colors', 'Gradients'])
    expect((await buttons('/admin/settings?tab=appearance')).slice(0, 2)).toEqual(['Light Mode', 'Dark Mode'])
  })

  it.each([
    [
      'appearance',
      [
        ...['Base', 'Text', 'Containers', 'Cards', 'Status', 'Links', 'Buttons', 'Icons'],
        ...['Header', 'Sidebar', 'Footer colors'],
      ],
    ],
    [
      'appearance&part=gradients',
      [
        ...['Page gradient', 'Header gradient', 'Sidebar gradient', 'Sidebar menu gradient'],
        ...['Match card gradient', 'Promotion card gradient', 'Footer gradient'],
      ],
    ],
  ])('offers to reset each section of %s', async (tab, sections) => {
    const html = await screen(`/admin/settings?tab=${tab}`)
    expect((await headings(`/admin/settings?tab=${tab}`)).slice(0, -1)).toEqual(sections)
    const resets = Array.from(html.matchAll(/aria-label="Reset to defaults: ([^"]*)"/g), ([, name]) => name)
    expect(resets).toEqual(sections)
  })

  it('accepts angles from 0 to 360 and opacities in percent', async () => {
    const html = await screen('/admin/settings?tab=appearance&part=gradients')
    const card = html.slice(html.indexOf('Promotion card gradient: start opacity'))
    const inputs = Array.from(
      card.matchAll(/<input[^>]*type="number"[^>]*min="(\d+)" max="(\d+)"[^>]*value="(\d+)"/g),
      ([, min, max, value]) => [min, max, value],
    )
    expect(inputs.slice(0, 3)).toEqual([
      ['0', '100', '35'],
      ['0', '100', '60'],
      ['0', '360', '204'],
    ])
  })

  it('has a part for each kind of page and for scripts under SEO & Scripts', async () => {
    expect((await links('/admin/settings?tab=seo')).slice(4)).toEqual([
      'Home Page',
      'Sport Page',
      'Match Page',
      'League Page',
      'Country Page',
      'Scripts',
    ])
  })

  it.each([
    [
      'home',
      [
        ...['Home page title', 'Home page description', 'Home page keywords'],
        ...['Default title', 'Default description', 'Social image URL'],
      ],
    ],
    ['sport', ['Sport page title', 'Sport page description', 'Sport page keywords']],
    ['match', ['Match page title', 'Match page description']],
    ['league', ['League page title', 'League page description']],
    ['country', ['Country page title', 'Country page description']],
    ['scripts', ['Head scripts']],
  ])('has under %s the fields for its texts', async (part, labels) => {
    const path = `/admin/settings?tab=seo&part=${part}`
    expect(textsOf(await screen(path), 'label')).toEqual(labels)
    expect((await buttons(path)).includes('Manage Translations')).toBe(part !== 'scripts')
  })

  it('has the sections of the footer in the order of the page', async () => {
    expect(await headings('/admin/settings?tab=footer')).toEqual([
      'About',
      'Quick Links',
      'Legal Links',
      'Social Media',
      'Bottom Section',
      'Footer Section Translations',
    ])
    const html = await screen('/admin/settings?tab=footer')
    expect(textsOf(html.slice(html.indexOf('Social Media</h2>')), 'label')).toEqual([
      'Social media: title',
      'Facebook address',
      'Twitter address',
      'Instagram address',
      'YouTube address',
      'Copyright text',
      'Payment methods image URL',
      'Security badges image URL',
    ])
    expect(Array.from(html.matchAll(/role="switch" aria-checked="(\w+)"/g), ([, on]) => on)).toEqual([
      'false',
      'false',
    ])
    expect(await buttons('/admin/settings?tab=footer')).toEqual(
      expect.arrayContaining(['Show payment methods', 'Show security badges', 'Manage Translations']),
    )
  })

  it('states that there are no links yet, and how to add one', async () => {
    const html = await screen('/admin/settings?tab=footer')
    expect(textsOf(html, 'p')).toEqual(
      expect.arrayContaining(['No quick links added yet...', 'No legal links added yet...']),
    )
    expect(await buttons('/admin/settings?tab=footer')).toEqual(
      expect.arrayContaining(['Add a quick link', 'Add a legal link']),
    )
  })

  it.each([
    ['quick_links', 'Quick Links'],
    ['legal', 'Legal Links'],
  ])('lists the links of %s by position, each with its controls', async (section_type, heading) => {
    await database.kysely
      .insertInto('footer_links')
      .values([
        { section_type, title: 'Beta', url: '/en/b', menu_position: 2, is_active: false },
        { section_type, title: 'Alpha', url: '/en/a', menu_position: 1 },
      ])
      .execute()
    const html = await screen('/admin/settings?tab=footer')
    await database.kysely.deleteFrom('footer_links').execute()
    const list = html.slice(html.indexOf(`${heading}</h2>`)).split('</section>')[0] ?? ''
    expect(Array.from(list.matchAll(/<input[^>]*value="(Alpha|Beta)"/g), ([, title]) => title)).toEqual([
      'Alpha',
      'Beta',
    ])
    for (const label of ['Move Beta up', 'Move Alpha down', 'Translations: Beta', 'Delete Beta'])
      expect(list).toContain(`aria-label="${label}"`)
    expect(list).toMatch(/aria-checked="false" aria-label="Beta is shown"/)
    expect(list).toMatch(/aria-checked="true" aria-label="Alpha is shown"/)
  })
})

describe('a screen that cannot read its data', () => {
  const run = (statement: string) => sql.raw(statement).execute(database.kysely)

  it.each([
    ['/admin/languages', 'languages', 'name', 'Failed to load languages'],
    ['/admin/translations', 'translation_namespaces', 'name', 'Failed to load languages and namespaces'],
    ['/admin/translations', 'translations', 'value', 'Failed to load translations'],
    ['/admin/match-content', 'multilingual_match_content', 'title_template', 'Failed to load translations'],
    ['/admin/settings', 'site_settings', 'footer_about_title', 'Failed to load settings'],
  ])('%s without %s.%s says "%s" in red and lists nothing', async (path, table, column, message) => {
    await run(`alter table ${table} rename column ${column} to hidden`)
    try {
      const { status, html } = await open(path)
      expect(status).toBe(500)
      expect(textsOf(html, 'h1')).toEqual([message])
      expect(html).toMatch(/<h1 role="alert" class="[^"]*\btext-danger\b/)
      expect(html).not.toMatch(/<(input|textarea|select)\b/)
    } finally {
      await run(`alter table ${table} rename column hidden to ${column}`)
    }
  })

  it('reports in red which part of the footer it could not read, and offers no list of links to save', async () => {
    await run('alter table footer_links rename to hidden')
    try {
      const html = await screen('/admin/settings?tab=footer')
      const alerts = html.match(
        /role="alert" class="[^"]*\btext-danger\b[^"]*"><span[^>]*>Failed to load footer links/g,
      )
      expect(alerts).toHaveLength(2)
      expect(html).not.toContain('Add a quick link')
    } finally {
      await run('alter table hidden rename to footer_links')
    }
  })
})
