import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS, dayOf, formatDate, HOUR_MS, MINUTE_MS, startOfDay, zoneName } from '#app/platform/time.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { alertSite, createMember, createPricedMatch, RESULT } from '#tests/support/visitor-alerts.ts'
import { mergeMatches } from '../contests/merge.server.ts'
import { addMark } from '../favourites/marks.server.ts'
import { fromNumber } from '../odds/prices.ts'
import {
  type AskedCondition,
  createAlert,
  deleteAlert,
  pauseAlert,
  renewAlert,
  resumeAlert,
} from './commands.server.ts'
import { deliverAlerts } from './deliver.server.ts'
import { evaluateAlerts } from './evaluate.server.ts'
import { listAlerts, listTold } from './queries.server.ts'
import type { AlertWishes, Subject } from './schema.ts'
import { saveWishes } from './settings.server.ts'

let database: Database
let mailbox: Mailbox
let ada: string
/** The clock of the work, ahead of the real one by this much. */
let ahead = 0
const clock = () => new Date(Date.now() + ahead)
beforeEach(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  ada = await createMember(database, 'ada@example.org')
  ahead = 0
})
afterEach(async () => {
  await mailbox.close()
  await database.close()
})

const site = () => alertSite(database, { smtpUrl: mailbox.url, clock })
const services = (): Services => ({ ...createServices(database), memo: createMemo() })
const ask = (
  subject: Subject,
  condition: AskedCondition,
  more: { userId?: string; country?: string; language?: string } = {},
) =>
  createAlert(services(), {
    ...{ userId: ada, subject, condition, country: undefined, language: 'en', timeZone: 'Europe/Rome' },
    ...more,
  })
const home = (price: number): AskedCondition => ({
  ...{ kind: 'price', market: RESULT, outcome: 1 },
  price: fromNumber(price),
})

/** Two processes evaluate and deliver at the same time. @returns the subjects of new mails */
async function work(): Promise<string[]> {
  const before = mailbox.mails.length
  await Promise.all([evaluateAlerts(site()), evaluateAlerts(site())])
  await Promise.all([deliverAlerts(site()), deliverAlerts(site())])
  return mailbox.mails.slice(before).map(({ subject }) => subject)
}
const reasons = async () =>
  (
    await database.kysely
      .selectFrom('visitor_alert_messages')
      .select(['state', 'reason'])
      .orderBy('due_at')
      .execute()
  ).map(({ state, reason }) => `${state} ${reason}`)
const inter = () => createPricedMatch(database, { home: 'Inter', away: 'Milan' })

describe('an alert of a price', () => {
  it('is told once when the best price reaches it, with what it says in the visitor’s language', async () => {
    const { match, offer } = await inter()
    await offer([2, 3.4, 3.6])
    expect(await ask({ kind: 'match', matchId: match }, home(2.1), { language: 'it' })).toBeUndefined()
    expect(await work()).toEqual([])
    await offer([2.1, 3.4, 3.6])
    expect(await work()).toEqual([expect.stringMatching(/Inter – Milan: Inter a quota 2,10$/)])
    const [mail] = mailbox.mails
    expect(mail?.text).toContain('Alderbet')
    const { start_time } = await database.kysely
      .selectFrom('matches')
      .select('start_time')
      .executeTakeFirstOrThrow()
    // Of the visitor, not of the site.
    const at = formatDate(start_time, 'dateTime', 'it', 'Europe/Rome')
    expect(mail?.text).toContain(`${at} (${zoneName('Europe/Rome', 'it')})`)
    expect(mail?.link).toMatch(/^https:\/\/odds\.example\.org\/it\/soccer\/italy\//)
    expect(mail?.raw).toMatch(/^Message-ID: <alert-[0-9a-f-]{36}@odds\.example\.org>/im)
    expect(mail?.raw).toMatch(
      /^List-Unsubscribe: <https:\/\/odds\.example\.org\/it\/stop-alerts\?token=[\w.-]+>\r/m,
    )
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r/m)
    await offer([2.3, 3.4, 3.6])
    expect(await work()).toEqual([])
  })

  it('is refused for a price that is on offer already, and told again when its visitor renews it', async () => {
    const { match, offer } = await inter()
    await offer([2.2, 3.4, 3.6])
    expect(await ask({ kind: 'match', matchId: match }, home(2.1))).toBe('reached')
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1))
    await offer([2.15, 3.4, 3.6])
    expect(await work()).toHaveLength(1)
    const { id: alertId } = await database.kysely
      .selectFrom('visitor_alerts')
      .select('id')
      .executeTakeFirstOrThrow()
    // By a link of the mail that told it.
    await pauseAlert({ database }, { userId: ada, alertId })
    await renewAlert({ database }, { userId: ada, alertId })
    expect(await work()).toHaveLength(1)
  })

  it('is not told of a price that has grown old, nor of one that is gone when the mail is sent', async () => {
    const { match, offer, bookmaker } = await inter()
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1))
    const old = new Date(Date.now() - 5 * HOUR_MS)
    const other = await createBookmaker(database.kysely, { name: 'Birchbet' })
    await offer([2.4, 3.4, 3.6], other, old)
    expect(await work()).toEqual([])
    await offer([2.2, 3.4, 3.6])
    expect(await evaluateAlerts(site())).toBe(1)
    await offer([2, 3.4, 3.6], bookmaker)
    expect(await work()).toEqual([])
    expect(await reasons()).toEqual(['dropped price-gone'])
    await offer([2.2, 3.4, 3.6], bookmaker)
    expect(await work()).toHaveLength(1)
  })

  it('of an exchange is compared with what is paid after commission', async () => {
    const { match, offer } = await inter()
    const exchange = await createBookmaker(database.kysely, { name: 'Exchange', commission: 5 })
    await offer([1.9, 3, 4], exchange)
    await ask({ kind: 'match', matchId: match }, home(2.1))
    await offer([2.14, 3, 4], exchange)
    expect(await work()).toEqual([])
    await offer([2.2, 3, 4], exchange)
    expect(await work()).toEqual([expect.stringContaining('2.14')])
  })
})

