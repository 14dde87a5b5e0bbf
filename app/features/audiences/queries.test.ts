import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { serveAudience, UNLIMITED } from '#app/platform/http/audience.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { type Audience, EVERYBODY } from './permissions.ts'
import {
  audienceOfCountry,
  groupsTellingApart,
  isShown,
  listBarringGroups,
  readAudience,
  readAudienceNotices,
  readAudiences,
  withAdWord,
} from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const BOOKMAKERS = [
  { key: 'a', name: 'Alder', brand: null },
  { key: 'b', name: 'Birch', brand: 'forest' },
  { key: 'c', name: 'Cedar', brand: 'forest' },
  { key: 'ab', name: 'Alder Bet', brand: null },
]
beforeEach(async () => {
  await resetDatabase(database)
  for (const bookmaker of BOOKMAKERS)
    await createBookmaker(database.kysely, { ...bookmaker, slug: bookmaker.key })
})

type Groups = Parameters<typeof saveGroups>[1]
const save = async (...groups: Groups) => {
  expect(await saveGroups(database, groups)).toMatchObject({ kind: 'saved' })
}
const services = () => createServices(database)
const of = async (country: string | undefined): Promise<Audience> =>
  audienceOfCountry(await readAudiences(services()), country)
/** The names of the bookmakers that an audience may see. */
const shownTo = async (audience: Audience) => {
  const rows = await database.kysely
    .selectFrom('bookmakers as x')
    .select('x.name')
    .where(isShown(audience, 'x'))
    .orderBy('x.name')
    .execute()
  return rows.map(({ name }) => name).join(', ')
}

describe('the audience of a response', () => {
  it('is everybody on a site without groups, also outside of a response', async () => {
    const { value, tags, isOfAudience } = await collectReads(() => readAudience(services()))
    expect(value).toBe(EVERYBODY)
    expect(isOfAudience).toBe(true)
    // The first group changes it.
    expect([...tags]).toEqual(['audiences'])
    expect(await of('IT')).toBe(EVERYBODY)
    expect(await of(undefined)).toBe(EVERYBODY)
  })

  it('is the strictest one outside of a response, and the one that is served within', async () => {
    await save(
      { name: 'Italy', countries: 'IT', bookmakers: 'a' },
      { name: 'Spain', countries: 'ES', bookmakers: 'b' },
    )
    const strictest = await readAudience(services())
    expect(await shownTo(strictest)).toBe('Alder Bet, Cedar')
    const italy = await of('IT')
    const { value, tags } = await collectReads(() => serveAudience(italy, () => readAudience(services())))
    expect(value).toBe(italy)
    expect([...tags]).toEqual(['audiences'])
    const unlimited = await collectReads(() => serveAudience(UNLIMITED, () => readAudience(services())))
    expect(unlimited.value).toBe(EVERYBODY)
    expect([...unlimited.tags]).toEqual([])
  })

  it('depends on the groups and the bookmakers', async () => {
    await save({ name: 'Italy', countries: 'IT', bookmakers: 'a' })
    const { tags } = await collectReads(() => readAudiences(services()))
    expect([...tags].toSorted()).toEqual(['audiences', 'bookmakers'])
  })
})

