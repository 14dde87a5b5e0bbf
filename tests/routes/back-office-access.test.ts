import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { withoutScripts } from '#tests/support/html.ts'
import { recordLog } from '#tests/support/log.ts'
import { type Pauses, recordPauses } from '#tests/support/pauses.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const { log, messages } = recordLog()
let database: Database
let site: TestSite
let cookie: string
let pauses: Pauses

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database, {}, log)
  cookie = (await signInAdministrator(database, site)).cookie
})
afterAll(async () => {
  await site.close()
  await database.close()
})
beforeEach(() => {
  pauses = recordPauses()
})
afterEach(async () => {
  pauses.stop()
  await run('drop sequence if exists failures')
})

const run = (statement: string) => sql.raw(statement).execute(database.kysely)
const open = (path: string) => site.get(path, { cookie })

/** The session cannot be read this many times, with this database error. */
async function failing<T>(
  times: number,
  message: string,
  act: () => Promise<T>,
  table: 'sessions' | 'site_settings' = 'sessions',
): Promise<T> {
  await run('create sequence failures')
  await run(`create function fail() returns boolean language plpgsql as $$ begin
    if nextval('failures') <= ${times} then raise exception '${message}'; end if; return true; end $$`)
  await run(`alter table ${table} rename to ${table}_away`)
  await run(`create view ${table} as select * from ${table}_away where fail()`)
  try {
    return await act()
  } finally {
    await run(`drop view ${table}`)
    await run(`alter table ${table}_away rename to ${table}`)
    await run('drop function fail')
  }
}
const ALWAYS = 1_000

/** Failed attempts since the last time that this was asked. */
function failures(): number {
  const count = messages().filter((message) => message === 'Failed to verify admin status').length
  const fresh = count - known
  known = count
  return fresh
}
let known = 0

describe('when the user cannot be determined', () => {
  it('is retried three times, a second apart, and then reported', async () => {
    await failing(ALWAYS, 'out of memory', async () => {
      const response = await open('/admin')
      const text = withoutScripts(await response.text())
      expect([response.status, failures(), pauses.lengths]).toEqual([500, 4, [1000, 1000, 1000]])
      expect(text).toContain('Failed to verify admin status')
      expect(text).toMatch(/<button type="submit"[^>]*>Retry</)
      expect(text).not.toContain('/admin/sports')
    })
  })

  it.each([1, 2, 3])('lets an administrator in after %i failures', async (times) => {
    await failing(times, 'out of memory', async () => {
      const response = await open('/admin')
      expect([response.status, failures()]).toEqual([200, times])
      expect(await response.text()).toContain('aria-label="Back office"')
    })
  })

  it('shows nothing until the user is known', async () => {
    await failing(1, 'out of memory', async () => {
      pauses.hold(true)
      let isAnswered = false
      const response = open('/admin').finally(() => {
        isAnswered = true
      })
      await vi.waitFor(() => expect(pauses.lengths).toEqual([1000]), 20_000)
      expect(isAnswered).toBe(false)
      pauses.hold(false)
      expect((await response).status).toBe(200)
    })
  })

  it.each(['authentication is away', 'no Auth today', 'UNAUTHORIZED'])(
    'redirects to the sign-in screen after the last attempt with: %s',
    async (message) => {
      const response = await failing(ALWAYS, message, () => open('/admin'), 'site_settings')
      expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
      expect(pauses.lengths).toEqual([1000, 1000, 1000])
    },
  )

  it.each(['/admin/sports', '/admin/nothing', '/admin/remove?option=all'])(
    'shows nothing of %s',
    async (path) => {
      await failing(ALWAYS, 'out of memory', async () => {
        const response = await open(path)
        expect(response.status).toBe(500)
        expect(withoutScripts(await response.text())).toContain('Failed to verify admin status')
      })
    },
  )
})