it.each([
  ['price', { kind: 'price', price: fromNumber(3.5) }, 3.5],
  ['fall', { kind: 'fall', percent: 10 }, 3.06],
] as const)('an alert of a %s watches its own outcome of its own market', async (_, condition, told) => {
  const { match, offer, bookmaker } = await inter()
  await offer([4, 3.4, 5])
  await ask({ kind: 'match', matchId: match }, { ...condition, market: RESULT, outcome: 2 })
  const half = { ...RESULT, period: 'half_1' } as const
  const both = (result: number[]) => [quoteOf(RESULT, result), quoteOf(half, [2, told, 2])]
  await offerPrices(database.kysely, match, { [bookmaker]: both([told, 3.4, told]) })
  expect(await work()).toEqual([])
  await offerPrices(database.kysely, match, { [bookmaker]: both([4, told, 5]) })
  expect(await work()).toEqual([expect.stringMatching(new RegExp(`Draw .*${told.toFixed(2)}$`))])
})

describe('an alert that is made again', () => {
  it('is told again where it had fired, and is resumed where it was paused', async () => {
    const { match, offer } = await inter()
    const make = () => ask({ kind: 'match', matchId: match }, home(2.1))
    await offer([2, 3.4, 3.6])
    await make()
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toHaveLength(1)
    await offer([2, 3.4, 3.6])
    expect(await make()).toBeUndefined()
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toHaveLength(1)
    await offer([2, 3.4, 3.6])
    await make()
    const { id: alertId } = await database.kysely
      .selectFrom('visitor_alerts')
      .select('id')
      .executeTakeFirstOrThrow()
    await pauseAlert({ database }, { userId: ada, alertId })
    await make()
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toHaveLength(1)
    expect(await listAlerts({ database }, ada)).toHaveLength(1)
  })

  it('in another country sees the bookmakers there, and tells no first prices that were there before', async () => {
    const { leagueId } = await inter()
    const french = await createBookmaker(database.kysely, { key: 'french', name: 'Chenebet' })
    await saveGroups(database, [
      { name: 'Germany', countries: 'DE', bookmakers: 'french' },
      { name: 'France', countries: 'FR' },
    ])
    const price = async (home_team: string) => {
      const id = await createMatch(database.kysely, { league_id: leagueId, home_team })
      await offerPrices(database.kysely, id, { [french]: [quoteOf(RESULT, [2, 3, 4])] })
    }
    const make = (country: string) => ask({ kind: 'league', leagueId }, { kind: 'first_price' }, { country })
    await make('DE')
    await price('Roma')
    expect(await work()).toEqual([])
    await make('FR')
    expect((await listAlerts({ database }, ada)).map(({ country }) => country)).toEqual(['FR'])
    expect(await work()).toEqual([])
    await price('Lazio')
    expect(await work()).toEqual([expect.stringContaining('Lazio')])
  })
})

it('a visitor has a hundred alerts that can be told, besides those of past matches', async () => {
  const { match, leagueId } = await inter()
  const kickOff: AskedCondition = { kind: 'kick_off', minutes: 1_440 }
  const past = (minutes: number) =>
    createMatch(database.kysely, {
      league_id: leagueId,
      start_time: new Date(Date.now() - minutes * MINUTE_MS),
    })
  const add = (count: number, match_id: string | null) =>
    database.kysely
      .insertInto('visitor_alerts')
      .values(
        Array.from({ length: count }, (_, n) => ({
          user_id: ada,
          kind: 'kick_off',
          minutes: n + 1,
          match_id,
        })),
      )
      .execute()
  await add(100, await past(5))
  expect(await ask({ kind: 'match', matchId: match }, kickOff)).toBeUndefined()
  await add(99, null)
  expect(await ask({ kind: 'league', leagueId }, kickOff)).toBe('too-many')
  await database.kysely.deleteFrom('visitor_alerts').where('match_id', 'is', null).execute()
  expect(await ask({ kind: 'league', leagueId }, kickOff)).toBeUndefined()
  await add(398, await past(10))
  expect(await ask({ kind: 'favourites' }, kickOff)).toBe('too-many')
})

it('a visitor with a hundred alerts makes those again that are there, and new ones in the place of those that have fired', async () => {
  const { match, leagueId, offer } = await inter()
  await offer([2, 3.4, 3.6])
  const target = { kind: 'match', matchId: match } as const
  const league = (minutes: number) => ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes })
  await ask(target, home(2.1))
  for (const minutes of Array.from({ length: 99 }, (_, n) => n + 1)) await league(minutes)
  expect(await league(100)).toBe('too-many')
  await database.kysely.updateTable('visitor_alerts').set({ paused_at: new Date() }).execute()
  expect([await league(1), await ask(target, home(2.1))]).toEqual([undefined, undefined])
  await offer([2.1, 3.4, 3.6])
  expect(await work()).toHaveLength(1)
  expect(await league(100)).toBeUndefined()
  expect(await league(101)).toBe('too-many')
  await offer([2, 3.4, 3.6])
  expect(await ask(target, home(2.1))).toBeUndefined()
  expect((await listAlerts({ database }, ada)).filter(({ isPaused }) => !isPaused)).toHaveLength(3)
})

describe('an alert of a fall', () => {
  it('is told when the best price has fallen by the share since the alert was made', async () => {
    const { match, offer } = await inter()
    const fall: AskedCondition = { kind: 'fall', market: RESULT, outcome: 1, percent: 10 }
    expect(await ask({ kind: 'match', matchId: match }, fall)).toBe('no-price')
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, fall)
    await offer([1.81, 3.4, 3.6])
    expect(await work()).toEqual([])
    await offer([1.8, 3.4, 3.6])
    expect(await evaluateAlerts(site())).toBe(1)
    await offer([1.81, 3.4, 3.6])
    expect([await work(), await reasons()]).toEqual([[], ['dropped price-gone']])
    await offer([1.8, 3.4, 3.6])
    expect(await work()).toEqual([expect.stringMatching(/Inter has fallen to 1\.80$/)])
    await offer([1.7, 3.4, 3.6])
    expect(await work()).toEqual([])
  })
})

