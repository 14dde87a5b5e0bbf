import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listAutomatic, partAutomatic } from '#app/features/contests/automatic.server.ts'
import { changeLeagues } from '#app/features/contests/league-commands.server.ts'
import { listDecisions, listLeagueAliases } from '#app/features/contests/queries.server.ts'
import { undoDecision } from '#app/features/contests/undo-decision.server.ts'
import { pairKey } from '#app/features/names/contestants.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createFeedFiles, type FeedFiles } from '#tests/support/feed-files.ts'
import { DERBY, promoBody, type TestMatch } from '#tests/support/feeds.ts'
import { runImport } from './run-import.server.ts'

let database: Database
let feeds: FeedFiles
let actor: { id: string; email: string }

beforeAll(async () => {
  database = await createTestDatabase()
  feeds = await createFeedFiles()
})
afterAll(async () => {
  await feeds.remove()
  await database.close()
})
beforeEach(async () => {
  await resetDatabase(database)
  const { id } = await database.kysely
    .insertInto('profiles')
    .values({ email: 'ada@example.org', role: 'admin', is_active: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  actor = { id, email: 'ada@example.org' }
})

let minutes = 0
async function offer(bookmaker: string, ...matches: TestMatch[]) {
  minutes += 1
  const origin = await feeds.write(promoBody(matches), new Date(Date.UTC(2024, 2, 1, 12, minutes)))
  return runImport(database.kysely, { source: 'promo', origin, options: { bookmaker } })
}

const derby: TestMatch = { ...DERBY, prices: [1.85, 3.6, 4.2] }
const told: TestMatch = { ...derby, id: 'x1', home: `${derby.home} FC` }

const placesOf = () => ({ sports: [], countries: [] })
const automatic = async (text = '') => (await listAutomatic({ database }, { text, page: 1, placesOf })).links
const matches = async () => {
  const rows = await database.kysely.selectFrom('matches').select('home_team').orderBy('home_team').execute()
  return rows.map(({ home_team }) => home_team)
}

it('names that the rules have joined are listed, parted, not joined again, and joined again when that is undone', async () => {
  await offer('Alpha', derby)
  await offer('Beta', told)
  expect(await matches()).toEqual([derby.home])
  expect(await automatic('nothing like it')).toEqual([])
  expect(await automatic('undefined')).toEqual([])
  const [link, ...others] = await automatic(derby.home)
  expect(others).toEqual([])
  expect(link).toMatchObject({
    ...{ kind: 'names', told: told.home, stored: derby.home, matches: 1, sources: ['promo:beta'] },
    ...{ sport: 'Soccer', country: derby.country },
  })
  const request = {
    part: 'names' as const,
    countryId: link?.countryId ?? '',
    told: told.home,
    stored: derby.home,
  }
  expect(await partAutomatic({ database }, request, actor)).toEqual({ kind: 'decided', answer: 'different' })
  expect(await automatic()).toEqual([])
  expect(await partAutomatic({ database }, request, actor)).toMatchObject({ kind: 'refused' })

  await offer('Beta', told)
  expect(await matches()).toEqual([derby.home, told.home])
  const odds = await database.kysely
    .selectFrom('odds as o')
    .innerJoin('matches as m', 'm.id', 'o.match_id')
    .innerJoin('bookmakers as b', 'b.id', 'o.bookmaker_id')
    .select(['m.home_team', 'b.name'])
    .orderBy('b.name')
    .execute()
  expect(odds).toEqual([
    { home_team: derby.home, name: 'Alpha' },
    { home_team: told.home, name: 'Beta' },
  ])

  const { decisions } = await listDecisions({ database }, { text: '', page: 1, placesOf })
  expect(decisions).toMatchObject([
    { answer: 'different', names: [[told.home, derby.home]], decidedBy: actor.email },
  ])
  await undoDecision({ database }, decisions[0]?.id ?? '', actor)
  const next = { ...derby, id: 'm2', start: '2024-03-12T15:00:00Z' }
  await offer('Alpha', derby, next)
  await offer('Beta', told, { ...told, id: 'x2', start: '2024-03-12T15:00:00Z' })
  expect(await automatic()).toMatchObject([{ told: told.home, stored: derby.home }])
  const queued = await database.kysely
    .selectFrom('match_reviews as r')
    .innerJoin('matches as m', 'm.id', 'r.match_id')
    .innerJoin('matches as c', 'c.id', 'r.candidate_id')
    .select(['m.home_team as match', 'c.home_team as candidate', 'r.status', 'r.turned'])
    .execute()
  // The match that was made while they were parted is not left beside the other.
  expect(queued).toEqual([{ match: told.home, candidate: derby.home, status: 'open', turned: false }])
})

it('names that were joined before they were decided to be different can be parted', async () => {
  await offer('Alpha', derby)
  await offer('Beta', told)
  const [link] = await automatic(derby.home)
  const { sport_id, country_id } = await database.kysely
    .selectFrom('matches')
    .select(['sport_id', 'country_id'])
    .executeTakeFirstOrThrow()
  const place = { sport_id, country_id, decided_by: actor.id }
  const { id: decision_id } = await database.kysely
    .insertInto('review_decisions')
    .values({ ...place, answer: 'different', names: JSON.stringify([[told.home, derby.home]]) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [name_a = '', name_b = ''] = pairKey(told.home, derby.home).split('\n')
  await database.kysely
    .insertInto('team_name_decisions')
    .values({ ...place, name_a, name_b, is_same: false, decision_id })
    .execute()
  const request = {
    part: 'names' as const,
    countryId: link?.countryId ?? '',
    told: told.home,
    stored: derby.home,
  }
  expect(await automatic()).toHaveLength(1)
  expect(await partAutomatic({ database }, request, actor)).toEqual({ kind: 'decided', answer: 'different' })
  expect(await automatic()).toEqual([])
  await offer('Beta', told)
  expect(await matches()).toEqual([derby.home, told.home])
})

it('a league that the rules have joined is listed, parted, and not joined again', async () => {
  const fixtures = (league: string, id: string) =>
    Array.from({ length: 6 }, (_, n) => ({
      ...derby,
      ...{ id: `${id}${n}`, home: `Home ${n}ville`, away: `Away ${n}ford`, league },
      start: `2024-03-0${n + 2}T15:00:00Z`,
    }))
  await offer('Alpha', ...fixtures('Riverton Premier League', 'a'))
  await offer('Beta', ...fixtures('Premier Division', 'b'))
  // Matches of another country, and of the league by its own name, are none of the link's.
  await offer('Gamma', { ...derby, id: 'c1', league: 'Riverton Premier League' })
  await offer('Delta', { ...derby, id: 'd1', country: 'Wales', league: 'Cymru' })
  const leagues = async () =>
    (await database.kysely.selectFrom('leagues').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
  expect(await leagues()).toEqual(['Cymru', 'Riverton Premier League'])
  const [link, ...others] = await automatic('division')
  expect(others).toEqual([])
  expect(link).toMatchObject({
    ...{ kind: 'league', told: 'Premier Division', stored: 'Riverton Premier League' },
    ...{ matches: 7, sources: ['promo:beta'], sport: 'Soccer', country: derby.country },
  })
  expect(await partAutomatic({ database }, { part: 'league', id: link?.id ?? '' }, actor)).toMatchObject({
    kind: 'decided',
  })
  expect(await leagues()).toEqual(['Cymru', 'Premier Division', 'Riverton Premier League'])
  await offer('Beta', ...fixtures('Premier Division', 'b'))
  expect(await leagues()).toEqual(['Cymru', 'Premier Division', 'Riverton Premier League'])
  expect((await automatic()).filter(({ kind }) => kind === 'league')).toEqual([])
})

it('a league that a person has joined is not among them', async () => {
  await offer('Alpha', derby)
  await offer('Beta', { ...derby, id: 'x1', home: 'Northwick', away: 'Eastham', league: 'Premier Division' })
  const { id: gone } = await database.kysely
    .selectFrom('leagues')
    .select('id')
    .where('name', '=', 'Premier Division')
    .executeTakeFirstOrThrow()
  const { id: keep, country_id } = await database.kysely
    .selectFrom('leagues')
    .select(['id', 'country_id'])
    .where('name', '=', derby.league)
    .executeTakeFirstOrThrow()
  expect(await changeLeagues({ database }, { intent: 'merge', keep, gone }, actor)).toEqual({
    kind: 'merged',
  })
  expect(await listLeagueAliases({ database }, country_id)).toMatchObject([
    { alias: 'Premier Division', league: derby.league },
  ])
  expect(await automatic()).toEqual([])
})

it('a match that a feed has put off is listed, becomes two again, and is asked about when that is undone', async () => {
  const other = { ...derby, id: 'm3', home: 'Northwick', away: 'Eastham' }
  const later: TestMatch = { ...derby, id: 'm9', start: '2024-03-19T15:00:00Z', prices: [2, 3, 4] }
  const shown = async () => {
    const rows = await database.kysely
      .selectFrom('matches as m')
      .leftJoin('odds as o', 'o.match_id', 'm.id')
      .select(['m.start_time', 'o.home_odds'])
      .where('home_team', '=', derby.home)
      .orderBy('start_time')
      .execute()
    return rows.map(({ start_time, home_odds }) => [start_time.toISOString().slice(0, 10), home_odds])
  }
  await offer('Alpha', derby, other)
  await offer('Alpha', later, other)
  expect(await shown()).toEqual([['2024-03-19', 2]])
  const [link, ...others] = await automatic(`${derby.league} ${derby.away}`)
  expect(others).toEqual([])
  const match = { home: derby.home, away: derby.away, league: derby.league }
  expect(link).toMatchObject({
    ...{ kind: 'postponed', matches: 1, sources: ['promo:alpha'], sport: 'Soccer', country: derby.country },
    pair: { match, candidate: match },
  })
  const daysOf = ({ pair }: { pair: NonNullable<typeof link>['pair'] }) =>
    [pair?.candidate, pair?.match].map((it) => it?.startTime.slice(0, 10))
  expect(link && daysOf(link)).toEqual([derby.start.slice(0, 10), '2024-03-19'])
  expect(await automatic('Northwick')).toEqual([])

  const request = { part: 'postponed' as const, id: link?.id ?? '' }
  expect(await partAutomatic({ database }, request, actor)).toEqual({ kind: 'decided', answer: 'different' })
  // The feed that has put it off does not offer the price of before.
  expect(await shown()).toEqual([
    [derby.start.slice(0, 10), null],
    ['2024-03-19', null],
  ])
  expect(await partAutomatic({ database }, request, actor)).toMatchObject({ kind: 'refused' })
  expect(await automatic()).toEqual([])
  await offer('Alpha', { ...later, prices: [2.1, 3, 4] }, other)
  expect(await shown()).toEqual([
    [derby.start.slice(0, 10), null],
    ['2024-03-19', 2.1],
  ])

  const { decisions } = await listDecisions({ database }, { text: derby.away, page: 1, placesOf })
  expect(decisions).toMatchObject([{ answer: 'different', pairs: 1, decidedBy: actor.email }])
  await undoDecision({ database }, decisions[0]?.id ?? '', actor)
  const queued = await database.kysely.selectFrom('match_reviews').select(['reason', 'status']).execute()
  expect(queued).toEqual([{ reason: 'postponed', status: 'open' }])
})

it.each([
  ['put off once more', { isTyped: false }],
  ['moved by an operator before', { isTyped: true }],
])(
  'a match that was put off and %s has its former kick-off again when it is parted',
  async (_, { isTyped }) => {
    const other = { ...derby, id: 'm3', home: 'Northwick', away: 'Eastham' }
    const putOff = (start: string) => offer('Alpha', { ...derby, id: 'm9', start }, other)
    const starts = async () => {
      const ofTeam = database.kysely.selectFrom('matches').where('home_team', '=', derby.home)
      const rows = await ofTeam.select(['start_time', 'start_typed']).orderBy('start_time').execute()
      return rows.map((row) => [row.start_time.toISOString().slice(0, 10), row.start_typed])
    }
    await offer('Alpha', derby, other)
    if (isTyped)
      await database.kysely
        .updateTable('matches')
        .set({ start_time: new Date('2024-03-17T15:00:00Z'), start_typed: true })
        .where('home_team', '=', derby.home)
        .execute()
    await putOff('2024-03-19T15:00:00Z')
    if (!isTyped) await putOff('2024-03-26T15:00:00Z')
    const former = isTyped ? '2024-03-17' : derby.start.slice(0, 10)
    const put = isTyped ? '2024-03-19' : '2024-03-26'
    expect(await starts()).toEqual([[put, false]])
    const [link] = (await automatic()).filter(({ kind }) => kind === 'postponed')
    await partAutomatic({ database }, { part: 'postponed', id: link?.id ?? '' }, actor)
    expect(await starts()).toEqual([
      [former, isTyped],
      ['2024-03-19', false],
    ])
  },
)
