import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkCheck } from '#app/features/affiliates/link-check.server.ts'
import { lookForTroubles, TROUBLES_QUEUE } from '#app/features/alerts/jobs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { openDesk } from '#tests/support/runs.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let partner: FeedServer
let cookie: string
beforeAll(async () => {
  database = await createTestDatabase()
  partner = await startFeedServer()
  site = await openSite(database)
  ;({ cookie } = await signInAdministrator(database, site))
})
afterAll(async () => {
  await site.close()
  await partner.close()
  await database.close()
})

const textOf = async (path: string) =>
  shownText(withoutScripts(await (await site.get(path, { cookie })).text()))

it('the screen of bookmakers lists broken links, and starts a check at once', async () => {
  expect(await textOf('/admin/bookmakers')).toContain('No link leads to a bookmaker yet.')
  const bookmaker_id = await createBookmaker(database.kysely, { name: 'Alderbet' })
  const button = (path: string) => ({
    provider: `Offer ${path}`,
    button_text: 'Bet',
    button_link: partner.url(path),
    bookmaker_id,
  })
  await database.kysely
    .insertInto('affiliate_buttons')
    .values([button('/gone'), button('/robots'), button('/works')])
    .execute()
  partner.answer('/robots', { kind: 'body', body: '', status: 403 })
  partner.answer('/works', { kind: 'body', body: '' })
  expect(await textOf('/admin/bookmakers')).toContain('Not checked')

  const post = adminPost(site, cookie)
  const ask = async () => answerOf(await post('/admin/bookmakers.data', { kind: 'check-links' }))
  expect(await ask()).toEqual({ kind: 'asked' })
  expect(await ask()).toEqual({ kind: 'running' })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job where name = 'link-check'`.execute(database.kysely)
  expect(rows).toEqual([{ count: 1 }])

  // What the worker does with the job.
  const env = parseEnv({ ALLOW_PRIVATE_FEEDS: '1' })
  const desk = openDesk(database)
  const worker = { database, env, log: createLog('silent'), jobs: desk.jobs }
  const kind = linkCheck({ ...worker, pauses: { host: 0, again: 0 } }, () =>
    desk.jobs.send(TROUBLES_QUEUE, {}),
  )
  expect(kind).toMatchObject({ cron: '47 3 * * *', exclusive: true })
  await kind.handle({}, new AbortController().signal, '')
  await lookForTroubles(worker)
  await desk.close()

  const shown = await textOf('/admin/bookmakers')
  expect(shown).toContain(`Broken \u2068${partner.url('/gone')}\u2069 answers 404.`)
  expect(shown).toContain('Not certain The server answers 403 to robots.')
  expect(shown).toContain('Works')
  const alerts = await textOf('/admin/alerts')
  expect(alerts).toContain('Link of Offer /gone Broken link')
  const bell = await (await site.get('/admin/alerts/open', { cookie })).json()
  expect(bell).toMatchObject({ troubles: [{ kind: 'link', name: 'Offer /gone' }] })
})
