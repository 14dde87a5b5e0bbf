import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nameKey } from '#app/features/names/contestants.ts'
import { nameTeams, storeClosingOdds } from '#app/features/statistics/closing.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']
const PATH = '/en/soccer/italy/team/zenith'

let database: Database
let site: TestSite
let italy: Awaited<ReturnType<typeof createPlace>>
let cup: Awaited<ReturnType<typeof createPlace>>
let women: Awaited<ReturnType<typeof createPlace>>
beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  italy = await createPlace(database.kysely, { league: 'Serie X' })
  const spain = await createPlace(database.kysely, { league: 'Liga X', country: 'Spain', code: 'ES' })
  const basket = await createPlace(database.kysely, { league: 'Lega B', sport: 'Basketball' })
  cup = await createPlace(database.kysely, { league: 'Cup', country: 'International', code: 'INT' })
  await play(italy.leagueId, 'Zenith', 'Borgo', -9, [3, 1])
  await play(italy.leagueId, 'Cestia', 'Zénith', -8, [2, 2])
  await play(italy.leagueId, 'Drava', 'Zenith', -7, [1, 0])
  await play(italy.leagueId, 'Zenith', 'Elmo', -6, [9, 0], 'cancelled')
  await play(spain.leagueId, 'Zenith', 'Spanish One', -5, [7, 7])
  await play(basket.leagueId, 'Zenith', 'Basket One', -4, [88, 77])
  await play(cup.leagueId, 'Zenith', 'Foreign', -3, [4, 0])
  women = await createPlace(database.kysely, { league: 'Serie X Women' })
  await play(women.leagueId, 'Zenith', 'Borgo', -2, [6, 6])
  const next = await play(italy.leagueId, 'Zenith', 'Fosso', 1)
  const bookmaker = await createBookmaker(database.kysely, { name: 'Corvane' })
  await createQuote(database.kysely, { match: next, bookmaker, prices: [2.15, 3.3, 3.7] })
  await sql`select refresh_headlines(array[${next}]::uuid[])`.execute(database.kysely)
}, 60_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

function play(
  league: string,
  home: string,
  away: string,
  day: number,
  score?: number[],
  status = 'finished',
) {
  return createMatch(database.kysely, {
    league_id: league,
    home_team: home,
    away_team: away,
    slug: `${home}-vs-${away}`.toLowerCase().replaceAll(' ', '-'),
    start_time: new Date(Date.now() + day * 24 * HOUR_MS),
    ...(score && { status, home_score: score[0] ?? null, away_score: score[1] ?? null }),
  })
}

const mainOf = async (path: string) => readHtml(await (await site.get(path)).text()).all('main')[0]
async function resultsOf(path: string): Promise<string[][]> {
  const table = (await mainOf(path))?.all('tbody')[0]
  return table?.all('tr').map((row) => [...row.all('th'), ...row.all('td')].map(({ text }) => text)) ?? []
}
const namesOf = async (path: string) =>
  (await resultsOf(path)).map(([name, score]) => `${name?.replace(/ \w+ \d.*/, '')} ${score}`)

const teamPathsOfSitemap = async () => {
  const index = await (await site.get('/sitemap.xml')).text()
  const files = [...index.matchAll(/<loc>([^<]*\/sitemaps\/en-[^<]*)<\/loc>/g)].map(
    ([, it = '']) => new URL(it).pathname,
  )
  const all = (await Promise.all(files.map(async (it) => (await site.get(it)).text()))).join('')
  return [...all.matchAll(/<loc>([^<]*\/team\/[^<]*)<\/loc>/g)].map(([, it = '']) => new URL(it).pathname)
}

