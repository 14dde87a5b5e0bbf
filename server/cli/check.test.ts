import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import sportsDb from '#app/features/sources/sportsdb/index.ts'
import { keepSettings } from '#app/features/sources/stored-settings.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type * as replicas from '#app/platform/db/replica.server.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { runCommand } from './commands.ts'
import { ENVIRONMENT } from './environment.ts'

/** What the read replica is said to do; undefined: it is asked. */
const replica = vi.hoisted(() => ({ state: undefined as replicas.ReplicaState | undefined }))

vi.mock('#app/platform/db/replica.server.ts', async (load) => {
  const own = await load<typeof replicas>()
  const readReplicaState: typeof own.readReplicaState = async (...asked) =>
    replica.state ?? own.readReplicaState(...asked)
  return { ...own, readReplicaState }
})

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function check(...args: string[]) {
  let out = ''
  const io = {
    cwd: '.',
    isTerminal: false,
    out: (text: string) => {
      out += text
    },
    err: () => {},
  }
  return { code: await runCommand(database, ['check', ...args], io, new AbortController().signal), out }
}

describe('check', () => {
  it('reports problems, and nothing else', async () => {
    const { kysely } = database
    expect(await check('everything')).toMatchObject({ code: 2 })
    expect(await check()).toMatchObject({
      code: 1,
      out: expect.stringContaining('there is no active administrator'),
    })
    await kysely
      .insertInto('profiles')
      .values({ email: 'boss@example.org', role: 'admin', is_active: true })
      .execute()
    expect(await check()).toMatchObject({ code: 0, out: expect.not.stringContaining('NO') })

    await sql`alter table matches disable trigger user`.execute(kysely)
    await kysely.updateTable('languages').set({ is_default: false }).where('is_default', '=', true).execute()
    await kysely.updateTable('profiles').set({ must_change_password: true }).execute()
    await saveDemoFeeds(kysely, [{ source: 'promo', address: 'http://127.0.0.1/' }])
    await kysely
      .updateTable('import_schedules')
      .set({ is_active: true })
      .where('source', '=', 'promo')
      .execute()
    const { id } = await kysely
      .selectFrom('import_schedules')
      .select('id')
      .where('source', '=', 'promo')
      .executeTakeFirstOrThrow()
    const ended = (turn_at: Date) => ({
      kind: 'promo',
      subject: 'x',
      schedule_id: id,
      turn_at,
      finished_at: turn_at,
    })
    const error = JSON.stringify({ code: 'unreachable', message: '' })
    await kysely
      .insertInto('runs')
      .values({ ...ended(new Date()), status: 'failed', error })
      .execute()
    const { code, out } = await check()
    expect(code).toBe(1)
    expect(out).toMatch(/^ {5}the trigger \S+ of matches is off$/m)
    expect(out).toContain('boss@example.org has the one-time password yet')
    expect(out).toContain('no active language is the default one')
    expect(out).toContain('Promotional odds feed: Failing. The feed cannot be reached.')
    expect(out.match(/^NO/gm)).toHaveLength(4)

    // Of two who can administer, one who has a password of his own is enough.
    const other = { email: 'other@example.org', role: 'admin', is_active: true }
    await kysely.insertInto('profiles').values(other).execute()
    expect((await check()).out).not.toContain('one-time password')
    await kysely.deleteFrom('profiles').where('email', '=', other.email).execute()

    // A later successful run is what counts.
    await kysely
      .insertInto('runs')
      .values({ ...ended(new Date(Date.now() + 1_000)), status: 'done' })
      .execute()
    expect((await check()).out.match(/^NO/gm)).toHaveLength(3)
  })

  it('reports a schedule whose source is not set up, and what it needs', async () => {
    const { kysely } = database
    await saveDemoFeeds(kysely, [{ source: 'the-odds-api', address: 'http://127.0.0.1/' }])
    await kysely
      .updateTable('import_schedules')
      .set({ is_active: true })
      .where('source', 'in', ['the-odds-api', 'sportsdb-teams'])
      .execute()
    const { out } = await check()
    expect(out).toContain('sportsdb-teams needs SPORTSDB_URL, SPORTSDB_KEY in the environment')
    expect(out).not.toContain('the-odds-api needs')

    const [url, values] = ['SPORTSDB_URL', { SPORTSDB_URL: 'https://mirror.example' }]
    await keepSettings(kysely, ENVIRONMENT, { source: sportsDb, values, actor: { id: null, email: '' } })
    vi.stubEnv('SPORTSDB_KEY', 'k')
    const lacking = (await check()).out
    vi.unstubAllEnvs()
    expect(lacking).toContain(`sportsdb-teams needs ${url}, as it has the key, in the environment`)
    expect(lacking).toContain(`Set this address in the environment, too: \u2066${url}\u2069.`)
    expect(lacking).not.toContain('Teams: Stopped. There is no address or key')
  })

  it('says which prices of a source in trouble stop counting when', async () => {
    const { kysely } = database
    await saveDemoFeeds(kysely, [{ source: 'promo', address: 'http://127.0.0.1/' }])
    await kysely.deleteFrom('runs').execute()
    const { id } = await kysely
      .updateTable('import_schedules')
      .set({ is_active: true, every_minutes: 10, counted_minutes: 60 })
      .where('source', '=', 'promo')
      .returning('id')
      .executeTakeFirstOrThrow()
    const [at, error] = [new Date(), JSON.stringify({ code: 'unreachable', message: '' })]
    await kysely
      .insertInto('runs')
      .values({
        ...{ kind: 'promo', subject: 'x', schedule_id: id, turn_at: at, finished_at: at },
        ...{ status: 'failed', error },
      })
      .execute()
    const { leagueId } = await createPlace(kysely)
    const start_time = new Date(Date.now() + DAY_MS)
    const match = await createMatch(kysely, { league_id: leagueId, start_time })
    const bookmaker = await createBookmaker(kysely, { name: 'Alderbet' })
    const quote = quoteOf(marketOf({ type: 'match_result' }), [2.1, 3.4, 3.6])
    await offerPrices(kysely, match, { [bookmaker]: [quote] }, { source: 'promo:alderbet' })
    expect((await check()).out).toMatch(
      /Failing\. The feed cannot be reached\. 3 prices are growing old; they stop counting at \d\d:\d\d\.\n/,
    )
  })

  it('names the links that are skipped, because no host is permitted for them', async () => {
    const { kysely } = database
    const id = await createBookmaker(kysely, { name: 'Elmbet' })
    await kysely
      .insertInto('affiliate_buttons')
      .values({
        provider: 'Elmbet',
        button_text: 'Bet',
        button_link: 'https://elm.example',
        bookmaker_id: id,
      })
      .execute()
    const template = 'https://track.example/?to={event_link}'
    await kysely.insertInto('link_templates').values({ bookmaker_id: id, template }).execute()
    expect((await check()).out).toContain(
      '     Elmbet: the link is skipped, because "Hosts of feed links" is empty\n',
    )
    await kysely.updateTable('bookmakers').set({ link_hosts: 'elm.example' }).where('id', '=', id).execute()
    expect((await check()).out).toContain('yes  each link with {event_link} has hosts to lead to\n')
  })

  it.skipIf(!process.env.TEST_DATABASE_URL).each([
    ['does not answer', () => 'postgres://postgres@127.0.0.1:1/nothing'],
    ['is no replica', () => database.url ?? ''],
  ])('reports that the read replica %s', async (problem, url) => {
    vi.stubEnv('REPLICA_URL', url())
    try {
      expect((await check()).out).toContain(`     REPLICA_URL ${problem}: pages are read from DATABASE_URL\n`)
    } finally {
      vi.unstubAllEnvs()
    }
    expect((await check()).out).not.toContain('REPLICA_URL')
  })

  it.each([
    [0, 'yes  the read replica'],
    [10, 'yes  the read replica'],
    [12.4, '     the replica is 12 s behind\n'],
    [null, '     the replica lacks changes, and does not say for how long\n'],
  ])('reports the lag of the read replica, of more than ten seconds: %s', async (lagSeconds, text) => {
    vi.stubEnv('REPLICA_URL', 'postgres://postgres@127.0.0.1:1/nothing')
    replica.state = { isReachable: true, isReplica: true, lagSeconds }
    try {
      expect((await check()).out).toContain(text)
    } finally {
      replica.state = undefined
      vi.unstubAllEnvs()
    }
  })
})
