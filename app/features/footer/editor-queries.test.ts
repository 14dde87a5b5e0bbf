import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { listEditorLinks } from './editor-queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('lists links by section and position, also those that are not shown', async () => {
  // The link that was added first comes last.
  const created_at = new Date(0)
  await database.kysely
    .insertInto('footer_links')
    .values([
      { section_type: 'quick_links', title: 'News', url: '/en/news', menu_position: 2, created_at },
      { section_type: 'legal', title: 'Terms', url: '/en/terms', menu_position: 10, created_at },
      { section_type: 'quick_links', title: 'Blog', url: '/en/blog', menu_position: 1, is_active: false },
      { section_type: 'legal', title: 'Privacy', url: '/en/privacy', menu_position: 9 },
    ])
    .execute()
  const links = await listEditorLinks({ database })
  expect(links.map(({ section_type, title, is_active }) => [section_type, title, is_active])).toEqual([
    ['legal', 'Privacy', true],
    ['legal', 'Terms', true],
    ['quick_links', 'Blog', false],
    ['quick_links', 'News', true],
  ])
})
