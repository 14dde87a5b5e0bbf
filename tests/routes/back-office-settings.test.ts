import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import { type EditableSettings, SIMPLE_SETTINGS, settingsChange } from '#app/features/settings/schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Values } from '#app/platform/edit/schema.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { adminText } from '#tests/support/screen.tsx'
import { openSite, type TestSite } from '#tests/support/site.ts'

type Column = keyof EditableSettings

const SCREEN = '/admin/settings'
const MATCH_PAGE = '/en/soccer/italy/serie-a/inter-vs-milan'
const nothing = { create: [], update: [], remove: [] }

let database: Database
let site: TestSite
let dataDir: string
let own: string
let languages: Map<string, string>
let first: { cookie: string; email: string }
let second: { cookie: string; email: string }

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'overround-settings-'))
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
  })
  // A page without promotions has no colours of theirs.
  await database.kysely
    .insertInto('promotions')
    .values({ title: 'Offer', description: 'Now', button_text: 'Claim', button_link: '/en' })
    .execute()
  const rows = await database.kysely.selectFrom('languages').select(['id', 'code']).execute()
  languages = new Map(rows.map(({ id, code }) => [code, id]))
  own = (await database.kysely.selectFrom('site_settings').select('id').executeTakeFirstOrThrow()).id
  site = await openSite(database, { DATA_DIR: dataDir })
  first = await signInAdministrator(database, site)
  second = await signInAdministrator(database, site)
})
afterAll(async () => {
  await site.close()
  await database.close()
  await rm(dataDir, { recursive: true })
})

