import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LinkState } from '#app/features/affiliates/link-check.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openDesk } from '#tests/support/runs.ts'
import { lookForTroubles } from './jobs.server.ts'
import { shippedTexts } from './labels.server.ts'
import { screenOf, subjectText, whyText } from './texts.ts'

const LINK = 'https://partner.example/a'
let database: Database
let desk: ReturnType<typeof openDesk>
beforeAll(async () => {
  database = await createTestDatabase()
  desk = openDesk(database)
})
afterAll(async () => {
  await desk.close()
  await database.close()
})

/** Several processes check at the same time. @returns the news of all of them */
async function look() {
  const site = { database, env: parseEnv({}), log: createLog('silent'), jobs: desk.jobs }
  const told = await Promise.all([lookForTroubles(site), lookForTroubles(site), lookForTroubles(site)])
  return told.flat().filter(({ trouble }) => trouble.kind === 'link')
}

async function find(state: LinkState, link = LINK) {
  const row = { link, state, reason: 'http_status', status: state === 'broken' ? 404 : 403 }
  await database.kysely.deleteFrom('link_checks').execute()
  await database.kysely
    .insertInto('link_checks')
    .values({ ...row, checked_at: new Date(), since: new Date() })
    .execute()
}

it('reports a broken link once, and once when it works again', async () => {
  const { kysely } = database
  const button = (provider: string) => ({ provider, button_text: 'Bet', button_link: LINK })
  // One link in two places is one trouble.
  await kysely
    .insertInto('affiliate_buttons')
    .values([button('Alderbet'), button('Birchbet')])
    .execute()
  expect(await look()).toEqual([])
  await find('broken')
  const [opened, ...others] = await look()
  expect(others).toEqual([])
  expect(opened).toMatchObject({
    event: 'opened',
    trouble: { kind: 'link', subject: LINK, name: 'Alderbet, Birchbet' },
  })
  if (!opened) throw new Error('nothing was told')
  const texts = shippedTexts('en')
  expect(subjectText(texts, opened.trouble)).toBe('Link of Alderbet, Birchbet')
  expect(whyText(texts, opened.trouble)).toBe(`\u2068${LINK}\u2069 answers 404.`)
  expect(screenOf(opened.trouble)).toBe('/admin/bookmakers#links')
  expect(await look()).toEqual([])
  // A server that starts to reject robots has not repaired the link.
  await find('unclear')
  expect(await look()).toEqual([])
  await find('works')
  expect((await look()).map(({ event }) => event)).toEqual(['closed'])
  expect(await look()).toEqual([])

  await find('broken')
  expect((await look()).map(({ event }) => event)).toEqual(['opened'])
  // Another link replaces it.
  await kysely
    .updateTable('affiliate_buttons')
    .set({ button_link: `${LINK}2` })
    .execute()
  expect((await look()).map(({ event }) => event)).toEqual(['closed'])
  await find('broken', `${LINK}2`)
  expect((await look()).map(({ event }) => event)).toEqual(['opened'])
  await kysely.deleteFrom('affiliate_buttons').execute()
  expect((await look()).map(({ event }) => event)).toEqual(['closed'])
})
