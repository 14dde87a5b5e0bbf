import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import {
  findEditorBookmaker,
  getBookmakerNames,
  getBookmakerProfile,
  listAllMerged,
  listEditorBookmakers,
  listExchanges,
  listMerged,
  listReviews,
} from './queries.server.ts'

let database: Database
const ids: Record<string, string> = {}
beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  const add = async (name: string, values: Parameters<typeof createBookmaker>[1] = {}) => {
    const key = name.toLowerCase()
    ids[name] = await createBookmaker(kysely, { name, key, slug: key, ...values })
  }
  await add('Cedar', { menu_position: 2 })
  await add('Birch', { menu_position: 2, key: 'hand:birch' })
  await add('Elm', {
    menu_position: 1,
    kind: 'exchange',
    commission: 2.5,
    rating: 4.5,
    licence: 'Licensed in Malta, as Cedar is',
    offered_in: 'GB, IT',
    logo_url: '/logo.svg',
    website_url: 'https://elm.example',
    brand: 'elm',
    region: 'uk',
    link_hosts: 'elm.example',
    is_reference: true,
  })
  await add('Hidden', { menu_position: 3, kind: 'exchange', is_active: false })
  await add('Old B', { merged_into: ids.Elm, is_active: false, key: 'old-b' })
  await add('Old A', { merged_into: ids.Elm, is_active: false, key: 'old-z', slug: 'old-z' })
  await add('Old C', { merged_into: ids.Cedar, is_active: false, key: 'old-c' })
  // A second one of the same name: the key decides the order.
  ids.second = await createBookmaker(kysely, {
    name: 'Old A',
    key: 'old-a',
    slug: 'old-a',
    merged_into: ids.Elm,
    is_active: false,
  })
  const languages = await kysely.selectFrom('languages').select(['id', 'code']).execute()
  const languageOf = (code: string) => languages.find((it) => it.code === code)?.id ?? ''
  await kysely
    .insertInto('multilingual_bookmakers')
    .values([
      { bookmaker_id: ids.Elm ?? '', language_id: languageOf('it'), review: 'Buono' },
      { bookmaker_id: ids.Elm ?? '', language_id: languageOf('de'), review: 'Besser als Cedar' },
      { bookmaker_id: ids.Cedar ?? '', language_id: languageOf('it'), review: 'Discreto' },
    ])
    .execute()
})
afterAll(() => database.close())

const services = () => createServices(database)

describe('the bookmakers of public pages', () => {
  it('are the active ones, by id', async () => {
    expect(Object.fromEntries(await getBookmakerNames(services()))).toEqual({
      [ids.Cedar ?? '']: 'Cedar',
      [ids.Birch ?? '']: 'Birch',
      [ids.Elm ?? '']: 'Elm',
    })
  })

  it('are exchanges only where an active one is', async () => {
    expect([...(await listExchanges(services()))]).toEqual([ids.Elm])
  })

  it('have a profile with the review in the language of the page, and no other', async () => {
    expect(await getBookmakerProfile(services(), 'elm', 'it')).toEqual({
      id: ids.Elm,
      name: 'Elm',
      slug: 'elm',
      logoUrl: '/logo.svg',
      kind: 'exchange',
      commission: 2.5,
      licence: 'Licensed in Malta, as Cedar is',
      offeredIn: ['GB', 'IT'],
      rating: 4.5,
      review: 'Buono',
    })
    expect(await getBookmakerProfile(services(), 'cedar', 'it')).toMatchObject({ review: 'Discreto' })
    expect(await getBookmakerProfile(services(), 'cedar', 'fr')).toMatchObject({
      kind: 'bookmaker',
      offeredIn: [],
      review: null,
    })
  })

  it('are read again after a change of bookmakers', async () => {
    for (const read of [getBookmakerNames, listExchanges]) {
      const { tags } = await collectReads<unknown>(() => read(services()))
      expect(tags).toContain('bookmakers')
    }
    const { tags } = await collectReads(() => getBookmakerProfile(services(), 'elm', 'it'))
    expect(tags).toContain('bookmakers')
  })

  it.each(['hidden', 'old-b', 'none'])('have no profile at %s', async (slug) => {
    expect(await getBookmakerProfile(services(), slug, 'it')).toBeNull()
  })
})

describe('the bookmakers of the back office', () => {
  it('are those that are not merged, in the order of the menu and then by name', async () => {
    const rows = await listEditorBookmakers(services())
    expect(rows.map(({ name, is_active, is_empty }) => [name, is_active, is_empty])).toEqual([
      ['Elm', true, false],
      ['Birch', true, true],
      ['Cedar', true, false],
      ['Hidden', false, false],
    ])
    expect(rows[0]).toMatchObject({ website_url: 'https://elm.example', commission: 2.5, menu_position: 1 })
  })

  it('are found by id with every field of the editor', async () => {
    expect(await findEditorBookmaker(services(), ids.Elm ?? '')).toEqual({
      id: ids.Elm,
      key: 'elm',
      name: 'Elm',
      logo_url: '/logo.svg',
      website_url: 'https://elm.example',
      kind: 'exchange',
      commission: 2.5,
      brand: 'elm',
      region: 'uk',
      licence: 'Licensed in Malta, as Cedar is',
      offered_in: 'GB, IT',
      link_hosts: 'elm.example',
      rating: 4.5,
      is_active: true,
      merged_into: null,
      is_reference: true,
    })
  })

  it('name those that are merged into one, by name and then by key', async () => {
    expect(await listMerged(services(), ids.Elm ?? '')).toEqual([
      { id: ids.second, name: 'Old A', key: 'old-a' },
      { id: ids['Old A'], name: 'Old A', key: 'old-z' },
      { id: ids['Old B'], name: 'Old B', key: 'old-b' },
    ])
  })

  it('name all merged ones with what they are merged into, by name', async () => {
    const merged = (await listAllMerged(services())).map(({ name, into }) => `${name}: ${into}`)
    expect(merged).toEqual(['Old A: Elm', 'Old A: Elm', 'Old B: Elm', 'Old C: Cedar'])
  })

  it('have the reviews of one bookmaker, with their languages', async () => {
    const reviews = (await listReviews(services(), ids.Elm ?? '')).map(({ review }) => review)
    expect(reviews.toSorted()).toEqual(['Besser als Cedar', 'Buono'])
  })
})

describe('a group of countries that may not see a bookmaker', () => {
  beforeAll(async () => {
    const saved = await saveGroups(database, [{ name: 'Rest', is_rest: true, bookmakers: 'cedar\nold-c' }])
    expect(saved).toMatchObject({ kind: 'saved' })
  })

  it('gets the others only', async () => {
    expect([...(await getBookmakerNames(services())).values()].toSorted()).toEqual(['Birch', 'Elm'])
  })

  it('gets no text that names it', async () => {
    const german = await getBookmakerProfile(services(), 'elm', 'de')
    expect(german).toMatchObject({ name: 'Elm', licence: null, review: null })
    expect(await getBookmakerProfile(services(), 'elm', 'it')).toMatchObject({ review: 'Buono' })
  })

  it('gets no exchange that it may not see', async () => {
    await database.kysely
      .updateTable('audiences')
      .set({ bookmakers: 'cedar\nold-c\nelm' })
      .where('name', '=', 'Rest')
      .execute()
    expect([...(await listExchanges(services()))]).toEqual([])
  })
})