describe('the page of a team', () => {
  it('has the next match with its best prices, and the results, the latest first', async () => {
    const main = await mainOf(PATH)
    expect(main?.all('h1')[0]?.text).toBe('Zenith')
    expect(main?.text).toMatch(/Zenith Fosso .*2\.15 Corvane.*3\.30 Corvane.*3\.70 Corvane/)
    expect(await namesOf(PATH)).toEqual(['Drava – Zenith 1–0', 'Cestia – Zénith 2–2', 'Zenith – Borgo 3–1'])
    // One win, one draw, one defeat.
    expect(main?.text).toContain('3 results: Won 1 · Drawn 1 · Lost 1')
  })

  it('never mixes teams of one name in another country or sport', async () => {
    expect(await namesOf('/en/soccer/spain/team/zenith')).toEqual(['Zenith – Spanish One 7–7'])
    expect(await namesOf('/en/basketball/italy/team/zenith')).toEqual(['Zenith – Basket One 88–77'])
    expect(await namesOf('/en/soccer/international/team/zenith')).toEqual(['Zenith – Foreign 4–0'])
  })

  it('joins names that are mapped to one team', async () => {
    await database.kysely
      .insertInto('sportsdb_teams')
      .values([{ team_id: 77, team_name: 'Zenith' }])
      .execute()
    for (const country of ['Italy', 'International'])
      await database.kysely
        .insertInto('team_mappings')
        .values({
          ...{ matches_team_name: 'Zenith', matches_country_name: country, matches_sport_name: 'Soccer' },
          ...{ status: 'mapped', sportsdb_team_name: 'Zenith', sportsdb_team_id: 77 },
        })
        .execute()
    const both = ['Zenith – Foreign 4–0', 'Drava – Zenith 1–0', 'Cestia – Zénith 2–2', 'Zenith – Borgo 3–1']
    expect(await namesOf(PATH)).toEqual(both)
    expect(await namesOf('/en/soccer/spain/team/zenith')).toEqual(['Zenith – Spanish One 7–7'])
  })

  it('is linked from the table and the matches, and is in the sitemap once', async () => {
    const match = await mainOf('/en/soccer/italy/serie-x/drava-vs-zenith')
    const [heading] = match?.all('h1') ?? []
    expect(heading?.all('a').map((it) => [it.text, it.attribute('href')])).toEqual([
      ['Drava', '/en/soccer/italy/team/drava'],
      ['Zenith', PATH],
    ])
    expect(await nameTeams({ database })).toBeGreaterThan(0)
    await play(italy.leagueId, 'Borgo', 'Drava', -20, [1, 1])
    const paths = await teamPathsOfSitemap()
    expect(paths.filter((path) => path === PATH)).toHaveLength(1)
  })

  it('is not there for a name without matches', async () => {
    const response = await site.get('/en/soccer/italy/team/nobody')
    expect(response.status).toBe(404)
    expect(shownText(await response.text())).toContain('Team not found')
  })

  it.each(LANGUAGES)('is written in %s', async (lang) => {
    const html = await (await site.get(PATH.replace('/en', `/${lang}`))).text()
    expect(shownText(html)).not.toMatch(/\{\{|column\.|team\./)
  })

  it('is rendered again with a new result', async () => {
    const before = await namesOf(PATH)
    await play(italy.leagueId, 'Zenith', 'Gallo', -1, [0, 5])
    expect(await namesOf(PATH)).toEqual(['Zenith – Gallo 0–5', ...before])
  })
})

it('a team has its page from its first match on, also in play, without a result or called off, as the sitemap says', async () => {
  const { kysely } = database
  const { leagueId } = await createPlace(kysely, { league: 'Serie Z' })
  const hidden = await createPlace(kysely, { league: 'Serie H' })
  await play(leagueId, 'Inplay', 'Second', -1 / 24)
  await play(leagueId, 'Awaiting', 'Third', -2)
  await play(leagueId, 'Calledoff', 'Fourth', 1, [], 'cancelled')
  await play(hidden.leagueId, 'Hidden', 'Fifth', 1)
  await kysely.updateTable('leagues').set({ is_active: false }).where('id', '=', hidden.leagueId).execute()
  await nameTeams({ database })
  const page = async (team: string) =>
    shownText(await (await site.get(`/en/soccer/italy/team/${team}`)).text())
  expect(await page('inplay')).toMatch(
    /Next matches .*Serie Z .*LIVE .*Inplay .*No result of this team is known/,
  )
  for (const team of ['awaiting', 'calledoff'])
    expect(await page(team)).toMatch(/No match of this team is scheduled.*No result of this team is known/)
  const teams = ['inplay', 'second', 'awaiting', 'third', 'calledoff', 'fourth']
  // Files are kept for some seconds.
  const paths = await vi.waitFor(
    async () => {
      const found = await teamPathsOfSitemap()
      expect(found).toEqual(expect.arrayContaining(teams.map((team) => `/en/soccer/italy/team/${team}`)))
      return found
    },
    { timeout: 60_000, interval: 500 },
  )
  for (const path of paths) expect([path, (await site.get(path)).status]).toEqual([path, 200])
  expect((await site.get('/en/soccer/italy/team/hidden')).status).toBe(404)
})

it('does not mix the teams of women with those that have the same name', async () => {
  expect((await mainOf(PATH))?.text).not.toContain('6–6')
  const standings = await (await site.get('/en/soccer/italy/serie-x-women/standings')).text()
  expect(standings).not.toContain(PATH)
  await play(women.leagueId, 'Only Women', 'Borgo', -1, [5, 5])
  await nameTeams({ database })
  expect((await mainOf('/en/soccer/italy/team/only-women'))?.text).toContain('5–5')
})

it('a match shows the earlier matches of its teams under other names, and a team page what a decision says', async () => {
  const db = database.kysely
  await play(italy.leagueId, 'Ursa FC', 'Vela', -20, [4, 3])
  await play(italy.leagueId, 'Vela', 'Ursa', -10, [0, 5])
  await play(italy.leagueId, 'Ursa', 'Vela', 3)
  await nameTeams({ database })
  const page = '/en/soccer/italy/serie-x/ursa-vs-vela'
  const meetings = async () => {
    const box = readHtml(await (await site.get(page)).text())
      .all('dl')
      .find((it) => it.attribute('class') === 'head-to-head')
    return box?.all('dd').map(({ text }) => text)
  }
  const results = async () => readHtml(await (await site.get('/en/soccer/italy/team/ursa')).text()).text
  expect(await meetings()).toEqual(['1', '0', '0'])
  // Each side has its own.
  const forms = readHtml(await (await site.get(page)).text())
    .all('ul')
    .filter((it) => it.attribute('class') === 'form')
  expect(forms.map((it) => it.all('li').map(({ text }) => text.replace(/ \w+ \d+ /, ' ')))).toEqual([
    ['W Vela – Ursa 0–5'],
    ['L Vela – Ursa 0–5', 'L Ursa FC – Vela 4–3'],
  ])
  expect(await results()).not.toContain('Ursa FC')
  await db
    .insertInto('team_name_decisions')
    .values({
      ...{ sport_id: italy.sportId, country_id: italy.countryId },
      ...{ name_a: nameKey('Ursa'), name_b: nameKey('Ursa FC'), is_same: true },
    })
    .execute()
  expect(await meetings()).toEqual(['2', '0', '0'])
  expect(await results()).toContain('Ursa FC')
})

it('a team has ten matches to come, the soonest first, thirty results, the latest first, and the form of the last five', async () => {
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie Y' })
  for (let day = 12; day >= 1; day -= 1) await play(leagueId, 'Former', `Later ${day}`, day)
  const scores = [[2, 0], [0, 1], [3, 1], [1, 1], [4, 0], ...Array.from({ length: 27 }, () => [0, 5])]
  for (const [at, score] of scores.entries()) await play(leagueId, 'Former', `Rival ${at}`, -1 - at, score)
  const main = await mainOf('/en/soccer/italy/team/former')
  const shown = (of: string) => [
    ...new Set(Array.from(main?.text.matchAll(new RegExp(`${of} (\\d+)`, 'g')) ?? [], ([, n]) => Number(n))),
  ]
  expect(shown('Later')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(shown('Rival')).toEqual(Array.from({ length: 30 }, (_, n) => n))
  expect(main?.text).toContain('30 results: Won 3 · Drawn 1 · Lost 26')
  const dots = main?.all('span').find((it) => it.attribute('class') === 'dots')
  expect(dots?.all('span').map((it) => it.attribute('aria-label'))).toEqual([
    'Win',
    'Lose',
    'Win',
    'Draw',
    'Win',
  ])
})

describe('the prices of a team', () => {
  it('are how its odds opened and closed in its latest matches, as a table and a chart', async () => {
    const { kysely } = database
    const [ash, birch, exchange] = [
      await createBookmaker(kysely, { name: 'Ash' }),
      await createBookmaker(kysely, { name: 'Birch' }),
      // What it pays of 3 is 2.
      await createBookmaker(kysely, { name: 'Exchange', commission: 50 }),
    ]
    const market = marketOf({ type: 'match_result' })
    const half = marketOf({ type: 'match_result', period: 'half_1' })
    const quotedMatch = async (
      home: string,
      away: string,
      day: number,
      [first, last]: [number[] | null, number[]],
    ) => {
      const match = await play(italy.leagueId, home, away, day)
      const kickOff = Date.now() + day * 24 * HOUR_MS
      // The result of a half is stored first, and is not that of the match.
      const ofHalf = { [ash]: [quoteOf(half, [9, 9, 9])] }
      await offerPrices(kysely, match, ofHalf, { source: 'half', seenAt: new Date(kickOff - 2 * HOUR_MS) })
      const offer = (prices: number[], hours: number) =>
        offerPrices(
          kysely,
          match,
          {
            [ash]: [quoteOf(market, prices)],
            [birch]: [quoteOf(market, [1.5, 3, 1.6])],
            [exchange]: [quoteOf(market, [3, 3, 3])],
          },
          { seenAt: new Date(kickOff - hours * HOUR_MS) },
        )
      if (first) await offer(first, 20)
      await offer(last, first ? 1 : 0.5)
      await kysely
        .updateTable('matches')
        .set({ status: 'finished', home_score: 1, away_score: 0 })
        .where('id', '=', match)
        .execute()
    }
    // The oldest of thirteen matches, which is not among the latest twelve.
    await quotedMatch('Priced', 'Gora', -13, [null, [5, 3, 1.6]])
    for (let day = -12; day < -3; day += 1) await play(italy.leagueId, 'Priced', `Rival ${-day}`, day, [1, 0])
    await quotedMatch('Priced', 'Elmo', -3, [
      [2.4, 3.2, 3.1],
      [2.1, 3.3, 3.4],
    ])
    await quotedMatch('Drava', 'Priced', -2, [
      [2, 3.2, 3.6],
      [2.2, 3.2, 3.3],
    ])
    await quotedMatch('Priced', 'Fosse', -1, [null, [2, 3, 4]])
    await storeClosingOdds({ database, log: createLog('silent') }, new Date())
    const main = readHtml(await (await site.get('/en/soccer/italy/team/priced')).text()).all('main')[0]
    const rows = main?.all('tr').map(({ text }) => text) ?? []
    expect(rows.find((row) => row.startsWith('Drava – Priced'))).toMatch(/3\.60 3\.30 −8\.3%$/)
    expect(rows.find((row) => row.startsWith('Priced – Elmo'))).toMatch(/2\.40 2\.10 −12\.5%$/)
    // The latest first.
    const table = main?.all('table').find((it) => it.attribute('class') === 'records')
    const priced = table?.all('tr').map(({ text }) => text.split(' ').slice(0, 3).join(' '))
    expect(priced?.slice(1)).toEqual(['Priced – Fosse', 'Drava – Priced', 'Priced – Elmo'])
    // The results have the best closing odds, net of commission.
    expect(rows.find((row) => row.startsWith('Priced – Elmo') && row.includes('1–0'))).toMatch(
      / 1–0 won: 2\.10 3\.30 3\.40 /,
    )
    // Half an hour before the start is no opening.
    expect(rows.find((row) => row.startsWith('Priced – Fosse'))).toMatch(/– 2\.00 –$/)
    expect(main?.all('svg').some((it) => /2\.10.*2\.00/.test(it.attribute('aria-label') ?? ''))).toBe(true)
    expect(shownText(await (await site.get(PATH)).text())).not.toContain('Odds over time')
  })
})
