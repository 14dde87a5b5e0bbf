import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleOutcome } from '#app/features/odds/settle.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createFeedFiles, type FeedFiles } from '#tests/support/feed-files.ts'
import { createServices } from '#tests/support/services.ts'
import { runImport } from '../imports/run/run-import.server.ts'
import { storeResults } from '../imports/store/store-results.server.ts'
import { listResults as listApiResults } from '../read-api/results.server.ts'
import { listResults } from '../statistics/standings.server.ts'
import { saveMatches } from './editor-commands.server.ts'
import { resultOf, resultOfRow, type ScoredRow } from './match-result.ts'
import { listMatchesOfIds } from './queries.server.ts'
import { scoredColumns } from './scored-row.server.ts'

let database: Database
let feeds: FeedFiles
beforeAll(async () => {
  database = await createTestDatabase()
  feeds = await createFeedFiles()
})
afterAll(async () => {
  await feeds.remove()
  await database.close()
})

const ACTOR = { id: null, email: 'operator@example.org' }
const HOUR = 3_600_000

async function readResult(id: string) {
  const { rows } = await sql<ScoredRow>`
    select m.start_time, m.status, f.status_short, ${scoredColumns}
    from matches m left join fixtures f on f.match_id = m.id where m.id = ${id}`.execute(database.kysely)
  return rows[0] ? resultOfRow(rows[0], new Date()) : null
}

describe('a match that another source has finished', () => {
  /** A match whose fixture stopped at 1:1, and which ended 2:1. */
  async function finish(status_short: string) {
    const db = database.kysely
    const { leagueId } = await createPlace(db)
    const id = await createMatch(db, { league_id: leagueId, start_time: new Date(Date.now() - 5 * HOUR) })
    await db
      .insertInto('fixtures')
      .values({
        ...{ match_id: id, status_short, goals_home: 1, goals_away: 1 },
        ...{ score_halftime_home: 1, score_halftime_away: 0 },
      })
      .execute()
    await db.insertInto('match_sources').values({ source: 'promo', external_id: id, match_id: id }).execute()
    const { home_team: home, away_team: away } = await db
      .selectFrom('matches')
      .select(['home_team', 'away_team'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const result = { home, away, homeScore: 2, awayScore: 1 }
    await db
      .transaction()
      .execute((trx) =>
        storeResults(trx, [{ kind: 'result', position: 0, externalId: id, ...result }], 'promo'),
      )
    return { id, leagueId }
  }

  it.each([
    ['1H', null],
    ['2H', { home: 1, away: 0 }],
    ['SUSP', null],
  ])('has its score, not the goals at which its fixture stopped at %s', async (code, halfTime) => {
    const { id, leagueId } = await finish(code)
    const score = { home: 2, away: 1 }
    expect(await readResult(id)).toEqual({ final: score, fullTime: score, halfTime })
    const services = createServices(database)
    const range = { from: new Date(Date.now() - 48 * HOUR), until: new Date() }
    expect(await listResults(services, leagueId, range)).toMatchObject([{ homeScore: 2, awayScore: 1 }])
    expect(await listMatchesOfIds(services, [id])).toMatchObject([{ homeScore: 2, awayScore: 1 }])
    const asked = { leagueId, from: null, to: null, after: null, limit: 5 }
    expect(await listApiResults(services, asked)).toMatchObject({
      data: [{ id, home_score: 2, away_score: 1 }],
    })
  })

  it('has the goals of its fixture once that is over', async () => {
    const { id, leagueId } = await finish('2H')
    await database.kysely
      .updateTable('fixtures')
      .set({ status_short: 'FT', goals_home: 3 })
      .where('match_id', '=', id)
      .execute()
    expect(await readResult(id)).toMatchObject({ final: { home: 3, away: 1 } })
    const range = { from: new Date(Date.now() - 48 * HOUR), until: new Date() }
    expect(await listResults(createServices(database), leagueId, range)).toMatchObject([{ homeScore: 3 }])
  })
})

describe('a match that TheSportsDB has finished', () => {
  const regularDraw = { type: 'match_result', period: 'full_time', line: null, participant: null } as const
  const outcomes = ['home', 'draw', 'away']
  let number = 0

  /** The result of a match that ended 2:1 with a status. */
  async function finish(strSport: string, strStatus: string) {
    number += 1
    const [strHomeTeam, strAwayTeam] = [`Hosts ${number}`, `Guests ${number}`]
    const event = {
      ...{ idEvent: String(number), strEvent: `${strHomeTeam} vs ${strAwayTeam}`, strHomeTeam, strAwayTeam },
      ...{ strSport, strStatus, strLeague: 'Cup', strCountry: 'Italy', intHomeScore: '2', intAwayScore: '1' },
      strTimestamp: new Date(Date.now() - 5 * HOUR).toISOString().slice(0, 19),
    }
    const origin = await feeds.write({ events: [event] }, new Date())
    await runImport(database.kysely, { source: 'sportsdb', origin, options: {} })
    const { id } = await database.kysely
      .selectFrom('matches')
      .select('id')
      .where('home_team', '=', strHomeTeam)
      .executeTakeFirstOrThrow()
    return { id, result: await readResult(id) }
  }

  it.each([
    ['Soccer', 'FT', true],
    ['Soccer', 'AET', false],
    ['Soccer', 'PEN', false],
    ['Soccer', 'Match Finished', true],
    ['Ice Hockey', 'FT', true],
    ['Ice Hockey', 'AOT', false],
    ['Ice Hockey', 'Match Finished', false],
  ])(
    'in %s with the status %s has its score as that of regular time: %s',
    async (sport, status, isRegular) => {
      const { id, result } = await finish(sport, status)
      const score = { home: 2, away: 1 }
      expect(result).toMatchObject({ final: score, fullTime: isRegular ? score : null })
      expect(result && settleOutcome({ ...regularDraw, outcomes }, 'draw', result)).toBe(
        isRegular ? 'lost' : null,
      )
      const [match] = await listMatchesOfIds(createServices(database), [id])
      expect(match && resultOf(match, null, new Date())).toEqual(result)
    },
  )

  it('keeps how it ended when an operator corrects its score, until that is removed', async () => {
    const { id } = await finish('Soccer', 'AET')
    const type = async (home: number | null, away: number | null) => {
      const before = await database.kysely
        .selectFrom('matches')
        .select(['home_score', 'away_score'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const after = { home_score: home, away_score: away }
      return saveMatches({ database }, { create: [], update: [{ id, before, after }], remove: [] }, ACTOR)
    }
    const score = { home: 3, away: 1 }
    await type(3, 1)
    expect(await readResult(id)).toMatchObject({ final: score, fullTime: null })
    await type(null, null)
    await type(3, 1)
    expect(await readResult(id)).toMatchObject({ final: score, fullTime: score })
  })
})
