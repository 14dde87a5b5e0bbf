import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createFeedFiles, type FeedFiles } from '#tests/support/feed-files.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import { createServices } from '#tests/support/services.ts'
import { runImport } from './run-import.server.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../../shared/feeds/football-data')

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
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await resetDatabase(database)
})
afterEach(() => {
  vi.useRealTimers()
})

const HEADINGS = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,PSCH,PSCD,PSCA'
const PLAYED = 'E0,05/03/2024,15:00,Riverton,Hillford,2,1,H,1,0,1.9,3.4,4.1'

async function importAt(now: string, source: string, text: string) {
  vi.setSystemTime(now)
  return runImport(database.kysely, { source, origin: await feeds.write(text, now) })
}

const importSeason = (...rows: string[]) =>
  importAt('2024-03-10T12:00:00Z', 'football-data', [HEADINGS, ...rows].join('\n'))

const matches = () =>
  database.kysely
    .selectFrom('matches as m')
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .select(['m.id', 'm.home_team', 'm.status', 'm.home_score', 'm.away_score', 'm.bookmaker_count'])
    .select(['m.home_odds', 'f.score_halftime_home', 'f.score_fulltime_away'])
    .execute()

const leftOut = async () => {
  const { rows } = await sql<{ left_out: string | null }>`
    select left_out from ranked_quotes(array(select id from matches), now())`.execute(database.kysely)
  return rows.map((row) => row.left_out)
}

