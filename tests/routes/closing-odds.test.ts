import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteUnusedBests } from '#app/features/audiences/commands.server.ts'
import { storeClosingOdds } from '#app/features/statistics/closing.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { whileHeld } from '#tests/support/while-held.ts'

const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']
const RESULT = marketOf({ type: 'match_result' })
const PATH = '/en/soccer/italy/serie-x/results'

/** Of each match: its day of October 2025, its score, and what two bookmakers closed at. */
const PLAYED: { day: number; score: [number, number]; prices: [number, number, number][] }[] = [
  {
    day: 3,
    score: [2, 0],
    prices: [
      [1.8, 3.5, 4.6],
      [1.85, 3.4, 4.5],
    ],
  },
  {
    day: 4,
    score: [1, 1],
    prices: [
      [1.5, 4.2, 7],
      [1.48, 4.4, 6.8],
    ],
  },
  {
    day: 5,
    score: [0, 3],
    prices: [
      [3.9, 3.6, 1.95],
      [4, 3.5, 1.9],
    ],
  },
  {
    day: 20,
    score: [0, 1],
    prices: [
      [2.1, 3.3, 3.4],
      [2.05, 3.35, 3.6],
    ],
  },
  // No favourite: the lowest price is that of two outcomes.
  {
    day: 21,
    score: [1, 0],
    prices: [
      [2.7, 3.1, 2.7],
      [2.6, 3, 2.6],
    ],
  },
  {
    day: 33,
    score: [5, 1],
    prices: [
      [1.3, 5.5, 9],
      [1.33, 5.2, 8.5],
    ],
  },
] // prettier-ignore

let database: Database
let site: TestSite
let league: string
let ids: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  league = (await createPlace(database.kysely, { league: 'Serie X' })).leagueId
  const bookmakers = [
    await createBookmaker(database.kysely, { name: 'Corvane' }),
    await createBookmaker(database.kysely, { name: 'Fennlines' }),
  ]
  ids = []
  for (const [at, { day, score, prices }] of PLAYED.entries()) {
    const start = new Date(Date.UTC(2025, 9, day, 18))
    const id = await createMatch(database.kysely, {
      league_id: league,
      home_team: at === 0 ? '=SUM(1)' : `Home ${at}`,
      away_team: at === 0 ? 'A, "B"' : `Away ${at}`,
      slug: `home-${at}-vs-away-${at}`,
      start_time: start,
    })
    ids.push(id)
    const total = marketOf({ type: 'total', line: 2.5 })
    for (const [book, own] of prices.entries())
      await offerPrices(
        database.kysely,
        id,
        { [bookmakers[book] ?? '']: [quoteOf(RESULT, own), quoteOf(total, [1.9, 1.95])] },
        { source: `source-${book}`, seenAt: new Date(start.getTime() - 10 * MINUTE_MS) },
      )
    await finish(id, score)
  }
  await storeClosingOdds({ database, log: createLog('silent') }, new Date())
}, 60_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

const finish = (id: string, [home_score, away_score]: [number, number]) =>
  database.kysely
    .updateTable('matches')
    .set({ status: 'finished', home_score, away_score })
    .where('id', '=', id)
    .execute()

const mainOf = async (path: string, headers?: Record<string, string>) =>
  readHtml(await (await site.get(path, headers)).text()).all('main')[0]
/** The rows of the tables of a page: how favourites did, and the matches. */
async function tablesOf(path: string, headers?: Record<string, string>): Promise<string[][][]> {
  const tables = (await mainOf(path, headers))?.all('tbody') ?? []
  return tables.map((table) =>
    table.all('tr').map((row) => [...row.all('th'), ...row.all('td')].map(({ text }) => text)),
  )
}

