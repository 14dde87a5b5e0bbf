import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { mergeBookmaker, splitBookmaker } from '../bookmakers/commands.server.ts'
import { listLinkCountries, listMergedLinks } from './editor-queries.server.ts'
import { listCheckedLinks } from './link-check.server.ts'
import { findButtonLink } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('the links of a merged bookmaker are used where the other has none, until the split', async () => {
  const { kysely } = database
  const kept = await createBookmaker(kysely, { name: 'Kept', link_hosts: 'kept.example' })
  const gone = await createBookmaker(kysely, { name: 'Gone', link_hosts: 'gone.example' })
  const add = (bookmaker_id: string, country: string | null) =>
    kysely
      .insertInto('link_templates')
      .values({
        ...{ bookmaker_id, country },
        template: `https://${bookmaker_id === kept ? 'kept' : 'gone'}.example/${country ?? 'all'}`,
      })
      .execute()
  await add(kept, 'IT')
  await add(gone, 'IT')
  await add(gone, 'DE')
  await add(gone, null)
  const buttonOf = async (bookmaker_id: string) =>
    (
      await kysely
        .insertInto('affiliate_buttons')
        .values({
          ...{ bookmaker_id, provider: 'A', button_text: 'Bet', button_link: 'https://button.example/' },
          is_active: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const button = await buttonOf(kept)
  const own = await buttonOf(gone)
  const linksFrom = async (id: string, country: string) => {
    const found = await findButtonLink(createServices(database), id, country)
    return typeof found === 'object'
      ? found.links.map(({ template }) => template.replace('https://', ''))
      : found
  }
  const checked = async () =>
    (await listCheckedLinks(kysely))
      .filter(({ kind }) => kind === 'template')
      .map(({ link }) => link.replace('https://', ''))
      .sort()
  const before = [await linksFrom(button, 'IT'), await linksFrom(button, 'DE'), await linksFrom(own, 'DE')]
  expect(before).toEqual([
    ['kept.example/IT', 'button.example/'],
    ['button.example/'],
    ['gone.example/DE', 'gone.example/all', 'button.example/'],
  ])
  const checkedBefore = await checked()
  const actor = { id: null, email: 'test' }
  expect(await listLinkCountries({ database })).toEqual({ [kept]: ['IT'], [gone]: ['', 'DE', 'IT'] })
  expect(await mergeBookmaker({ database }, actor, { id: gone, into: kept })).toBeNull()
  const merged = ['gone.example/DE', 'gone.example/all', 'button.example/']
  expect([await linksFrom(button, 'IT'), await linksFrom(button, 'DE'), await linksFrom(own, 'DE')]).toEqual([
    ['kept.example/IT', 'gone.example/all', 'button.example/'],
    merged,
    merged,
  ])
  // What the feed of the merged one brings may lead where its links did.
  expect(await findButtonLink(createServices(database), button, 'DE')).toMatchObject({
    hosts: ['kept.example', 'gone.example'],
  })
  // The conflict is shown, and visitors do not reach that link.
  expect(
    (await listMergedLinks({ database }, kept)).map(({ name, country, isUsed }) => [name, country, isUsed]),
  ).toEqual([
    ['Gone', null, true],
    ['Gone', 'DE', true],
    ['Gone', 'IT', false],
  ])
  expect(await checked()).toEqual(['gone.example/DE', 'gone.example/all', 'kept.example/IT'])
  expect(await splitBookmaker({ database }, actor, gone)).toBe(true)
  expect([await linksFrom(button, 'IT'), await linksFrom(button, 'DE'), await linksFrom(own, 'DE')]).toEqual(
    before,
  )
  expect(await checked()).toEqual(checkedBefore)
})
