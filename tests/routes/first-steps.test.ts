import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const STEPS = ['name', 'languages', 'source', 'import', 'bookmakers', 'legal']

let database: Database
let site: TestSite
let feed: FeedServer
let cookie: string
beforeAll(async () => {
  database = await createTestDatabase()
  feed = await startFeedServer()
  site = await openSite(database, { ALLOW_PRIVATE_FEEDS: '1' })
  ;({ cookie } = await signInAdministrator(database, site))
})
afterAll(async () => {
  await site.close()
  await feed.close()
  await database.close()
})

const dashboard = async () => withoutScripts(await (await site.get('/admin', { cookie })).text())
const send = async (path: string, body: unknown) =>
  answerOf<Record<string, unknown>>(await adminPost(site, cookie)(path, body))

/** The steps that are ticked; null where there is no checklist. */
async function ticked(): Promise<string[] | null> {
  const html = await dashboard()
  const steps = [...html.matchAll(/<li data-step="(\w+)"( data-done="true")?/g)]
  if (steps.length === 0) return null
  expect(steps.map(([, step]) => step)).toEqual(STEPS)
  return steps.filter(([, , done]) => done).map(([, step = '']) => step)
}

describe('an empty site', () => {
  it('announces itself, without an empty menu, and links its administrator to the first steps', async () => {
    const html = withoutScripts(await (await site.get('/en')).text())
    const text = shownText(html)
    expect(text).toContain('Overround is being set up')
    expect(text).toContain('There are no matches yet.')
    expect(text).not.toContain('No matches available')
    expect(html).not.toMatch(/<summary class="entry heading">/)
    // Hidden until the page knows that an administrator reads it.
    expect(html).toMatch(/<p hidden="" data-for="admin"[^>]*>.*href="\/admin"/s)
    expect(shownText(withoutScripts(await (await site.get('/ar')).text()))).toContain('يجري إعداد Overround')
  })
})

