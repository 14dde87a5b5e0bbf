import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  beginDemoLoading,
  endDemoLoading,
  giveUpDemoLoading,
  readDemoPercent,
  saveDemoPercent,
} from '#app/features/imports/demo-loading.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const MORE = 'The demonstration is loading. More matches appear here within a minute or two.'
const GERMAN = 'Die Demo-Inhalte werden geladen. In ein bis zwei Minuten erscheinen hier weitere Spiele.'

let database: Database
let site: TestSite
let cookie: string
beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  ;({ cookie } = await signInAdministrator(database, site))
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** The page's text, once it is as expected: until the new page is made, visitors get the one before. */
const textOf = (path: string, expected: (text: string) => boolean) =>
  vi.waitFor(async () => {
    const text = shownText(await (await site.get(path)).text())
    expect(text).toSatisfy(expected)
    return text
  }, 20_000)

describe('while the demonstration is loading', () => {
  it('public pages report it in their language, show what is stored, and stop reporting it at the end', async () => {
    const silent = await textOf('/en', () => true)
    expect(silent).not.toContain(MORE)
    await beginDemoLoading(database.kysely)
    expect(await textOf('/en', (text) => text.includes(MORE))).toContain('No matches available')
    await textOf('/de', (text) => text.includes(GERMAN))
    const { leagueId } = await createPlace(database.kysely)
    await createMatch(database.kysely, {
      league_id: leagueId,
      home_team: 'Harbour',
      start_time: new Date(Date.now() + 3_600_000),
    })
    expect(await textOf('/en', (text) => text.includes('Harbour'))).toContain(MORE)
    await endDemoLoading(database.kysely, { feeds: 6 })
    expect(await textOf('/en', (text) => !text.includes(MORE))).toContain('Harbour')
  })

  it('the dashboard and the schedules show its progress', async () => {
    const db = database.kysely
    await db.deleteFrom('import_logs').execute()
    await beginDemoLoading(db)
    await saveDemoPercent(db, 40)
    for (const path of ['/admin', '/admin/schedules']) {
      const text = shownText(await (await site.get(path, { cookie })).text())
      expect(text).toContain('The demonstration is loading: 40%')
    }
    // A load that goes on after a restart does not begin at nothing.
    await beginDemoLoading(db)
    expect(await readDemoPercent(db)).toBe(40)
    await giveUpDemoLoading(db)
    expect(await readDemoPercent(db)).toBeNull()
    const text = withoutScripts(await (await site.get('/admin', { cookie })).text())
    expect(text).not.toContain('The demonstration is loading')
  })
})
