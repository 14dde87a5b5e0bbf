import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createMember } from '#tests/support/visitor-alerts.ts'
import { listAlerts, listBrowsers, listTold, readSubjectName } from './queries.server.ts'

const NOW = Date.now()
const hours = (count: number) => new Date(NOW + count * 3_600_000)

type Place = Awaited<ReturnType<typeof createPlace>>

let database: Database
let place: Place
let [member, other] = ['', '']
const ids: Record<string, string> = {}

const RESULT = { market_type: 'match_result', market_period: 'full_time', price: 2_500_000 }

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  place = await createPlace(db, { league: 'Serie A' })
  member = await createMember(database, 'member@example.org')
  other = await createMember(database, 'other@example.org')
  const match = async (name: string, values: object = {}) => {
    ids[name] = await createMatch(db, {
      league_id: place.leagueId,
      ...{ home_team: name, away_team: `Not ${name}`, start_time: hours(24), ...values },
    })
  }
  await match('next')
  await match('begun', { start_time: hours(-1) })
  await match('live', { status: 'live' })
  await match('off', { status: 'cancelled' })
  await db
    .insertInto('teams')
    .values([
      { country_id: place.countryId, name: 'Inter Milan', slug: 'inter' },
      { country_id: place.countryId, name: 'Inter', slug: 'inter' },
      { country_id: place.countryId, name: 'Roma', slug: 'roma' },
    ])
    .execute()
  const alert = async (name: string, age: number, values: object) => {
    const { id } = await db
      .insertInto('visitor_alerts')
      .values({ user_id: member, kind: 'kick_off', minutes: 30, created_at: hours(-age), ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[`of ${name}`] = id
  }
  await alert('price', 1, {
    ...{ kind: 'price', minutes: null, match_id: ids.next, outcome: 2, country: 'IT', ...RESULT },
    ...{ paused_at: hours(-1), fired_at: hours(-2) },
  })
  await alert('fall', 2, {
    ...{ kind: 'fall', minutes: null, match_id: ids.begun, outcome: 1, percent: 10 },
    ...{ market_type: 'total', market_period: 'first_half', market_line: 2.5, price: 1_900_000 },
  })
  await alert('live', 3, { match_id: ids.live })
  await alert('off', 4, { match_id: ids.off })
  await alert('league', 5, { league_id: place.leagueId })
  await alert('team', 6, { country_id: place.countryId, team: 'inter' })
  await alert('unknown team', 7, { country_id: place.countryId, team: 'gone' })
  await alert('favourites', 8, {})
  await alert('unknown market', 9, {
    ...{ kind: 'price', minutes: null, match_id: ids.next, outcome: 1, ...RESULT, market_type: 'of-later' },
  })
  await alert('others', 0, { user_id: other, match_id: ids.next })
})
afterAll(() => database.close())

const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id)

describe('the alerts of a visitor', () => {
  it('are their own, the latest first, with what they watch', async () => {
    const alerts = await listAlerts({ database }, member)
    expect(alerts.map(({ id }) => nameOf(id))).toEqual([
      ...['of price', 'of fall', 'of live', 'of off', 'of league', 'of team', 'of unknown team'],
      ...['of favourites', 'of unknown market'],
    ])
    const nothing = {
      ...{ match: null, league: null, team: null, market: null, outcome: null, price: null },
      ...{ percent: null, minutes: null, isPaused: false, firedAt: null, country: null },
      ...{ isOver: false, isCancelled: false },
    }
    const [price, fall, live, off, league, team, unknownTeam, favourites, unknownMarket] = alerts
    expect(price).toEqual({
      ...{ ...nothing, id: ids['of price'], kind: 'price', country: 'IT', isPaused: true },
      match: { id: ids.next, home: 'next', away: 'Not next', startTime: hours(24).toISOString() },
      market: { type: 'match_result', period: 'full_time', line: null, participant: null },
      ...{ outcome: 'draw', price: 2_500_000, firedAt: hours(-2).toISOString() },
      createdAt: hours(-1).toISOString(),
    })
    expect(fall).toMatchObject({
      ...{ percent: 10, outcome: 'over', price: 1_900_000, isPaused: false, firedAt: null },
      market: { type: 'total', period: 'first_half', line: 2.5, participant: null },
      ...{ isOver: true, isCancelled: false },
    })
    expect(live).toMatchObject({ isOver: true, isCancelled: false })
    expect(off).toMatchObject({ isOver: true, isCancelled: true })
    expect(league).toEqual({
      ...{ ...nothing, id: ids['of league'], kind: 'kick_off', minutes: 30 },
      league: { id: place.leagueId, name: 'Serie A' },
      createdAt: hours(-5).toISOString(),
    })
    expect(team).toMatchObject({ team: { name: 'Inter' }, league: null, match: null })
    expect(unknownTeam).toMatchObject({ team: { name: 'gone' } })
    expect(favourites).toMatchObject({ match: null, league: null, team: null, minutes: 30 })
    expect(unknownMarket).toMatchObject({ market: null, outcome: null })
  })

  it('are those of a match alone where a match is asked for', async () => {
    const alerts = await listAlerts({ database }, member, ids.next)
    expect(alerts.map(({ id }) => nameOf(id))).toEqual(['of price', 'of unknown market'])
  })

  it('are five hundred at most, those of one instant in the order of their ids', async () => {
    const owner = await createMember(database, 'many@example.org')
    await database.kysely
      .insertInto('visitor_alerts')
      .values(
        Array.from({ length: 501 }, (_, n) => ({
          ...{ user_id: owner, kind: 'kick_off', minutes: n + 1, created_at: hours(-1) },
        })),
      )
      .execute()
    const listed = (await listAlerts({ database }, owner)).map(({ id }) => id)
    expect(listed).toHaveLength(500)
    expect(listed).toEqual(listed.toSorted())
  })

  it('name a league and a team as pages do', async () => {
    const of = (subject: Parameters<typeof readSubjectName>[1]) => readSubjectName({ database }, subject)
    expect(await of({ kind: 'favourites' })).toBeNull()
    expect(await of({ kind: 'league', leagueId: place.leagueId })).toBe('Serie A')
    expect(await of({ kind: 'league', leagueId: place.countryId })).toBeUndefined()
    expect(await of({ kind: 'team', countryId: place.countryId, team: 'inter' })).toBe('Inter')
    expect(await of({ kind: 'team', countryId: place.countryId, team: 'gone' })).toBeUndefined()
    expect(await of({ kind: 'team', countryId: place.leagueId, team: 'inter' })).toBeUndefined()
    const rename = (display_name: string) =>
      database.kysely.updateTable('leagues').set({ display_name }).where('id', '=', place.leagueId).execute()
    await rename('Shown')
    expect(await of({ kind: 'league', leagueId: place.leagueId })).toBe('Shown')
    const [league] = (await listAlerts({ database }, member)).flatMap((alert) => alert.league ?? [])
    expect(league?.name).toBe('Shown')
    await rename('')
    expect(await of({ kind: 'league', leagueId: place.leagueId })).toBe('Serie A')
  })
})

