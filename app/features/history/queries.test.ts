import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Values } from '#app/platform/edit/schema.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { listAudit, listAuditedEntities, parseAuditFilter, readNames } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

interface Line {
  label: string
  entity?: string
  entity_id?: string
  action?: string
  user_email?: string
  at?: string
  before?: string
  after?: string
}

async function record(...lines: Line[]): Promise<void> {
  const common = { user_email: 'admin@example.org', entity: 'sports', entity_id: '1', action: 'update' }
  const values = lines.map((line) => ({ ...common, ...line }))
  await database.kysely.insertInto('audit_log').values(values).execute()
}

const list = (search: string, shown: readonly string[] | null = null) =>
  listAudit({ database }, parseAuditFilter(new URLSearchParams(search)), 'UTC', shown)
const labels = async (search: string, shown: readonly string[] | null = null) =>
  (await list(search, shown)).entries.map(({ label }) => label)

describe('the history', () => {
  beforeAll(async () => {
    await resetDatabase(database)
    await record(
      { label: 'a', entity: 'sports', entity_id: '1', action: 'create', at: '2026-03-01T23:59:59.999Z' },
      { label: 'b', entity: 'sports', entity_id: '2', at: '2026-03-02T00:00:00Z', user_email: 'a_b@x' },
      { label: 'c', entity: 'leagues', entity_id: '1', at: '2026-03-02T23:59:59.999Z', user_email: 'aXb@x' },
      { label: 'd', entity: 'pages', entity_id: '1', action: 'delete', at: '2026-03-03T00:00:00Z' },
      { label: 'e', entity: 'pages', entity_id: '3', action: 'run', user_email: '50%\\@x' },
    )
  })

  it.each([
    ['', 'edcba'],
    ['entity=sports', 'ba'],
    ['id=1', 'dca'],
    ['entity=pages&id=1', 'd'],
    ['action=create', 'a'],
    ['action=update', 'cb'],
    ['action=delete', 'd'],
    ['action=run', 'e'],
    ['action=other', 'edcba'],
    ['by=ADMIN', 'da'],
    ['by=a_b', 'b'],
    ['by=%25%5C', 'e'],
    ['from=2026-03-02&to=2026-03-02', 'cb'],
    ['to=2026-03-01', 'a'],
    ['from=2026-03-03', 'ed'],
    ['from=2026-02-30', 'edcba'],
    ['entity=%20sports%20', 'ba'],
  ])('is filtered by %j', async (search, expected) => {
    expect((await labels(search)).join('')).toBe(expected)
  })

  it('shows a reader no table that he may not see, in the list and in its filter', async () => {
    expect(await labels('', ['sports', 'pages'])).toEqual(['e', 'd', 'b', 'a'])
    expect(await labels('entity=leagues', ['sports', 'pages'])).toEqual([])
    expect(await labels('', [])).toEqual([])
    expect(await listAuditedEntities({ database }, null)).toEqual(['leagues', 'pages', 'sports'])
    expect(await listAuditedEntities({ database }, ['sports', 'other'])).toEqual(['sports'])
  })

  it('has pages of fifty, the newest first, up to the oldest entry', async () => {
    await record(...Array.from({ length: 51 }, (_, n) => ({ label: `n${n}`, entity: 'many' })))
    const first = await list('entity=many')
    expect(first.entries.map(({ label }) => label)).toEqual(
      Array.from({ length: 50 }, (_, n) => `n${50 - n}`),
    )
    expect(first.older).toBe(first.entries.at(-1)?.id)
    const last = await list(`entity=many&before=${first.older}`)
    expect(last).toMatchObject({ entries: [{ label: 'n0' }], older: null })
    await database.kysely.deleteFrom('audit_log').where('label', '=', 'n0').execute()
    expect((await list('entity=many')).older).toBeNull()
  })
})