describe('the visitors of a country', () => {
  it('see all bookmakers but some, or some alone', async () => {
    await save(
      { name: 'But', countries: 'IT', bookmakers: 'a\nb' },
      { name: 'Only', countries: 'ES', bookmaker_rule: 'only', bookmakers: 'a\nb' },
      { name: 'All', countries: 'FR' },
      { name: 'None', countries: 'DE', bookmaker_rule: 'only' },
    )
    expect(await shownTo(await of('IT'))).toBe('Alder Bet, Cedar')
    expect(await shownTo(await of('ES'))).toBe('Alder, Birch')
    expect(await shownTo(await of('FR'))).toBe('Alder, Alder Bet, Birch, Cedar')
    expect(await shownTo(await of('DE'))).toBe('')
    expect(await shownTo(await of('PT'))).toBe('')
  })

  it('are those of their group, else of the rest, else what every group permits', async () => {
    await save(
      { name: 'Italy', countries: 'IT SM', bookmakers: 'a', minimum_age: 18 },
      { name: 'Spain', countries: 'ES', bookmakers: 'b', promotions_on: false },
    )
    expect(await of('SM')).toEqual(await of('IT'))
    expect(await of('IT')).toMatchObject({ minimumAge: 18, promotions: true, isUnknownCountry: false })
    expect((await of('IT')).group).not.toBeNull()
    const [other, unknown] = [await of('FR'), await of(undefined)]
    for (const audience of [other, unknown])
      expect(audience).toMatchObject({ group: null, minimumAge: 18, promotions: false })
    expect([other.isUnknownCountry, unknown.isUnknownCountry]).toEqual([false, true])
    await save({ name: 'Rest', is_rest: true, bookmakers: 'c' })
    expect(await shownTo(await of('FR'))).toBe('Alder, Alder Bet, Birch')
    expect((await of('FR')).group).not.toBeNull()
    expect(await shownTo(await of(undefined))).toBe('Alder Bet')
  })

  it('have the best prices of exactly their bookmakers', async () => {
    await save(
      { name: 'But', countries: 'IT', bookmakers: 'a\nb' },
      { name: 'Only', countries: 'ES', bookmaker_rule: 'only', bookmakers: 'a\nb' },
      { name: 'Other', countries: 'FR', bookmakers: 'ab' },
      { name: 'All', countries: 'DE' },
    )
    const sets = await database.kysely.selectFrom('price_sets').selectAll().execute()
    const setOf = async (country: string) => {
      const { priceSet } = await of(country)
      const set = sets.find(({ no }) => no === priceSet)
      return set && `${set.is_except ? 'but' : 'only'} ${set.keys.join(' ')}`.trim()
    }
    expect(await setOf('IT')).toBe('but a b')
    expect(await setOf('ES')).toBe('only a b')
    expect(await setOf('FR')).toBe('but ab')
    expect((await of('DE')).priceSet).toBe(0)
    // A set that is not computed yet has no prices, rather than those of everybody.
    await database.kysely
      .deleteFrom('price_sets')
      .where('no', '=', (await of('IT')).priceSet)
      .execute()
    expect((await of('IT')).priceSet).toBe(-1)
  })

  it('read no name or brand of a bookmaker that they may not see', async () => {
    await save(
      { name: 'But', countries: 'IT', bookmakers: 'b' },
      { name: 'Forest', countries: 'ES', bookmakers: 'b\nc' },
    )
    expect((await of('IT')).barredNames).toEqual(['birch'])
    expect((await of('ES')).barredNames).toEqual(['birch', 'cedar', 'forest'])
  })
})

describe('the groups', () => {
  const groups: Groups = [
    { name: 'Zebra', countries: 'IT', bookmakers: 'a', menu_position: 1 },
    { name: 'Alpha', countries: 'ES', bookmaker_rule: 'only', bookmakers: 'a\nb\nc', menu_position: 3 },
    { name: 'Beta', countries: 'FR', bookmakers: 'a', menu_position: 2 },
    { name: 'Gamma', countries: 'DE', bookmakers: 'a\nb', menu_position: 1 },
  ]

  it('that permit one of two bookmakers are told by name', async () => {
    await save(...groups)
    expect(await groupsTellingApart(database.kysely, 'a', 'b')).toEqual(['Beta', 'Zebra'])
    expect(await groupsTellingApart(database.kysely, 'a', 'ab')).toEqual(['Alpha', 'Beta', 'Gamma', 'Zebra'])
    expect(await groupsTellingApart(database.kysely, 'a', 'a')).toEqual([])
  })

  it('that bar a bookmaker are in their order, the older one first, with the names that they bar', async () => {
    await save(...groups)
    await database.kysely
      .updateTable('audiences')
      .set({ created_at: new Date('2026-01-01') })
      .where('name', 'in', ['Beta', 'Gamma'])
      .execute()
    const barring = async (key: string) => {
      const listed = BOOKMAKERS.filter((bookmaker) => bookmaker.key === key)
      return (await listBarringGroups({ database }, listed)).map(
        ({ name, barredNames }) => `${name}: ${barredNames}`,
      )
    }
    expect(await barring('a')).toEqual(['Gamma: alder', 'Zebra: alder', 'Beta: alder'])
    expect(await barring('b')).toEqual(['Gamma: birch,forest'])
    expect(await barring('ab')).toEqual([expect.stringMatching(/^Alpha: /)])
    const [group] = await listBarringGroups({ database }, BOOKMAKERS.slice(0, 1))
    expect(group?.permissions).toMatchObject({
      links: true,
      bookmakers: { isExcept: true, keys: ['a', 'b'] },
    })
  })
})

