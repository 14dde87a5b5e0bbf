import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reportClicks } from '#app/features/affiliates/click-report.server.ts'
import { bookmakerOutboundLink } from '#app/features/affiliates/outbound-link.ts'
import { listAffiliateButtons } from '#app/features/affiliates/queries.server.ts'
import { newBookmaker, saveBookmakers } from '#app/features/bookmakers/commands.server.ts'
import { getBookmakerProfile } from '#app/features/bookmakers/queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { shownText } from '#tests/support/html.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: { cookie: string; id: string }

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  admin = await signInAdministrator(database, site)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const send = (path: string, body: unknown) =>
  fetch(`${site.origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: admin.cookie,
    },
    body: JSON.stringify(body),
  })

const change = (id: string, before: object, after: object) =>
  send(`/admin/bookmakers/${id}`, { create: [], update: [{ id, before, after }], remove: [] })

const stored = (id: string) =>
  database.kysely.selectFrom('bookmakers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the details of a bookmaker', () => {
  it('are saved as typed, with codes and half stars', async () => {
    const id = await createBookmaker(database.kysely, { name: 'Alderbet' })
    const typed = {
      kind: 'exchange',
      licence: ' UKGC 1234 ',
      offered_in: 'gb, ie gb',
      rating: '4,5',
      brand: '',
      region: ' UK ',
    }
    const before = {
      kind: 'bookmaker',
      licence: null,
      offered_in: null,
      rating: null,
      brand: null,
      region: null,
    }
    expect((await change(id, before, typed)).status).toBe(200)
    expect(await stored(id)).toMatchObject({
      kind: 'exchange',
      licence: 'UKGC 1234',
      offered_in: 'GB, IE',
      rating: 4.5,
      brand: null,
      region: 'UK',
    })
    const html = await (await site.get(`/admin/bookmakers/${id}`, { cookie: admin.cookie })).text()
    expect(html).toContain('value="UKGC 1234"')
  })

  it.each([
    [{ rating: '5.5' }],
    [{ rating: '3.2' }],
    [{ rating: 4.3 }],
    [{ offered_in: 'England' }],
    [{ kind: 'casino' }],
    [{ name: ' ' }],
  ])('are refused: %j', async (typed) => {
    const id = await createBookmaker(database.kysely, {})
    const earlier = await stored(id)
    expect((await change(id, {}, typed)).status).toBe(422)
    expect(await stored(id)).toEqual(earlier)
  })

  it('with a review are what a public page reads, in its language only', async () => {
    const id = await createBookmaker(database.kysely, { name: 'Birchbet' })
    await change(id, { rating: null }, { rating: '3' })
    const { id: language } = await database.kysely
      .selectFrom('languages')
      .select('id')
      .where('code', '=', 'it')
      .executeTakeFirstOrThrow()
    const texts = { owner: id, language, before: null, after: { review: 'Paga in fretta.' } }
    expect((await send('/admin/bookmakers/reviews', texts)).status).toBe(200)
    const { slug } = await stored(id)
    expect(await getBookmakerProfile(createServices(database), slug, 'it')).toMatchObject({
      name: 'Birchbet',
      rating: 3,
      review: 'Paga in fretta.',
    })
    expect(await getBookmakerProfile(createServices(database), slug, 'en')).toMatchObject({
      rating: 3,
      review: null,
    })
    await change(id, { is_active: true }, { is_active: false })
    expect(await getBookmakerProfile(createServices(database), slug, 'it')).toBeNull()
  })

  it('change who counts: a brand counts once, and its better price stays', async () => {
    const { leagueId: league_id } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id })
    const north = await createBookmaker(database.kysely, { name: 'Cedar North', brand: null })
    const south = await createBookmaker(database.kysely, { name: 'Cedar South', brand: null })
    await createQuote(database.kysely, { match, bookmaker: north, prices: [2.1, 3, 3] })
    await createQuote(database.kysely, { match, bookmaker: south, prices: [2, 3.4, 3] })
    await sql`select refresh_headlines(${[match]}::uuid[])`.execute(database.kysely)
    const headline = () =>
      database.kysely
        .selectFrom('matches')
        .select(['bookmaker_count', 'home_odds', 'draw_odds', 'home_bookmaker_id', 'draw_bookmaker_id'])
        .where('id', '=', match)
        .executeTakeFirstOrThrow()
    const best = {
      home_odds: 2.1,
      draw_odds: 3.4,
      home_bookmaker_id: north,
      draw_bookmaker_id: south,
    }
    expect(await headline()).toEqual({ bookmaker_count: 2, ...best })
    await change(north, { brand: null }, { brand: 'cedar' })
    await change(south, { brand: null }, { brand: 'cedar' })
    expect(await headline()).toEqual({ bookmaker_count: 1, ...best })
  })
})

it('a bookmaker does not get the name of another, by which operators and files tell them apart', async () => {
  const [one, other] = [
    await createBookmaker(database.kysely, { name: 'Gorse' }),
    await createBookmaker(database.kysely, { name: 'Elmstead' }),
  ]
  const rename = (names: [first: string, second: string], created?: string) =>
    saveBookmakers(
      { database },
      {
        create: created ? [{ id: randomUUID(), values: { ...newBookmaker(1), name: created } }] : [],
        update: [
          { id: one, before: { name: 'Gorse' }, after: { name: names[0] } },
          { id: other, before: { name: 'Elmstead' }, after: { name: names[1] } },
        ],
        remove: [],
      },
      { id: null, email: 'test' },
      (name) => name.toLowerCase(),
    )
  const taken = { problem: 'bookmakers.name-taken' }
  expect(await rename(['Same', 'SAME'])).toMatchObject({ kind: 'invalid', problems: [taken, taken] })
  expect(await rename(['Same', 'Other'], 'same')).toMatchObject({ kind: 'invalid', problems: [taken, taken] })
  expect(await rename(['Elmstead', 'Gorse'])).toMatchObject({ kind: 'saved' })
  const refused = await change(one, { name: 'Elmstead' }, { name: 'GORSE' })
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('bookmakers.name-taken'),
  ])
  expect((await change(one, { name: 'Elmstead' }, { name: 'ELMSTEAD' })).status).toBe(200)
})

describe('the links of a bookmaker', () => {
  const shownAt = async (id: string) =>
    shownText(await (await site.get(`/admin/bookmakers/${id}`, { cookie: admin.cookie })).text())
  const subs = { sub1: null, sub2: null, sub3: null, sub4: null, sub5: null }
  const save = (id: string, changes: object) =>
    send(`/admin/bookmakers/${id}`, { create: [], update: [], remove: [], ...changes })
  const create = (values: { bookmaker_id: string } & Record<string, string | null>) =>
    save(values.bookmaker_id, { create: [{ id: crypto.randomUUID(), values }] })

  it('are one for each country, say what they use, and are in the history', async () => {
    const id = await createBookmaker(database.kysely, { name: 'Elmbet' })
    const link = { bookmaker_id: id, country: null, template: 'https://elm.example/?s={sub1}', ...subs }
    expect((await create(link)).status).toBe(422)
    expect((await create({ ...link, sub1: 'league' })).status).toBe(200)
    expect((await create({ ...link, sub1: 'page' })).status).toBe(422)
    expect((await create({ ...link, sub1: 'page', country: 'it' })).status).toBe(200)
    const rows = await database.kysely
      .selectFrom('link_templates')
      .select(['id', 'country', 'sub1'])
      .where('bookmaker_id', '=', id)
      .orderBy('country', (order) => order.nullsFirst())
      .execute()
    expect(rows.map(({ country, sub1 }) => [country, sub1])).toEqual([
      [null, 'league'],
      ['IT', 'page'],
    ])
    const italian = rows[1]?.id
    const moved = { id: italian, before: { country: 'IT' }, after: { country: null } }
    expect((await save(id, { update: [moved] })).status).toBe(422)
    // Its details are saved with them, or not at all.
    const renamed = { id, before: { name: 'Elmbet' }, after: { name: 'Elm' } }
    expect((await save(id, { update: [renamed, moved] })).status).toBe(422)
    expect(await stored(id)).toMatchObject({ name: 'Elmbet' })
    const other = { id: italian, before: { country: 'IT' }, after: { country: 'ES' } }
    expect((await save(id, { update: [renamed, other] })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ name: 'Elm' })
    const labels = await database.kysely
      .selectFrom('audit_log')
      .select('label')
      .where('entity', '=', 'link_templates')
      .orderBy('id')
      .execute()
    expect(labels.map(({ label }) => label)).toEqual(['Elmbet', 'Elmbet (IT)', 'Elm (IT)'])
    const html = await (await site.get(`/admin/bookmakers/${id}`, { cookie: admin.cookie })).text()
    expect(html).toContain('value="https://elm.example/?s={sub1}"')
  })

  it('get a button, without which no price leads to them', async () => {
    const id = await createBookmaker(database.kysely, { name: 'Firbet', slug: 'firbet' })
    const buttons = () =>
      database.kysely
        .selectFrom('affiliate_buttons')
        .select(['provider', 'button_text', 'button_link', 'is_active'])
        .where('bookmaker_id', '=', id)
        .execute()
    const page = async () =>
      shownText(await (await site.get(`/admin/bookmakers/${id}`, { cookie: admin.cookie })).text())
    const link = { bookmaker_id: id, country: 'IT', template: 'https://fir.example/it', ...subs }
    expect((await create(link)).status).toBe(200)
    expect(await buttons()).toEqual([])
    expect(await page()).toContain('no price leads to these links')
    const template = 'https://fir.example/?c={click_id}'
    expect((await create({ ...link, country: null, template })).status).toBe(200)
    const made = { provider: 'Firbet', button_text: 'Firbet', button_link: template, is_active: true }
    expect(await buttons()).toEqual([made])
    expect(await page()).not.toContain('no price leads to these links')
    await vi.waitFor(async () => {
      const { href } =
        bookmakerOutboundLink(await listAffiliateButtons(createServices(database), 'en'), id, {
          page: 'bookmaker',
          lang: 'en',
        }) ?? {}
      expect(href).toMatch(/^\/go\//)
    })
    const { rows } = await sql<{ label: string }>`
      select label from audit_log where entity = 'affiliate_buttons' and label = 'Firbet'`.execute(
      database.kysely,
    )
    expect(rows).toHaveLength(1)
  })

  it('make no second button beside one that is switched off, or that a merged bookmaker has', async () => {
    const { kysely } = database
    const template = 'https://alder.example/?c={click_id}'
    const buttonsOf = async (ids: string[]) => {
      const rows = await kysely
        .selectFrom('affiliate_buttons')
        .select('is_active')
        .where('bookmaker_id', 'in', ids)
        .execute()
      return rows.map(({ is_active }) => is_active)
    }
    const page = async (id: string) =>
      shownText(await (await site.get(`/admin/bookmakers/${id}`, { cookie: admin.cookie })).text())
    const addButton = (bookmaker_id: string, is_active: boolean) =>
      kysely
        .insertInto('affiliate_buttons')
        .values({
          provider: 'A',
          button_text: 'Bet',
          button_link: 'https://a.example/',
          bookmaker_id,
          is_active,
        })
        .execute()
    const off = await createBookmaker(database.kysely, { name: 'Switched off' })
    await addButton(off, false)
    await create({ bookmaker_id: off, country: null, template, ...subs })
    expect(await buttonsOf([off])).toEqual([false])
    expect(await page(off)).toContain('no price leads to these links')
    expect(await page(off)).not.toContain('makes a button by itself')
    const kept = await createBookmaker(database.kysely, { name: 'Kept' })
    const gone = await createBookmaker(database.kysely, { name: 'Gone', merged_into: kept })
    await addButton(gone, true)
    await create({ bookmaker_id: kept, country: null, template, ...subs })
    expect(await buttonsOf([kept, gone])).toEqual([true])
  })

  it('get their button also when a link becomes one for every country', async () => {
    const id = await createBookmaker(database.kysely, { name: 'Later' })
    const link = {
      id: randomUUID(),
      values: { bookmaker_id: id, country: 'IT', template: 'https://later.example/', ...subs },
    }
    await save(id, { create: [link] })
    const saved = await save(id, {
      update: [{ id: link.id, before: { country: 'IT' }, after: { country: null } }],
    })
    expect(saved.status).toBe(200)
    const buttons = await database.kysely
      .selectFrom('affiliate_buttons')
      .select('button_link')
      .where('bookmaker_id', '=', id)
      .execute()
    expect(buttons).toEqual([{ button_link: 'https://later.example/' }])
  })

  it('of feeds lead to hosts that are stored as typed, in one form', async () => {
    const id = await createBookmaker(database.kysely, {})
    const isSkipped = async () =>
      (await shownAt(id)).includes('Visitors never get this link: no host is permitted for {event_link}.')
    expect(
      (await create({ bookmaker_id: id, country: null, template: '{event_link}', ...subs })).status,
    ).toBe(200)
    expect(await isSkipped()).toBe(true)
    expect(
      (await change(id, { link_hosts: null }, { link_hosts: 'Elm.example, www.elm.example' })).status,
    ).toBe(200)
    expect(await isSkipped()).toBe(false)
    expect(await stored(id)).toMatchObject({ link_hosts: 'elm.example www.elm.example' })
    for (const link_hosts of ['elm', 'https://elm.example', '*.elm.example', 'elm.example/x'])
      expect((await change(id, {}, { link_hosts })).status, link_hosts).toBe(422)
  })
})

describe('merged bookmakers', () => {
  it('are one on the screens, in reports of clicks and on buttons until they are split', async () => {
    const kept = await createBookmaker(database.kysely, { name: 'Firbet' })
    const other = await createBookmaker(database.kysely, { name: 'Fir Bet', key: 'feed:fir' })
    const { id: button } = await database.kysely
      .insertInto('affiliate_buttons')
      .values({
        provider: 'Fir',
        button_text: 'Go',
        button_link: 'https://fir.example/',
        bookmaker_id: other,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const clicked_at = new Date('2026-05-01T12:00:00Z')
    const clicks = [kept, other].map((bookmaker_id) => ({ bookmaker_id, clicked_at, visitor_hash: 'v' }))
    await database.kysely.insertInto('clicks').values(clicks).execute()
    const report = async () => {
      const range = { from: '2026-05-01', to: '2026-05-01' }
      const { groups } = await reportClicks({ database }, { ...range, by: 'bookmaker' }, 'UTC')
      return groups.map(({ label, clicks: count }) => [label, count]).sort()
    }
    const bookmakerOfButton = async () => {
      const buttons = await listAffiliateButtons(createServices(database), 'en')
      return buttons.find(({ id }) => id === button)?.bookmaker
    }
    const list = async () => (await site.get('/admin/bookmakers', { cookie: admin.cookie })).text()
    expect(await report()).toEqual([
      ['Fir Bet', 1],
      ['Firbet', 1],
    ])
    expect((await send(`/admin/bookmakers/${other}`, { kind: 'merge', id: other, into: kept })).status).toBe(
      200,
    )
    expect(await report()).toEqual([['Firbet', 2]])
    expect(await bookmakerOfButton()).toEqual({ id: kept, name: 'Firbet' })
    expect(await list()).not.toContain('Details of Fir Bet')
    expect(await list()).toContain(`href="/admin/bookmakers/${other}"`)
    expect(shownText(await list())).toContain('Fir Bet This bookmaker is merged into Firbet.')
    const details = await (await site.get(`/admin/bookmakers/${kept}`, { cookie: admin.cookie })).text()
    expect(details).toContain('feed:fir')
    expect((await send(`/admin/bookmakers/${kept}`, { kind: 'split', id: other })).status).toBe(200)
    expect(await report()).toEqual([
      ['Fir Bet', 1],
      ['Firbet', 1],
    ])
    expect(await bookmakerOfButton()).toEqual({ id: other, name: 'Fir Bet' })
    expect(await list()).toContain('Details of ')
    expect(await list()).not.toContain('is merged into Firbet')
  })
})

describe('a bookmaker made by hand', () => {
  it('exists once by its name, and is in the history', async () => {
    expect((await send('/admin/bookmakers', { kind: 'create', name: 'Dogwood Bet' })).status).toBe(200)
    const again = await (await send('/admin/bookmakers.data', { kind: 'create', name: 'dogwood bet' })).text()
    expect(again).toContain('name-taken')
    const rows = await database.kysely
      .selectFrom('bookmakers')
      .select(['id', 'key'])
      .where('name', 'ilike', 'dogwood bet')
      .execute()
    expect(rows).toEqual([{ id: expect.any(String), key: 'hand:dogwood-bet' }])
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select(['action', 'label'])
      .where('entity_id', '=', rows[0]?.id ?? '')
      .execute()
    expect(entries).toEqual([{ action: 'create', label: 'Dogwood Bet' }])
  })

  it('does not get a name that is too long, or none', async () => {
    const refusal = async (name: string) =>
      (await send('/admin/bookmakers.data', { kind: 'create', name })).text()
    expect(await refusal('x'.repeat(201))).toContain('problem.too-long')
    expect(await refusal('  ')).toContain('problem.required')
    const names = await database.kysely.selectFrom('bookmakers').select('name').execute()
    expect(names.filter(({ name }) => name.length > 100)).toEqual([])
  })

  it('can be deleted while nothing belongs to it, and put back', async () => {
    const { kysely } = database
    const create = async (name: string) => {
      await send('/admin/bookmakers', { kind: 'create', name })
      const { id } = await kysely
        .selectFrom('bookmakers')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return id
    }
    const [mistake, clicked] = [await create('Mistake Bet'), await create('Clicked Bet')]
    const fed = await createBookmaker(kysely, { name: 'Fed Bet', key: 'feed:fed' })
    await kysely
      .insertInto('clicks')
      .values({ bookmaker_id: clicked, clicked_at: new Date(), visitor_hash: 'v' })
      .execute()
    const used = new Map<string, string>()
    for (const part of ['button', 'link', 'promotion', 'sender', 'report', 'review', 'price', 'merged'])
      used.set(part, await create(`With a ${part}`))
    const idOf = (part: string) => used.get(part) ?? ''
    const text = { button_text: 'Go', button_link: '/' }
    await kysely
      .insertInto('affiliate_buttons')
      .values({ ...text, provider: 'A', bookmaker_id: idOf('button') })
      .execute()
    await kysely
      .insertInto('link_templates')
      .values({ bookmaker_id: idOf('link'), template: 'https://a.example/' })
      .execute()
    await kysely
      .insertInto('promotions')
      .values({ ...text, title: 'A', description: 'B', bookmaker_id: idOf('promotion') })
      .execute()
    await kysely
      .insertInto('postback_senders')
      .values({ name: 'Of a mistake', key: 'mistake', sealed_secret: 'x', bookmaker_id: idOf('sender') })
      .execute()
    // As a row of a network's report names it.
    const network = await kysely
      .insertInto('postback_senders')
      .values({ name: 'Network', key: 'network', sealed_secret: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('earnings')
      .values({
        ...{ sender_id: network.id, transaction: '1', kind: 'revenue', amount: 5, currency: 'EUR' },
        ...{ happened_at: new Date(), bookmaker_id: idOf('report') },
      })
      .execute()
    const { id: language_id } = await kysely.selectFrom('languages').select('id').executeTakeFirstOrThrow()
    await kysely
      .insertInto('multilingual_bookmakers')
      .values({ bookmaker_id: idOf('review'), language_id, review: 'Good' })
      .execute()
    const { leagueId: league_id } = await createPlace(kysely)
    await createQuote(kysely, {
      ...{ match: await createMatch(kysely, { league_id }), bookmaker: idOf('price') },
      prices: [2, 3, 4],
    })
    await createBookmaker(kysely, { name: 'Merged away', merged_into: idOf('merged') })
    const html = await (await site.get('/admin/bookmakers', { cookie: admin.cookie })).text()
    const names = [
      'Mistake Bet',
      'Clicked Bet',
      'Fed Bet',
      ...[...used.keys()].map((part) => `With a ${part}`),
    ]
    expect(names.filter((name) => html.includes(`Delete ${name}`))).toEqual(['Mistake Bet'])
    const remove = async (id: string) => {
      const changes = { create: [], update: [], remove: [{ id }] }
      return (await send('/admin/bookmakers', changes)).status
    }
    expect([await remove(clicked), await remove(fed), await remove(mistake)]).toEqual([422, 422, 200])
    for (const [part, id] of used) expect([part, await remove(id)]).toEqual([part, 422])
    const left = await kysely
      .selectFrom('bookmakers')
      .select('id')
      .where('id', 'in', [mistake, clicked, fed])
      .execute()
    expect(left.map(({ id }) => id).sort()).toEqual([clicked, fed].sort())
    const entry = await kysely
      .selectFrom('audit_log')
      .select('id')
      .where('entity_id', '=', mistake)
      .where('action', '=', 'delete')
      .executeTakeFirstOrThrow()
    const body = { entry: entry.id, columns: ['name'], seen: {} }
    expect((await send('/admin/history/put-back', body)).status).toBe(200)
    expect(await stored(mistake)).toMatchObject({ name: 'Mistake Bet', key: 'hand:mistake-bet' })
  })

  it('may have the name that another one had before, or a name of the same letters', async () => {
    const create = async (name: string) => {
      await send('/admin/bookmakers', { kind: 'create', name })
      const row = await database.kysely
        .selectFrom('bookmakers')
        .select(['id', 'slug'])
        .where('name', '=', name)
        .executeTakeFirst()
      return row
    }
    const first = await create('Rowan Bet')
    await database.kysely
      .updateTable('bookmakers')
      .set({ name: 'Rowanberry' })
      .where('id', '=', first?.id ?? '')
      .execute()
    const slugs = [await create('Rowan Bet'), await create('Rowan-Bet'), await create('Rowan Bet!')]
    expect(slugs.map((row) => row?.slug)).toEqual(['rowan-bet-2', 'rowan-bet-3', 'rowan-bet-4'])
  })
})
