import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Values } from '#app/platform/edit/schema.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { recordLog } from '#tests/support/log.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { isCronLine, lastDue } from './cron.ts'
import { scheduleChange } from './schedule-schema.ts'
import { findPatience, listEditorSchedules, runDueSchedules, saveSchedules } from './schedules.server.ts'

describe('a cron line', () => {
  it.each(['* * * * *', '*/15 * * * *', '0 6,18 * * mon-fri', '5-59/10 0-4 1 jan,jul *', '0 0 31 12 7'])(
    'is valid: %s',
    (line) => {
      expect(isCronLine(line)).toBe(true)
    },
  )

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    '1-2-3 * * * *',
    'a * * * *',
    '@daily',
    '-1 * * * *',
    '1, * * * *',
  ])('is invalid: %j', (line) => {
    expect(isCronLine(line)).toBe(false)
  })

  it.each<[string, string, string, string]>([
    ['30 6 * * *', '2026-11-21T06:30:40Z', 'UTC', '2026-11-21T06:30:00Z'],
    ['30 6 * * *', '2026-11-21T06:30:00Z', 'UTC', '2026-11-21T06:30:00Z'],
    ['30 6 * * *', '2026-11-21T06:29:59Z', 'UTC', '2026-11-20T06:30:00Z'],
    ['30 6 * * *', '2026-11-21T06:00:00Z', 'Europe/Rome', '2026-11-21T05:30:00Z'],
    // Kathmandu is 5 h 45 min ahead of UTC.
    ['15 0 22 * *', '2026-11-21T19:00:00Z', 'Asia/Kathmandu', '2026-11-21T18:30:00Z'],
    ['0 12 * * 7', '2026-11-24T12:00:00Z', 'UTC', '2026-11-22T12:00:00Z'],
    ['0 12 1 * 0', '2026-11-24T12:00:00Z', 'UTC', '2026-11-22T12:00:00Z'],
    // Clocks skip this hour.
    ['30 2 29 3 *', '2026-03-29T12:00:00Z', 'Europe/Rome', '2025-03-29T01:30:00Z'],
  ])('%s was last due at %s in %s: %s', (line, now, zone, due) => {
    expect(lastDue(line, new Date(now), zone)).toEqual(new Date(due))
  })
})