describe('the texts of a group', () => {
  const texts = { help_text: 'Help', help_url: 'https://help.example', ad_word: 'Werbung', terms: 'Terms' }
  const translate = async (group: string, code: string, values: object) => {
    const { kysely } = database
    const { id: audience_id } = await kysely
      .selectFrom('audiences')
      .select('id')
      .where('name', '=', group)
      .executeTakeFirstOrThrow()
    const { id: language_id } = await kysely
      .selectFrom('languages')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('multilingual_audiences')
      .values({ audience_id, language_id, ...values })
      .execute()
  }
  const LABELS = { common: { advertising: 'Ad', more: 'More' } }

  async function read(country: string | undefined, language = 'en', own = services()) {
    const audience = await of(country)
    return serveAudience(audience, async () => ({
      notices: await readAudienceNotices(own, language),
      word: (await withAdWord(own, language, LABELS)).common.advertising,
    }))
  }

  it('are its own, in the language or else those that are not translated', async () => {
    await save(
      { name: 'Italy', countries: 'IT', ...texts, minimum_age: 18, adult_mark: true },
      { name: 'Spain', countries: 'ES', help_text: 'Ayuda', help_url: null },
    )
    await translate('Italy', 'it', { help_text: 'Aiuto', ad_word: 'Pubblicità', terms: '' })
    await translate('Italy', 'de', { help_text: '', ad_word: '', terms: 'Bedingungen' })
    const own = services()
    const common = { isUnknownCountry: false, minimumAge: 18, adultMark: true }
    const url = 'https://help.example'
    expect(await read('IT', 'it', own)).toEqual({
      notices: { ...common, terms: 'Terms', help: { text: 'Aiuto', url } },
      word: 'Pubblicità',
    })
    expect(await read('IT', 'de', own)).toEqual({
      notices: { ...common, terms: 'Bedingungen', help: { text: 'Help', url } },
      word: 'Werbung',
    })
    expect(await read('IT', 'xx', own)).toMatchObject({ word: 'Werbung' })
    expect(await read('ES', 'it', own)).toEqual({
      notices: {
        ...common,
        minimumAge: null,
        adultMark: false,
        terms: null,
        help: { text: 'Ayuda', url: null },
      },
      word: 'Ad',
    })
  })

  it('have the address of help as its text when there is no other, and no help without both', async () => {
    await save(
      { name: 'Italy', countries: 'IT', help_url: 'https://help.example' },
      { name: 'Spain', countries: 'ES' },
    )
    const help = { text: 'https://help.example', url: 'https://help.example' }
    expect((await read('IT')).notices).toMatchObject({ help, terms: null })
    expect((await read('ES')).notices).toMatchObject({ help: null, terms: null })
  })

  it('are none for an unknown country, and no notices are there without groups', async () => {
    expect((await read(undefined)).notices).toBeNull()
    await save({ name: 'Italy', countries: 'IT', ...texts, minimum_age: 18 })
    expect(await read(undefined)).toEqual({
      notices: { isUnknownCountry: true, minimumAge: 18, adultMark: false, terms: null, help: null },
      word: 'Ad',
    })
  })

  it('are left out if they name a bookmaker that the group may not see', async () => {
    await save({
      ...{ name: 'Italy', countries: 'IT', bookmakers: 'b', ...texts },
      ...{ help_text: 'Ask Birch', ad_word: 'Birch!', terms: 'Terms of Birch' },
    })
    expect(await read('IT')).toMatchObject({
      notices: { terms: null, help: { text: 'https://help.example' } },
      word: 'Ad',
    })
  })

  it('are left out once a bookmaker that the group may not see has the name that they say', async () => {
    await save({ name: 'Italy', countries: 'IT', bookmakers: 'b', ...texts, terms: 'Terms of Yew' })
    const own = services()
    expect((await read('IT', 'en', own)).notices?.terms).toBe('Terms of Yew')
    await database.kysely.updateTable('bookmakers').set({ name: 'Yew' }).where('key', '=', 'b').execute()
    expect((await read('IT', 'en', own)).notices?.terms).toBeNull()
  })

  it('are read again after a change of groups or languages, and soon after a failure', async () => {
    await save({ name: 'Italy', countries: 'IT', ...texts })
    const audience = await of('IT')
    const notices = (own = services()) =>
      collectReads(() => serveAudience(audience, () => readAudienceNotices(own, 'en')))
    const { tags, expiresAt } = await notices()
    expect([...tags].toSorted()).toEqual(['audiences', 'languages'])
    expect(expiresAt).toBeNull()
    await sql`alter table multilingual_audiences rename to gone`.execute(database.kysely)
    try {
      const failed = await notices()
      expect(failed.value).toMatchObject({ terms: null, help: null })
      expect(failed.expiresAt).not.toBeNull()
    } finally {
      await sql`alter table gone rename to multilingual_audiences`.execute(database.kysely)
    }
  })
})