/** What favourites did in some matches, by an arithmetic of its own. */
function favourites(played: typeof PLAYED): string[] {
  const counted = played.flatMap(({ score: [home, away], prices: [one, other] }) => {
    const best = [0, 1, 2].map((n) => Math.max(one?.[n] ?? 0, other?.[n] ?? 0))
    const [first = 0, second = 0] = best.toSorted((a, b) => a - b)
    if (first === second) return []
    const winner = home > away ? 0 : home === away ? 1 : 2
    return [
      { first, won: best.indexOf(first) === winner, payout: 1 / best.reduce((sum, it) => sum + 1 / it, 0) },
    ]
  })
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  const won = counted.filter((it) => it.won)
  return [
    String(counted.length),
    `${won.length} · ${percent(won.length / counted.length)}`,
    percent(won.reduce((sum, it) => sum + it.first, 0) / counted.length),
    percent(counted.reduce((sum, it) => sum + it.payout, 0) / counted.length),
  ]
}

describe('results and closing odds', () => {
  it('show the latest month with the best closing odds of each outcome, the winning one marked', async () => {
    const [, rows] = await tablesOf(PATH)
    expect(rows).toEqual([['Home 5 – Away 5 Nov 2, 2025', '5–1', 'won: 1.33', '5.50', '9.00', '95.7%']])
    const [, october] = await tablesOf(`${PATH}?month=10`)
    expect(october?.map(([name]) => name?.slice(0, 6))).toEqual([
      'Home 4',
      'Home 3',
      'Home 2',
      'Home 1',
      '=SUM(1',
    ])
    expect(october?.at(-1)?.slice(1, 5)).toEqual(['2–0', 'won: 1.85', '3.50', '4.60'])
    expect((await tablesOf(`${PATH}?month=all`))[1]).toHaveLength(6)
  })

  it('show how often the favourite won in the month and the season, and what it returned', async () => {
    const [records] = await tablesOf(`${PATH}?month=10`)
    expect(records?.map((row) => row.slice(1))).toEqual([favourites(PLAYED.slice(0, 5)), favourites(PLAYED)])
    expect(records?.map(([name]) => name)).toEqual(['October 2025', 'Season 2025/26'])
  })

  it('have other markets, each at its own address', async () => {
    const hrefs = (await mainOf(PATH))?.all('a').map((it) => it.attribute('href'))
    expect(hrefs).toContain(`${PATH}?market=total`)
    const [, rows] = await tablesOf(`${PATH}?market=total`)
    expect(rows?.[0]?.slice(1, 5)).toEqual(['5–1', '2.5', 'won: 1.90', '1.95'])
  })

  it('mark no winner of a line in games by a score of sets', async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely, { sport: 'Tennis', league: 'Open' })
    const start = new Date(Date.UTC(2025, 9, 3, 18))
    const id = await createMatch(kysely, {
      ...{ league_id: leagueId, home_team: 'Ash', away_team: 'Birch', slug: 'ash-birch', start_time: start },
    })
    const quotes = [
      quoteOf(marketOf({ type: 'moneyline' }), [1.5, 2.6]),
      quoteOf(marketOf({ type: 'total', line: 22.5 }), [1.9, 1.95]),
    ]
    const offer = { [await createBookmaker(kysely)]: quotes }
    await offerPrices(kysely, id, offer, { seenAt: new Date(start.getTime() - 10 * MINUTE_MS) })
    await finish(id, [2, 1])
    await storeClosingOdds({ database, log: createLog('silent') }, new Date())
    const path = '/en/tennis/italy/open/results'
    const rowOf = async (query: string) => (await tablesOf(path + query)).at(-1)?.[0]?.slice(1, 5)
    expect(await rowOf('?market=total')).toEqual(['2–1', '22.5', '1.90', '1.95'])
    expect(await rowOf('')).toEqual(['2–1', 'won: 1.50', '2.60', expect.anything()])
    const file = await (await site.get(`/resources/closing-odds/${leagueId}?season=2025&market=total`)).text()
    expect(file.split('\r\n')[1]).toMatch(/,total,full_time,22\.5,1,1\.9,1\.95,1\.9,1\.95,,$/)
    await kysely.deleteFrom('matches').where('id', '=', id).execute()
  })

  it('are a file of a season that no spreadsheet executes', async () => {
    const href = (await mainOf(PATH))
      ?.all('a')
      .find((it) => it.attribute('download') !== undefined)
      ?.attribute('href')
    const response = await site.get(href ?? '')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=10')
    const lines = (await response.text()).split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines[0]).toMatch(/^kick_off,home_team,.*,best_home,best_draw,best_away,average_home,.*,won_away$/)
    expect(lines.at(-2)).toBe(
      `2025-10-03T18:00:00.000Z,'=SUM(1),"A, ""B""",2,0,match_result,full_time,,2,1.85,3.5,4.6,1.825,3.45,4.55,1,0,0`,
    )
    expect((await site.get('/resources/closing-odds/nothing')).status).toBe(404)
    // Of the season and the market that the page shows.
    const id = await createMatch(database.kysely, {
      ...{ league_id: league, home_team: 'Long', away_team: 'Ago', slug: 'long-vs-ago', status: 'finished' },
      ...{ start_time: new Date(Date.UTC(2024, 9, 3, 18)), home_score: 1, away_score: 1 },
    })
    const fileOf = async (query: string) => {
      const link = (await mainOf(PATH + query))?.all('a').find((it) => it.attribute('download') !== undefined)
      return (await (await site.get(link?.attribute('href') ?? '')).text()).split('\r\n').slice(1, -1)
    }
    expect(await fileOf('?season=2024')).toEqual([expect.stringMatching(/^2024-10-03T.*,Long,Ago,1,1,/)])
    const totals = await fileOf('?market=total&month=10')
    expect(totals).toHaveLength(6)
    expect(totals.every((line) => line.includes(',total,full_time,2.5,'))).toBe(true)
    await database.kysely.deleteFrom('matches').where('id', '=', id).execute()
  })

  it('state when there is nothing', async () => {
    expect((await mainOf(`${PATH}?season=2020`))?.text).toContain('There are no results of this season.')
  })

  it.each(LANGUAGES)('are written in %s', async (lang) => {
    const html = await (await site.get(PATH.replace('/en', `/${lang}`))).text()
    expect(shownText(html)).not.toMatch(/\{\{|column\.|favourites\.|results\./)
  })

  it('are rendered again when closing odds are stored, and with another result', async () => {
    const id = await createMatch(database.kysely, {
      ...{ league_id: league, home_team: 'Late', away_team: 'Later', slug: 'late-vs-later' },
      ...{
        start_time: new Date(Date.UTC(2025, 10, 9, 18)),
        status: 'finished',
        home_score: 0,
        away_score: 2,
      },
    })
    const late = async () => (await tablesOf(PATH))[1]?.find(([name]) => name?.startsWith('Late'))
    expect((await late())?.slice(1)).toEqual(['0–2', '–', '–', '–', '–'])
    const bookmaker = await createBookmaker(database.kysely)
    const offer = { [bookmaker]: [quoteOf(RESULT, [2, 3, 4])] }
    await offerPrices(database.kysely, id, offer, { seenAt: new Date(Date.UTC(2025, 10, 9, 17, 50)) })
    expect(await storeClosingOdds({ database, log: createLog('silent') }, new Date())).toBeGreaterThan(0)
    expect((await late())?.slice(1, 5)).toEqual(['0–2', '2.00', '3.00', 'won: 4.00'])
    await finish(id, [1, 0])
    expect((await late())?.slice(1, 5)).toEqual(['1–0', 'won: 2.00', '3.00', '4.00'])
  })

  it('are stored once: nothing is due afterwards', async () => {
    const store = () => storeClosingOdds({ database, log: createLog('silent') }, new Date())
    await store()
    const before = await database.kysely
      .selectFrom('closing_odds')
      .selectAll()
      .orderBy('event')
      .orderBy('type')
      .execute()
    expect(await store()).toBe(0)
    const after = await database.kysely
      .selectFrom('closing_odds')
      .selectAll()
      .orderBy('event')
      .orderBy('type')
      .execute()
    expect(after).toEqual(before)
  })

  it("are in the month and the season of their date in the site's time zone", async () => {
    const zone = (time_zone: string) =>
      database.kysely.updateTable('site_settings').set({ time_zone }).execute()
    const add = (slug: string, start: string) =>
      createMatch(database.kysely, {
        ...{ league_id: league, home_team: slug, away_team: 'Away', slug, status: 'finished' },
        ...{ start_time: new Date(start), home_score: 1, away_score: 1 },
      })
    // In Auckland these are 1 November 2023 and 1 July 2024.
    const added = [await add('month', '2023-10-31T11:30:00Z'), await add('season', '2024-06-30T12:00:00Z')]
    added.push(await add('before', '2023-10-31T10:30:00Z'))
    // Without it, a league that plays at the end of June would have calendar years.
    added.push(await add('winter', '2024-01-05T12:00:00Z'))
    const names = async (query: string) =>
      ((await tablesOf(PATH + query)).at(-1) ?? []).map(([name]) => name?.split(' ')[0])
    expect(await names('?season=2023&month=10')).toEqual(['month', 'before'])
    expect(await names('?season=2023&month=06')).toEqual(['season'])
    await zone('Pacific/Auckland')
    expect(await names('?season=2023&month=10')).toEqual(['before'])
    expect(await names('?season=2023&month=11')).toEqual(['month'])
    expect(await names('?season=2024&month=07')).toEqual(['season'])
    await zone('UTC')
    await database.kysely.deleteFrom('matches').where('id', 'in', added).execute()
  })

  it.runIf(process.env.TEST_DATABASE_URL)('are stored while another process stores them', async () => {
    const { kysely } = database
    const [event = ''] = ids
    await storeClosingOdds({ database, log: createLog('silent') }, new Date())
    const rows = () => kysely.selectFrom('closing_odds').selectAll().where('event', '=', event).execute()
    const before = await rows()
    await kysely.deleteFrom('closed_events').where('event', '=', event).execute()
    const stored = await whileHeld(
      database,
      async (trx) => {
        const closed = { event, version: 0, start_time: new Date(), computed_at: new Date() }
        await trx.insertInto('closed_events').values(closed).execute()
        await trx.insertInto('closing_odds').values(before).execute()
      },
      () => storeClosingOdds({ database, log: createLog('silent') }, new Date()),
    )
    expect(stored).toBe(1)
    expect(await rows()).toEqual(before)
  })
})