describe('schedules', () => {
  const NOW = new Date('2036-11-21T12:00:00Z')
  const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
  let database: Database
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.close())

  const promo = async () => {
    const found = (await listEditorSchedules(database.kysely)).find(({ source }) => source === 'promo')
    if (!found) throw new Error('no schedule of the promo feed')
    return found
  }
  const set = async (after: Values) => {
    const { id, ...before } = await promo()
    const changes = { create: [], update: [{ id, before, after: { is_active: true, ...after } }], remove: [] }
    expect(await saveSchedules(database, changes, { id: null, email: 'ada@example.org' })).toMatchObject({
      kind: 'saved',
    })
  }

  async function due(at: Date): Promise<string[]> {
    return runDueSchedules(database.kysely, at, { start: async () => true, log: recordLog().log })
  }
  /** Marks this instant as checked, when nothing was due. */
  const lookedAt = (at: Date) =>
    database.kysely.updateTable('import_schedules').set({ checked_at: at, last_run_at: at }).execute()

  it('are due every N minutes, and take effect at once when they are changed', async () => {
    await set({ every_minutes: 45 })
    await lookedAt(NOW)
    expect(await due(later(44))).toEqual([])
    expect(await due(later(45))).toEqual(['promo'])
    expect(await due(later(46))).toEqual([])
    await set({ every_minutes: 5 })
    expect(await due(later(50))).toEqual(['promo'])
    await set({ is_active: false })
    expect(await due(later(90))).toEqual([])
    expect(await promo()).toMatchObject({ every_minutes: 5, cron: null, is_active: false, time_zone: 'UTC' })
  })

  it('are due in minutes of the clock, whether a process looks early or late in one', async () => {
    await set({ every_minutes: 1 })
    await lookedAt(later(0.8))
    expect(await due(later(0.9))).toEqual([])
    expect(await due(later(1.1))).toEqual(['promo'])
    expect(await due(later(1.9))).toEqual([])
    expect(await due(later(2))).toEqual(['promo'])
    await set({ every_minutes: 10 })
    expect(await due(later(11.9))).toEqual([])
    expect(await due(later(12))).toEqual(['promo'])
  })

  it('are due again once the clock that was ahead is right', async () => {
    await set({ every_minutes: 10 })
    await lookedAt(later(180))
    expect(await due(later(0))).toEqual(['promo'])
    expect(await due(later(9))).toEqual([])
    // The clocks of two machines differ a little.
    await lookedAt(later(11))
    expect(await due(later(10))).toEqual([])
  })

  it('are due by a cron line in their zone, once, also for a time that was missed', async () => {
    await set({ cron: '10,20 13 * * *', every_minutes: null, time_zone: 'Europe/Rome' })
    await lookedAt(NOW)
    expect(await due(later(9))).toEqual([])
    expect(await due(later(25))).toEqual(['promo'])
    expect(await due(later(26))).toEqual([])
    expect(await due(later(24 * 60 + 10))).toEqual(['promo'])
  })

  it.each<[string, Values]>([
    ['so many minutes', { every_minutes: 60, cron: null }],
    ['a cron line', { every_minutes: null, cron: '10 * * * *' }],
  ])(
    'keep their next time by %s when they fail or cannot be queued, and do not delay the others',
    async (_, when) => {
      await set(when)
      await database.kysely
        .updateTable('import_schedules')
        .set({ is_active: true, ...when })
        .execute()
      await lookedAt(later(-55))
      const all = (await listEditorSchedules(database.kysely)).map(({ source }) => source)
      const others = all.filter((source) => source !== 'promo')
      const { log, messages } = recordLog()
      const start = async ({ source }: { source: string }) => {
        if (source === 'promo') throw new Error('away')
        return true
      }
      expect(await runDueSchedules(database.kysely, later(12), { start, log })).toEqual(others)
      expect(messages()).toEqual(['a schedule failed'])
      expect(await promo()).toMatchObject({ last_run_at: later(-55).toISOString() })
      const refuse = async () => false
      expect(await runDueSchedules(database.kysely, later(13), { start: refuse, log })).toEqual([])
      expect(await promo()).toMatchObject({ last_run_at: later(-55).toISOString() })
      expect(await due(later(14))).toEqual(['promo'])
      expect(await due(later(15))).toEqual([])
    },
  )

  it('store their competitions, each once, and how long their prices count', async () => {
    const change = scheduleChange.partial().parse({ sports: ' soccer_epl,basketball_nba , soccer_epl' })
    await set({ ...change, counted_minutes: 25, in_play: true })
    expect(await promo()).toMatchObject({
      sports: 'soccer_epl, basketball_nba',
      counted_minutes: 25,
      in_play: true,
    })
    const asked: string[][] = []
    await lookedAt(NOW)
    const start = async ({ sports }: { sports: string[] }) => asked.push(sports) > 0
    await runDueSchedules(database.kysely, later(60), { start, log: recordLog().log })
    expect(asked).toEqual([['soccer_epl', 'basketball_nba']])
  })

  it('whose prices count for a shorter time have them out of the best prices at once', async () => {
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    const bookmaker = await createBookmaker(database.kysely)
    const seenAt = new Date(Date.now() - 10 * MINUTE_MS)
    const offers = { [bookmaker]: [quoteOf(marketOf({ type: 'match_result' }), [2, 3, 4])] }
    await offerPrices(database.kysely, match, offers, { source: 'promo', seenAt })
    const count = () => database.kysely.selectFrom('market_bests').select('n').executeTakeFirstOrThrow()
    expect(await count()).toEqual({ n: 1 })
    await set({ counted_minutes: 5 })
    expect(await count()).toEqual({ n: 0 })
  })

  it('carry the markets that are chosen, and how many credits of a day they may spend', async () => {
    const change = scheduleChange.partial().parse({
      markets: 'h2h,totals , h2h',
      event_markets: ' btts ',
      horizon_hours: 48,
      credits_a_day: 500,
    })
    await set(change)
    expect(await promo()).toMatchObject({ markets: 'h2h, totals', event_markets: 'btts', credits_a_day: 500 })
    const chosen: object[] = []
    const ask = async () => {
      await database.kysely
        .updateTable('import_schedules')
        .set({ checked_at: NOW, last_run_at: NOW })
        .execute()
      const start = async (due: { chosen: object }) => chosen.push(due.chosen) > 0
      await runDueSchedules(database.kysely, later(60), { start, log: recordLog().log })
    }
    await ask()
    // Hours have no effect where no match is requested individually.
    await set(scheduleChange.partial().parse({ markets: '', event_markets: '' }))
    await ask()
    expect(chosen).toEqual([{ markets: ['h2h', 'totals'], eventMarkets: ['btts'], horizonHours: 48 }, {}])
  })

  it('are saved again after a conflict with a sweep of prices', async () => {
    await sql`create sequence attempts`.execute(database.kysely)
    await sql`
      create function fail_once() returns trigger language plpgsql as $$
      begin
        if nextval('attempts') = 1 then
          raise 'deadlock detected' using errcode = 'deadlock_detected';
        end if;
        return null;
      end $$`.execute(database.kysely)
    await sql`create trigger fail_once after update on import_schedules execute function fail_once()`.execute(
      database.kysely,
    )
    await set({ cron: '10 13 * * *', every_minutes: null })
    expect(await promo()).toMatchObject({ cron: '10 13 * * *' })
  })

  it('compute the next time of a cron line', async () => {
    const minutes = () =>
      database.kysely
        .selectFrom('import_schedules')
        .select('cron_minutes')
        .where('source', '=', 'promo')
        .executeTakeFirst()
    await set({ cron: '*/20 8-22 * * *', every_minutes: null })
    expect(await minutes()).toEqual({ cron_minutes: 20 })
    await set({ cron: null, every_minutes: 10 })
    expect(await minutes()).toEqual({ cron_minutes: null })
  })

  it('wait for their source until shortly before the next turn, and longer for what is requested less often', async () => {
    const { id } = await database.kysely
      .insertInto('import_schedules')
      .values({ source: 'api-football', every_minutes: 2, is_active: true })
      .onConflict((it) => it.column('source').doUpdateSet({ every_minutes: 2 }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: runId } = await database.kysely
      .insertInto('runs')
      .values({ kind: 'api-football', subject: 'x', schedule_id: id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const patience = (leastMinutes?: number) =>
      findPatience(database.kysely, runId, { leastMinutes, minuteMs: 100 })
    expect(await patience()).toBe(175)
    expect(await patience(0)).toBe(175)
    expect(await patience(5)).toBe(475)
  })

  it('are run by one of several processes', async () => {
    await set({ every_minutes: 10 })
    await lookedAt(NOW)
    const all = await Promise.all([due(later(10)), due(later(10)), due(later(10))])
    expect(all.flat()).toEqual(['promo'])
  })

  it.each<[string, object]>([
    ['no minutes', { every_minutes: 0 }],
    ['more than a week', { every_minutes: 10_081 }],
    ['no cron line', { cron: 'hourly' }],
    ['no zone', { time_zone: 'Mars/Olympus' }],
    ['a limit of no minutes', { counted_minutes: 0 }],
    ['competitions that are no keys', { sports: 'soccer_epl; drop' }],
    ['markets that are no keys', { event_markets: 'btts, "x"' }],
    ['more than two weeks ahead', { horizon_hours: 337 }],
    ['no credits', { credits_a_day: 0 }],
  ])('are refused with %s', (_, change) => {
    expect(scheduleChange.partial().safeParse(change).success).toBe(false)
  })
})