describe('an alert of first prices', () => {
  it('of a league tells each match once, but not those that had prices before, nor those of a pause', async () => {
    const { match, leagueId, bookmaker, offer } = await inter()
    await offer([2, 3.4, 3.6])
    expect(await ask({ kind: 'match', matchId: match }, { kind: 'first_price' })).toBe('has-price')
    await ask({ kind: 'league', leagueId }, { kind: 'first_price' })
    expect(await work()).toEqual([])
    const price = async (home_team: string) => {
      const id = await createMatch(database.kysely, { league_id: leagueId, home_team })
      await offerPrices(database.kysely, id, { [bookmaker]: [quoteOf(RESULT, [2, 3, 4])] })
    }
    await price('Roma')
    expect(await work()).toEqual([expect.stringContaining('Roma')])
    const { id: alertId } = await database.kysely
      .selectFrom('visitor_alerts')
      .select('id')
      .executeTakeFirstOrThrow()
    await pauseAlert({ database }, { userId: ada, alertId })
    await price('Lazio')
    expect(await work()).toEqual([])
    await resumeAlert(services(), { userId: ada, alertId })
    expect(await work()).toEqual([])
    await price('Torino')
    expect(await work()).toEqual([expect.stringContaining('Torino')])
  })

  it('are not told when they are gone before the mail is sent, but when there are some again', async () => {
    const { leagueId, bookmaker } = await inter()
    await ask({ kind: 'league', leagueId }, { kind: 'first_price' })
    const id = await createMatch(database.kysely, { league_id: leagueId, home_team: 'Roma' })
    const offer = (prices: (number | null)[]) =>
      offerPrices(database.kysely, id, { [bookmaker]: [quoteOf(RESULT, prices)] })
    await offer([2, 3, 4])
    expect(await evaluateAlerts(site())).toBe(1)
    await offer([null, null, null])
    expect(await work()).toEqual([])
    await offer([2, 3, 4])
    expect(await work()).toEqual([expect.stringContaining('Roma')])
  })

  it('tells a match of a league or a team months ahead as soon as it has a price', async () => {
    const { leagueId, countryId, bookmaker } = await inter()
    const far = async (home_team: string) => {
      const start_time = new Date(Date.now() + 90 * DAY_MS)
      const id = await createMatch(database.kysely, { league_id: leagueId, home_team, start_time })
      return () => offerPrices(database.kysely, id, { [bookmaker]: [quoteOf(RESULT, [2, 3, 4])] })
    }
    const [offerRoma, offerMilan, offerOther] = [await far('Roma'), await far('Milan'), await far('Other')]
    const bob = await createMember(database, 'bob@example.org')
    await ask({ kind: 'team', countryId, team: 'milan' }, { kind: 'first_price' })
    await offerOther()
    await ask({ kind: 'league', leagueId }, { kind: 'first_price' }, { userId: bob })
    expect(await work()).toEqual([])
    await offerRoma()
    expect(await work()).toEqual([expect.stringContaining('Roma')])
    await offerMilan()
    expect(await work()).toEqual([expect.stringContaining('Milan'), expect.stringContaining('Milan')])
  })
})

describe('an alert of kick-offs', () => {
  it('tells the favourites of every kind in time, each match once', async () => {
    const { match, leagueId, countryId } = await inter()
    const soon = new Date(Date.now() + 30 * MINUTE_MS)
    const derby = await createMatch(database.kysely, {
      league_id: leagueId,
      home_team: 'Genoa',
      start_time: soon,
    })
    await createMatch(database.kysely, { league_id: leagueId, home_team: 'Other', start_time: soon })
    await addMark({ database }, ada, { kind: 'match', matchId: derby })
    await addMark({ database }, ada, { kind: 'team', countryId, slug: 'milan' })
    await ask({ kind: 'favourites' }, { kind: 'kick_off', minutes: 15 })
    expect(await work()).toEqual([])
    ahead = 16 * MINUTE_MS
    expect(await work()).toEqual([expect.stringContaining('Genoa')])
    ahead = 17 * MINUTE_MS
    expect(await work()).toEqual([])
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date(clock().getTime() + 10 * MINUTE_MS) })
      .where('id', '=', match)
      .execute()
    expect(await work()).toEqual([expect.stringContaining('Inter – Milan starts at')])
  })

  it('is told once to a visitor with several alerts that wait for it, and for each time that was asked for', async () => {
    const { match, leagueId, countryId } = await inter()
    await addMark({ database }, ada, { kind: 'match', matchId: match })
    const early = { kind: 'kick_off', minutes: 1_440 } as const
    const late = { ...early, minutes: 60 }
    await ask({ kind: 'league', leagueId }, early)
    await ask({ kind: 'team', countryId, team: 'inter' }, early)
    await ask({ kind: 'favourites' }, early)
    await ask({ kind: 'match', matchId: match }, early)
    await ask({ kind: 'match', matchId: match }, late)
    expect(await work()).toHaveLength(1)
    expect(await listTold({ database }, ada)).toHaveLength(1)
    const start_time = new Date(Date.now() + HOUR_MS / 2)
    await database.kysely.updateTable('matches').set({ start_time }).where('id', '=', match).execute()
    expect(await work()).toHaveLength(2)
    expect(await work()).toEqual([])
    // Who asks again is told again.
    await ask({ kind: 'match', matchId: match }, late)
    expect(await work()).toHaveLength(1)
  })

  it('is told again when the match is moved after it was told, at its new time and once', async () => {
    const { match, leagueId } = await inter()
    const bob = await createMember(database, 'bob@example.org')
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 60 })
    await ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes: 60 }, { userId: bob })
    const start = (start_time: Date) =>
      database.kysely.updateTable('matches').set({ start_time }).where('id', '=', match).execute()
    const told = DAY_MS - 30 * MINUTE_MS
    ahead = told
    expect(await work()).toHaveLength(2)
    await start(new Date(clock().getTime() + 5 * HOUR_MS))
    expect(await work()).toEqual(Array(2).fill(expect.stringMatching(/was moved$/)))
    expect(await work()).toEqual([])
    expect((await listAlerts({ database }, ada)).map(({ firedAt }) => firedAt)).toEqual([null])
    ahead = told + 4 * HOUR_MS + MINUTE_MS
    expect(await work()).toHaveLength(2)
    expect(await work()).toEqual([])
    // Moved once more, by 20 minutes, within the hour: at once. A minute is no move.
    await start(new Date(clock().getTime() + 79 * MINUTE_MS))
    ahead += 20 * MINUTE_MS
    expect(await work()).toHaveLength(2)
    await start(new Date(clock().getTime() + 60 * MINUTE_MS))
    expect(await work()).toEqual([])
  })

  it('is not told of a match that has started or was moved before the mail was sent', async () => {
    const { match } = await inter()
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 60 })
    ahead = DAY_MS - 30 * MINUTE_MS
    expect(await evaluateAlerts(site())).toBe(1)
    const start = (start_time: Date) =>
      database.kysely.updateTable('matches').set({ start_time }).where('id', '=', match).execute()
    await start(new Date(clock().getTime() + 5 * HOUR_MS))
    await deliverAlerts(site())
    expect([mailbox.mails, await reasons()]).toEqual([[], ['dropped moved']])
    // It is told at its new time.
    ahead += 4 * HOUR_MS + MINUTE_MS
    expect(await evaluateAlerts(site())).toBe(1)
    await start(new Date(clock().getTime() - MINUTE_MS))
    await deliverAlerts(site())
    expect([mailbox.mails, await reasons()]).toEqual([[], ['dropped moved', 'dropped started']])
  })
})

