import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase, withoutIndexOrder } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { refreshHeadlines } from '../odds/best-prices.server.ts'
import { type MatchCursor, readMatchCursor } from './pages.ts'
import { findLeagueName, findLeaguePlace, listMatches, readMatches } from './queries.server.ts'

const HOUR = 3_600_000
const NOW = Date.now()
const hours = (count: number) => new Date(NOW + count * HOUR)

type Place = Awaited<ReturnType<typeof createPlace>>

let database: Database
let place: Place
const hidden: Record<string, Place> = {}
beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  place = await createPlace(db, { league: 'Serie A' })
  for (const [table, number] of [
    ['leagues', 1],
    ['countries', 2],
    ['sports', 3],
  ] as const) {
    const made = await createPlace(db, {
      ...{ sport: `S${number}`, country: `C${number}`, code: `A${number}`, league: `L${number}` },
    })
    hidden[table] = made
    const id = { leagues: made.leagueId, countries: made.countryId, sports: made.sportId }[table]
    await db.updateTable(table).set({ is_active: false }).where('id', '=', id).execute()
  }
})
afterAll(() => database.close())

const services = () => createServices(database)
const play = (home_team: string, startsIn: number, values: object = {}) =>
  createMatch(database.kysely, {
    league_id: place.leagueId,
    home_team,
    start_time: hours(startsIn),
    ...values,
  })

describe('a league of the read API', () => {
  it('has its shown name and the addresses of its place', async () => {
    const of = (id: string) => findLeaguePlace({ database }, id)
    const addresses = { slug: 'serie-a', country: 'italy', sport: 'soccer' }
    expect(await of(place.leagueId)).toEqual({ name: 'Serie A', ...addresses })
    const rename = (display_name: string) =>
      database.kysely.updateTable('leagues').set({ display_name }).where('id', '=', place.leagueId).execute()
    await rename('Shown')
    const { value, tags } = await collectReads(() => findLeagueName(services(), place.leagueId))
    expect(value).toBe('Shown')
    expect([...tags]).toEqual([`league:${place.leagueId}`])
    await rename('')
    expect(await findLeagueName(services(), place.leagueId)).toBe('Serie A')
  })

  it('is none if it, its country or its sport is hidden, or the id is none', async () => {
    for (const { leagueId } of Object.values(hidden)) {
      expect(await findLeagueName(services(), leagueId)).toBeNull()
      expect(await listMatches(services(), { leagueId, from: null, after: null, limit: 5 })).toBeNull()
    }
    for (const id of ['', 'x', ` ${place.leagueId}`, `${place.leagueId}0`, place.countryId])
      expect(await findLeagueName(services(), id)).toBeNull()
  })
})

describe('the matches of a league in the read API', () => {
  const page = async (
    asked: { from?: Date | null; after?: MatchCursor | null; limit?: number } = {},
    own = services(),
  ) => {
    const found = await listMatches(own, {
      ...{ leagueId: place.leagueId, from: null, after: null, limit: 10, ...asked },
    })
    if (!found) throw new Error('no league')
    return found
  }
  const homes = ({ data }: { data: readonly { home: string }[] }) => data.map(({ home }) => home)

  beforeAll(async () => {
    await play('Later', 3)
    await play('Live', -1)
    await play('Over', -3)
    await play('Soon', 1)
    await play('Elsewhere', 1, { league_id: (await createPlace(database.kysely)).leagueId })
  })

  it('are those that are not over, or those from an instant on, the soonest first', async () => {
    expect(homes(await page())).toEqual(['Live', 'Soon', 'Later'])
    expect(homes(await page({ from: hours(-3) }))).toEqual(['Over', 'Live', 'Soon', 'Later'])
    expect(homes(await page({ from: hours(1) }))).toEqual(['Soon', 'Later'])
  })

  it('are on pages that continue after the last match, also among matches of one start', async () => {
    for (const name of ['a', 'b', 'c']) await play(name, 5)
    const read = await withoutIndexOrder(database, async (db) => {
      const own = createServices(db)
      const pages: string[][] = []
      const ids: string[] = []
      let after: MatchCursor | null = null
      do {
        const { data, next }: Awaited<ReturnType<typeof page>> = await page({ limit: 2, after }, own)
        pages.push(data.map(({ home }) => home))
        ids.push(...data.map(({ id }) => id))
        after = next === null ? null : readMatchCursor(next)
      } while (after)
      return { pages, ids }
    })
    expect(read.pages.map((names) => names.length)).toEqual([2, 2, 2])
    expect(read.pages.flat().slice(0, 3)).toEqual(['Live', 'Soon', 'Later'])
    const same = read.ids.slice(3)
    expect(same).toEqual(same.toSorted())
  })

  it('have the score and the state of their fixture', async () => {
    const id = await play('Scored', -1, { home_score: 1, away_score: 0 })
    expect((await readMatches(services(), [id])).get(id)).toMatchObject({
      ...{ status: 'scheduled', home_score: 1, away_score: 0, best: null, bookmaker_count: 0, typed: false },
    })
    await database.kysely
      .insertInto('fixtures')
      .values({ match_id: id, status_short: 'FT', goals_home: 2, goals_away: 3 })
      .execute()
    const other = await play('Other', -1)
    const read = await readMatches(services(), [id, other])
    expect(read.get(id)).toMatchObject({ status: 'finished', home_score: 2, away_score: 3 })
    expect(read.get(other)).toMatchObject({ home_score: null })
  })

  it('have neither a score nor the status live once their fixture has stopped', async () => {
    const ids = [await play('Played', -5), await play('Stopped', -7)]
    const rows = ids.map((match_id) => ({ match_id, status_short: '2H', goals_home: 1, goals_away: 1 }))
    await database.kysely.insertInto('fixtures').values(rows).execute()
    const read = await readMatches(services(), ids)
    expect(ids.map((id) => read.get(id))).toMatchObject([
      { status: 'live', home_score: 1, away_score: 1 },
      { status: 'scheduled', home_score: null, away_score: null },
    ])
  })

  it('by their ids are those of visible leagues', async () => {
    const ids = [await play('Visible', 1)]
    for (const { leagueId } of Object.values(hidden))
      ids.push(await play('Hidden', 1, { league_id: leagueId }))
    expect([...(await readMatches(services(), ids)).keys()]).toEqual(ids.slice(0, 1))
    expect(await readMatches(services(), [])).toEqual(new Map())
  })
})