describe('what a visitor was told', () => {
  beforeAll(async () => {
    const db = database.kysely
    const fire = async (name: string, alert: string, age: number, values: object = {}) => {
      const { id } = await db
        .insertInto('visitor_alert_firings')
        .values({
          ...{ alert_id: ids[`of ${alert}`] ?? '', match_id: ids.next ?? '', turn: 1 },
          ...{ fired_at: hours(-age), ...values },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids[name] = id
    }
    await fire('second', 'price', 2)
    await fire('first', 'favourites', 3, { turn: 0 })
    await fire('third', 'league', 1, { tells: 'moved', match_id: ids.live })
    await fire('not theirs', 'others', 0)
    const { id: subscription } = await db
      .insertInto('push_subscriptions')
      .values({
        user_id: member,
        endpoint: 'https://push.example/2',
        p256dh: 'p',
        auth: 'a',
        user_agent: 'UA',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('push_subscriptions')
      .values([
        {
          ...{ user_id: member, endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' },
          created_at: hours(-1),
        },
        { user_id: other, endpoint: 'https://push.example/3', p256dh: 'p', auth: 'a' },
      ])
      .execute()
    const message = (firing: string, channel: string, values: object) => ({
      ...{ firing_id: ids[firing] ?? '', user_id: member, channel, ...values },
    })
    await db
      .insertInto('visitor_alert_messages')
      .values([
        message('second', 'push', { subscription_id: subscription, state: 'dropped', reason: 'limit' }),
        message('second', 'mail', { state: 'sent', sent_at: hours(-1) }),
        message('third', 'mail', { state: 'waiting' }),
      ])
      .execute()
  })

  it('is listed the latest first, with its messages', async () => {
    const told = await listTold({ database }, member)
    expect(told).toEqual([
      {
        ...{ id: ids.third, kind: 'kick_off', home: 'live', away: 'Not live', news: 'moved' },
        firedAt: hours(-1).toISOString(),
        messages: [{ channel: 'mail', state: 'waiting', reason: null, sentAt: null }],
      },
      {
        ...{ id: ids.second, kind: 'price', home: 'next', away: 'Not next', news: null },
        firedAt: hours(-2).toISOString(),
        messages: [
          { channel: 'mail', state: 'sent', reason: null, sentAt: hours(-1).toISOString() },
          { channel: 'push', state: 'dropped', reason: 'limit', sentAt: null },
        ],
      },
      {
        ...{ id: ids.first, kind: 'kick_off', home: 'next', away: 'Not next', news: 'cancelled' },
        firedAt: hours(-3).toISOString(),
        messages: [],
      },
    ])
  })

  it('is the last twenty on the page, and everything in an export', async () => {
    expect(await listTold({ database }, await createMember(database, 'nobody@example.org'))).toEqual([])
    await database.kysely
      .insertInto('visitor_alert_firings')
      .values(
        Array.from({ length: 20 }, (_, n) => ({
          ...{ alert_id: ids['of price'] ?? '', match_id: ids.next ?? '', turn: n + 2 },
          fired_at: hours(-1.5),
        })),
      )
      .execute()
    const all = await listTold({ database }, member, null)
    expect(all).toHaveLength(23)
    const listed = await listTold({ database }, member)
    expect(listed).toEqual(all.slice(0, 20))
    expect((await listTold({ database }, member, 2)).map(({ id }) => id)).toEqual(
      all.slice(0, 2).map(({ id }) => id),
    )
    const same = all.slice(1, 21).map(({ id }) => id)
    expect(same).toEqual(same.toSorted())
  })

  it('goes to their own browsers, in the order in which they were added', async () => {
    expect(await listBrowsers({ database }, member)).toEqual([
      { id: expect.any(String), endpoint: 'https://push.example/1', userAgent: null },
      { id: expect.any(String), endpoint: 'https://push.example/2', userAgent: 'UA' },
    ])
  })
})