describe('a past season', () => {
  it('is stored with results and closing prices, none of which is best', async () => {
    expect(await importSeason(PLAYED)).toMatchObject({ status: 'done', inserted: 1, odds: 1, rejected: 0 })
    expect(await matches()).toMatchObject([
      {
        ...{ status: 'finished', home_score: 2, away_score: 1 },
        ...{ score_halftime_home: 1, score_fulltime_away: 1 },
        ...{ home_odds: 1.01, bookmaker_count: 0 },
      },
    ])
    expect(await leftOut()).toEqual(['started'])
    const history = await database.kysely
      .selectFrom('odds_history')
      .select(['home_odds', 'recorded_at'])
      .execute()
    expect(history).toEqual([{ home_odds: 1.9, recorded_at: new Date('2024-03-05T14:59:59Z') }])
  })

  it('has no best price when its source quotes matches in play', async () => {
    await database.kysely
      .insertInto('import_schedules')
      .values({ source: 'football-data', every_minutes: 720, in_play: true, is_active: false })
      .onConflict((conflict) => conflict.column('source').doUpdateSet({ in_play: true }))
      .execute()
    await importSeason(PLAYED)
    expect(await leftOut()).toEqual(['started'])
  })

  const LINES = 'PC>2.5,PC<2.5,AHCh,PCAHH,PCAHA'
  /** By market: line, prices, closing prices. */
  const closings = async () => {
    const { rows } = await sql<{
      type: string
      line: number | null
      prices: number[]
      closing: number[] | null
    }>`
      select k.type, k.line, q.prices, q.closing from quotes q join markets k on k.id = q.market order by k.type`.execute(
      database.kysely,
    )
    const decimals = (prices: number[] | null) => prices?.map((price) => price / 1_000_000) ?? null
    return rows.map(({ type, line, prices, closing }) => [type, line, decimals(prices), decimals(closing)])
  }

  it('has closing prices of 1X2, goals and handicap', async () => {
    const rows = [`${HEADINGS},${LINES}`, `${PLAYED},1.82,2.07,-0.75,1.9,2.01`]
    await importAt('2024-03-10T12:00:00Z', 'football-data', rows.join('\n'))
    expect(await closings()).toEqual([
      ['handicap', -0.75, [1.9, 2.01], [1.9, 2.01]],
      ['match_result', null, [1.9, 3.4, 4.1], [1.9, 3.4, 4.1]],
      ['total', 2.5, [1.82, 2.07], [1.82, 2.07]],
    ])
    const { id = '' } = (await matches())[0] ?? {}
    const shown = await listMarkets(createServices(database), id)
    expect(shown.map(({ type, best, quotes }) => [type, best, quotes[0]?.leftOut])).toEqual([
      ['match_result', [null, null, null], 'started'],
      ['total', [null, null], 'started'],
      ['handicap', [null, null], 'started'],
    ])
  })

  it('says better what a bookmaker closed at than its last price that another source had', async () => {
    const event = oddsApiEvent(
      {
        ...{ id: 'e1', home: 'Riverton', away: 'Hillford', start: '2024-03-05T15:00:00Z' },
        ...{ league: 'Premier League', country: 'England', sport: 'Soccer' },
      },
      [{ key: 'pinnacle', title: 'Pinnacle', prices: [1.95, 3.5, 4], at: '2024-03-05T13:00:00Z' }],
    )
    await importAt('2024-03-05T13:00:00Z', 'the-odds-api', JSON.stringify([event]))
    // The match begins: the last price before it is the closing price.
    const [match] = await matches()
    await sql`select refresh_market_prices(${[match?.id ?? '']}::uuid[], '2024-03-05T15:01:00Z')`.execute(
      database.kysely,
    )
    expect(await closings()).toEqual([['match_result', null, [1.95, 3.5, 4], [1.95, 3.5, 4]]])
    await importSeason(PLAYED)
    expect(await closings()).toEqual([['match_result', null, [1.9, 3.4, 4.1], [1.9, 3.4, 4.1]]])
  })

  it('changes nothing the second time', async () => {
    await importSeason(PLAYED)
    expect(await importSeason(PLAYED)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, withdrawn: 0 })
  })

  it('gives its result to the match of another source', async () => {
    const event = oddsApiEvent(
      {
        ...{ id: 'e1', home: 'Riverton', away: 'Hillford', start: '2024-03-05T15:00:00Z' },
        ...{ league: 'Premier League', country: 'England', sport: 'Soccer' },
      },
      [{ key: 'pinnacle', title: 'Pinnacle', prices: [1.95, 3.5, 4], at: '2024-03-05T14:58:00Z' }],
    )
    await importAt('2024-03-05T14:58:00Z', 'the-odds-api', JSON.stringify([event]))
    await importSeason(PLAYED)
    const [match, ...others] = await matches()
    expect(others).toEqual([])
    expect(match).toMatchObject({ status: 'finished', home_score: 2, bookmaker_count: 0 })
  })

  it('counts rows that it cannot read, with their reasons', async () => {
    const summary = await importSeason(PLAYED, `${PLAYED},9`, 'E0,31/02/2024,,Northwick,Eastham,,,,,', ',,,,')
    expect(summary).toMatchObject({
      ...{ status: 'done', items: 3, inserted: 1, rejected: 2 },
      reasons: { malformed_row: 1, invalid_start: 1 },
    })
  })

  it.skipIf(!existsSync(RECORDINGS))(
    'recorded gives back every closing price as it stands in the file',
    async () => {
      vi.setSystemTime('2026-11-22T12:00:00Z')
      const file = path.join(RECORDINGS, '2024-25/I1.csv')
      await runImport(database.kysely, { source: 'football-data', origin: file })
      const [head = '', ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
      const headings = head.replace('\ufeff', '').split(',')
      const told = rows.flatMap((row) => {
        const cells = row.split(',')
        const cell = (heading: string) => cells[headings.indexOf(heading)] ?? ''
        const lines = (
          [
            ['bet365', 'B365', 'B365'],
            ['pinnacle', 'PS', 'P'],
            ['betfair_ex_uk', 'BFE', 'BFE'],
          ] as const
        ).flatMap(([key, prefix, other]) => [
          [key, 'match_result', '', cell(`${prefix}CH`), cell(`${prefix}CD`), cell(`${prefix}CA`)],
          [key, 'total', '2.5', cell(`${other}C>2.5`), cell(`${other}C<2.5`)],
          [key, 'handicap', cell('AHCh'), cell(`${other}CAHH`), cell(`${other}CAHA`)],
        ])
        return lines
          .filter(
            (line) =>
              line.slice(2).every((it, n) => it !== '' || n === 0) && !(line[1] === 'handicap' && !line[2]),
          )
          .map(([key, type, line, ...prices]) =>
            [
              cell('HomeTeam'),
              cell('AwayTeam'),
              key,
              type,
              line === '' ? '' : Number(line),
              ...prices.map(Number),
            ].join('|'),
          )
      })
      const { rows: stored } = await sql<{ line: string }>`
      select concat_ws('|', m.home_team, m.away_team, b.key, k.type, coalesce(trim_scale(k.line)::text, ''),
        (select string_agg(trim_scale(p / 1000000::numeric)::text, '|' order by n) from unnest(q.closing) with ordinality as t (p, n))) as line
      from quotes q join markets k on k.id = q.market join matches m on m.id = k.event join bookmakers b on b.no = q.bookmaker
      where b.key in ('bet365', 'pinnacle', 'betfair_ex_uk') and array_position(q.closing, null) is null`.execute(
        database.kysely,
      )
      expect(told.length).toBeGreaterThan(2_500)
      const known = new Set(stored.map(({ line }) => line))
      expect(told.filter((line) => !known.has(line))).toEqual([])
    },
  )

  it.skipIf(!existsSync(RECORDINGS))('that was recorded is imported completely', async () => {
    vi.setSystemTime('2026-11-22T12:00:00Z')
    const file = path.join(RECORDINGS, '2024-25/E0.csv')
    const first = await runImport(database.kysely, { source: 'football-data', origin: file })
    expect(first).toMatchObject({ status: 'done', inserted: 380, rejected: 0 })
    const played = await matches()
    expect(
      played.every(({ status, bookmaker_count }) => status === 'finished' && bookmaker_count === 0),
    ).toBe(true)
    const again = await runImport(database.kysely, { source: 'football-data', origin: file })
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 380 })
  })
})