describe('the best prices of a match in the read API', () => {
  let [alpha, beta] = ['', '']
  beforeAll(async () => {
    alpha = await createBookmaker(database.kysely, { key: 'alpha' })
    beta = await createBookmaker(database.kysely, { key: 'beta' })
  })
  const best = async (id: string) => {
    const match = (await readMatches(services(), [id])).get(id)
    return match && [match.best, match.bookmaker_count, match.typed]
  }
  const quote = async (match: string, source = 'test') => {
    await createQuote(database.kysely, { match, bookmaker: alpha, prices: [2, 3, 4] })
    await createQuote(database.kysely, { match, bookmaker: beta, prices: [2.2, 3.1, 3.9], source })
    await refreshHeadlines(database.kysely, [match])
  }

  it('are none without quotes, and say whether an operator typed any of them', async () => {
    const id = await play('Quoted', 1)
    expect(await best(id)).toEqual([null, 0, false])
    await quote(id)
    expect(await best(id)).toEqual([{ home: 2.2, draw: 3.1, away: 4 }, 2, false])
    const typed = await play('Typed quote', 1)
    await quote(typed, 'typed')
    expect(await best(typed)).toEqual([{ home: 2.2, draw: 3.1, away: 4 }, 2, true])
    const locked = await play('Typed', 1, {
      ...{ home_odds: 1.5, draw_odds: 4, away_odds: 6, odds_locked: true, bookmaker_count: 3 },
    })
    expect(await best(locked)).toEqual([{ home: 1.5, draw: 4, away: 6 }, 0, true])
    const begun = await play('Begun', -1, { home_odds: 1.5, draw_odds: 4, away_odds: 6, odds_locked: true })
    expect(await best(begun)).toEqual([null, 0, false])
  })

  it("are those of the reader's bookmakers", async () => {
    const [id, other] = [await play('Barred', 1), await play('Unquoted', 1)]
    await saveGroups(database, [
      { name: 'Rest', is_rest: true, bookmakers: 'beta' },
      { name: 'Italy', countries: 'IT', bookmakers: 'alpha\nbeta' },
    ])
    await database.kysely.deleteFrom('audiences').where('name', '=', 'Italy').execute()
    await quote(id)
    const second = await play('Second', 1)
    await createQuote(database.kysely, { match: second, bookmaker: alpha, prices: [5, 6, 7] })
    await refreshHeadlines(database.kysely, [second])
    expect(await best(id)).toEqual([{ home: 2, draw: 3, away: 4 }, 1, false])
    expect(await best(second)).toEqual([{ home: 5, draw: 6, away: 7 }, 1, false])
    expect(await readMatches(services(), [id, second])).toHaveProperty('size', 2)
    expect(await best(other)).toEqual([null, 0, false])
    await database.kysely.deleteFrom('audiences').execute()
    expect(await best(id)).toEqual([{ home: 2.2, draw: 3.1, away: 4 }, 2, false])
  })
})
