import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { deleteOldAudit } from './jobs.server.ts'
import { listAudit, listAuditedEntities, parseAuditFilter } from './queries.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const record = (
  ...lines: {
    label: string
    at?: string
    entity?: string
    entity_id?: string
    action?: string
    after?: string
  }[]
) =>
  database.kysely
    .insertInto('audit_log')
    .values(
      lines.map((line) => ({
        user_email: 'admin@example.org',
        entity: 'sports',
        entity_id: '1',
        action: 'update',
        ...line,
      })),
    )
    .execute()
const labels = async (search: string, zone: string) => {
  const { entries } = await listAudit({ database }, parseAuditFilter(new URLSearchParams(search)), zone, null)
  return entries.map(({ label }) => label)
}

describe('the audit trail', () => {
  it("counts days in the site's zone", async () => {
    await record(
      { label: 'evening', at: '2026-11-20T23:30:00Z' },
      { label: 'noon', at: '2026-11-21T12:00:00Z' },
      { label: 'night', at: '2026-11-21T23:30:00Z' },
    )
    expect(await labels('from=2026-11-21&to=2026-11-21', 'UTC')).toEqual(['night', 'noon'])
    expect(await labels('from=2026-11-21&to=2026-11-21', 'Europe/Rome')).toEqual(['noon', 'evening'])
  })

  it('ignores days outside the calendar', () =>
    expect(parseAuditFilter(new URLSearchParams('from=0000-01-01&to=9999-12-31'))).toEqual({}))

  it('names each kind of item once, in order', async () => {
    expect(await listAuditedEntities({ database }, null)).toEqual([])
    await record(...['sports', 'leagues', 'sports', 'matches'].map((entity) => ({ label: 'x', entity })))
    expect(await listAuditedEntities({ database }, null)).toEqual(['leagues', 'matches', 'sports'])
  })

  it('is without the tables that a reader may not see', async () => {
    await record(...['webhooks', 'pages'].map((entity) => ({ label: entity, entity })))
    const { entries } = await listAudit({ database }, {}, 'UTC', ['pages'])
    expect(entries.map(({ entity }) => entity)).toEqual(['pages'])
    const asked = await listAudit({ database }, { entity: 'webhooks', id: '1' }, 'UTC', ['pages'])
    expect(asked.entries).toEqual([])
    expect(await listAuditedEntities({ database }, ['pages'])).toEqual(['pages'])
  })

  it('names the bookmakers of a list of ids', async () => {
    const ids = [
      await createBookmaker(database.kysely, { name: 'Alpha' }),
      await createBookmaker(database.kysely, { name: 'Beta' }),
    ]
    await record({ label: 'x' })
    const after = JSON.stringify({ first_bookmakers: ids.join(' ') })
    await database.kysely.updateTable('audit_log').set({ after }).execute()
    const { entries } = await listAudit({ database }, {}, 'UTC', null)
    expect(entries[0]?.after).toEqual({ first_bookmakers: 'Alpha, Beta' })
  })

  it('names sports, countries and leagues, and the bookmakers of a list of keys', async () => {
    const { sportId, countryId, leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    await createBookmaker(database.kysely, { key: 'brightmere', name: 'Bright Mere' })
    const line = { user_email: 'a@example.org', entity_id: '1', label: 'x', action: 'update' }
    const after = { sport_id: sportId, country_id: countryId, league_id: leagueId }
    await database.kysely
      .insertInto('audit_log')
      .values([
        { ...line, entity: 'audiences', after: JSON.stringify({ bookmakers: 'brightmere\nno such key' }) },
        { ...line, entity: 'matches', after: JSON.stringify(after) },
      ])
      .execute()
    const { entries } = await listAudit({ database }, {}, 'UTC', ['audiences', 'matches'])
    expect(entries.map((it) => it.after)).toEqual([
      { sport_id: 'Soccer', country_id: 'Italy', league_id: 'Serie A' },
      { bookmakers: 'Bright Mere, no such key' },
    ])
  })

  it('names what a text is of, and its language, also when it is deleted', async () => {
    const { kysely } = database
    const { id: language } = await kysely
      .selectFrom('languages')
      .select('id')
      .where('code', '=', 'en')
      .executeTakeFirstOrThrow()
    const page = await kysely
      .insertInto('pages')
      .values({ slug: 'about-odds' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = JSON.stringify({ page_id: page.id, language_id: language, title: 'Odds' })
    await record({ label: 'about-odds (en)', entity: 'multilingual_pages', after })
    const shown = async () => {
      const { entries } = await listAudit({ database }, { entity: 'multilingual_pages' }, 'UTC', null)
      return entries.map((entry) => entry.after)
    }
    const named = [{ page_id: 'about-odds', language_id: 'English', title: 'Odds' }]
    expect(await shown()).toEqual(named)
    await kysely.deleteFrom('pages').execute()
    await record({ label: 'about-odds', entity: 'pages', entity_id: page.id, action: 'delete' })
    expect(await shown()).toEqual(named)
  })

  it('deletes changes older than two years', async () => {
    const now = new Date('2026-11-21T12:00:00Z')
    await record({ label: 'old', at: '2024-11-21T11:00:00Z' }, { label: 'kept', at: '2024-11-21T13:00:00Z' })
    expect(await deleteOldAudit(database, now)).toBe(1)
    expect(await labels('', 'UTC')).toEqual(['kept'])
    expect(await deleteOldAudit(database, now)).toBe(0)
  })
})
