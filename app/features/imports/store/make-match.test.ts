import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveMatches } from '#app/features/matches/editor-commands.server.ts'
import { newMatch } from '#app/features/matches/editor-schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import { Places } from '../places/places.server.ts'
import { makeMatch } from './make-match.server.ts'
import { storeEvents } from './store-batch.server.ts'

const ACTOR = { id: null, email: 'operator@example.org' }
const DERBY = {
  ...{ sport: 'Football', country: 'England', league: 'Premier League' },
  ...{ home_team: ' Riverton ', away_team: 'Hillford', start_time: '2027-03-05T15:00:00.000Z' },
}

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const make = (asked: object = {}) => makeMatch({ database }, newMatch.parse({ ...DERBY, ...asked }), ACTOR)
const matches = () =>
  database.kysely.selectFrom('matches').select(['id', 'home_team', 'slug', 'league_name']).execute()

describe('a match made by hand', () => {
  it('is stored on an empty site with its sport, country and league, and in the history', async () => {
    const { id } = await make()
    expect(await matches()).toEqual([
      { id, home_team: 'Riverton', slug: 'riverton-vs-hillford', league_name: 'Premier League' },
    ])
    const { kysely } = database
    expect(
      await kysely
        .selectFrom('matches')
        .select(['away_team', 'start_time', 'status', 'sport_name'])
        .execute(),
    ).toEqual([
      {
        ...{ away_team: 'Hillford', start_time: new Date('2027-03-05T15:00:00Z') },
        ...{ status: 'scheduled', sport_name: 'Soccer' },
      },
    ])
    expect(await kysely.selectFrom('sports').select(['name', 'slug']).execute()).toEqual([
      { name: 'Soccer', slug: 'soccer' },
    ])
    expect(await kysely.selectFrom('countries').select(['name', 'code']).execute()).toEqual([
      { name: 'England', code: 'GB-ENG' },
    ])
    const entries = await kysely
      .selectFrom('audit_log')
      .select(['entity', 'label', 'action', 'user_email'])
      .orderBy('id')
      .execute()
    expect(entries.map(({ entity, label }) => `${entity}: ${label}`).sort()).toEqual([
      'countries: England',
      'leagues: Premier League',
      'matches: Riverton – Hillford',
      'sports: Soccer',
    ])
    expect(new Set(entries.map((entry) => `${entry.action} ${entry.user_email}`))).toEqual(
      new Set([`create ${ACTOR.email}`]),
    )
  })

  it('is made once by two operators at once', async () => {
    await make({ home_team: 'Other', away_team: 'Teams' })
    const both = () => Promise.all([make(), make()])
    const noInserts = (tx: Kysely<DB>) => sql`lock table matches in share row exclusive mode`.execute(tx)
    const made = database.kind === 'postgres' ? await whileHeld(database, noInserts, both, 2) : await both()
    expect(made.map(({ kind }) => kind).sort()).toEqual(['created', 'known'])
    expect(await matches()).toHaveLength(2)
  })

  it('is one with the match that a feed sends later, and is not made twice', async () => {
    const { id } = await make()
    await database.kysely.transaction().execute(async (trx) => {
      const names = { sport: 'Soccer', category: 'England', league: 'Premier League' }
      const event = {
        ...{ kind: 'event' as const, position: 0, externalId: 'm1', ...names },
        ...{ home: 'Riverton FC', away: 'Hillford', start: new Date('2027-03-05T15:00:00Z') },
        ...{ quotes: null, warnings: [] },
      }
      const context = { source: 'ours', confirmedAt: new Date(), bookmakers: new Map(), wasSeen: () => false }
      await storeEvents(trx, [{ event, place: await new Places(trx).of(names) }], context)
    })
    expect((await matches()).map((match) => match.id)).toEqual([id])
    expect(await make({ start_time: '2027-03-05T16:30:00.000Z' })).toMatchObject({
      ...{ kind: 'known', id, teams: 'Riverton – Hillford', start: '2027-03-05T15:00:00.000Z' },
    })
    expect(await matches()).toHaveLength(1)
  })

  it('is in the league that the site shows by the typed name', async () => {
    const first = await make()
    await database.kysely.updateTable('leagues').set({ display_name: 'The Top Flight' }).execute()
    const second = await make({ league: 'the top flight', home_team: 'Lakeside' })
    expect(second).toMatchObject({ kind: 'created', league: first.league })
  })

  it('gets the kick-off of a feed that sends it later, also where an operator has corrected it before', async () => {
    const { id } = await make()
    const [before, after] = ['2027-03-05T15:00:00.000Z', '2027-03-05T15:20:00.000Z']
    const update = [{ id, before: { start_time: before }, after: { start_time: after } }]
    await saveMatches({ database }, { create: [], update, remove: [] }, ACTOR)
    const start = new Date('2027-03-05T15:30:00Z')
    for (const minute of [1, 2])
      await database.kysely.transaction().execute(async (trx) => {
        const names = { sport: 'Soccer', category: 'England', league: 'Premier League' }
        const event = {
          ...{
            kind: 'event' as const,
            position: 0,
            externalId: 'm1',
            ...names,
            home: 'Riverton',
            away: 'Hillford',
          },
          ...{ start, quotes: null, warnings: [] },
        }
        const confirmedAt = new Date(Date.UTC(2027, 2, 1, 12, minute))
        const context = { source: 'ours', confirmedAt, bookmakers: new Map(), wasSeen: () => false }
        await storeEvents(trx, [{ event, place: await new Places(trx).of(names) }], context)
      })
    const stored = await database.kysely.selectFrom('matches').select(['id', 'start_time']).execute()
    expect(stored).toEqual([{ id, start_time: start }])
  })

  it('is asked about when a feed has it in a league of another name', async () => {
    await database.kysely.transaction().execute(async (trx) => {
      const names = { sport: 'Soccer', category: 'England', league: 'FA Premier Division' }
      const event = {
        ...{ kind: 'event' as const, position: 0, externalId: 'm1', ...names },
        ...{ home: 'Riverton FC', away: 'Hillford', start: new Date('2027-03-05T15:00:00Z') },
        ...{ quotes: null, warnings: [] },
      }
      const context = {
        source: 'promo',
        confirmedAt: new Date(),
        bookmakers: new Map(),
        wasSeen: () => false,
      }
      await storeEvents(trx, [{ event, place: await new Places(trx).of(names) }], context)
    })
    const { id } = await make()
    expect(await matches()).toHaveLength(2)
    const reviews = await database.kysely.selectFrom('match_reviews').select(['match_id', 'reason']).execute()
    expect(reviews).toEqual([{ match_id: id, reason: 'league' }])
  })

  it('is in the country and sport that feeds name in English, in whichever language they are typed', async () => {
    await make({ sport: 'Calcio', country: 'Italia', league: 'Serie A' })
    await make({ sport: 'Fußball', country: 'Italien', league: 'Serie A', home_team: 'Lakeside' })
    const { kysely } = database
    const names = await kysely
      .selectFrom('matches')
      .select(['sport_name', 'country_name', 'league_name'])
      .distinct()
      .execute()
    expect(names).toEqual([{ sport_name: 'Soccer', country_name: 'Italy', league_name: 'Serie A' }])
  })

  it.each([
    [{ league: ' ' }, 'league', 'problem.required'],
    [{ home_team: '–' }, 'home_team', 'problem.required'],
    [{ away_team: 'riverton' }, 'away_team', 'matches.problem-same-team'],
    [{ start_time: '' }, 'start_time', 'matches.problem-start'],
  ])('is refused with %j', (asked, column, problem) => {
    const read = newMatch.safeParse({ ...DERBY, ...asked })
    const found = new Set(read.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`))
    expect(found).toEqual(new Set([`${column}: ${problem}`]))
  })
})