describe('a cancelled match', () => {
  const set = (match: string, status: string) =>
    database.kysely.updateTable('matches').set({ status }).where('id', '=', match).execute()
  const reset = () => database.kysely.updateTable('matches').set({ status: 'scheduled' }).execute()

  it('is told once to a visitor with alerts of it, and ends them', async () => {
    const { match, offer } = await inter()
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1))
    await ask({ kind: 'match', matchId: match }, home(2.2))
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 1_440 })
    expect(await evaluateAlerts(site())).toBe(1)
    await set(match, 'cancelled')
    expect(await work()).toEqual([expect.stringMatching(/Inter – Milan was cancelled/)])
    const [mail] = mailbox.mails
    expect(mail?.text).toContain('The match was cancelled. Your alerts of it have ended.')
    expect(mail?.text).not.toContain('Prices change')
    expect(await reasons()).toEqual(['dropped cancelled', 'sent null'])
    const alerts = await listAlerts({ database }, ada)
    expect(alerts.map(({ isOver, isCancelled }) => [isOver, isCancelled])).toEqual(
      Array(3).fill([true, true]),
    )
    expect((await listTold({ database }, ada)).map((it) => it.news).sort()).toEqual(['cancelled', null])
    // Deleting the alert that said it leaves nothing to tell.
    await database.kysely.deleteFrom('visitor_alerts').where('kind', '=', 'kick_off').execute()
    await offer([2.3, 3.4, 3.6])
    expect(await work()).toEqual([])
  })

  it('of a favourite, a league or a team is told to those whose alerts of kick-offs wait for it', async () => {
    const { match, leagueId, countryId } = await inter()
    const kickOff: AskedCondition = { kind: 'kick_off', minutes: 15 }
    const [bob, eve, dan] = await Promise.all(
      ['bob', 'eve', 'dan'].map((name) => createMember(database, `${name}@example.org`)),
    )
    await addMark({ database }, ada, { kind: 'match', matchId: match })
    await ask({ kind: 'favourites' }, kickOff)
    await ask({ kind: 'league', leagueId }, kickOff, { userId: bob ?? '' })
    await ask({ kind: 'team', countryId, team: 'milan' }, kickOff, { userId: eve ?? '', language: 'de' })
    await ask({ kind: 'league', leagueId }, { kind: 'first_price' }, { userId: dan ?? '' })
    await set(match, 'cancelled')
    expect(await work()).toHaveLength(3)
    expect(mailbox.mails.flatMap(({ to }) => to).sort()).toEqual(
      ['ada', 'bob', 'eve'].map((name) => expect.stringContaining(`${name}@example.org`)),
    )
    // Each in the language of the visitor.
    const german = mailbox.mails.filter(({ subject }) => subject.endsWith('Inter – Milan wurde abgesagt'))
    expect(german.map(({ to }) => to)).toEqual([expect.stringContaining('eve@example.org')])
    expect(german[0]?.text).toContain('Das Spiel wurde abgesagt. Deine Benachrichtigungen dazu sind beendet.')
    // An alert that is made afterwards does not tell what was cancelled before.
    await ask({ kind: 'league', leagueId }, kickOff, { userId: dan ?? '' })
    expect(await work()).toEqual([])
  })

  it('or a moved one of a team is told as its kick-off is: in every country, under every name, and of its own side', async () => {
    const { kysely } = database
    const { leagueId, countryId } = await createPlace(kysely, { league: 'Serie A' })
    const women = await createPlace(kysely, { league: 'Serie A Women' })
    const europe = await createPlace(kysely, { country: 'Europe', code: 'EU', league: 'Champions League' })
    const play = (league_id: string, home_team: string, away_team: string) =>
      createMatch(kysely, { league_id, home_team, away_team })
    await play(leagueId, 'Inter', 'Milan')
    const abroad = await play(europe.leagueId, 'Inter Milano', 'Lyon')
    const other = await play(women.leagueId, 'Inter', 'Como')
    await kysely.insertInto('sportsdb_teams').values({ team_id: 1, team_name: 'Inter' }).execute()
    const mapped = {
      ...{ matches_sport_name: 'Soccer', status: 'mapped' },
      sportsdb_team_id: 1,
      sportsdb_team_name: 'Inter',
    }
    await kysely
      .insertInto('team_mappings')
      .values([
        { ...mapped, matches_country_name: 'Italy', matches_team_name: 'Inter' },
        { ...mapped, matches_country_name: 'Europe', matches_team_name: 'Inter Milano' },
      ])
      .execute()
    const bob = await createMember(database, 'bob@example.org')
    await ask({ kind: 'team', countryId, team: 'inter' }, { kind: 'kick_off', minutes: 15 })
    await addMark({ database }, bob, { kind: 'team', countryId, slug: 'inter' })
    await ask({ kind: 'favourites' }, { kind: 'kick_off', minutes: 15 }, { userId: bob })
    for (const match of [abroad, other]) await set(match, 'cancelled')
    expect(await work()).toEqual(Array(2).fill(expect.stringMatching(/Inter Milano – Lyon was cancelled$/)))
    const start_time = new Date(Date.now() + 2 * DAY_MS)
    for (const match of [abroad, other]) await set(match, 'scheduled')
    expect(await work()).toHaveLength(2)
    await kysely.updateTable('matches').set({ start_time }).execute()
    const moved = (await work()).sort()
    expect(moved.map((subject) => /(\S+) was moved/.exec(subject)?.[1])).toEqual([
      'Lyon',
      'Lyon',
      'Milan',
      'Milan',
    ])
  })

  it('is not told when it is put back before the mail goes out, and its alerts wait again', async () => {
    const { match, offer } = await inter()
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1))
    await set(match, 'cancelled')
    expect(await evaluateAlerts(site())).toBe(1)
    await reset()
    expect([await work(), await reasons()]).toEqual([[], ['dropped restored']])
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toEqual([expect.stringMatching(/Inter at/)])
  })

  it('is told after the quiet hours, even if it would have begun by then', async () => {
    const { match } = await inter()
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 })
    const clockOf = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 13)
    await database.kysely
      .updateTable('visitor_alert_settings')
      .set({ time_zone: 'UTC', quiet_from: `${clockOf(-1)}:00`, quiet_until: `${clockOf(3)}:00` })
      .execute()
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date(Date.now() + HOUR_MS) })
      .execute()
    await set(match, 'cancelled')
    expect(await work()).toEqual([])
    expect(await reasons()).toEqual(['waiting quiet'])
    ahead = 4 * HOUR_MS
    expect(await work()).toEqual([expect.stringContaining('was cancelled')])
  })
})

