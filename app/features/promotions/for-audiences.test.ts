import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { getSpinWheel, listPromotions } from './queries.server.ts'

const NOW = Date.now()
const hours = (count: number) => new Date(NOW + count * HOUR_MS)

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => resetDatabase(database))
afterAll(() => database.close())

const services = () => createServices(database)
async function add(title: string, values: object = {}): Promise<string> {
  const { id } = await database.kysely
    .insertInto('promotions')
    .values({
      ...{ title, description: 'Text', button_text: 'Go', button_link: '/welcome', start_date: hours(-1) },
      ...{ visible_home: true, side_menu_offer: true, is_active: true, ...values },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const translate = (id: string, values: object) =>
  database.kysely
    .insertInto('multilingual_promotions')
    .values((eb) => ({
      promotion_id: id,
      language_id: eb.selectFrom('languages').select('id').where('code', '=', 'it'),
      ...{ title: 'Titolo', description: '', button_text: 'Vai', ...values },
    }))
    .execute()
const titles = async (language = 'en') =>
  (await listPromotions(services(), language, 'home')).map(({ title }) => title)

describe('promotions', () => {
  it('lead out by way of the site from each place, and to pages of this site in the language', async () => {
    await add('Out', { button_link: 'https://cedar.example/x', menu_position: 1 })
    await add('Own', { menu_position: 2 })
    const hrefs = async (place: 'home' | 'side' | 'feed') =>
      (await listPromotions(services(), 'it', place)).map(({ href }) => href)
    expect(await hrefs('home')).toEqual([expect.stringMatching(/^\/go\/p[^/]+\/\.home\.it$/), '/it/welcome'])
    expect((await hrefs('side'))[0]).toMatch(/\.side-menu\.it$/)
    expect((await hrefs('feed'))[0]).toMatch(/\.promotions-feed\.it$/)
  })

  it('of one position have the newest first', async () => {
    await add('Old', { created_at: hours(-2) })
    await add('New', { created_at: hours(-1) })
    await add('Older', { created_at: hours(-3) })
    expect(await titles()).toEqual(['New', 'Old', 'Older'])
  })

  it('change when the next one starts or ends, and with promotions and languages', async () => {
    const read = () => collectReads(() => listPromotions(services(), 'en', 'home'))
    await add('Runs')
    const { tags, expiresAt } = await read()
    expect([...tags]).toEqual(expect.arrayContaining(['promotions', 'languages']))
    expect(expiresAt).toBeNull()
    await add('Ends', { end_date: hours(3) })
    expect((await read()).expiresAt).toEqual(hours(3))
    await add('Starts', { start_date: hours(2) })
    expect((await read()).expiresAt).toEqual(hours(2))
  })

  it('are kept for each place and language', async () => {
    const id = await add('Both')
    await translate(id, {})
    await add('Home', { side_menu_offer: false, menu_position: 9 })
    const kept = services()
    const read = async (language: string, place: 'home' | 'side') =>
      (await listPromotions(kept, language, place)).map(({ title }) => title)
    expect(await read('en', 'home')).toEqual(['Both', 'Home'])
    expect(await read('en', 'side')).toEqual(['Both'])
    expect(await read('it', 'side')).toEqual(['Titolo'])
  })

  it('have their own text where the translation has none, or cannot be read', async () => {
    const id = await add('Title', { subtitle: 'Below' })
    await translate(id, { subtitle: '' })
    const read = () => collectReads(() => listPromotions(services(), 'it', 'home'))
    expect((await read()).value).toMatchObject([
      { title: 'Titolo', subtitle: 'Below', description: 'Text', buttonText: 'Vai' },
    ])
    await database.kysely.updateTable('multilingual_promotions').set({ subtitle: 'Sotto' }).execute()
    expect((await read()).value).toMatchObject([{ title: 'Titolo', subtitle: 'Sotto' }])
    await database.kysely.schema.alterTable('multilingual_promotions').renameTo('away').execute()
    try {
      const { value, expiresAt } = await read()
      expect(value).toMatchObject([{ title: 'Title', subtitle: 'Below', buttonText: 'Go' }])
      expect(expiresAt).not.toBeNull()
    } finally {
      await database.kysely.schema.alterTable('away').renameTo('multilingual_promotions').execute()
    }
  })
})

describe('visitors who may not see a bookmaker', () => {
  it('get no promotion that leads to it or names it in any text', async () => {
    const cedar = await createBookmaker(database.kysely, { name: 'Cedar', key: 'cedar' })
    const birch = await createBookmaker(database.kysely, { name: 'Birch', key: 'birch' })
    const merged = await createBookmaker(database.kysely, { name: 'Old', key: 'old', merged_into: cedar })
    const out = { button_link: 'https://x.example' }
    await add('of Birch', { ...out, bookmaker_id: birch, menu_position: 1 })
    await add('A page', { menu_position: 2 })
    await add('of the barred', { ...out, bookmaker_id: cedar })
    await add('of the merged', { ...out, bookmaker_id: merged })
    await add('Of nobody', out)
    await add('Cedar in the title')
    await add('subtitle', { subtitle: 'by Cedar' })
    await add('description', { description: 'by Cedar' })
    await add('button', { button_text: 'Cedar' })
    await add('image', { image_url: '/cedar.png' })
    const translated = await add('Translated', { menu_position: 3 })
    await translate(translated, { title: 'Offerta di Cedar' })
    expect(await titles()).toHaveLength(11)
    const saved = await saveGroups(database, [{ name: 'Rest', is_rest: true, bookmakers: 'cedar\nold' }])
    expect(saved).toMatchObject({ kind: 'saved' })
    expect(await titles()).toEqual(['of Birch', 'A page', 'Translated'])
    expect(await titles('it')).toEqual(['of Birch', 'A page'])
    await database.kysely.updateTable('audiences').set({ promotions_on: false }).execute()
    expect(await titles()).toEqual([])
  })

  it('get no spin wheel that names it or leads elsewhere, nor without promotions', async () => {
    const NOWHERE = {
      title: '',
      subTitle: '',
      buttonText: '',
      link: null,
      inSidebar: false,
      inMobileBar: false,
    }
    const set = (values: object) => database.kysely.updateTable('site_settings').set(values).execute()
    const wheel = () => getSpinWheel(services(), 'en')
    await set({ spin_wheel_link: '/wheel', spin_wheel_sidebar_on: true, spin_wheel_enabled: null })
    expect(await wheel()).toMatchObject({ link: '/wheel', inSidebar: true, inMobileBar: true })
    await set({ spin_wheel_enabled: false })
    expect(await wheel()).toMatchObject({ inSidebar: true, inMobileBar: false })
    await createBookmaker(database.kysely, { name: 'Cedar', key: 'cedar' })
    await saveGroups(database, [{ name: 'Rest', is_rest: true, bookmakers: 'cedar' }])
    expect(await wheel()).toMatchObject({ link: '/wheel', title: 'Spin The Wheel' })
    await set({ spin_wheel_link: 'https://x.example' })
    expect(await wheel()).toEqual(NOWHERE)
    for (const column of ['spin_wheel_title', 'spin_wheel_sub_title', 'spin_wheel_button_text']) {
      await set({ spin_wheel_link: '/wheel', [column]: 'by Cedar' })
      expect(await wheel()).toEqual(NOWHERE)
      await set({ [column]: 'Spin' })
    }
    expect(await wheel()).toMatchObject({ title: 'Spin', subTitle: 'Spin', buttonText: 'Spin' })
    await database.kysely
      .insertInto('multilingual_spin_wheel')
      .values((eb) => ({
        language_id: eb.selectFrom('languages').select('id').where('code', '=', 'en'),
        ...{ title: 'A', sub_title: 'B', button_text: 'C' },
      }))
      .execute()
    for (const column of ['title', 'sub_title', 'button_text']) {
      await database.kysely
        .updateTable('multilingual_spin_wheel')
        .set({ [column]: 'by Cedar' })
        .execute()
      expect(await wheel()).toEqual(NOWHERE)
      await database.kysely
        .updateTable('multilingual_spin_wheel')
        .set({ [column]: 'Own' })
        .execute()
    }
    expect(await wheel()).toMatchObject({ title: 'Own', subTitle: 'Own', buttonText: 'Own' })
    await database.kysely.updateTable('audiences').set({ promotions_on: false }).execute()
    expect(await wheel()).toEqual(NOWHERE)
  })
})

describe('the spin wheel', () => {
  it('has the texts of each language, and none for the address "#"', async () => {
    await database.kysely.updateTable('site_settings').set({ spin_wheel_link: '#' }).execute()
    await database.kysely
      .insertInto('multilingual_spin_wheel')
      .values((eb) => ({
        language_id: eb.selectFrom('languages').select('id').where('code', '=', 'it'),
        ...{ title: 'Gira', sub_title: 'Prova', button_text: 'Vai' },
      }))
      .execute()
    const kept = services()
    const { value, tags } = await collectReads(() => getSpinWheel(kept, 'it'))
    expect(value).toMatchObject({ title: 'Gira', subTitle: 'Prova', buttonText: 'Vai', link: null })
    expect([...tags]).toEqual(expect.arrayContaining(['spin-wheel', 'languages']))
    expect(await getSpinWheel(kept, 'en')).toMatchObject({ title: 'Spin The Wheel' })
    await database.kysely.schema.alterTable('multilingual_spin_wheel').renameTo('away').execute()
    try {
      const failed = await collectReads(() => getSpinWheel(services(), 'it'))
      expect(failed.value).toMatchObject({ title: 'Spin The Wheel' })
      expect(failed.expiresAt).not.toBeNull()
    } finally {
      await database.kysely.schema.alterTable('away').renameTo('multilingual_spin_wheel').execute()
    }
  })
})
