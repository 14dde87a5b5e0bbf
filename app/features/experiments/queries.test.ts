import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { readExperiment, readWayText } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('an experiment that runs is read in the language of a page, unless its text may not be shown', async () => {
  const add = (name: string, values: object) =>
    database.kysely
      .insertInto('experiments')
      .values({
        ...{ name, kind: 'button', share: 50, outcome: 'clicks', baseline: 0.1, effect: 0.2, alpha: 0.05 },
        ...{ power: 0.8, window_days: 7, needed: 100, ...values },
      })
      .execute()
  const read = (language: string) => readExperiment(createServices(database), language)
  const started_at = new Date('2026-03-01')
  await add('Planned', {})
  await add('Over', { started_at, ended_at: new Date('2026-03-02'), decision: 'none' })
  const { value, tags } = await collectReads(() => read('en'))
  expect(value).toBeNull()
  expect(tags).toContain('experiments')
  await add('Runs', {
    started_at,
    texts: JSON.stringify({ en: 'Go', it: 'Vai da Cedar' }),
    colour: '#ff0000',
  })
  expect(await read('en')).toMatchObject({ text: 'Go', colour: '#ff0000', kind: 'button' })
  expect(await read('it')).toMatchObject({ text: 'Vai da Cedar' })
  // A language without a text takes no part.
  expect(await read('de')).toBeNull()
  await database.kysely.updateTable('experiments').set({ texts: '{}' }).where('name', '=', 'Runs').execute()
  expect(await read('de')).toMatchObject({ text: null, colour: '#ff0000' })
  const texts = JSON.stringify({ en: 'Go', it: 'Vai da Cedar' })
  await database.kysely.updateTable('experiments').set({ texts }).where('name', '=', 'Runs').execute()
  const word = (language: string) => readWayText(createServices(database), language, texts)
  expect([await word('it'), await word('de')]).toEqual(['Vai da Cedar', null])
  expect(await readWayText(createServices(database), 'it', null)).toBeNull()
  await createBookmaker(database.kysely, { name: 'Cedar', key: 'cedar' })
  expect(await saveGroups(database, [{ name: 'Rest', is_rest: true, bookmakers: 'cedar' }])).toMatchObject({
    kind: 'saved',
  })
  expect(await read('it')).toBeNull()
  expect(await read('en')).toMatchObject({ text: 'Go' })
  expect([await word('it'), await word('en')]).toEqual([null, 'Go'])
  await database.kysely.updateTable('audiences').set({ links_on: false }).execute()
  expect(await read('en')).toBeNull()
})
