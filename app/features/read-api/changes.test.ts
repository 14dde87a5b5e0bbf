import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { type Change, forgetOldChanges, readChanges } from './changes.server.ts'

let database: Database
let league: string

beforeEach(async () => {
  database = await createTestDatabase()
  ;({ leagueId: league } = await createPlace(database.kysely, { league: 'Serie A' }))
})
afterEach(() => database.close())

interface Asked {
  limit?: number
  league?: string
}

/** A page after an id. */
async function readPage(after: number, { limit = 100, ...of }: Asked = {}) {
  const page = await readChanges(createServices(database), { after, limit, ...of })
  if (page === null || page === 'gone') throw new Error(`no page after ${after}: ${page}`)
  return page
}

/** Everything after an id. */
async function readAll(after = 0, of: Asked = {}): Promise<Change[]> {
  const changes: Change[] = []
  for (let position = after; ; ) {
    const page = await readPage(position, of)
    changes.push(...page.changes)
    position = page.read
    if (!page.hasMore) return changes
  }
}

const said = (changes: readonly Change[]) => changes.map(({ type, match }) => `${type} ${match?.home}`)

describe('the changes of matches', () => {
  it('are told what happened, with the values before and the present match', async () => {
    const db = database.kysely
    const start = new Date(Date.now() + DAY_MS)
    const moved = new Date(start.getTime() + HOUR_MS)
    const match = await createMatch(db, { league_id: league, home_team: 'Inter', start_time: start })
    const update = (values: object) => db.updateTable('matches').set(values).where('id', '=', match).execute()
    await update({ start_time: moved })
    await update({ home_team: 'Internazionale' })
    await update({ featured: true })
    await update({ home_score: 1, away_score: 0 })
    await update({ status: 'finished', home_score: 2 })
    const changes = await readAll()
    expect(changes.map(({ type, before }) => [type, before])).toEqual([
      ['match.added', null],
      ['match.moved', { start_time: start.toISOString(), league_id: league }],
      ['match.changed', { home: 'Inter', away: expect.any(String), status: 'scheduled' }],
      ['match.score', { home_score: null, away_score: null }],
      ['match.score', { home_score: 1, away_score: 0 }],
      ['match.ended', null],
    ])
    expect(changes.every((it) => it.match?.home === 'Internazionale' && it.match.home_score === 2)).toBe(true)
    await db.deleteFrom('matches').where('id', '=', match).execute()
    const after = await readAll(Number(changes.at(-1)?.id))
    expect(after).toMatchObject([
      { type: 'match.removed', match_id: match, match: null, before: { home: 'Internazionale' } },
    ])
  })

  it('tell the score and the end of a fixture, the end once', async () => {
    const db = database.kysely
    const match = await createMatch(db, { league_id: league, home_team: 'Inter', status: 'live' })
    await db.insertInto('fixtures').values({ match_id: match, status_short: '1H' }).execute()
    const update = (values: object) =>
      db.updateTable('fixtures').set(values).where('match_id', '=', match).execute()
    await update({ goals_home: 1, goals_away: 0, status_elapsed: 30 })
    await update({ status_elapsed: 31 })
    await update({ status_short: 'FT' })
    expect((await readAll())[0]?.match?.status).toBe('finished')
    await db.updateTable('matches').set({ status: 'finished' }).where('id', '=', match).execute()
    expect(said(await readAll())).toEqual(['match.added Inter', 'match.score Inter', 'match.ended Inter'])
  })

  it('tell that a fixture is put off, and that it takes place after all', async () => {
    const db = database.kysely
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    await db.insertInto('fixtures').values({ match_id: match, status_short: 'NS' }).execute()
    const { read } = await readPage(0)
    const set = (status_short: string) =>
      db.updateTable('fixtures').set({ status_short }).where('match_id', '=', match).execute()
    await set('PST')
    expect(await readAll(read)).toMatchObject([
      {
        type: 'match.changed',
        before: { delay: null },
        match: { status: 'scheduled', delay: 'postponed' },
      },
    ])
    await set('TBD')
    await set('NS')
    await set('SUSP')
    await set('INT')
    const changes = await readAll(read)
    expect(changes.map(({ before }) => before?.delay)).toEqual([null, 'postponed', 'time_open', null])
    expect(changes.at(-1)?.match?.delay).toBe('interrupted')
    // What is over, or cancelled, has no delay: that is told by itself.
    await set('CANC')
    const [cancelled, ...more] = await readAll(Number(changes.at(-1)?.id))
    expect(cancelled).toMatchObject({ before: { status: 'scheduled' }, match: { delay: null } })
    expect(more).toEqual([])
  })

  it('of prices are one for each match and reading, with the best prices at the time of reading', async () => {
    const db = database.kysely
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    const book = await createBookmaker(db, { slug: 'alpha' })
    const total = marketOf({ type: 'total', line: 2.5 })
    const { read } = await readPage(0)
    await offerPrices(db, match, { [book]: [quoteOf(total, [1.9, 1.8])] })
    await offerPrices(db, match, { [book]: [quoteOf(total, [2.05, 1.8])] })
    const changes = await readAll(read)
    expect(said(changes)).toEqual(['prices.changed Inter'])
    expect(changes[0]?.markets).toEqual([
      {
        ...{ key: 'total', period: 'full_time', line: 2.5, participant: null, outcomes: ['over', 'under'] },
        best: [
          { price: 2.05, net: 2.05, bookmaker: 'alpha' },
          { price: 1.8, net: 1.8, bookmaker: 'alpha' },
        ],
      },
    ])
    // A price that has expired is not said to be the best.
    await sql`update quotes_seen set seen_at = now() - interval '3 days'`.execute(db)
    await sql`update priced_events set valid_until = now() - interval '1 minute'`.execute(db)
    const [expired] = await readAll(read)
    expect(expired?.markets[0]?.best).toEqual([null, null])
    // The price that is gone is a change, too.
    expect(said(await readAll(Number(expired?.id)))).toEqual(['prices.changed Inter'])
  })

  it('of other leagues, of hidden ones and of archives are left out', async () => {
    const db = database.kysely
    const other = (await createPlace(db, { league: 'Serie B' })).leagueId
    await createMatch(db, { league_id: league, home_team: 'Inter' })
    await createMatch(db, { league_id: other, home_team: 'Bari' })
    await createMatch(db, {
      league_id: league,
      home_team: 'Old',
      start_time: new Date(Date.now() - 30 * DAY_MS),
    })
    expect(said(await readAll())).toEqual(['match.added Inter', 'match.added Bari'])
    expect(said(await readAll(0, { league: other }))).toEqual(['match.added Bari'])
    await db.updateTable('leagues').set({ is_active: false }).where('id', '=', other).execute()
    expect(said(await readAll())).toEqual(['match.added Inter'])
    expect(await readChanges(createServices(database), { after: 0, limit: 1, league: other })).toBeNull()
  })

  it('of a league tell that a match has left it, also into a hidden one', async () => {
    const db = database.kysely
    const other = (await createPlace(db, { league: 'Serie B' })).leagueId
    const [inter, bari] = [
      await createMatch(db, { league_id: league, home_team: 'Inter' }),
      await createMatch(db, { league_id: league, home_team: 'Bari' }),
    ]
    const { read } = await readPage(0)
    const move = (id: string, league_id: string) =>
      db.updateTable('matches').set({ league_id }).where('id', '=', id).execute()
    await move(inter, other)
    expect(said(await readAll(read, { league }))).toEqual(['match.moved Inter'])
    expect(said(await readAll(read, { league: other }))).toEqual(['match.moved Inter'])
    expect((await readAll(read, { league }))[0]).toMatchObject({
      league_id: other,
      before: { league_id: league },
    })
    await db.updateTable('leagues').set({ is_active: false }).where('id', '=', other).execute()
    await move(bari, other)
    await db
      .updateTable('matches')
      .set({ start_time: new Date(Date.now() + 2 * DAY_MS) })
      .execute()
    const left = [
      { match_id: inter, match: null },
      { match_id: bari, match: null },
    ]
    for (const of of [{}, { league }]) expect(await readAll(read, of)).toMatchObject(left)
    expect(await readAll(read)).toHaveLength(2)
  })

  it('are no longer available after an id whose successors were deleted, or of another database', async () => {
    const db = database.kysely
    await createMatch(db, { league_id: league })
    await createMatch(db, { league_id: league })
    await readAll()
    await sql`update changes set at = now() - interval '4 days' where id = 1`.execute(db)
    expect(await forgetOldChanges(db, new Date())).toBe(1)
    const read = (after: number | null) => readChanges(createServices(database), { after, limit: 10 })
    expect(await read(0)).toBe('gone')
    expect(await read(3)).toBe('gone')
    expect(await read(null)).toMatchObject({ changes: [{ id: '2' }], latest: 2 })
    expect(await read(2)).toMatchObject({ changes: [], read: 2 })
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('writers that commit in another order', () => {
  it('are read whole and once by a reader that polls meanwhile', async () => {
    const db = database.kysely
    const gate = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const first = db.transaction().execute(async (tx) => {
      await createMatch(tx, { league_id: league, home_team: 'First to write' })
      written.resolve()
      await gate.promise
    })
    await written.promise
    const early = await db
      .transaction()
      .execute((tx) => createMatch(tx, { league_id: league, home_team: 'First to commit' }))
      .then(() => readPage(0))
      .finally(gate.resolve)
    await first
    expect(said(early.changes)).toEqual(['match.added First to commit'])
    expect(said(await readAll(early.read))).toEqual(['match.added First to write'])
    expect((await readAll()).map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('are read whole, once and in one order by several readers, in any interleaving', async () => {
    const db = database.kysely
    const [writers, each] = [6, 8]
    let open = writers
    const write = async (writer: number) => {
      try {
        for (let n = 0; n < each; n += 1)
          await db.transaction().execute(async (tx) => {
            await createMatch(tx, { league_id: league, home_team: `${writer}.${n}a` })
            // Gives way to the others between two writes.
            await sql`select pg_advisory_xact_lock(${(writer + n) % 3})`.execute(tx)
            await createMatch(tx, { league_id: league, home_team: `${writer}.${n}b` })
          })
      } finally {
        open -= 1
      }
    }
    const poll = async () => {
      const seen: string[] = []
      let position = 0
      for (let isLast = false; ; ) {
        const page = await readPage(position, { limit: 7 })
        seen.push(...said(page.changes))
        position = page.read
        if (page.hasMore) continue
        if (isLast) return seen
        isLast = open === 0
      }
    }
    const [one, other] = await Promise.all([
      poll(),
      poll(),
      ...Array.from({ length: writers }, (_, n) => write(n)),
    ])
    expect(one).toHaveLength(writers * each * 2)
    expect(new Set(one).size).toBe(writers * each * 2)
    expect(other).toEqual(one)
  })
})