describe('closing odds of an audience', () => {
  const cookie = (country: string) => ({ cookie: `country=${country}` })
  const october = (country: string) => tablesOf(`${PATH}?month=10`, cookie(country))
  const fileOf = async (country: string) => {
    const path = `/resources/closing-odds/${league}?season=2025`
    return (await (await site.get(path, cookie(country))).text()).split('\r\n').slice(1, -1)
  }
  beforeAll(async () => {
    const { kysely } = database
    await kysely.updateTable('bookmakers').set({ key: 'fennlines' }).where('name', '=', 'Fennlines').execute()
    const saved = await saveGroups(database, [
      { name: 'Germany', countries: 'DE', bookmaker_rule: 'except', bookmakers: 'fennlines' },
      { name: 'America', countries: 'US', bookmaker_rule: 'only', bookmakers: '' },
      { name: 'Spain', countries: 'ES' },
    ])
    expect(saved.kind).toBe('saved')
  })

  it('are not shown before those of its bookmakers are computed, and are of these afterwards', async () => {
    expect((await october('DE')).at(-1)?.at(-1)?.slice(1)).toEqual(['2–0'])
    expect((await october('ES'))[1]?.at(-1)?.slice(1, 5)).toEqual(['2–0', 'won: 1.85', '3.50', '4.60'])
    expect(await storeClosingOdds({ database, log: createLog('silent') }, new Date())).toBeGreaterThan(0)
    const [records, rows] = await october('DE')
    expect(rows?.at(-1)?.slice(1, 5)).toEqual(['2–0', 'won: 1.80', '3.50', '4.60'])
    const own = PLAYED.map((one) => ({ ...one, prices: one.prices.slice(0, 1) }))
    expect(records?.[0]?.slice(1)).toEqual(favourites(own.slice(0, 5)))
    expect((await fileOf('DE')).at(-1)).toContain(',match_result,full_time,,1,1.8,3.5,4.6,1.8,3.5,4.6,')
    expect((await october('ES'))[1]?.at(-1)?.slice(1, 5)).toEqual(['2–0', 'won: 1.85', '3.50', '4.60'])
  })

  it.each(['DE', 'US', 'ES'])('are a file that no shared cache gives to others: %s', async (country) => {
    const { headers } = await site.get(`/resources/closing-odds/${league}`, cookie(country))
    expect(headers.get('cache-control')).toBe('private, max-age=10')
  })

  it('are none where no bookmaker may be shown', async () => {
    const tables = await october('US')
    expect(tables).toHaveLength(1)
    expect(tables[0]?.map((row) => row.slice(1))).toEqual([['1–0'], ['0–1'], ['0–3'], ['1–1'], ['2–0']])
    expect((await fileOf('US')).some((line) => line.includes('match_result,'))).toBe(false)
  })

  it('are computed once for each set, and go with it', async () => {
    const store = () => storeClosingOdds({ database, log: createLog('silent') }, new Date())
    await store()
    expect(await store()).toBe(0)
    const count = async () =>
      (await database.kysely.selectFrom('set_closing_odds').select('event').execute()).length
    expect(await count()).toBeGreaterThan(0)
    await database.kysely.deleteFrom('price_sets').where('no', '<>', 0).execute()
    expect(await store()).toBe(0)
    await deleteUnusedBests({ database })
    expect(await count()).toBe(0)
  })
})