describe('the first steps', () => {
  it.each([
    ['editor', ['languages', 'bookmakers', 'legal']],
    ['analyst', ['languages', 'source', 'import', 'bookmakers', 'legal']],
  ])('show the %s only what he can open: %o', async (role, steps) => {
    const reader = await signInAdministrator(database, site)
    await database.kysely
      .updateTable('profiles')
      .set({ back_office_role: role })
      .where('id', '=', reader.id)
      .execute()
    const html = withoutScripts(await (await site.get('/admin', { cookie: reader.cookie })).text())
    expect([...html.matchAll(/<li data-step="(\w+)"/g)].map(([, step]) => step)).toEqual(steps)
    for (const button of ['Keep these languages', 'Hide']) expect(html).not.toContain(`>${button}`)
    const ways = new Set([...html.matchAll(/href="(\/admin[^"]*)"/g)].map(([, way = '']) => way))
    for (const way of ways) {
      const { status } = await site.get(way.replaceAll('&amp;', '&'), { cookie: reader.cookie })
      expect([way, status]).toEqual([way, 200])
    }
  })

  it('are ticked by stored data, link to their screens, and disappear when all are done', async () => {
    const { kysely } = database
    expect(await ticked()).toEqual([])
    const first = await dashboard()
    for (const way of [
      '/admin/settings?tab=general',
      '/admin/languages',
      '/admin/sources/the-odds-api',
      '/admin/import?tool=odds',
      '/admin/schedules',
      '/admin/affiliate-buttons',
      '/admin/settings?tab=footer',
    ])
      expect(first).toContain(`href="${way}"`)
    expect(shownText(first)).toContain('0 of 6 done')

    await kysely.updateTable('site_settings').set({ site_name: 'Best Odds' }).execute()
    expect(shownText(await dashboard())).toContain('Best Odds has no logo.')
    await kysely.updateTable('site_settings').set({ logo_url: '/media/mark.png' }).execute()
    expect(await ticked()).toEqual(['name'])

    // The languages of a new site are there before anybody has chosen them; keeping them is a choice, too.
    expect(shownText(await dashboard())).toContain('Keep these languages')
    expect(await send('/admin.data?index', { kind: 'keep-languages' })).toMatchObject({ kind: 'kept' })
    expect(await ticked()).toEqual(['name', 'languages'])
    expect(shownText(await dashboard())).not.toContain('Keep these languages')
    await kysely.updateTable('site_settings').set({ languages_chosen: false }).execute()
    expect(await ticked()).toEqual(['name'])
    const turkish = await kysely
      .selectFrom('languages')
      .select('id')
      .where('code', '=', 'tr')
      .executeTakeFirstOrThrow()
    const off = { ...turkish, before: { is_active: true }, after: { is_active: false } }
    const saved = await send('/admin/languages.data', { create: [], update: [off], remove: [] })
    expect(saved).toMatchObject({ kind: 'saved' })
    expect(await ticked()).toEqual(['name', 'languages'])

    // A language without texts is a step to take again.
    await kysely
      .insertInto('languages')
      .values({ code: 'nl', name: 'Dutch', native_name: 'Nederlands' })
      .execute()
    expect(await ticked()).toEqual(['name'])
    expect(shownText(await dashboard())).toContain('Texts are missing in Nederlands.')
    await kysely.updateTable('languages').set({ is_active: false }).where('code', '=', 'nl').execute()

    const screen = '/admin/sources/the-odds-api.data'
    const values = { ODDS_API_KEY: 'k', ODDS_API_URL: feed.url('') }
    expect(await send(screen, { kind: 'keep', values })).toMatchObject({ kind: 'saved' })
    expect(await ticked()).toEqual(['name', 'languages'])
    feed.answer('/v4/sports', { kind: 'body', body: '{}', status: 401 })
    expect(await send(screen, { kind: 'test', values: {} })).toMatchObject({ code: 'wrong_key' })
    expect(shownText(await dashboard())).toContain('The Odds API the test failed')
    feed.answer('/v4/sports', { kind: 'body', body: '[{"key":"soccer_epl"}]' })
    expect(await send(screen, { kind: 'test', values: {} })).toMatchObject({ code: 'works' })
    expect(await ticked()).toEqual(['name', 'languages', 'source'])
    expect(await (await site.get('/admin/sources/the-odds-api', { cookie })).text()).toContain('Last test')

    const { leagueId } = await createPlace(kysely)
    await createMatch(kysely, { league_id: leagueId, start_time: new Date(Date.now() + 3_600_000) })
    expect(await ticked()).toEqual(['name', 'languages', 'source', 'import'])
    expect(shownText(await dashboard())).toContain('Upcoming matches: 1. Active schedules: 0.')
    expect(shownText(await (await site.get('/en')).text())).not.toContain('is being set up')

    const bookmaker = await createBookmaker(kysely)
    await createBookmaker(kysely)
    expect(await ticked()).toEqual(['name', 'languages', 'source', 'import'])
    await kysely
      .insertInto('affiliate_buttons')
      .values({
        provider: 'A',
        button_text: 'Bet',
        button_link: 'https://partner.example/1',
        bookmaker_id: bookmaker,
      })
      .execute()
    expect(shownText(await dashboard())).toContain('Bookmakers with a link of yours: 1 of 2.')
    // No price leads to a bookmaker by a link for a country, nor by a button that is switched off.
    const switchButton = (is_active: boolean) =>
      kysely.updateTable('affiliate_buttons').set({ is_active }).execute()
    await switchButton(false)
    await kysely
      .insertInto('link_templates')
      .values({ bookmaker_id: bookmaker, country: 'IT', template: 'https://partner.example/it' })
      .execute()
    expect(shownText(await dashboard())).toContain('Bookmakers with a link of yours: 0 of 2.')
    expect(await ticked()).toEqual(['name', 'languages', 'source', 'import'])
    await switchButton(true)
    expect(await ticked()).toEqual(['name', 'languages', 'source', 'import', 'bookmakers'])

    expect(await dashboard()).toContain('href="/admin/pages"')
    const { id } = await kysely
      .insertInto('pages')
      .values({ slug: 'terms' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await ticked()).toEqual(['name', 'languages', 'source', 'import', 'bookmakers'])
    await kysely.updateTable('pages').set({ is_published: true }).execute()
    expect(await ticked()).toBeNull()
    await kysely.deleteFrom('pages').where('id', '=', id).execute()
    expect(await ticked()).not.toBeNull()
    await kysely
      .insertInto('footer_links')
      .values({ section_type: 'legal', title: 'Terms', url: 'https://odds.example/terms' })
      .execute()
    expect(await ticked()).toBeNull()
  })

  it('are hidden by an administrator, until a switch of the settings shows them again', async () => {
    const { kysely } = database
    await kysely.deleteFrom('footer_links').execute()
    expect(await ticked()).not.toBeNull()
    expect(await send('/admin.data?index', { kind: 'hide-first-steps' })).toMatchObject({ kind: 'hidden' })
    expect(await ticked()).toBeNull()
    const line = await kysely
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('entity', '=', 'site_settings')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(line).toEqual({ before: { first_steps: true }, after: { first_steps: false } })
    expect(await (await site.get('/admin/settings', { cookie })).text()).toContain(
      'First steps on the dashboard',
    )
    await kysely.updateTable('site_settings').set({ first_steps: true }).execute()
    expect(await ticked()).not.toBeNull()
  })

  it('are not those of the demonstration', async () => {
    await database.kysely.updateTable('site_settings').set({ demo_content: true }).execute()
    expect(await ticked()).toBeNull()
  })
})