const post = (target: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${site.origin}${target}.data`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin, 'sec-fetch-site': 'same-origin', cookie: first.cookie, ...headers },
    body,
  })
const send = (target: string, body: unknown, headers: Record<string, string> = {}) =>
  post(target, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
const textOf = async (target: string) => (await site.get(target)).text()
const shows = (target: string, text: string) =>
  vi.waitFor(async () => expect(await textOf(target)).toContain(text), 20_000)

async function stored(columns: readonly string[]): Promise<Values> {
  const { rows } = await sql<Values>`
    select ${sql.join(columns.map((it) => sql.ref(it)))} from site_settings`.execute(database.kysely)
  return rows[0] ?? {}
}

/** Saves settings as the screen does, from what is stored now. */
async function save(after: Values, headers: Record<string, string> = {}): Promise<Response> {
  const before = await stored(Object.keys(after))
  return send(SCREEN, { ...nothing, update: [{ id: own, before, after }] }, headers)
}

async function expectRefused(response: Promise<Response>, ...problems: string[]): Promise<void> {
  const refused = await response
  const text = await refused.text()
  expect(refused.status).toBe(422)
  for (const problem of problems) expect(text).toContain(problem)
}

describe('the screen of settings', () => {
  it('is for administrators, and so are its translations and uploads', async () => {
    expect((await site.get(SCREEN, { cookie: first.cookie })).status).toBe(200)
    expect((await site.get(SCREEN)).headers.get('location')).toContain('/en/login')
    for (const target of [SCREEN, '/admin/settings/translations/home', '/admin/media'])
      expect((await send(target, nothing, { cookie: '' })).status, target).toBe(401)
  })

  it.each([SCREEN, '/admin/promotions', '/admin/affiliate-buttons'])(
    '%s accepts texts of a language that is not active yet',
    async (screen) => {
      const { id } = await database.kysely
        .insertInto('languages')
        .values({ code: 'nl', name: 'Dutch', native_name: 'Nederlands', is_active: false })
        .returning('id')
        .executeTakeFirstOrThrow()
      try {
        const offered = async () => (await site.get(screen, { cookie: first.cookie })).text()
        await vi.waitFor(async () => expect(await offered()).toContain(id), 20_000)
      } finally {
        await database.kysely.deleteFrom('languages').where('id', '=', id).execute()
      }
    },
  )

  it('reports which part could not be read, and keeps the others editable', async () => {
    await sql`alter table footer_links rename to hidden_links`.execute(database.kysely)
    try {
      const response = await site.get(`${SCREEN}?tab=footer`, { cookie: first.cookie })
      const text = await response.text()
      expect(response.status).toBe(200)
      expect(text).toContain('Failed to load footer links')
      expect(text).toContain('Facebook address')
    } finally {
      await sql`alter table hidden_links rename to footer_links`.execute(database.kysely)
    }
  })
})

/** What a visitor gets, without the data that the page’s scripts read. */
const visible = (html: string) =>
  html.replace(/<script(?! type="application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')

const PAGES: [RegExp, string][] = [
  [/^sport_page/, '/en/soccer'],
  [/^country_page/, '/en/soccer/italy'],
  [/^league_page/, '/en/soccer/italy/serie-a'],
  [/^match_page/, MATCH_PAGE],
]

/** What has to hold for a column to show. */
function conditionsOf(column: Column): Values {
  const [, gradient] = /^(.*)_gradient_(?!enabled)/.exec(column) ?? []
  if (gradient) return { [`${gradient}_gradient_enabled`]: true }
  const [, strip] = /^footer_(?:show_)?(payment_methods|security_badges)/.exec(column) ?? []
  if (strip)
    return column.includes('_show_')
      ? { [`footer_${strip}_image_url`]: 'https://img.example/a.png' }
      : { [`footer_show_${strip}`]: true }
  const [, meta] = /^default_(meta_.*)$/.exec(column) ?? []
  if (meta) return { [`home_${meta}`]: null }
  if (column === 'footer_social_title') return { footer_facebook_url: 'https://facebook.example/a' }
  return {}
}

function anotherValue(column: Column, value: unknown): Values[string] {
  if (typeof value === 'boolean') return !value
  if (column === 'time_zone') return 'Asia/Tokyo'
  if (column === 'head_scripts') return '<meta name="test" content="changed">'
  // Dark: a light page has fewer gradients.
  if (column.endsWith('_color') || column === 'way_colour') return '#204060'
  if (column.endsWith('_angle')) return 77
  if (column.endsWith('_opacity')) return 0.42
  if (column.endsWith('_url')) return 'https://changed.example/a.png'
  return `Changed ${column.replaceAll('_', ' ')}`
}

/**
 * These have tests of their own: they do not show on a plain page. An order of bookmakers needs a comparison, adopted texts a
 * button.
 */
const ELSEWHERE = new Set<string>([
  ...SIMPLE_SETTINGS.map(({ column }) => column),
  ...['first_bookmakers', 'way_texts'],
])

describe('every single setting', () => {
  const columns = Object.keys(settingsChange.shape).filter((it) => !ELSEWHERE.has(it)) as Column[]

  let originals: Values
  beforeAll(async () => {
    originals = await stored(columns)
  })

  /** What the tests before have changed and may hide other settings, with its old values. */
  let undo: Values = {}
  /** The page as a test has left it that passed: without other conditions, the next one compares with it. */
  let last = { page: '', html: '' }

  it.each(columns)('%s shows on a public page as soon as it is saved', async (column) => {
    const page = PAGES.find(([pattern]) => pattern.test(column))?.[1] ?? '/en'
    const conditions = conditionsOf(column)
    const wanted = { ...undo, ...conditions }
    const now = await stored([...Object.keys(wanted), column])
    const old = { ...now, ...wanted }
    const first = Object.entries(wanted).filter(([name, value]) => now[name] !== value)
    const needsLink = column === 'footer_links_title' || column === 'footer_legal_title'
    if (needsLink) await addLink(column)
    const isKnown = page === last.page
    last.page = ''
    if (first.length > 0 || needsLink || !isKnown) {
      const marker = `marker-${randomUUID()}`
      expect((await save({ ...Object.fromEntries(first), site_name: marker })).status).toBe(200)
      const html = await vi.waitFor(async () => {
        const html = await textOf(page)
        expect(html).toContain(marker)
        return visible(html)
      }, 20_000)
      last.html = html
    }
    const kept = [...Object.keys(conditions), ...(typeof old[column] === 'boolean' ? [column] : [])]
    undo = Object.fromEntries(kept.map((name) => [name, name in undo ? undo[name] : now[name]])) as Values
    expect((await save({ [column]: anotherValue(column, old[column]) })).status).toBe(200)
    const changed = await vi.waitFor(async () => {
      const html = visible(await textOf(page))
      expect(html).not.toBe(last.html)
      return html
    }, 20_000)
    last = { page, html: changed }
  })

  afterAll(async () => void (await save({ ...undo, ...originals })))

  it('keeps the two column names of the match card gradient in sync', async () => {
    await save({ matchcard_gradient_angle: 11, matchcard_gradient_enabled: true })
    expect(await stored(['match_card_gradient_angle', 'match_card_gradient_enabled'])).toEqual({
      match_card_gradient_angle: 11,
      match_card_gradient_enabled: true,
    })
    await database.kysely.updateTable('site_settings').set({ match_card_gradient_angle: 22 }).execute()
    expect(await stored(['matchcard_gradient_angle'])).toEqual({ matchcard_gradient_angle: 22 })
    await save({ matchcard_gradient_enabled: false, matchcard_gradient_angle: 135 })
  })
})

async function addLink(column: 'footer_links_title' | 'footer_legal_title'): Promise<void> {
  const section_type = column === 'footer_links_title' ? 'quick_links' : 'legal'
  await database.kysely
    .insertInto('footer_links')
    .values({ section_type, title: 'A link', url: '/en' })
    .execute()
}

describe('saving settings', () => {
  it('stores what changed and nothing else, and records it', async () => {
    await database.kysely.updateTable('site_settings').set({ spin_wheel_title: 'Turn it' }).execute()
    expect((await save({ site_name: 'Quotissima', footer_facebook_url: '' })).status).toBe(200)
    expect(await stored(['site_name', 'footer_facebook_url', 'spin_wheel_title'])).toEqual({
      site_name: 'Quotissima',
      footer_facebook_url: null,
      spin_wheel_title: 'Turn it',
    })
    const line = await database.kysely
      .selectFrom('audit_log')
      .select(['user_email', 'after'])
      .where('entity', '=', 'site_settings')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(line).toEqual({ user_email: first.email, after: { site_name: 'Quotissima' } })
  })

  it('lets two administrators change different fields, and shows both values of the same one', async () => {
    const before = await stored(['link_color', 'icon_color'])
    const change = (column: string, value: string, cookie: string) =>
      send(
        SCREEN,
        {
          ...nothing,
          update: [{ id: own, before: { [column]: before[column] }, after: { [column]: value } }],
        },
        { cookie },
      )
    expect((await change('link_color', '#111111', first.cookie)).status).toBe(200)
    expect((await change('icon_color', '#222222', second.cookie)).status).toBe(200)
    const late = await change('link_color', '#333333', second.cookie)
    const text = await late.text()
    expect(late.status).toBe(409)
    for (const part of ['#111111', '#333333', first.email]) expect(text).toContain(part)
    expect(await stored(['link_color', 'icon_color'])).toEqual({
      link_color: '#111111',
      icon_color: '#222222',
    })
    await save(before)
  })

  it('stores settings and links together or not at all', async () => {
    const id = randomUUID()
    const link = {
      section_type: 'legal',
      title: 'Terms',
      url: '/en/terms',
      is_active: true,
      menu_position: 9,
    }
    const response = await send(SCREEN, {
      create: [{ id, values: link }],
      update: [{ id: own, before: { site_name: 'What I had read' }, after: { site_name: 'Mine' } }],
      remove: [],
    })
    expect(response.status).toBe(409)
    const links = await database.kysely.selectFrom('footer_links').select('id').where('id', '=', id).execute()
    expect(links).toEqual([])
  })

  it('starts with one row of the defaults when there is none', async () => {
    const row = await database.kysely.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow()
    await database.kysely.deleteFrom('site_settings').execute()
    const screen = await site.get(SCREEN, { cookie: first.cookie })
    expect([screen.status, await screen.text()]).toEqual([200, expect.stringContaining('value="Overround"')])
    const { id, created_at, updated_at } = DEFAULT_SETTINGS
    const made = await database.kysely.selectFrom('site_settings').selectAll().execute()
    expect(made.map((it) => ({ ...it, id, created_at, updated_at }))).toEqual([DEFAULT_SETTINGS])
    await site.get(SCREEN, { cookie: first.cookie })
    expect(await database.kysely.selectFrom('site_settings').select('id').execute()).toHaveLength(1)
    await database.kysely.deleteFrom('site_settings').execute()
    await database.kysely.insertInto('site_settings').values(row).execute()
  })

  it('requires a second factor of administrators only when the current one has it', async () => {
    const ask = () => save({ require_admin_two_factor: true })
    await expectRefused(ask(), 'require_admin_two_factor', 'settings.own-two-factor')
    const set = (on: boolean) =>
      database.kysely
        .updateTable('profiles')
        .set({ two_factor_enabled: on })
        .where('email', '=', first.email)
        .execute()
    await set(true)
    expect((await ask()).status).toBe(200)
    await set(false)
    expect((await site.get(SCREEN, { cookie: first.cookie })).headers.get('location')).toContain('/profile')
    await database.kysely.updateTable('site_settings').set({ require_admin_two_factor: false }).execute()
  })

  it.each([
    ['site_url', 'javascript:alert(1)', 'problem.web-address'],
    ['site_url', '/path', 'problem.web-address'],
    ['logo_url', '//evil.example/a.png', 'problem.image-address'],
    ['favicon_url', 'data:image/svg+xml,<svg onload=alert(1)>', 'problem.image-address'],
    ['footer_youtube_url', 'youtube.example', 'problem.web-address'],
    ['footer_payment_methods_image_url', 'ftp://x.example/a.png', 'problem.image-address'],
    ['site_name', '  ', 'problem.required'],
    ['time_zone', 'Atlantis/Centre', 'problem.time-zone'],
    ['primary_color', 'red;}body{display:none', 'problem.colour'],
    ['match_page_title_template', '{home_team} {stadium}', 'problem.variable-match'],
    ['sport_page_description_template', '{sport_name', 'problem.template-braces'],
    ['home_meta_title', '{home_team}', 'problem.variable-home'],
  ])('refuses %s: %s', async (column, value, problem) => {
    const before = await stored([column])
    await expectRefused(save({ [column]: value, footer_about_text: 'kept out' }), column, problem)
    expect(await stored([column])).toEqual(before)
    expect(await stored(['footer_about_text'])).not.toEqual({ footer_about_text: 'kept out' })
  })

  it.each([
    'footer_facebook_url',
    'footer_twitter_url',
    'footer_instagram_url',
    'footer_youtube_url',
    'logo_url',
    'favicon_url',
    'social_image_url',
    'footer_payment_methods_image_url',
    'footer_security_badges_image_url',
  ])('stores no %s once it is emptied', async (column) => {
    for (const empty of ['', '  ']) {
      await save({ [column]: 'https://example.org/a' })
      expect(await stored([column])).toEqual({ [column]: 'https://example.org/a' })
      await save({ [column]: empty })
      expect(await stored([column])).toEqual({ [column]: null })
    }
  })

  it('shows the icon of each social site as long as it has an address', async () => {
    const addresses = {
      footer_facebook_url: 'https://facebook.example/odds',
      footer_twitter_url: 'https://twitter.example/odds',
      footer_instagram_url: 'https://instagram.example/odds',
      footer_youtube_url: 'https://youtube.example/odds',
    }
    const icons = async () => {
      const links = (await textOf('/en')).matchAll(/<a href="([^"]*)"[^>]*aria-label="(\w+) \(opens/g)
      return Array.from(links, ([, href, name]) => `${name} ${href}`)
    }
    await save(addresses)
    await expect
      .poll(icons)
      .toEqual([
        'Facebook https://facebook.example/odds',
        'Twitter https://twitter.example/odds',
        'Instagram https://instagram.example/odds',
        'YouTube https://youtube.example/odds',
      ])
    await save({ footer_facebook_url: '', footer_instagram_url: '' })
    await expect
      .poll(icons)
      .toEqual(['Twitter https://twitter.example/odds', 'YouTube https://youtube.example/odds'])
    await save({ footer_twitter_url: '', footer_youtube_url: '' })
    await expect.poll(icons).toEqual([])
  })

  it('reports why a save failed, and stores nothing of it', async () => {
    await sql`alter table site_settings rename column footer_about_text to hidden`.execute(database.kysely)
    try {
      const response = await send(SCREEN, {
        ...nothing,
        update: [{ id: own, before: { icon_color: '#9ca3af' }, after: { icon_color: '#123456' } }],
      })
      expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('"failed"')])
      expect(await stored(['icon_color'])).not.toEqual({ icon_color: '#123456' })
    } finally {
      await sql`alter table site_settings rename column hidden to footer_about_text`.execute(database.kysely)
    }
  })

  it('limits angles and opacities to their ranges', async () => {
    const given = {
      header_gradient_angle: 999,
      footer_gradient_angle: -5,
      sidebar_gradient_angle: 360,
      header_gradient_start_opacity: 7,
      header_gradient_end_opacity: -1,
      sidebar_gradient_start_opacity: 0.42,
    }
    expect((await save(given)).status).toBe(200)
    expect(await stored(Object.keys(given))).toEqual({
      header_gradient_angle: 360,
      footer_gradient_angle: 0,
      sidebar_gradient_angle: 360,
      header_gradient_start_opacity: 1,
      header_gradient_end_opacity: 0,
      sidebar_gradient_start_opacity: 0.42,
    })
  })
})

describe('head scripts', () => {
  const SCRIPTS =
    '<script>window.tagged = "$& </head>"</script>\n<script async src="https://tags.example/a.js"></script>'

  it('run on public pages only, are listed in their policy, and are recorded', async () => {
    await textOf('/en')
    expect((await save({ head_scripts: SCRIPTS })).status).toBe(200)
    await shows('/en', 'window.tagged')
    for (const target of [
      '/en',
      MATCH_PAGE,
      '/it/soccer',
      '/en/search?q=inter',
      '/en/nowhere/at/all/there/is/none',
    ]) {
      const response = await site.get(target)
      const html = await response.text()
      const policy = response.headers.get('content-security-policy') ?? ''
      const hash = createHash('sha256').update('window.tagged = "$& </head>"').digest('base64')
      const head = html.slice(0, html.indexOf('<body'))
      expect(head, target).toContain('<script>window.tagged = "$& </head>"</script>')
      expect(head, target).toContain('src="https://tags.example/a.js"></script></head>')
      expect(policy).toContain(`'sha256-${hash}'`)
      expect(policy).toMatch(/script-src [^;]*https:\/\/tags\.example/)
      expect(policy).toMatch(/connect-src [^;]*https:\/\/tags\.example/)
    }
    for (const target of ['/en/login', '/en/register', '/en/reset-password', '/admin', SCREEN]) {
      const response = await site.get(target, target.startsWith('/admin') ? { cookie: first.cookie } : {})
      const html = await response.text()
      expect(html.slice(0, html.indexOf('<body')), target).not.toContain('tags.example')
      expect(response.headers.get('content-security-policy'), target).not.toContain('tags.example')
    }
    const lines = await database.kysely
      .selectFrom('audit_log')
      .select(['user_email', 'after'])
      .where('entity', '=', 'site_settings')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(lines).toEqual([{ user_email: first.email, after: { head_scripts: SCRIPTS } }])
  })

  it.each([
    ['<script>never closed', 'problem.head-scripts-open'],
    ['</head><body><h1>Mine</h1>', 'problem.head-scripts-element'],
    ['<noscript><img src="https://x.example/p"></noscript>', 'problem.head-scripts-noscript'],
    ['<link rel="x" onload="a()">', 'problem.head-scripts-handler'],
    [`<script>${'a'.repeat(20_001)}</script>`, 'problem.head-scripts-long'],
  ])('that break out of their element are refused: %s', (text, problem) =>
    expectRefused(save({ head_scripts: text }), 'head_scripts', problem),
  )

  it('that broke out of their element in another way are left out', async () => {
    await database.kysely
      .updateTable('site_settings')
      .set({ head_scripts: '</head><body>broken<script>' })
      .execute()
    await vi.waitFor(async () => expect(await textOf('/en')).not.toContain('tags.example'), 20_000)
    expect(await textOf('/en')).not.toContain('broken')
    await database.kysely.updateTable('site_settings').set({ head_scripts: null }).execute()
  })
})

describe('links of the footer', () => {
  const link = (values: Values) => ({
    section_type: 'quick_links',
    title: 'Blog',
    url: 'https://blog.example',
    is_active: true,
    menu_position: 1,
    ...values,
  })
  const list = () =>
    database.kysely
      .selectFrom('footer_links')
      .select(['title', 'menu_position'])
      .where('section_type', '=', 'quick_links')
      .orderBy('menu_position')
      .execute()

  it('are added, moved, hidden and removed, numbered from 1, with their translations', async () => {
    await database.kysely.deleteFrom('footer_links').execute()
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    const create = [
      { id: a, values: link({ title: 'Alpha', menu_position: 3 }) },
      { id: b, values: link({ title: 'Beta', menu_position: 7 }) },
      { id: c, values: link({ title: 'Gamma', url: '/en/about', menu_position: 8 }) },
    ]
    expect((await send(SCREEN, { ...nothing, create })).status).toBe(200)
    expect(await list()).toEqual([
      { title: 'Alpha', menu_position: 1 },
      { title: 'Beta', menu_position: 2 },
      { title: 'Gamma', menu_position: 3 },
    ])
    const translation = {
      owner: b,
      language: languages.get('it'),
      before: null,
      after: { title: 'Beta italiana' },
    }
    expect((await send('/admin/settings/translations/links', translation)).status).toBe(200)
    await shows('/it', 'Beta italiana')
    const update = [
      { id: a, before: { menu_position: 1 }, after: { menu_position: 2 } },
      { id: b, before: { menu_position: 2 }, after: { menu_position: 1 } },
    ]
    expect((await send(SCREEN, { create: [], update, remove: [{ id: c }] })).status).toBe(200)
    expect(await list()).toEqual([
      { title: 'Beta', menu_position: 1 },
      { title: 'Alpha', menu_position: 2 },
    ])
    const hide = [{ id: a, before: { is_active: true }, after: { is_active: false } }]
    expect((await send(SCREEN, { ...nothing, update: hide })).status).toBe(200)
    await vi.waitFor(async () => expect(await textOf('/en')).not.toContain('Alpha'), 20_000)
    expect((await send(SCREEN, { ...nothing, remove: [{ id: b }] })).status).toBe(200)
    const left = await database.kysely.selectFrom('multilingual_footer_links').select('id').execute()
    expect(left).toEqual([])
  })

  it('are added, changed and removed by one save', async () => {
    await database.kysely.deleteFrom('footer_links').execute()
    const [changed, removed, created] = [randomUUID(), randomUUID(), randomUUID()]
    const create = [
      { id: changed, values: link({ title: 'Alpha', menu_position: 1 }) },
      { id: removed, values: link({ title: 'Beta', menu_position: 2 }) },
    ]
    await send(SCREEN, { ...nothing, create })
    const saved = await send(SCREEN, {
      create: [{ id: created, values: link({ title: 'Gamma', menu_position: 3 }) }],
      update: [{ id: changed, before: { title: 'Alpha' }, after: { title: 'Alpine' } }],
      remove: [{ id: removed }],
    })
    expect(saved.status).toBe(200)
    expect(await list()).toEqual([
      { title: 'Alpine', menu_position: 1 },
      { title: 'Gamma', menu_position: 2 },
    ])
    await database.kysely.deleteFrom('footer_links').execute()
  })

  it.each([
    ['quick_links', { title: '' }],
    ['quick_links', { url: ' ' }],
    ['legal', { title: ' ' }],
    ['legal', { url: '' }],
  ])('of %s are refused without %j, new ones and changed ones', async (section_type, empty) => {
    const id = randomUUID()
    const values = link({ section_type, menu_position: 1 })
    const refusal = async (changes: object) => {
      const response = await send(SCREEN, { ...nothing, ...changes })
      const [, problem = ''] = /"(problem\.[a-z-]+)"/.exec(await response.text()) ?? []
      return [response.status, adminText(problem)]
    }
    const refused = [422, 'All fields are required for each link']
    expect(await refusal({ create: [{ id, values: { ...values, ...empty } }] })).toEqual(refused)
    await send(SCREEN, { ...nothing, create: [{ id, values }] })
    expect(await refusal({ update: [{ id, before: values, after: empty }] })).toEqual(refused)
    const row = database.kysely.selectFrom('footer_links').select(['title', 'url']).where('id', '=', id)
    expect(await row.execute()).toEqual([{ title: 'Blog', url: 'https://blog.example' }])
  })

  it.each([
    [{ url: 'javascript:alert(1)' }, 'problem.link'],
    [{ url: '//evil.example' }, 'problem.link'],
    [{ section_type: 'other' }, 'section_type'],
  ])('have a valid address and an existing section: %j', (values, problem) =>
    expectRefused(
      send(SCREEN, { ...nothing, create: [{ id: randomUUID(), values: link(values) }] }),
      problem,
    ),
  )
})

describe('translations', () => {
  const translate = (of: string, after: Values, code = 'it', before: Values | null = null) =>
    send(`/admin/settings/translations/${of}`, { owner: null, language: languages.get(code), before, after })

  it('of one kind of page leave the others as they are', async () => {
    const sport = {
      sport_page_title_template: 'Quote di {sport_name}',
      sport_page_description_template: 'Tutto su {sport_name}',
      sport_page_meta_keywords_template: '',
    }
    expect((await translate('sport', sport)).status).toBe(200)
    const home = { home_meta_title: 'Le quote', home_meta_description: 'Tutte', home_meta_keywords: '' }
    expect((await translate('home', home)).status).toBe(200)
    await shows('/it/soccer', '<title>Quote di ')
    await shows('/it', '<title>Le quote')
    const rows = await database.kysely.selectFrom('multilingual_seo_settings').select('language_id').execute()
    expect(rows).toHaveLength(1)
  })

  it.each([
    ['home', { home_meta_title: 'x', home_meta_description: '', home_meta_keywords: '' }, 'problem.seo-home'],
    [
      'match',
      { match_page_title_template: 'x', match_page_description_template: null },
      'problem.seo-templates',
    ],
    [
      'league',
      { league_page_title_template: '{home_team}', league_page_description_template: 'x' },
      'problem.variable-league',
    ],
    ['sections', { about_title: 'only one' }, 'problem.all-required'],
  ])('are refused when texts are missing or wrong: %s', (of, after, problem) =>
    expectRefused(translate(of, after as Values), problem),
  )

  it('of the footer are shown in their language', async () => {
    const texts = {
      about_title: 'Chi siamo',
      about_text: 'Confrontiamo quote',
      links_title: 'Link',
      legal_title: 'Legale',
      social_title: 'Social',
      copyright_text: 'Tutti i diritti riservati',
    }
    const lines = { ...texts, about_text: 'Confrontiamo quote\nogni giorno' }
    expect((await translate('sections', lines)).status).toBe(200)
    await shows('/it', '<p>Confrontiamo quote\nogni giorno</p>')
    const again = await translate('sections', { ...texts, about_text: 'Ancora quote' }, 'it', {
      ...texts,
      about_text: 'What I had read',
    })
    expect(again.status).toBe(409)
    expect(await again.text()).toContain('Confrontiamo quote')
  })

  it('need a language that exists, and something to translate', async () => {
    expect((await translate('nothing', {})).status).toBe(404)
    const unknown = {
      owner: null,
      language: randomUUID(),
      before: null,
      after: { home_meta_title: 'x', home_meta_description: 'y', home_meta_keywords: '' },
    }
    await expectRefused(send('/admin/settings/translations/home', unknown), 'translate.no-language')
  })
})

describe('images', () => {
  const upload = (
    content: Uint8Array | string,
    purpose = 'logo',
    headers: Record<string, string> = {},
    name = 'logo.png',
  ) => {
    const form = new FormData()
    form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
    form.set('purpose', purpose)
    return post('/admin/media', form, headers)
  }
  const png = () =>
    sharp({ create: { width: 900, height: 300, channels: 3, background: '#00ff95' } })
      .png()
      .toBuffer()

  it('are uploaded, recorded, and served immutably under the hash of their content', async () => {
    const response = await upload(await png())
    const url = /\/media\/[0-9a-f]{40}\.webp/.exec(await response.text())?.[0] ?? ''
    expect(response.status).toBe(200)
    const served = await site.get(url)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await sharp(await served.bytes()).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 213,
    })
    const etag = served.headers.get('etag')
    for (const known of [`${etag}`, `W/${etag}`, `"x", ${etag}`])
      expect((await site.get(url, { 'if-none-match': known })).status).toBe(304)
    const line = await database.kysely
      .selectFrom('audit_log')
      .select(['user_email', 'label'])
      .where('entity', '=', 'media')
      .executeTakeFirst()
    expect(line).toEqual({ user_email: first.email, label: 'logo.png' })
    expect((await save({ logo_url: url })).status).toBe(200)
    await shows('/en', `src="${url}"`)
  })

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'problem.image-svg'],
    ['<!doctype html><script>alert(1)</script>', 'problem.image-type'],
    ['', 'problem.image-missing'],
  ])('are refused by their content: %s', (content, problem) => expectRefused(upload(content), problem))

  it('are refused with a name that cannot be stored', async () =>
    expectRefused(upload(await png(), 'logo', {}, 'lo\0go.png'), 'problem.characters'))

  it('are refused when they are too large, or for an unknown purpose', async () => {
    await expectRefused(upload(new Uint8Array(8 * 1024 * 1024 + 1)), 'problem.image-bytes')
    expect((await upload(await png(), 'constructor')).status).toBe(400)
    expect(
      (await upload(await png(), 'logo', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }))
        .status,
    ).toBe(403)
  })

  it.each(['/media/..%2F..%2Fpackage.json', '/media/passwd', `/media/${'0'.repeat(40)}.png`])(
    'are not found at %s',
    async (target) => expect((await site.get(target)).status).toBe(404),
  )
})