describe('closing odds of every market and line', () => {
  const PAGE = '/en/soccer/italy/serie-y/results'
  const MATCHES = 120
  const OVER = marketOf({ type: 'total', line: 2.5 })
  const HIGHER = marketOf({ type: 'total', line: 3.5 })
  const HALF = marketOf({ type: 'total', period: 'half_1', line: 1.5 })
  const SIDE = marketOf({ type: 'team_total', line: 1.5, participant: 'home' })
  const SCORE = marketOf({ type: 'correct_score' })
  let every: string
  const scores = (price: number) =>
    Array.from({ length: 26 }, (_, n) => (n === 7 ? price : n === 8 ? 12 : null))
  const store = () => storeClosingOdds({ database, log: createLog('silent') }, new Date())
  const cookie = (country: string) => ({ cookie: `country=${country}` })
  /** Of a country where every bookmaker may be shown. */
  const portugal = cookie('PT')
  const linesOf = async (query: string, headers: Record<string, string> = portugal) =>
    (await (await site.get(`/resources/closing-odds/${every}?season=2025${query}`, headers)).text())
      .split('\r\n')
      .slice(1, -1)

  beforeAll(async () => {
    const { kysely } = database
    every = (await createPlace(kysely, { league: 'Serie Y' })).leagueId
    const books = await Promise.all(
      ['Alderbet', 'Barred'].map((name) => createBookmaker(kysely, { name, key: name.toLowerCase() })),
    )
    // Two matches at a time.
    for (let n = 0; n < MATCHES; n += 1) {
      const start = new Date(Date.UTC(2025, 8, 1 + Math.floor(n / 2), 18))
      const id = await createMatch(kysely, {
        ...{ league_id: every, home_team: `Home ${n}`, away_team: `Away ${n}`, slug: `y-${n}` },
        start_time: start,
      })
      const quotes = (better: number) => [
        quoteOf(RESULT, [2 + better, 3.4, 3.6]),
        quoteOf(OVER, [1.9 + better, 1.95]),
        ...(n < 60 ? [quoteOf(HIGHER, [2.9 + better, 1.4])] : []),
        ...(n < 3 ? [quoteOf(HALF, [2.2 + better, 1.7]), quoteOf(SIDE, [1.8 + better, 2])] : []),
        ...(n < 3 ? [quoteOf(SCORE, scores(8 + better))] : []),
      ]
      await offerPrices(kysely, id, Object.fromEntries(books.map((book, at) => [book, quotes(at / 10)])), {
        seenAt: new Date(start.getTime() - 10 * MINUTE_MS),
      })
      await finish(id, [1, 2])
    }
    const saved = await saveGroups(database, [
      { name: 'France', countries: 'FR', bookmaker_rule: 'except', bookmakers: 'barred' },
      { name: 'Portugal', countries: 'PT' },
    ])
    expect(saved.kind).toBe('saved')
    await store()
    // Reading quotes can raise the version of their event.
    await store()
    // On the embedded database this takes longer than the site keeps the connection of the last request.
    await site.get('/healthz').catch(() => undefined)
  }, 120_000)

  it('are stored once for each set of bookmakers, and again after the release before has written', async () => {
    const { kysely } = database
    expect(await store()).toBe(0)
    const count = async () => {
      const { rows } = await sql<{ n: number; distinct: number }>`
        select count(*)::int as n, count(distinct (event, price_set, type, period, participant, line))::int as distinct
        from line_closing_odds`.execute(kysely)
      return rows[0]
    }
    const before = await count()
    expect(before?.n).toBe(before?.distinct)
    await Promise.all([
      kysely.updateTable('closed_events').set({ lines_version: null }).execute(),
      kysely.deleteFrom('line_closing_odds').execute(),
    ])
    const mains = await kysely
      .selectFrom('closing_odds')
      .selectAll()
      .orderBy('event')
      .orderBy('type')
      .execute()
    // Two processes at once.
    await Promise.all([store(), store()])
    expect(await count()).toEqual(before)
    expect(
      await kysely.selectFrom('closing_odds').selectAll().orderBy('event').orderBy('type').execute(),
    ).toEqual(mains)
  })

  it('are stored for a set of bookmakers that comes meanwhile, too', async () => {
    const { kysely } = database
    await kysely.updateTable('closed_events').set({ lines_version: null }).execute()
    let no: number | undefined
    const addSet = async () => {
      const added = await sql<{ no: number }>`
        insert into price_sets (no, is_except, keys) values (77, true, array['alderbet']) returning no`.execute(
        kysely,
      )
      no = added.rows[0]?.no
    }
    const meanwhile = kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (no === undefined && result.rows.some((row) => 'has_mains' in row)) await addSet()
        return result
      },
    })
    await storeClosingOdds(
      { database: { ...database, kysely: meanwhile }, log: createLog('silent') },
      new Date(),
    )
    expect(no).toBeDefined()
    await store()
    const eventsOf = async (set: number) =>
      (
        await kysely
          .selectFrom('set_closing_odds as o')
          .innerJoin('matches as m', 'm.id', 'o.event')
          .select('o.event')
          .distinct()
          .where('price_set', '=', set)
          .where('m.league_id', '=', every)
          .execute()
      ).length
    expect(await eventsOf(no ?? 0)).toBe(MATCHES)
    await sql`delete from price_sets where no = ${no}`.execute(kysely)
    await deleteUnusedBests({ database })
  })

  it('have periods, sides and lines, each at its own address', async () => {
    const hrefsOf = async (query: string) =>
      (await mainOf(PAGE + query, portugal))
        ?.all('nav')
        .flatMap((nav) => nav.all('a').map((it) => it.attribute('href')))
    const totals = await hrefsOf('?market=total')
    for (const query of ['?market=team_total', '?market=correct_score', '?market=total&line=3.5'])
      expect(
        totals?.map((href) => href?.replace('&month=09', '')),
        query,
      ).toContain(PAGE + query)
    const rowsOf = async (query: string) => (await tablesOf(`${PAGE}?month=all&${query}`, portugal)).at(-1)
    const higher = await rowsOf('market=total&period=full_time&line=3.5')
    expect(higher).toHaveLength(60)
    expect(higher?.[0]?.slice(1, 5)).toEqual(['1–2', '3.5', '3.00', 'won: 1.40'])
    const half = (await rowsOf('market=total&period=half_1'))?.filter((row) => row[3] !== '–')
    expect(half?.map((row) => row.slice(1, 5))).toEqual(Array(3).fill(['1–2', '1.5', '2.30', '1.70']))
    const side = (await rowsOf('market=team_total'))?.filter((row) => row[3] !== '–')
    expect(side?.[0]?.slice(1, 5)).toEqual(['1–2', '1.5', '1.90', 'won: 2.00'])
    // A list of outcomes: the favourite, and the winning outcome.
    const score = (await rowsOf('market=correct_score'))?.filter((row) => row[2] !== '–')
    expect(score?.[0]?.slice(1)).toEqual(['1–2', '1:2 8.10', '1:2 8.10'])
  })

  it('are shown of a market that is quoted for a half only', async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely, { league: 'Serie Z' })
    const start = new Date(Date.UTC(2025, 8, 1, 18))
    const id = await createMatch(kysely, {
      ...{ league_id: leagueId, home_team: 'Z', away_team: 'Y', slug: 'z-y', start_time: start },
    })
    const half = [1.5, 2.5].map((line) =>
      quoteOf(marketOf({ type: 'total', period: 'half_1', line }), [1.8, 2]),
    )
    const offer = { [await createBookmaker(kysely)]: half }
    await offerPrices(kysely, id, offer, { seenAt: new Date(start.getTime() - 10 * MINUTE_MS) })
    await finish(id, [1, 2])
    await store()
    const rows = (await tablesOf('/en/soccer/italy/serie-z/results?market=total', portugal)).at(-1)
    expect(rows?.map((row) => row.slice(1, 5))).toEqual([['1–2', '1.5', '1.80', '2.00']])
  })

  it('link to each period of the usual market, and keep every result on the way to another month', async () => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely, { league: 'Serie W' })
    const book = await createBookmaker(kysely)
    const add = async (slug: string, start: Date, isQuoted: boolean) => {
      const id = await createMatch(kysely, {
        ...{ league_id: leagueId, home_team: slug, away_team: 'Away', slug, start_time: start },
      })
      const half = quoteOf(marketOf({ type: 'match_result', period: 'half_1' }), [2.6, 2.1, 4])
      const offer = { [book]: [quoteOf(RESULT, [2, 3, 4]), half] }
      if (isQuoted)
        await offerPrices(kysely, id, offer, { seenAt: new Date(start.getTime() - 10 * MINUTE_MS) })
      await finish(id, [1, 2])
    }
    await add('quoted', new Date(Date.UTC(2025, 9, 1, 18)), true)
    await add('earlier', new Date(Date.UTC(2025, 8, 1, 18)), true)
    await add('without', new Date(Date.UTC(2025, 8, 2, 18)), false)
    await store()
    const own = '/en/soccer/italy/serie-w/results'
    const links = ((await mainOf(own, portugal))?.all('nav') ?? []).flatMap((nav) => nav.all('a'))
    const hrefOf = (text: RegExp) => links.find((it) => text.test(it.text))?.attribute('href') ?? ''
    const half = (await tablesOf(hrefOf(/half/i), portugal)).at(-1)
    expect(half?.map((row) => row.slice(1, 5))).toEqual([['1–2', '2.60', '2.10', '4.00']])
    const september = (await tablesOf(hrefOf(/^Sep/), portugal)).at(-1)
    expect(september?.map((row) => row.slice(1, 5))).toEqual([
      ['1–2', '–', '–', '–'],
      ['1–2', '2.00', '3.00', 'won: 4.00'],
    ])
  })

  it('ignore a line that the season does not have, at one cached address', async () => {
    const text = async (query: string) => (await mainOf(PAGE + query, portugal))?.text
    for (const line of ['99.5', 'x', '2.6', '3.50001'])
      expect(await text(`?market=total&line=${line}`), line).toBe(await text('?market=total'))
  })

  it.each(['&market=all', '&market=total&period=full_time'])(
    'are a file with every match once: %s',
    async (query) => {
      const lines = await linesOf(query)
      const names = new Set(lines.map((line) => line.split(',')[1]))
      expect(names.size).toBe(MATCHES)
      expect(new Set(lines).size).toBe(lines.length)
      // 120 matches with 3 + 2 outcomes, 60 with 2 more, 3 with 6 more.
      expect(lines).toHaveLength(query === '&market=all' ? MATCHES * 5 + 60 * 2 + 3 * 6 : MATCHES)
    },
  )

  it('link the pages beside each, and the last one, and have their own canonical address', async () => {
    const query = '?month=all'
    const headOf = async (path: string) => {
      const html = await (await site.get(path, portugal)).text()
      const link = (rel: string) =>
        readHtml(html)
          .all('link')
          .find((it) => it.attribute('rel') === rel)
          ?.attribute('href')
          ?.replace(/^https?:\/\/[^/]+/, '')
      const anchors = readHtml(html)
        .all('a')
        .filter((it) => it.attribute('rel') === 'prev' || it.attribute('rel') === 'next')
        .map((it) => [it.attribute('rel'), it.attribute('href')])
      return { canonical: link('canonical'), prev: link('prev'), next: link('next'), anchors }
    }
    expect(await headOf(PAGE + query)).toEqual({
      ...{ canonical: PAGE, prev: undefined, next: `${PAGE}${query}&page=2` },
      anchors: [['next', `${PAGE}${query}&page=2`]],
    })
    expect(await headOf(`${PAGE}${query}&page=2&odds=american`)).toEqual({
      ...{ canonical: `${PAGE}${query}&page=2`, prev: PAGE + query, next: undefined },
      anchors: [['prev', `${PAGE}${query}&odds=american`]],
    })
  })

  it('name the outcome, the side and the line of each price in the file of all markets', async () => {
    const [head] = (
      await (await site.get(`/resources/closing-odds/${every}?season=2025&market=all`, portugal)).text()
    ).split('\r\n')
    expect(head).toBe(
      'kick_off,home_team,away_team,home_score,away_score,market,period,line,bookmakers,participant,outcome,best,average,won',
    )
    const lines = await linesOf('&market=all')
    const start = '2025-09-01T18:00:00.000Z,Home 0,Away 0,1,2,'
    expect(lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length))).toEqual([
      ...['correct_score,full_time,,2,,1:2,8.1,8.05,1', 'correct_score,full_time,,2,,1:3,12,12,0'],
      'match_result,full_time,,2,,home,2.1,2.05,0',
      ...['match_result,full_time,,2,,draw,3.4,3.4,0', 'match_result,full_time,,2,,away,3.6,3.6,1'],
      ...['team_total,full_time,1.5,2,home,over,1.9,1.85,0', 'team_total,full_time,1.5,2,home,under,2,2,1'],
      ...['total,full_time,2.5,2,,over,2,1.95,1', 'total,full_time,2.5,2,,under,1.95,1.95,0'],
      ...['total,full_time,3.5,2,,over,3,2.95,0', 'total,full_time,3.5,2,,under,1.4,1.4,1'],
      ...['total,half_1,1.5,2,,over,2.3,2.25,', 'total,half_1,1.5,2,,under,1.7,1.7,'],
    ])
  })

  it('have nothing of a bookmaker that an audience may not see', async () => {
    const lines = await linesOf('&market=all', cookie('FR'))
    expect(lines).toHaveLength(MATCHES * 5 + 60 * 2 + 3 * 6)
    expect(lines.every((line) => line.split(',')[8] === '1')).toBe(true)
    const prices = new Set(lines.map((line) => line.split(',')[11]))
    for (const barred of ['2.1', '3', '8.1', '2.3']) expect(prices.has(barred), barred).toBe(false)
    const rows = (
      await tablesOf(`${PAGE}?month=all&market=total&period=full_time&line=3.5`, cookie('FR'))
    ).at(-1)
    expect(rows?.[0]?.slice(1, 5)).toEqual(['1–2', '3.5', '2.90', 'won: 1.40'])
  })
})
