import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let cookie: string
let email: string
let bookmaker: string
let languages: Map<string, string>
const matchPage = '/en/soccer/italy/serie-a/inter-vs-milan'

beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
  })
  bookmaker = await createBookmaker(database.kysely, { name: 'Alphabet' })
  const rows = await database.kysely.selectFrom('languages').select(['id', 'code']).execute()
  languages = new Map(rows.map(({ id, code }) => [code, id]))
  site = await openSite(database)
  ;({ cookie, email } = await signInAdministrator(database, site))
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const get = (path: string, headers: Record<string, string> = { cookie }) => site.get(path, headers)
const send = (path: string, body: unknown, headers: Record<string, string> = { cookie }) =>
  fetch(`${site.origin}${path}.data`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
/** The data of a screen has these texts. */
async function expectInEditor(path: string, texts: readonly string[]): Promise<void> {
  const data = await (await get(`${path}.data`)).text()
  for (const text of texts) expect(data).toContain(`"${text}"`)
}
const nothing = { create: [], update: [], remove: [] }
const textOf = async (path: string) => (await site.get(path)).text()
const shows = (path: string, text: string) =>
  vi.waitFor(async () => expect(await textOf(path)).toContain(text), 20_000)
const trail = (entity: string) =>
  database.kysely
    .selectFrom('audit_log')
    .select(['action', 'label', 'user_email', 'before', 'after'])
    .where('entity', '=', entity)
    .orderBy('id')
    .execute()
const languageOf = (code: string) => languages.get(code) ?? ''

async function addButton(values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  const button = {
    provider: 'Alphabet',
    button_text: 'Bet now',
    button_link: 'https://alphabet.example/?ref=1',
    bookmaker_id: null,
    is_active: true,
    ...values,
  }
  const response = await send('/admin/affiliate-buttons', {
    ...nothing,
    create: [{ id, values: button }],
  })
  expect(response.status).toBe(200)
  return id
}

describe('the screens of offers', () => {
  it.each(['/admin/affiliate-buttons', '/admin/promotions'])('%s is for administrators', async (path) => {
    expect((await get(path)).status).toBe(200)
    const foreign = await get(path, {})
    expect([foreign.status, foreign.headers.get('location')]).toEqual([
      302,
      `/en/login?next=${encodeURIComponent(path)}`,
    ])
  })

  it.each([
    '/admin/affiliate-buttons',
    '/admin/affiliate-buttons/translations',
    '/admin/promotions',
    '/admin/promotions/translations',
    '/admin/promotions/spin-wheel',
    '/admin/promotions/spin-wheel-translations',
  ])('%s refuses changes by other users', async (path) => {
    expect((await send(path, nothing, {})).status).toBe(401)
    expect((await send(path, nothing, { cookie, origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('the screen of affiliate buttons', () => {
  const page = async () => withoutScripts(await (await get('/admin/affiliate-buttons')).text())

  it('is a table of the fields of each button', async () => {
    const id = await addButton({
      provider: 'Zeta',
      button_text: 'Go there',
      button_link: '/zeta',
      is_active: false,
    })
    const other = await addButton({ provider: 'Eta', button_text: 'There', button_link: '/eta' })
    const html = await page()
    const heads = [...html.matchAll(/<th[^>]*>(.*?)<\/th>/g)].map(([, head = '']) => shownText(head))
    expect(heads).toEqual(['Provider', 'Button Text', 'Button Link', 'Bookmaker', 'Status', 'Actions'])
    const rows = (html.match(/<tr(?:(?!<th)[\s\S])*?<\/tr>/g) ?? []).map((row) => ({
      fields: [...row.matchAll(/<input[^>]* value="([^"]*)"/g)].map(([, value]) => value),
      buttons: [...row.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name),
      isOn: /<button[^>]*role="switch" aria-checked="true"/.test(row),
    }))
    const buttonsOf = (name: string) =>
      expect.arrayContaining([`${name} is shown`, `Translations: ${name}`, `Delete ${name}`])
    expect(rows.filter(({ fields }) => fields.length > 0)).toEqual([
      { fields: ['Eta', 'There', '/eta'], buttons: buttonsOf('Eta'), isOn: true },
      { fields: ['Zeta', 'Go there', '/zeta'], buttons: buttonsOf('Zeta'), isOn: false },
    ])
    const buttons = [...html.matchAll(/<button[^>]*>(?:<svg[\s\S]*?<\/svg>)?([^<]+)<\/button>/g)].map(
      ([, text]) => text,
    )
    for (const text of ['Add New Button', 'Save Changes']) expect(buttons).toContain(text)
    await send('/admin/affiliate-buttons', { ...nothing, remove: [{ id }, { id: other }] })
  })

  it('has the newest button first', async () => {
    const made = [
      ['Middle', '2026-02-02'],
      ['Oldest', '2026-02-01'],
      ['Newest', '2026-02-03'],
    ].map(([provider = '', created_at = '']) => ({
      provider,
      created_at,
      button_text: 'Bet',
      button_link: '#',
    }))
    await database.kysely.insertInto('affiliate_buttons').values(made).execute()
    const html = await page()
    const places = ['Newest', 'Middle', 'Oldest'].map((provider) => html.indexOf(`value="${provider}"`))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    await database.kysely.deleteFrom('affiliate_buttons').execute()
  })
})

describe('affiliate buttons', () => {
  const path = '/admin/affiliate-buttons'
  const linesOf = async (id: string) =>
    (
      await database.kysely.selectFrom('audit_log').select('action').where('entity_id', '=', id).execute()
    ).map(({ action }) => action)
  const isThere = async (id: string) =>
    (await database.kysely.selectFrom('affiliate_buttons').select('id').where('id', '=', id).execute())
      .length === 1

  it('are not deleted over an unseen change by somebody else', async () => {
    const id = await addButton()
    const shown = { provider: 'Alphabet', button_text: 'Bet now', bookmaker_id: null, is_active: true }
    await send(path, {
      ...nothing,
      update: [{ id, before: { button_text: 'Bet now' }, after: { button_text: 'Play on' } }],
    })
    const late = await send(path, { ...nothing, remove: [{ id, before: shown }] })
    expect([late.status, await isThere(id)]).toEqual([409, true])
    const text = await late.text()
    for (const part of ['Bet now', 'Play on', 'removes', email]) expect(text).toContain(part)
    const seen = { ...shown, button_text: 'Play on' }
    const again = await send(path, { ...nothing, remove: [{ id, before: seen }] })
    expect([again.status, await isThere(id)]).toEqual([200, false])
    const repeated = await send(path, { ...nothing, remove: [{ id, before: seen }] })
    expect([repeated.status, await linesOf(id)]).toEqual([200, ['create', 'update', 'delete']])
  })

  it('are created once when the response is lost and they are sent again', async () => {
    const id = randomUUID()
    const values = {
      provider: 'Alphabet',
      button_text: 'Once',
      button_link: 'https://alphabet.example/',
      bookmaker_id: null,
      is_active: false,
    }
    const create = (others = {}) =>
      send(path, { ...nothing, create: [{ id, values: { ...values, ...others } }] })
    const both = await Promise.all([create(), create()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect([(await create()).status, await linesOf(id)]).toEqual([200, ['create']])
    const edited = await create({ button_text: 'Twice' })
    expect(edited.status).toBe(409)
    const text = await edited.text()
    for (const part of ['Once', 'Twice']) expect(text).toContain(part)
    await send(path, { ...nothing, remove: [{ id }] })
    expect(await isThere(id)).toBe(false)
  })

  it('are created, changed and deleted by one save', async () => {
    const [changed, removed, created] = [await addButton(), await addButton(), randomUUID()]
    const values = {
      ...{ provider: 'Betamax', button_text: 'New', button_link: '#', bookmaker_id: null, is_active: false },
    }
    const saved = await send(path, {
      create: [{ id: created, values }],
      update: [{ id: changed, before: { button_text: 'Bet now' }, after: { button_text: 'Play on' } }],
      remove: [{ id: removed }],
    })
    expect([saved.status, await isThere(removed)]).toEqual([200, false])
    const texts = await database.kysely
      .selectFrom('affiliate_buttons')
      .select('button_text')
      .where('id', 'in', [changed, created])
      .orderBy('button_text')
      .execute()
    expect(texts.map(({ button_text }) => button_text)).toEqual(['New', 'Play on'])
    await send(path, { ...nothing, remove: [{ id: changed }, { id: created }] })
  })

  it('are created with their bookmaker, shown at once, and recorded', async () => {
    const quoted = { home_odds: 2.1, draw_odds: 3.2, away_odds: 3.6, bookmaker_count: 1 }
    const { kysely } = database
    const match = await kysely
      .updateTable('matches')
      .set({ ...quoted, home_bookmaker_id: bookmaker })
      .returning(['id', 'start_time'])
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('event_prices')
      .values({ event: match.id, valid_until: match.start_time })
      .onConflict((it) => it.column('event').doUpdateSet({ valid_until: match.start_time }))
      .execute()
    const league = matchPage.slice(0, matchPage.lastIndexOf('/'))
    await textOf(league)
    const id = await addButton({ provider: ' Alphabet ', button_text: 'Take it', bookmaker_id: bookmaker })
    await shows(league, 'title="Take it"')
    const stored = await database.kysely
      .selectFrom('affiliate_buttons')
      .select(['provider', 'bookmaker_id', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ provider: 'Alphabet', bookmaker_id: bookmaker, is_active: true })
    expect((await trail('affiliate_buttons')).at(-1)).toMatchObject({
      action: 'create',
      label: 'Alphabet',
      user_email: email,
      after: { button_text: 'Take it' },
    })
    // The audit trail describes it in words.
    const history = await (await get(`/admin/history?entity=affiliate_buttons&id=${id}`)).text()
    for (const words of ['Affiliate button', 'Bookmaker', 'Alphabet']) expect(history).toContain(words)
    expect(history).not.toContain(bookmaker)
  })

  it('need all fields, and a valid link', async () => {
    const create = [
      { provider: '', button_text: 'Bet', button_link: 'https://a.example' },
      { provider: 'A', button_text: '  ', button_link: 'https://a.example' },
      { provider: 'A', button_text: 'Bet', button_link: '' },
      { provider: 'A', button_text: 'Bet', button_link: 'javascript:alert(1)' },
      { provider: 'A', button_text: 'Bet', button_link: '//evil.example' },
    ].map((values) => ({ id: randomUUID(), values: { ...values, bookmaker_id: null, is_active: true } }))
    for (const [index, problem] of ['required', 'required', 'required', 'link', 'link'].entries()) {
      const response = await send('/admin/affiliate-buttons', {
        ...nothing,
        create: create.slice(index, index + 1),
      })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain(`problem.${problem}`)
    }
    const gone = await send('/admin/affiliate-buttons', {
      ...nothing,
      create: [
        {
          id: randomUUID(),
          values: {
            provider: 'A',
            button_text: 'B',
            button_link: '#',
            bookmaker_id: randomUUID(),
            is_active: true,
          },
        },
      ],
    })
    expect([gone.status, await gone.text()]).toEqual([422, expect.stringContaining('problem.bookmaker')])
    const rows = await database.kysely.selectFrom('affiliate_buttons').select('id').execute()
    expect(rows.map(({ id }) => id)).not.toContain(create[0]?.id)
  })

  it('are not overwritten by a user who has not seen another change', async () => {
    const id = await addButton({ button_text: 'First' })
    const change = (before: string, after: string) =>
      send('/admin/affiliate-buttons', {
        ...nothing,
        update: [{ id, before: { button_text: before }, after: { button_text: after } }],
      })
    expect((await change('First', 'Mine')).status).toBe(200)
    const late = await change('First', 'Theirs')
    expect(late.status).toBe(409)
    const body = await late.text()
    for (const value of ['Mine', 'Theirs', email]) expect(body).toContain(value)
  })

  it('are removed with their translations, and without their clicks', async () => {
    const id = await addButton({ button_text: 'Short-lived' })
    await send('/admin/affiliate-buttons/translations', {
      owner: id,
      language: languageOf('it'),
      before: null,
      after: { button_text: 'Effimero' },
    })
    await database.kysely
      .insertInto('clicks')
      .values({ button_id: id, bookmaker_id: bookmaker, visitor_hash: 'short-lived' })
      .execute()
    await shows(matchPage.replace('/en', '/it'), 'inter')
    expect((await send('/admin/affiliate-buttons', { ...nothing, remove: [{ id }] })).status).toBe(200)
    const left = await database.kysely
      .selectFrom('multilingual_affiliate_buttons')
      .select('id')
      .where('affiliate_button_id', '=', id)
      .execute()
    expect(left).toEqual([])
    const click = await database.kysely
      .selectFrom('clicks')
      .select(['button_id', 'bookmaker_id'])
      .where('visitor_hash', '=', 'short-lived')
      .execute()
    expect(click).toEqual([{ button_id: id, bookmaker_id: bookmaker }])
    expect((await trail('affiliate_buttons')).at(-1)).toMatchObject({
      action: 'delete',
      before: { button_text: 'Short-lived' },
    })
  })
})

describe('the translation of a button', () => {
  const translate = (owner: string, before: string | null, after: string, language = languageOf('it')) =>
    send('/admin/affiliate-buttons/translations', {
      owner,
      language,
      before: before === null ? null : { button_text: before },
      after: { button_text: after },
    })

  it('is shown at once to visitors in that language', async () => {
    await database.kysely.deleteFrom('affiliate_buttons').execute()
    const id = await addButton({ button_text: 'Bet here' })
    const italian = matchPage.replace('/en', '/it')
    await shows(italian, 'Bet here')
    expect((await translate(id, null, 'Scommetti qui')).status).toBe(200)
    await shows(italian, 'Scommetti qui')
    expect((await translate(id, 'Scommetti qui', 'Punta qui')).status).toBe(200)
    await shows(italian, 'Punta qui')
    expect(await textOf(matchPage)).toContain('Bet here')
    await expectInEditor('/admin/affiliate-buttons', ['Punta qui'])
    expect((await trail('multilingual_affiliate_buttons')).slice(-2)).toMatchObject([
      { action: 'create', label: 'Alphabet (it)' },
      { action: 'update', before: { button_text: 'Scommetti qui' }, after: { button_text: 'Punta qui' } },
    ])
  })

  it('needs a text, a language and its button', async () => {
    const id = await addButton()
    const empty = await translate(id, null, '  ')
    expect([empty.status, await empty.text()]).toEqual([
      422,
      expect.stringContaining('buttons.text-required'),
    ])
    const nowhere = await translate(id, null, 'x', randomUUID())
    expect([nowhere.status, await nowhere.text()]).toEqual([
      422,
      expect.stringContaining('translate.no-language'),
    ])
    const gone = await translate(randomUUID(), null, 'x')
    expect([gone.status, await gone.text()]).toEqual([422, expect.stringContaining('translate.gone')])
  })

  it('that somebody else has made or changed meanwhile is shown, not overwritten', async () => {
    const id = await addButton()
    await translate(id, null, 'Loro')
    const blind = await translate(id, null, 'Mio')
    expect([blind.status, await blind.text()]).toEqual([409, expect.stringContaining('Loro')])
    // Having seen it, one may insist.
    expect((await translate(id, 'Loro', 'Mio')).status).toBe(200)
    expect((await translate(id, 'Loro', 'Altro')).status).toBe(409)
    expect((await translate(id, 'anything', 'Mio')).status).toBe(200)
  })
})

const promotion = (values: Record<string, unknown> = {}) => ({
  title: 'Welcome offer',
  subtitle: null,
  description: 'A free bet for newcomers',
  image_url: null,
  button_text: 'Claim',
  button_link: 'https://alphabet.example/offer',
  visible_home: true,
  visible_casino: false,
  visible_live_casino: false,
  side_menu_offer: false,
  is_active: true,
  menu_position: 1,
  star_rating: 5,
  start_date: new Date().toISOString(),
  end_date: null,
  ...values,
})

async function addPromotion(values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  const create = [{ id, values: promotion(values) }]
  expect((await send('/admin/promotions', { ...nothing, create })).status).toBe(200)
  return id
}

describe('the screen of promotions', () => {
  const page = async () => withoutScripts(await (await get('/admin/promotions')).text())
  const cards = (html: string) =>
    [...html.matchAll(/<article[^>]*aria-label="([^"]*)"/g)].map(([, title]) => title)

  it('has the features of the sidebar, a grid of cards, and Save Changes that stays in view', async () => {
    const id = await addPromotion({
      ...{ title: 'Welcome', subtitle: 'Today', image_url: '/offer.png', visible_casino: true },
      is_active: false,
    })
    const second = await addPromotion({ title: 'Second', description: 'Later', menu_position: 2 })
    const html = await page()
    const [card = '', next = ''] = html.match(/<article[\s\S]*?<\/article>/g) ?? []
    for (const part of ['value="Second"', '>Later<', 'aria-label="Translations: Second"'])
      expect([next.includes(part), card.includes(part)], part).toEqual([true, false])
    const fields = [...card.matchAll(/<(?:input[^>]* value="([^"]*)"|textarea[^>]*>([^<]*))/g)]
    expect(fields.map(([, input, area]) => input ?? area).slice(0, 7)).toEqual([
      ...['1', 'Welcome', 'Today', 'A free bet for newcomers', 'Claim', 'https://alphabet.example/offer'],
      '/offer.png',
    ])
    const switches = [...card.matchAll(/role="switch" aria-checked="(\w+)"[^>]*>([\s\S]*?)<\/button>/g)]
    expect(switches.map(([, on, label = '']) => `${shownText(label)}: ${on}`)).toEqual([
      'Active: false',
      'On the home page: true',
      'In the side menu: false',
      'Casino: true',
      'Live casino: false',
    ])
    expect(html).toMatch(/<h2[^>]*>Sidebar Features<\/h2>/)
    expect(html).toMatch(/<ul class="grid [^"]*"><li[^>]*><article[^>]*aria-label="Welcome"/)
    expect(html).toMatch(/<button[^>]*>(<svg[\s\S]*?<\/svg>)?Add New Promotion<\/button>/)
    expect(html).toMatch(/<button[^>]*aria-label="Translations: Welcome"/)
    expect(html.slice(html.lastIndexOf('sticky bottom-0'))).toContain('>Save Changes</button>')
    await send('/admin/promotions', { ...nothing, remove: [{ id }, { id: second }] })
  })

  it('has the cards by position, the newer of two first', async () => {
    const texts = { description: 'x', button_text: 'x', button_link: '#' }
    await database.kysely
      .insertInto('promotions')
      .values([
        { ...texts, title: 'Older second', menu_position: 2, created_at: '2026-02-01' },
        { ...texts, title: 'Tenth', menu_position: 10, created_at: '2026-02-03' },
        { ...texts, title: 'Newer second', menu_position: 2, created_at: '2026-02-02' },
        { ...texts, title: 'First', menu_position: 1, created_at: '2026-01-01' },
      ])
      .execute()
    expect(cards(await page())).toEqual(['First', 'Newer second', 'Older second', 'Tenth'])
    await database.kysely.deleteFrom('promotions').execute()
  })

  it('offers one to five stars and positions from 1 on', async () => {
    const id = await addPromotion({ title: 'Stars', star_rating: 3 })
    const card = (await page()).match(/<article[\s\S]*?<\/article>/)?.[0] ?? ''
    const stars = [...card.matchAll(/<option value="(\d)"/g)].map(([, value]) => value)
    expect(stars).toEqual(['5', '4', '3', '2', '1'])
    expect(card).toMatch(/<option value="3" selected=""/)
    expect(card).toMatch(/<input type="number"[^>]* min="1"[^>]*aria-label="Position of Stars"/)
    await send('/admin/promotions', { ...nothing, remove: [{ id }] })
  })

  it('has the default language first, then the others by name', async () => {
    const languages = [...(await page()).matchAll(/<option value="[0-9a-f-]{36}"[^>]*>(\w+)/g)].map(
      ([, name]) => name,
    )
    expect(languages).toEqual([
      'English',
      'Arabic',
      'French',
      'German',
      'Italian',
      'Portuguese',
      'Spanish',
      'Turkish',
    ])
  })

  it('starts with the spin wheel off, and its texts locked with their defaults', async () => {
    const html = await page()
    expect(html).toMatch(
      /<button[^>]*role="switch" aria-checked="false"[^>]*>(?:(?!<\/button>)[\s\S])*Show in the sidebar/,
    )
    const [fields = ''] = html.match(/<fieldset disabled=""[\s\S]*?<\/fieldset>/) ?? []
    const inputs = [...fields.matchAll(/<input[^>]*disabled=""[^>]*value="([^"]*)"/g)].map(
      ([, value]) => value,
    )
    expect(inputs).toEqual(['Spin The Wheel', 'Try your luck and win prizes!', 'Spin Now', '#'])
  })

  it('unlocks the texts of the spin wheel while it is in the sidebar', async () => {
    await database.kysely.updateTable('site_settings').set({ spin_wheel_sidebar_on: true }).execute()
    const html = await page()
    await database.kysely.updateTable('site_settings').set({ spin_wheel_sidebar_on: false }).execute()
    const [fields = ''] = html.match(/<fieldset[\s\S]*?<\/fieldset>/) ?? []
    expect(fields).toContain('value="Spin The Wheel"')
    expect(fields).not.toContain('disabled=""')
  })
})

describe('promotions', () => {
  it('accept each number of stars from one to five', async () => {
    for (const star_rating of [1, 2, 3, 4, 5]) {
      const id = await addPromotion({ star_rating, title: `${star_rating} stars` })
      const { star_rating: stored } = await database.kysely
        .selectFrom('promotions')
        .select('star_rating')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(stored).toBe(star_rating)
      await send('/admin/promotions', { ...nothing, remove: [{ id }] })
    }
  })

  it('keep their instants in any notation', async () => {
    const id = await addPromotion({ start_date: '2026-11-21T12:00:00Z' })
    const response = await send('/admin/promotions', {
      ...nothing,
      update: [
        {
          id,
          before: { start_date: '2026-11-21T12:00:00Z' },
          after: { start_date: '2026-11-22T14:00:00+02:00' },
        },
      ],
    })
    expect(response.status).toBe(200)
    const { after } = (await trail('promotions')).at(-1) ?? {}
    expect(after).toEqual({ start_date: '2026-11-22T12:00:00.000Z' })
    await send('/admin/promotions', { ...nothing, remove: [{ id }] })
  })

  it('begin and end in valid years', async () => {
    const id = await addPromotion({})
    const update = { id, before: {}, after: { start_date: '0000-01-01T00:00:00Z' } }
    const response = await send('/admin/promotions', { ...nothing, update: [update] })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('problem.date')
    await send('/admin/promotions', { ...nothing, remove: [{ id }] })
  })

  it('end after they begin, also where only one of the two is changed', async () => {
    const [start_date, end_date] = ['2026-11-21T12:00:00.000Z', '2026-11-28T12:00:00.000Z']
    const id = await addPromotion({ start_date, end_date })
    const created = { id: randomUUID(), values: promotion({ start_date: end_date, end_date }) }
    const change = (after: object) => ({ id, before: { start_date, end_date }, after })
    for (const [refused, changes] of [
      [id, { update: [change({ start_date: '2026-12-01T12:00:00Z' })] }],
      [id, { update: [change({ end_date: '2026-11-20T12:00:00Z' })] }],
      [created.id, { create: [created] }],
    ] as const) {
      const problems = [{ id: refused, column: 'end_date', problem: 'promotions.problem-end' }]
      const response = await send('/admin/promotions', { ...nothing, ...changes })
      expect(await answerOf(response)).toEqual({ kind: 'invalid', problems })
    }
    const both = change({ start_date: '2026-12-01T12:00:00Z', end_date: '2026-12-02T12:00:00Z' })
    expect((await send('/admin/promotions', { ...nothing, update: [both] })).status).toBe(200)
    // One that is stored like that can be changed and switched off.
    await database.kysely
      .updateTable('promotions')
      .set({ end_date: start_date })
      .where('id', '=', id)
      .execute()
    const off = { id, before: { is_active: true }, after: { is_active: false } }
    expect((await send('/admin/promotions', { ...nothing, update: [off] })).status).toBe(200)
    await send('/admin/promotions', { ...nothing, remove: [{ id }] })
  })

  it('are created, changed and deleted by one save', async () => {
    const [changed, removed, created] = [await addPromotion(), await addPromotion(), randomUUID()]
    const saved = await send('/admin/promotions', {
      create: [{ id: created, values: promotion({ title: 'New' }) }],
      update: [{ id: changed, before: { title: 'Welcome offer' }, after: { title: 'Changed' } }],
      remove: [{ id: removed }],
    })
    expect(saved.status).toBe(200)
    const rows = await database.kysely
      .selectFrom('promotions')
      .select(['id', 'title'])
      .where('id', 'in', [changed, removed, created])
      .orderBy('title')
      .execute()
    expect(rows).toEqual([
      { id: changed, title: 'Changed' },
      { id: created, title: 'New' },
    ])
    await send('/admin/promotions', { ...nothing, remove: [{ id: changed }, { id: created }] })
  })

  it('are shown in their places as soon as they are saved, in order', async () => {
    await textOf('/en')
    await addPromotion({ title: 'Second', menu_position: 2 })
    const first = await addPromotion({ title: 'First', menu_position: 1, side_menu_offer: true })
    await shows('/en', 'First')
    const home = await textOf('/en')
    expect(home.indexOf('>First<')).toBeLessThan(home.indexOf('>Second<'))
    await shows(matchPage, 'First')
    expect(await textOf(matchPage)).not.toContain('>Second<')
    const update = [{ id: first, before: { visible_home: true }, after: { visible_home: false } }]
    expect((await send('/admin/promotions', { ...nothing, update })).status).toBe(200)
    expect((await trail('promotions')).at(-1)).toMatchObject({
      action: 'update',
      label: 'First',
      before: { visible_home: true },
      after: { visible_home: false },
    })
  })

  it.each([
    ['no title', { title: ' ' }, 'problem.required'],
    ['no description', { description: '' }, 'problem.required'],
    ['no button text', { button_text: '' }, 'problem.required'],
    ['no link', { button_link: '' }, 'problem.required'],
    ['no start', { start_date: '' }, 'problem.required'],
    ['a link of another kind', { button_link: 'javascript:alert(1)' }, 'problem.link'],
    ['an image of another kind', { image_url: 'data:image/png;base64,x' }, 'problem.image'],
    ['no position', { menu_position: 0 }, 'problem.position'],
    ['a position below 1', { menu_position: -1 }, 'problem.position'],
    ['six stars', { star_rating: 6 }, 'problem.stars'],
    ['no star', { star_rating: 0 }, 'problem.stars'],
  ])('with %s are refused', async (_, values, problem) => {
    const create = [{ id: randomUUID(), values: promotion(values) }]
    const response = await send('/admin/promotions', { ...nothing, create })
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(problem)])
  })

  it('begin by themselves', async () => {
    await textOf('/en')
    const start = new Date(Date.now() + 1_500).toISOString()
    await addPromotion({ title: 'Begins soon', start_date: start })
    await shows('/en', 'Begins soon')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(start))
  })

  it('end by themselves', async () => {
    await addPromotion({ title: 'Ends soon', end_date: new Date(Date.now() + 3_600_000).toISOString() })
    await shows('/en', 'Ends soon')
    const end_date = new Date(Date.now() + 1_500).toISOString()
    await database.kysely
      .updateTable('promotions')
      .set({ end_date })
      .where('title', '=', 'Ends soon')
      .execute()
    await vi.waitFor(async () => expect(await textOf('/en')).not.toContain('Ends soon'), 20_000)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(end_date))
  })

  it('are translated, and removed with their translations', async () => {
    const id = await addPromotion({ title: 'Boost' })
    const texts = { title: 'Spinta', subtitle: null, description: 'Quote alte', button_text: 'Vai' }
    const body = { owner: id, language: languageOf('it'), before: null, after: texts }
    expect((await send('/admin/promotions/translations', body)).status).toBe(200)
    await shows('/it', 'Spinta')
    const incomplete = await send('/admin/promotions/translations', {
      ...body,
      after: { ...texts, description: '' },
    })
    expect([incomplete.status, await incomplete.text()]).toEqual([
      422,
      expect.stringContaining('description'),
    ])
    expect((await send('/admin/promotions', { ...nothing, remove: [{ id }] })).status).toBe(200)
    await vi.waitFor(async () => expect(await textOf('/it')).not.toContain('Spinta'), 20_000)
    const left = await database.kysely.selectFrom('multilingual_promotions').select('id').execute()
    expect(left).toEqual([])
  })
})

describe('the translation of a promotion or of the spin wheel', () => {
  const language = () => languageOf('fr')
  const translate = (path: string, owner: string | null, before: object | null, after: object) =>
    send(`/admin/promotions/${path}`, { owner, language: language(), before, after })
  const promotionTexts = { title: 'Prime', subtitle: null, description: 'Un pari', button_text: 'Jouer' }
  const wheelTexts = { title: 'La roue', sub_title: null, button_text: 'Tourner' }
  /** The status, the column and the problem of a response. */
  const problemOf = async (response: Response) => {
    const text = await response.text()
    return [response.status, /"column","(\w+)"/.exec(text)?.[1], /"(problem\.[\w-]+)"/.exec(text)?.[1]]
  }

  it.each(['title', 'description', 'button_text'])('of a promotion needs its %s', async (column) => {
    const id = await addPromotion({ title: 'Untranslated' })
    const response = await translate('translations', id, null, { ...promotionTexts, [column]: ' ' })
    expect(await problemOf(response)).toEqual([422, column, 'problem.required'])
    await send('/admin/promotions', { ...nothing, remove: [{ id }] })
  })

  it.each(['title', 'button_text'])('of the spin wheel needs its %s', async (column) => {
    const response = await translate('spin-wheel-translations', null, null, { ...wheelTexts, [column]: '' })
    expect(await problemOf(response)).toEqual([422, column, 'problem.required'])
  })

  it('of a promotion is inserted without a subtitle, and updated in place', async () => {
    const id = await addPromotion({ title: 'Translated' })
    const rows = () =>
      database.kysely
        .selectFrom('multilingual_promotions')
        .selectAll()
        .where('promotion_id', '=', id)
        .execute()
    expect((await translate('translations', id, null, promotionTexts)).status).toBe(200)
    const [inserted, ...others] = await rows()
    expect(inserted).toMatchObject({ language_id: language(), ...promotionTexts, subtitle: null })
    expect(others).toEqual([])
    const changed = { title: 'Cadeau', subtitle: 'Demain', description: 'Autre', button_text: 'Voir' }
    await translate('translations', id, promotionTexts, { ...promotionTexts, ...changed })
    expect(await rows()).toEqual([{ ...inserted, ...changed }])
    await expectInEditor('/admin/promotions', Object.values(changed))
    await send('/admin/promotions', { ...nothing, remove: [{ id }] })
  })

  it('of the spin wheel is inserted without a subtitle, and updated in place', async () => {
    const rows = (language_id = language()) =>
      database.kysely
        .selectFrom('multilingual_spin_wheel')
        .selectAll()
        .where('language_id', '=', language_id)
        .execute()
    const german = { ...wheelTexts, title: 'Das Rad', language_id: languageOf('de') }
    await database.kysely.insertInto('multilingual_spin_wheel').values(german).execute()
    const others = await rows(languageOf('de'))
    expect((await translate('spin-wheel-translations', null, null, wheelTexts)).status).toBe(200)
    const [inserted, ...more] = await rows()
    expect([inserted, more]).toMatchObject([wheelTexts, []])
    const changed = { title: 'Roue', sub_title: 'Gagnez', button_text: 'Jouer' }
    await translate('spin-wheel-translations', null, wheelTexts, changed)
    expect(await rows()).toEqual([{ ...inserted, ...changed }])
    expect(await rows(languageOf('de'))).toEqual(others)
    await expectInEditor('/admin/promotions', Object.values(changed))
  })

  it('of the spin wheel is marked in its editor, in all languages that have one', async () => {
    await database.kysely.deleteFrom('multilingual_spin_wheel').execute()
    await translate('spin-wheel-translations', null, null, wheelTexts)
    const after = { ...wheelTexts, title: 'Das Rad' }
    await send('/admin/promotions/spin-wheel-translations', {
      owner: null,
      language: languageOf('de'),
      before: null,
      after,
    })
    const html = withoutScripts(await (await get('/admin/promotions')).text())
    for (const name of ['German – Deutsch ✓', 'French – Français ✓'])
      expect(html).toContain(`>${name}</option>`)
    expect(html).not.toContain('Turkish – Türkçe ✓')
    await database.kysely.deleteFrom('multilingual_spin_wheel').execute()
  })
})

describe('the spin wheel', () => {
  it('has one switch for the sidebar and one for the popup, independent of each other', async () => {
    const switches = () =>
      database.kysely
        .selectFrom('site_settings')
        .select(['spin_wheel_sidebar_on', 'spin_wheel_enabled'])
        .executeTakeFirstOrThrow()
    expect(await switches()).toEqual({ spin_wheel_sidebar_on: false, spin_wheel_enabled: null })
    await save({ spin_wheel_sidebar_on: false }, { spin_wheel_sidebar_on: true })
    expect(await switches()).toEqual({ spin_wheel_sidebar_on: true, spin_wheel_enabled: false })
    await save({ spin_wheel_enabled: false }, { spin_wheel_enabled: true })
    await save({ spin_wheel_sidebar_on: true }, { spin_wheel_sidebar_on: false })
    expect(await switches()).toEqual({ spin_wheel_sidebar_on: false, spin_wheel_enabled: true })
  })

  it('has its texts in the one row of the settings', async () => {
    const texts = {
      spin_wheel_title: 'Turn it',
      spin_wheel_sub_title: 'Win',
      spin_wheel_button_text: 'Go',
      spin_wheel_link: '/wheel',
    }
    const before = {
      spin_wheel_title: 'Spin The Wheel',
      spin_wheel_sub_title: 'Try your luck and win prizes!',
      spin_wheel_button_text: 'Spin Now',
      spin_wheel_link: '#',
    }
    const rows = () => database.kysely.selectFrom('site_settings').selectAll().execute()
    const [stored] = await rows()
    expect(stored).toMatchObject(before)
    expect((await save(before, texts)).status).toBe(200)
    expect(await rows()).toEqual([{ ...stored, ...texts, updated_at: expect.any(Date) }])
    expect((await save(texts, before)).status).toBe(200)
  })

  const save = async (before: Record<string, unknown>, after: Record<string, unknown>) => {
    const { id } = await database.kysely.selectFrom('site_settings').select('id').executeTakeFirstOrThrow()
    return send('/admin/promotions/spin-wheel', { ...nothing, update: [{ id, before, after }] })
  }

  it('starts off, and is shown as soon as it is on and has a valid link', async () => {
    expect(await textOf('/en')).not.toContain('>Spin The Wheel<')
    expect((await save({ spin_wheel_sidebar_on: false }, { spin_wheel_sidebar_on: true })).status).toBe(200)
    const link = { spin_wheel_link: 'https://alphabet.example/wheel' }
    expect((await save({ spin_wheel_link: '#' }, link)).status).toBe(200)
    await shows('/en', '>Spin The Wheel<')
    expect((await trail('site_settings')).at(-1)).toMatchObject({ action: 'update', after: link })
  })

  it('shows its saved texts, in each language', async () => {
    await database.kysely
      .updateTable('site_settings')
      .set({ spin_wheel_sidebar_on: true, spin_wheel_link: 'https://alphabet.example/wheel' })
      .execute()
    const texts = { title: 'Gira la ruota', sub_title: null, button_text: 'Gira' }
    const body = { owner: null, language: languageOf('it'), before: null, after: texts }
    expect((await send('/admin/promotions/spin-wheel-translations', body)).status).toBe(200)
    await shows('/it', 'Gira la ruota')
    expect(await textOf('/en')).not.toContain('Gira la ruota')
    const untitled = await send('/admin/promotions/spin-wheel-translations', {
      ...body,
      after: { ...texts, title: '' },
    })
    expect(untitled.status).toBe(422)
  })

  it('is refused without a title, and with a link of another kind', async () => {
    const before = { spin_wheel_title: 'Spin The Wheel' }
    for (const [after, problem] of [
      [{ spin_wheel_title: '' }, 'problem.required'],
      [{ spin_wheel_link: 'javascript:alert(1)' }, 'problem.link'],
    ] as const) {
      const response = await save(before, after)
      expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(problem)])
    }
    expect((await save({ spin_wheel_title: 'Never so' }, { spin_wheel_title: 'Mine' })).status).toBe(409)
  })
})