describe('a match that is put back', () => {
  const set = (match: string, columns: { status?: string; start_time?: Date }) =>
    database.kysely.updateTable('matches').set(columns).where('id', '=', match).execute()
  const said = (text: string) => expect.stringContaining(text)

  it('is told once to those who were told that it was cancelled, and again when it is cancelled again', async () => {
    const { match, offer, leagueId } = await inter()
    const bob = await createMember(database, 'bob@example.org')
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1))
    await ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes: 15 }, { userId: bob })
    // A feed calls it off, and takes that back.
    const fixture = (status_short: string) =>
      database.kysely
        .insertInto('fixtures')
        .values({ match_id: match, status_short })
        .onConflict((conflict) => conflict.column('match_id').doUpdateSet({ status_short }))
        .execute()
    const words = ['was cancelled', 'takes place after all', 'was cancelled', 'takes place after all']
    for (const [index, word] of words.entries()) {
      await fixture(index % 2 === 0 ? 'CANC' : 'NS')
      expect(await work()).toEqual([said(word), said(word)])
      expect(await work()).toEqual([])
    }
    expect(mailbox.mails.at(-1)?.text).toContain('Your alerts of it are active again.')
    expect((await listTold({ database }, ada)).map(({ news }) => news)).toEqual([
      ...['restored', 'cancelled', 'restored', 'cancelled'],
    ])
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toEqual([said('Inter at')])
  })

  it('is not told to those who were not told, nor when it is cancelled again before', async () => {
    const { match } = await inter()
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 })
    await set(match, { status: 'cancelled' })
    await evaluateAlerts(site())
    await set(match, { status: 'scheduled' })
    expect(await work()).toEqual([])
    await set(match, { status: 'cancelled' })
    expect(await work()).toEqual([said('was cancelled')])
    await set(match, { status: 'scheduled' })
    await evaluateAlerts(site())
    await set(match, { status: 'cancelled' })
    expect(await work()).toEqual([])
    await set(match, { status: 'scheduled' })
    expect(await work()).toEqual([said('takes place after all')])
  })

  it('is told with its new start, once', async () => {
    const { match } = await inter()
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 })
    await set(match, { status: 'cancelled' })
    expect(await work()).toHaveLength(1)
    await set(match, { status: 'scheduled', start_time: new Date(Date.now() + 3 * DAY_MS) })
    expect(await work()).toEqual([said('takes place after all')])
    expect(await work()).toEqual([])
  })
})

describe('a match that is moved', () => {
  const startOf = async (match: string) =>
    (
      await database.kysely
        .selectFrom('matches')
        .select('start_time')
        .where('id', '=', match)
        .executeTakeFirstOrThrow()
    ).start_time
  const move = (match: string, start_time: Date) =>
    database.kysely.updateTable('matches').set({ start_time }).where('id', '=', match).execute()

  it('is told once with both starts to those whose alerts wait for it, and again when it is moved again', async () => {
    const { match, offer, leagueId } = await inter()
    const [bob, eve] = [
      await createMember(database, 'bob@example.org'),
      await createMember(database, 'eve@example.org'),
    ]
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1))
    await ask({ kind: 'match', matchId: match }, home(2.2))
    await ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes: 15 }, { userId: bob })
    await ask({ kind: 'league', leagueId }, { kind: 'first_price' }, { userId: eve })
    const before = await startOf(match)
    const after = new Date(before.getTime() + DAY_MS)
    await move(match, after)
    expect(await work()).toEqual(Array(2).fill(expect.stringMatching(/Inter – Milan was moved$/)))
    const mail = mailbox.mails.find(({ to }) => to.includes('ada'))
    const told = (at: Date) => formatDate(at, 'dateTime', 'en', 'Europe/Rome')
    expect(mail?.text).toContain(`It was to start at: \u2068${told(before)}`)
    expect(mail?.text).toContain(told(after))
    expect(await work()).toEqual([])
    // Back again, by less than feeds differ, and somewhere else before anybody was told.
    await move(match, before)
    expect(await work()).toHaveLength(2)
    await move(match, new Date(before.getTime() + 2 * MINUTE_MS))
    expect(await work()).toEqual([])
    await move(match, after)
    await move(match, before)
    expect(await work()).toEqual([])
    // Who asks later knows the start of then.
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 }, { userId: eve })
    expect(await work()).toEqual([])
    await move(match, after)
    expect(await work()).toHaveLength(3)
    expect((await listTold({ database }, eve)).map(({ news }) => news)).toEqual(['moved'])
  })

  it('is told with the start that its visitor knows, and not when it has that one again', async () => {
    const { match } = await inter()
    const before = await startOf(match)
    const later = (hours: number) => new Date(before.getTime() + hours * HOUR_MS)
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 })
    const clockOf = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 13)
    await database.kysely
      .updateTable('visitor_alert_settings')
      .set({ time_zone: 'UTC', quiet_from: `${clockOf(-1)}:00`, quiet_until: `${clockOf(3)}:00` })
      .execute()
    await move(match, later(1))
    expect(await work()).toEqual([])
    await move(match, before)
    expect(await work()).toEqual([])
    expect(await reasons()).toEqual(['dropped moved'])
    await move(match, later(1))
    expect(await work()).toEqual([])
    await move(match, later(2))
    expect(await work()).toEqual([])
    expect((await reasons()).sort()).toEqual(['dropped moved', 'dropped moved', 'waiting quiet'])
    ahead = 4 * HOUR_MS
    expect(await work()).toEqual([expect.stringContaining('was moved')])
    const told = (at: Date) => formatDate(at, 'dateTime', 'en', 'UTC')
    expect(mailbox.mails[0]?.text).toContain(`It was to start at: \u2068${told(before)}`)
    expect(mailbox.mails[0]?.text).toContain(told(later(2)))
    // A move that is told counts, and one that grew old before it was sent does not.
    await move(match, later(3))
    await evaluateAlerts(site())
    await move(match, later(4))
    expect(await deliverAlerts(site())).toBe(0)
    expect(await work()).toEqual([expect.stringContaining('was moved')])
    expect(mailbox.mails[1]?.text).toContain(`It was to start at: \u2068${told(later(2))}`)
  })

  it('in a month is told only to those with alerts of the match itself', async () => {
    const { match, leagueId } = await inter()
    const bob = await createMember(database, 'bob@example.org')
    await move(match, new Date(Date.now() + 30 * DAY_MS))
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 })
    await ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes: 15 }, { userId: bob })
    await move(match, new Date(Date.now() + 31 * DAY_MS))
    expect(await work()).toEqual([expect.stringContaining('was moved')])
    expect(await listTold({ database }, bob)).toEqual([])
  })

  it('in a month is told to a visitor with an alert of the match, whose alert of the league is older', async () => {
    const { match, leagueId } = await inter()
    await move(match, new Date(Date.now() + 30 * DAY_MS))
    await ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes: 15 })
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 })
    await move(match, new Date(Date.now() + 31 * DAY_MS))
    expect(await work()).toEqual([expect.stringContaining('was moved')])
    expect(await work()).toEqual([])
  })
})

