import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase, withoutIndexOrder } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { marketOf, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { storePrices } from '../odds/store/store-prices.server.ts'
import { listOutrightsToDecide } from './editor-queries.server.ts'
import { findOutright, listClosedOutrights, listOutrights } from './queries.server.ts'

const NOW = new Date()
const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS)

let database: Database
let league: string
let other: string
/** A league of 21 closed outrights of one start. */
let crowd: string
const ids: Record<string, string> = {}

async function add(name: string, days_: number, values: object = {}): Promise<string> {
  const { id } = await database.kysely
    .insertInto('outrights')
    .values({ league_id: league, name, slug: name, start_time: days(days_), ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  ids[name] = id
  return id
}

beforeAll(async () => {
  database = await createTestDatabase()
  league = (await createPlace(database.kysely, { league: 'Serie A' })).leagueId
  other = (await createPlace(database.kysely, { league: 'Serie B' })).leagueId
  crowd = (await createPlace(database.kysely, { league: 'Serie C' })).leagueId
  for (let n = 0; n < 21; n += 1) await add(`n-${n}`, -5, { league_id: crowd })
  await add('later', 20)
  await add('soon', 10)
  await add('unnamed', 11, { slug: '' })
  await add('early-end', 15, { status: 'finished' })
  await add('never', 12, { status: 'cancelled' })
  await add('of-others', 5, { league_id: other })
  await add('past', -1)
  await add('older', -40, { status: 'finished', winners: [3, 1] })
  await add('called-off', -2, { status: 'cancelled' })
  await add('past-of-others', -3, { league_id: other })
  const participants = (name: string, names: readonly string[]) =>
    names.map((participant, n) => ({
      ...{ outright_id: ids[name] ?? '', position: n + 1, name: participant, key: participant.toLowerCase() },
    }))
  await database.kysely
    .insertInto('outright_participants')
    .values([
      ...participants('soon', ['Inter', 'Milan']),
      ...participants('older', ['Roma', 'Lazio', 'Como']),
    ])
    .execute()
})
afterAll(() => database.close())

const services = () => createServices(database)
const namesOf = (outrights: readonly { name: string }[]) => outrights.map(({ name }) => name)

describe('the outrights of a league', () => {
  it('are those that have not begun, the next one first, until it begins', async () => {
    const { value, expiresAt, tags } = await collectReads(() => listOutrights(services(), league))
    expect(namesOf(value)).toEqual(['soon', 'later'])
    expect(value[0]).toEqual({
      ...{ id: ids.soon, name: 'soon', slug: 'soon', status: 'scheduled', participants: 2, winners: [] },
      startTime: days(10).toISOString(),
    })
    expect(expiresAt).toEqual(days(10))
    expect([...tags]).toEqual([`outrights:${league}`])
  })

  it('are found by slug, in any case, also after the start, and in no other league', async () => {
    const { value, tags } = await collectReads(() => findOutright(services(), league, 'SOON'))
    expect(value).toMatchObject({ id: ids.soon, participants: 2 })
    expect([...tags]).toEqual([`outrights:${league}`])
    expect(await findOutright(services(), league, 'older')).toMatchObject({ winners: ['Roma', 'Como'] })
    expect(await findOutright(services(), other, 'soon')).toBeUndefined()
    expect(await findOutright(services(), league, '')).toBeUndefined()
  })

  it('are of one address each, if several begin at once in the order of their ids', async () => {
    const place = await createPlace(database.kysely)
    const at = { league_id: place.leagueId, start_time: days(3) }
    for (const name of ['a', 'b', 'c', 'd']) await add(name, 0, at)
    await add('first', -1, { league_id: place.leagueId, start_time: days(2) })
    const { value, expiresAt } = await collectReads(() =>
      withoutIndexOrder(database, async (db) => {
        const own = createServices(db)
        await listClosedOutrights(own, place.leagueId, { from: null, until: null })
        return listOutrights(own, place.leagueId)
      }),
    )
    expect(value[0]?.name).toBe('first')
    expect(expiresAt).toEqual(days(2))
    const listed = value.slice(1).map(({ id }) => id)
    expect(listed).toHaveLength(4)
    expect(listed).toEqual(listed.toSorted())
    const kept = services()
    const numbers = [await listOutrights(kept, place.leagueId), await listOutrights(kept, league)]
    expect(numbers.map(({ length }) => length)).toEqual([5, 2])
  })
})

describe('closed outrights of a league', () => {
  const list = (from: Date | null = null, until: Date | null = null) =>
    listClosedOutrights(services(), league, { from, until })

  it('are those that have begun or ended, the latest first, until the next one begins', async () => {
    const { value, expiresAt, tags } = await collectReads(() => list())
    expect(namesOf(value)).toEqual(['early-end', 'past', 'older'])
    expect(expiresAt).toEqual(days(10))
    expect(tags).toContain(`outrights:${league}`)
  })

  it('are limited to a range of starts, its end excluded', async () => {
    expect(namesOf(await list(days(-1), null))).toEqual(['early-end', 'past'])
    expect(namesOf(await list(null, days(-1)))).toEqual(['older'])
    expect(namesOf(await list(days(-40), days(-1)))).toEqual(['older'])
  })

  it('are twenty at most, those of one start in the opposite order of their ids', async () => {
    const closed = await listClosedOutrights(services(), crowd, { from: null, until: null })
    const listed = closed.map(({ id }) => id)
    expect(listed).toHaveLength(20)
    expect(listed).toEqual(listed.toSorted().reverse())
    await add('earlier', -6, { league_id: crowd })
    await add('latest', -4, { league_id: crowd })
    const again = await withoutIndexOrder(database, (db) =>
      listClosedOutrights(createServices(db), crowd, { from: null, until: null }),
    )
    expect([again[0]?.name, namesOf(again).includes('earlier')]).toEqual(['latest', false])
    await database.kysely.deleteFrom('outrights').where('name', 'in', ['earlier', 'latest']).execute()
  })

  it('have the winners without prices if nobody quoted them', async () => {
    expect((await list()).at(-1)).toMatchObject({
      favourite: null,
      won: [
        { name: 'Roma', price: null },
        { name: 'Como', price: null },
      ],
    })
  })

  it('have the favourite and the winners at the best closing prices', async () => {
    const start = days(-40)
    const alpha = await createBookmaker(database.kysely, { name: 'Alpha' })
    const beta = await createBookmaker(database.kysely, { name: 'Beta' })
    const market = marketOf({ type: 'outright' })
    const store = (minutes: number, ofAlpha: readonly number[], ofBeta: readonly number[]) => {
      const quoted = new Date(start.getTime() - minutes * MINUTE_MS)
      const offer = (bookmakerId: string, prices: readonly number[]) => ({
        ...{ bookmakerId, seenAt: quoted, isLate: false, link: null, quotes: [quoteOf(market, prices)] },
      })
      const offers = [offer(alpha, ofAlpha), offer(beta, ofBeta)]
      return database.kysely.transaction().execute((trx) =>
        storePrices(trx, [{ event: ids.older ?? '', kind: 'outright', part: '', offers }], {
          ...{ source: 'test', confirmedAt: quoted, now: quoted },
        }),
      )
    }
    await store(30, [2, 3.5, 8], [2.2, 3.25, 9])
    const [older] = (await list()).slice(-1)
    expect(older).toMatchObject({
      favourite: { name: 'Roma', price: { price: 2_200_000 } },
      won: [
        { name: 'Roma', price: { price: 2_200_000 } },
        { name: 'Como', price: { price: 9_000_000 } },
      ],
    })
    await store(20, [3, 2.5, 8], [2.5, 2, 9])
    expect((await list()).at(-1)).toMatchObject({ favourite: { name: 'Lazio' } })
    await store(10, [2, 2, 8], [2, 2, 9])
    expect((await list()).at(-1)).toMatchObject({ favourite: null })
  })
})

describe('the outrights whose winners an operator stores', () => {
  it('are the closed ones that were not cancelled, undecided ones first, the latest of them first', async () => {
    const { outrights, ...rest } = await listOutrightsToDecide({ database }, { page: 1, now: NOW })
    expect(namesOf(outrights).filter((name) => !/^n-/.test(name))).toEqual([
      ...['early-end', 'past', 'past-of-others'],
    ])
    expect(rest).toEqual({ total: 24, page: 1, pages: 2 })
    const again = await listOutrightsToDecide({ database }, { page: 9, now: NOW })
    expect(again.page).toBe(2)
    expect(again.outrights).toHaveLength(5)
    expect(again.outrights.at(-1)).toMatchObject({
      ...{ name: 'older', league: 'Serie A', country: 'Italy', sport: 'Soccer' },
      participants: [
        { position: 3, name: 'Como', hasWon: true },
        { position: 2, name: 'Lazio', hasWon: false },
        { position: 1, name: 'Roma', hasWon: true },
      ],
    })
    expect(outrights[0]?.participants).toEqual([])
    const listed = [...outrights, ...again.outrights]
      .filter(({ name }) => /^n-/.test(name))
      .map(({ id }) => id)
    expect(listed).toHaveLength(21)
    expect(listed).toEqual(listed.toSorted())
  })
})
