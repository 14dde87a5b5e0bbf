import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, withoutIndexOrder } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { listEditorPromotions } from './editor-queries.server.ts'
import { listPromotions } from './queries.server.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const LATER = new Date('2026-03-01T12:00:01Z')

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const common = { description: 'Text', button_text: 'Go', button_link: '/welcome', start_date: NOW }
  await database.kysely
    .insertInto('promotions')
    .values(
      [
        { title: 'Both, third', menu_position: 3, visible_home: true, side_menu_offer: true },
        { title: 'Home only', menu_position: 1, visible_home: true, side_menu_offer: false },
        { title: 'Side only', menu_position: 1, visible_home: false, side_menu_offer: true },
        { title: 'Both, second', menu_position: 2, visible_home: true, side_menu_offer: true },
        { title: 'Off', menu_position: 1, visible_home: true, side_menu_offer: true, is_active: false },
        { title: 'Nowhere', menu_position: 1, visible_home: false, side_menu_offer: false },
        { title: 'Ends later', menu_position: 4, visible_home: true, side_menu_offer: true, end_date: LATER },
        { title: 'Has ended', menu_position: 1, visible_home: true, side_menu_offer: true, end_date: NOW },
        { title: 'To come', menu_position: 1, visible_home: true, side_menu_offer: true, start_date: LATER },
      ].map((promotion, index) => ({
        ...common,
        ...promotion,
        created_at: new Date(NOW.getTime() - index * 60_000),
      })),
    )
    .execute()
})
afterAll(async () => {
  vi.useRealTimers()
  await database.close()
})

it.each([
  ['side', ['Side only', 'Both, second', 'Both, third', 'Ends later']],
  ['home', ['Home only', 'Both, second', 'Both, third', 'Ends later']],
] as const)('lists the active promotions of the %s that run now, by position', async (place, titles) => {
  const promotions = await listPromotions(createServices(database), 'en', place)
  expect(promotions.map(({ title }) => title)).toEqual(titles)
})

it('has the texts of the language, and everything else that is stored', async () => {
  const { id } = await database.kysely
    .updateTable('promotions')
    .set({ subtitle: 'Below', image_url: '/offer.png', star_rating: 3 })
    .where('title', '=', 'Ends later')
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.kysely
    .insertInto('multilingual_promotions')
    .values((eb) => ({
      promotion_id: id,
      language_id: eb.selectFrom('languages').select('id').where('code', '=', 'it'),
      ...{ title: 'Titolo', subtitle: 'Sotto', description: 'Descrizione', button_text: 'Vai' },
    }))
    .execute()
  const promotions = await listPromotions(createServices(database), 'it', 'home')
  expect(promotions.at(-1)).toEqual({
    ...{
      id,
      bookmakerId: null,
      title: 'Titolo',
      subtitle: 'Sotto',
      description: 'Descrizione',
      buttonText: 'Vai',
    },
    ...{ imageUrl: '/offer.png', href: '/it/welcome', starRating: 3 },
    ...{ startDate: NOW.toISOString(), endDate: LATER.toISOString() },
  })
  expect(promotions[0]).toMatchObject({ title: 'Home only', buttonText: 'Go' })
})

it('lists all promotions for their editor by position, the newest of a position first', async () => {
  const promotions = await withoutIndexOrder(database, (reader) => listEditorPromotions({ database: reader }))
  expect(promotions.map(({ title }) => title)).toEqual([
    'Home only',
    'Side only',
    'Off',
    'Nowhere',
    'Has ended',
    'To come',
    'Both, second',
    'Both, third',
    'Ends later',
  ])
})