describe('how a visitor is told', () => {
  const wishes = { language: 'en', timeZone: 'UTC', mails: true, dailyLimit: 10 }
  const wish = (values: Record<string, string | number | boolean>) =>
    database.kysely.updateTable('visitor_alert_settings').set(values).execute()

  it('waits for the end of the quiet hours in the visitor’s time zone, and checks the price again then', async () => {
    const { match, offer, bookmaker } = await inter()
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1))
    const at = (hours: number) => {
      const time = new Date(Date.now() + hours * HOUR_MS)
      return `${String((time.getUTCHours() + 3) % 24).padStart(2, '0')}:00`
    }
    await wish({ time_zone: 'Europe/Istanbul', quiet_from: at(-1), quiet_until: at(2) })
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toEqual([])
    expect(await reasons()).toEqual(['waiting quiet'])
    ahead = 2 * HOUR_MS
    await offer([2.3, 3.4, 3.6], bookmaker, clock())
    expect(await work()).toEqual([expect.stringContaining('2.30')])
  })

  it.each([
    ['deleted', deleteAlert, 1],
    ['paused', pauseAlert, 1],
    ['deleted after it was told', deleteAlert, 0],
  ] as const)('is told by another alert of the same if the first one was %s', async (_, end, told) => {
    const { match, leagueId, countryId } = await inter()
    const early = { kind: 'kick_off', minutes: 1_440 } as const
    await ask({ kind: 'league', leagueId }, early)
    const { id: alertId } = await database.kysely
      .selectFrom('visitor_alerts')
      .select('id')
      .executeTakeFirstOrThrow()
    await ask({ kind: 'team', countryId, team: 'inter' }, early)
    await ask({ kind: 'match', matchId: match }, early)
    const at = (hours: number) => `${new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
    if (told > 0) await wish({ time_zone: 'UTC', quiet_from: at(-1), quiet_until: at(2) })
    expect(await work()).toHaveLength(1 - told)
    await end({ database }, { userId: ada, alertId })
    ahead = 3 * HOUR_MS
    expect([...(await work()), ...(await work()), ...(await work())]).toHaveLength(told)
  })

  it('is told by an alert of another country if the price of the first one is gone', async () => {
    const { match, leagueId } = await inter()
    const german = await createBookmaker(database.kysely, { key: 'german', name: 'Birchbet' })
    const french = await createBookmaker(database.kysely, { key: 'french', name: 'Chenebet' })
    await saveGroups(database, [
      { name: 'Germany', countries: 'DE', bookmakers: 'french' },
      { name: 'France', countries: 'FR', bookmakers: 'german' },
    ])
    await ask({ kind: 'league', leagueId }, { kind: 'first_price' }, { country: 'DE' })
    await ask({ kind: 'match', matchId: match }, { kind: 'first_price' }, { country: 'FR' })
    const offer = (prices: (number | null)[]) =>
      offerPrices(database.kysely, match, {
        [german]: [quoteOf(RESULT, prices)],
        [french]: [quoteOf(RESULT, [3, 3, 3])],
      })
    await offer([2, 3, 4])
    expect(await evaluateAlerts(site())).toBe(2)
    await offer([null, null, null])
    expect([...(await work()), ...(await work())]).toHaveLength(1)
    expect(mailbox.mails[0]?.text).toContain('Inter')
  })

  it('follows new quiet hours and a new limit at once, also for what waits', async () => {
    const { leagueId } = await inter()
    await createMatch(database.kysely, { league_id: leagueId })
    await ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes: 1_440 })
    const at = (hours: number) => `${new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 13)}:00`
    const quiet = { quietFrom: at(-1), quietUntil: at(3) }
    const save = (more: Partial<AlertWishes>) =>
      saveWishes(database.kysely, ada, { ...wishes, ...quiet, ...more })
    await save({})
    expect([await work(), await reasons()]).toEqual([[], Array(2).fill('waiting quiet')])
    await save({ quietUntil: quiet.quietFrom, dailyLimit: 1 })
    expect(await work()).toHaveLength(1)
    expect((await reasons()).sort()).toEqual(['sent null', 'waiting limit'])
    await save({ quietUntil: quiet.quietFrom, dailyLimit: 2 })
    expect(await work()).toHaveLength(1)
  })

  it('is limited over a day, over all processes; what is over the limit waits for the next day', async () => {
    const { leagueId } = await inter()
    // Each visitor has a limit of his own.
    const bob = await createMember(database, 'bob@example.org')
    for (const userId of [ada, bob])
      await ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes: 1_440 }, { userId })
    await wish({ daily_limit: 2 })
    // From noon of a day of the visitor until after its midnight.
    const noon =
      startOfDay(dayOf(new Date(Date.now() + 2 * DAY_MS), 'Europe/Rome'), 'Europe/Rome').getTime() +
      12 * HOUR_MS
    const late = new Date(noon + 22 * HOUR_MS)
    for (const home_team of ['A', 'B', 'C', 'D', 'E'])
      await createMatch(database.kysely, { league_id: leagueId, home_team, start_time: late })
    const goTo = (time: number) => {
      ahead = time - Date.now()
    }
    goTo(noon)
    expect(await work()).toHaveLength(4)
    expect(mailbox.mails.map(({ to }) => /ada|bob/.exec(to)?.[0]).sort()).toEqual([
      'ada',
      'ada',
      'bob',
      'bob',
    ])
    expect((await reasons()).filter((one) => one === 'waiting limit')).toHaveLength(6)
    goTo(noon + 11 * HOUR_MS)
    expect(await work()).toEqual([])
    goTo(noon + 13 * HOUR_MS)
    expect(await work()).toHaveLength(4)
    expect((await reasons()).filter((one) => one === 'waiting limit')).toHaveLength(2)
  })

  it('is not by mail where the visitor has stopped the mails', async () => {
    const { match } = await inter()
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 1_440 })
    expect(await evaluateAlerts(site())).toBe(1)
    await wish({ mail_on: false })
    expect([await work(), await reasons()]).toEqual([[], ['dropped turned-off']])
  })

  it('is not told a second time when a sending was interrupted, after which the mail may have been taken', async () => {
    const { match, offer } = await inter()
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1))
    await offer([2.2, 3.4, 3.6])
    await evaluateAlerts(site())
    const lease_until = new Date(Date.now() - MINUTE_MS)
    await database.kysely.updateTable('visitor_alert_messages').set({ lease_until, attempts: 1 }).execute()
    await offer([2, 3.4, 3.6])
    expect([await work(), await reasons()]).toEqual([[], ['failed interrupted']])
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toEqual([])
  })

  it('tries again what the mail server does not take now, and is the same mail then', async () => {
    const { match } = await inter()
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 1_440 })
    await evaluateAlerts(site())
    const away = alertSite(database, { smtpUrl: 'smtp://127.0.0.1:9', clock })
    expect(await deliverAlerts(away)).toBe(0)
    expect(await reasons()).toEqual(['waiting delayed'])
    ahead = MINUTE_MS
    const { id } = await database.kysely
      .selectFrom('visitor_alert_messages')
      .select('id')
      .executeTakeFirstOrThrow()
    expect(await deliverAlerts(site())).toBe(1)
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]?.raw).toMatch(new RegExp(`^Message-ID: <alert-${id}@odds`, 'im'))
  })
})

describe('an audience', () => {
  it('that forbids alerts gets none: not made, not found, and not sent', async () => {
    const { match, leagueId } = await inter()
    const kickOff: AskedCondition = { kind: 'kick_off', minutes: 1_440 }
    const group = { id: '00000000-0000-4000-8000-000000000001', name: 'Italy', countries: 'IT' }
    await saveGroups(database, [group])
    const italian = { country: 'IT' }
    const userId = await createMember(database, 'bob@example.org')
    expect(await ask({ kind: 'match', matchId: match }, kickOff, italian)).toBeUndefined()
    expect(await ask({ kind: 'league', leagueId }, kickOff, { ...italian, userId })).toBeUndefined()
    expect(await evaluateAlerts(site())).toBe(2)
    await database.kysely.updateTable('audiences').set({ alerts_on: false }).execute()
    expect([await work(), await reasons()]).toEqual([[], ['dropped not-allowed', 'dropped not-allowed']])
    await createMatch(database.kysely, { league_id: leagueId })
    expect(await evaluateAlerts(site())).toBe(0)
    for (const country of ['IT', 'FR', undefined])
      expect(await ask({ kind: 'match', matchId: match }, kickOff, country ? { country } : {})).toBe(
        'forbidden',
      )
  })

  it('is told of prices of its own bookmakers only', async () => {
    const { match, offer } = await inter()
    const barred = await createBookmaker(database.kysely, { key: 'barred', name: 'Barredbet' })
    await saveGroups(database, [{ name: 'Italy', countries: 'IT', bookmakers: 'barred' }])
    await offer([2, 3.4, 3.6])
    await offer([2.02, 3.4, 3.6], barred)
    const grace = await createMember(database, 'grace@example.org')
    await ask({ kind: 'match', matchId: match }, home(2.1), { country: 'IT' })
    // Without a country, what every group allows.
    await ask({ kind: 'match', matchId: match }, home(2.1), { userId: grace })
    await offer([2.5, 3.4, 3.6], barred)
    expect(await work()).toEqual([])
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toHaveLength(2)
    expect(mailbox.mails.map(({ raw }) => /Barredbet/.test(raw))).toEqual([false, false])
    expect(mailbox.mails.map(({ text }) => text.includes('2.20'))).toEqual([true, true])
  })

  it('of each of five countries is told of its own bookmaker, and no mail mentions another one', async () => {
    const { match } = await inter()
    const bookmakers = {
      GB: 'Quillmark',
      IT: 'Zephyrstake',
      ES: 'Odelane',
      DE: 'Wrenhollow',
      FR: 'Tansybrook',
    }
    const countries = Object.entries(bookmakers)
    const ids: string[] = []
    for (const [, name] of countries)
      ids.push(await createBookmaker(database.kysely, { key: name.toLowerCase(), name }))
    await saveGroups(
      database,
      countries.map(([country, name]) => ({
        ...{ name: country, countries: country, bookmaker_rule: 'only', bookmakers: name.toLowerCase() },
      })),
    )
    /** What every bookmaker offers for the home team: the next one a hundredth more. */
    const offerFrom = (first: number) =>
      offerPrices(
        database.kysely,
        match,
        Object.fromEntries(ids.map((id, at) => [id, [quoteOf(RESULT, [first + at / 100, 3.4, 3.6])]])),
      )
    await offerFrom(2)
    for (const [country] of countries) {
      const userId = await createMember(database, `${country.toLowerCase()}@example.org`)
      await ask({ kind: 'match', matchId: match }, home(2.1), { userId, country })
    }
    await offerFrom(2.2)
    expect(await work()).toHaveLength(countries.length)
    for (const [at, [country, own]] of countries.entries()) {
      const mail = mailbox.mails.find(({ to }) => to === `${country.toLowerCase()}@example.org`)
      const said = [mail?.subject, mail?.text, mail?.html, mail?.raw].join('\n')
      const named = Object.values(bookmakers).filter((name) => new RegExp(name, 'i').test(said))
      expect([named, ids.filter((id) => said.includes(id))], country).toEqual([[own], []])
      expect(said).toContain(`2.2${at}`)
    }
  })

  it('is told of its help line with the page of it', async () => {
    const { match, offer } = await inter()
    const help_url = 'https://help.example/?from=mail&age=18'
    await saveGroups(database, [{ name: 'Italy', countries: 'IT', help_text: 'Help: 800 558', help_url }])
    await offer([2, 3.4, 3.6])
    await ask({ kind: 'match', matchId: match }, home(2.1), { country: 'IT' })
    await offer([2.2, 3.4, 3.6])
    await work()
    expect(mailbox.mails[0]?.text).toContain(`Help: 800 558\r\n${help_url}`)
    expect(mailbox.mails[0]?.html).toContain(`<a href="${help_url.replace('&', '&#38;')}"`)
  })

  it('gets no text of the operator that names a barred bookmaker', async () => {
    const { match, offer } = await inter()
    await createBookmaker(database.kysely, { key: 'brightmere', name: 'BrightMere' })
    await saveGroups(database, [
      { name: 'Italy', countries: 'IT', bookmakers: 'brightmere' },
      { name: 'Spain', countries: 'ES' },
    ])
    const id = (table: 'languages' | 'translation_namespaces', column: string, value: string) =>
      sql<{ id: string }>`select id from ${sql.table(table)} where ${sql.ref(column)} = ${value}`
        .execute(database.kysely)
        .then(({ rows }) => rows[0]?.id ?? '')
    const language_id = await id('languages', 'code', 'en')
    const namespace_id = await id('translation_namespaces', 'name', 'alerts')
    await database.kysely
      .insertInto('translations')
      .values([
        { language_id, namespace_id, key: 'mail.action', value: 'Open it, or play at Bright Mere' },
        { language_id, namespace_id, key: 'mail.stop', value: 'Enough' },
      ])
      .execute()
    await offer([2, 3.4, 3.6])
    const grace = await createMember(database, 'grace@example.org')
    await ask({ kind: 'match', matchId: match }, home(2.1), { country: 'IT' })
    await ask({ kind: 'match', matchId: match }, home(2.1), { userId: grace, country: 'ES' })
    await offer([2.2, 3.4, 3.6])
    expect(await work()).toHaveLength(2)
    const said = new Map(mailbox.mails.map(({ to, text }) => [String(to), text]))
    const [barred, other] = ['ada', 'grace'].map(
      (name) => [...said].find(([to]) => to.includes(name))?.[1] ?? '',
    )
    expect([barred?.includes('Bright Mere'), other?.includes('play at Bright Mere')]).toEqual([false, true])
    expect(barred).toContain('Open the match')
    expect(barred).toContain('Enough')
  })
})

it('alerts and favourites of a match follow it when it is merged into another, with its sides swapped', async () => {
  const { match, leagueId, offer } = await inter()
  await offer([2, 3.4, 3.6])
  const handicap = { type: 'handicap', period: 'full_time', line: -0.5, participant: null } as const
  await ask({ kind: 'match', matchId: match }, home(9))
  await ask(
    { kind: 'match', matchId: match },
    { kind: 'price', market: handicap, outcome: 1, price: fromNumber(3) },
  )
  await addMark({ database }, ada, { kind: 'match', matchId: match })
  const keep = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'AC Milan',
    away_team: 'Inter',
  })
  await database.kysely.transaction().execute((trx) => mergeMatches(trx, { keep, gone: match, turned: true }))
  const alerts = await database.kysely
    .selectFrom('visitor_alerts')
    .select(['match_id', 'outcome', 'market_line'])
    .orderBy('market_type')
    .execute()
  expect(alerts).toEqual([
    { match_id: keep, outcome: 2, market_line: 0.5 },
    { match_id: keep, outcome: 3, market_line: null },
  ])
  const marks = await database.kysely.selectFrom('favorite_matches').select('match_id').execute()
  expect(marks).toEqual([{ match_id: keep }])
})

it('who was told that a match was cancelled is told that it takes place when it is merged into one that does', async () => {
  const { match, leagueId } = await inter()
  await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 })
  await database.kysely.updateTable('matches').set({ status: 'cancelled' }).execute()
  expect(await work()).toEqual([expect.stringContaining('was cancelled')])
  const { start_time } = await database.kysely
    .selectFrom('matches')
    .select('start_time')
    .executeTakeFirstOrThrow()
  const keep = await createMatch(database.kysely, {
    ...{ league_id: leagueId, home_team: 'Inter', away_team: 'AC Milan', start_time },
  })
  await database.kysely.transaction().execute((trx) => mergeMatches(trx, { keep, gone: match }))
  expect(await work()).toEqual([expect.stringContaining('takes place after all')])
  expect(await work()).toEqual([])
  await database.kysely.updateTable('matches').set({ status: 'cancelled' }).execute()
  expect(await work()).toEqual([expect.stringContaining('was cancelled')])
})

it.each([
  ['another alert of his', true],
  ['no alert', false],
])(
  'who deletes the alert that told of a cancellation is told that the match takes place by %s',
  async (_, has) => {
    const { match, leagueId } = await inter()
    await ask({ kind: 'match', matchId: match }, { kind: 'kick_off', minutes: 15 })
    if (has) await ask({ kind: 'league', leagueId }, { kind: 'kick_off', minutes: 30 })
    await database.kysely.updateTable('matches').set({ status: 'cancelled' }).execute()
    expect(await work()).toEqual([expect.stringContaining('was cancelled')])
    await database.kysely.deleteFrom('visitor_alerts').where('match_id', '=', match).execute()
    await database.kysely.updateTable('matches').set({ status: 'scheduled' }).execute()
    expect(await work()).toEqual(has ? [expect.stringContaining('takes place after all')] : [])
    expect(await work()).toEqual([])
  },
)