describe('an entry of the history', () => {
  const league = randomUUID()
  const [gone, back, unnamed] = [randomUUID(), randomUUID(), randomUUID()]
  let [alpha, beta] = ['', '']

  beforeAll(async () => {
    await resetDatabase(database)
    alpha = await createBookmaker(database.kysely, { key: 'alpha', name: 'Alpha' })
    beta = await createBookmaker(database.kysely, { key: 'beta', name: 'Beta' })
    const place = await createPlace(database.kysely, { league: 'Serie A' })
    await database.kysely
      .updateTable('leagues')
      .set({ id: league, display_name: 'Shown' })
      .where('id', '=', place.leagueId)
      .execute()
    await createBookmaker(database.kysely, { id: back, name: 'Is Back' })
    const entry = { entity: 'bookmakers', action: 'delete' }
    await record(
      { ...entry, entity_id: back, label: 'Was Gone' },
      { ...entry, entity_id: gone, label: 'Last Name', action: 'update' },
      { ...entry, entity_id: gone, label: 'Earlier', at: '2026-01-02' },
      { ...entry, entity_id: gone, label: 'Deleted', at: '2026-01-01' },
      { ...entry, entity_id: gone, label: 'Other', entity: 'sports' },
      { ...entry, entity_id: gone, label: 'After', action: 'update' },
      { ...entry, entity_id: unnamed, label: '' },
    )
  })

  const named = async (column: string, value: string | number | null) => {
    const nameOf = await readNames(database.kysely, [{ [column]: value }])
    return nameOf(column, value)
  }

  it('has names in the place of ids: the current one, else that of the last deletion', async () => {
    expect(await named('bookmaker_id', alpha)).toBe('Alpha')
    expect(await named('bookmaker_ids', `${beta} ${alpha} ${gone}`)).toBe('Beta, Alpha, Deleted')
    expect(await named('bookmaker_id', gone)).toBe('Deleted')
    expect(await named('bookmaker_id', back)).toBe('Is Back')
    expect(await named('league_id', league)).toBe('Shown')
    expect(await named('bookmaker_ids', `${unnamed} ${alpha}`)).toBe(`${unnamed}, Alpha`)
    expect(await named('bookmaker_id', unnamed)).toBe(unnamed)
    expect(await named('sport_id', alpha)).toBe(alpha)
    expect(await named('other_id', alpha)).toBe(alpha)
    expect(await named('bookmaker_id', 'no id')).toBe('no id')
    expect(await named('bookmaker_id', null)).toBeNull()
  })

  it('has names in the place of keys of bookmakers', async () => {
    expect(await named('bookmakers', 'beta\nalpha\nnone\n')).toBe('Beta, Alpha, none')
    expect(await named('bookmakers', '')).toBe('')
    expect(await named('bookmakers', null)).toBeNull()
    expect(await named('key', 'alpha')).toBe('alpha')
  })

  it.each([
    ['sport_id', 'sports', { name: 'Sport', slug: 'sport-x', display_name: '' }, 'Sport'],
    ['sport_id', 'sports', { name: 'Stored', slug: 'sport-y', display_name: 'Shown' }, 'Shown'],
    ['page_id', 'pages', { slug: 'imprint' }, 'imprint'],
    [
      ...(['affiliate_button_id', 'affiliate_buttons'] as const),
      { provider: 'Provider', button_text: 'Go', button_link: '/x' },
      'Provider – Go',
    ],
    [
      ...(['footer_link_id', 'footer_links'] as const),
      { section_type: 'legal', title: 'Footer', url: '/x' },
      'Footer',
    ],
    ['audience_id', 'audiences', { name: 'Group' }, 'Group'],
  ] as const)('names the %s of %s', async (column, table, values, name) => {
    const { id } = await database.kysely
      .insertInto(table)
      .values(values as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await named(column, id)).toBe(name)
  })

  it('shows the text of a value that is for programs, and names before and after', async () => {
    const before: Values = { bookmaker_id: alpha, 'price#text': '2.50', price: 2_500_000, title: 'A' }
    const after: Values = { bookmaker_id: beta, 'empty#text': null, empty: 1, title: 'B' }
    await record({ label: 'changed', before: JSON.stringify(before), after: JSON.stringify(after) })
    const { entries } = await list('entity=sports')
    expect(entries[0]).toEqual({
      ...{ id: expect.any(Number), at: expect.stringMatching(/^20.*Z$/), by: 'admin@example.org' },
      ...{ entity: 'sports', entityId: '1', label: 'changed', action: 'update' },
      before: { bookmaker_id: 'Alpha', price: '2.50', title: 'A' },
      after: { bookmaker_id: 'Beta', empty: null, title: 'B' },
    })
    expect(entries[1]).toMatchObject({ before: null, after: null })
  })
})
