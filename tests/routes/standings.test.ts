import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seasonName } from '#app/features/statistics/seasons.ts'
import { readLeagueCalendar } from '#app/features/statistics/standings.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const LANGUAGES = ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']
const TEAMS = ['Aldera', 'Borgo', 'Cestia', 'Drava', 'Elmo', 'Fosso']

let database: Database
let site: TestSite
let soccer: string
let tennis: string
beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  soccer = (await createPlace(database.kysely, { league: 'Serie X' })).leagueId
  const basket = await createPlace(database.kysely, { sport: 'Basketball', league: 'Lega B' })
  tennis = (await createPlace(database.kysely, { sport: 'Tennis', league: 'Open' })).leagueId
  for (const [round, [home, away, ...score]] of results().entries()) {
    for (const league of [soccer, basket.leagueId, tennis])
      await play(league, { home, away, score, day: 1 + round })
  }
  // None of these counts: cancelled, not over, and without a score.
  await play(soccer, { home: 'Aldera', away: 'Borgo', score: [9, 0], day: 50, status: 'cancelled' })
  await play(soccer, { home: 'Aldera', away: 'Cestia', score: [9, 0], day: 51, status: 'live' })
  await play(soccer, { home: 'Aldera', away: 'Drava', score: [null, null], day: 52 })
}, 60_000)
afterAll(async () => {
  await site.close()
  await database.close()
})

/** Each pair once, with scores that a fixed rule draws. */
function results(): [string, string, number, number][] {
  return TEAMS.flatMap((home, a) =>
    TEAMS.slice(a + 1).map((away, b): [string, string, number, number] => {
      const [x, y] = [(a * 7 + b * 3) % 4, (a * 5 + b * 2 + 1) % 3]
      return (a + b) % 2 === 0 ? [home, away, x, y] : [away, home, y, x]
    }),
  )
}

function play(
  league: string,
  match: {
    home: string
    away: string
    score: (number | null)[]
    day: number
    status?: string
    year?: number
  },
): Promise<string> {
  const { home, away, score, day, status = 'finished', year = 2025 } = match
  return createMatch(database.kysely, {
    league_id: league,
    home_team: home,
    away_team: away,
    slug: `${home}-vs-${away}`.toLowerCase(),
    start_time: new Date(Date.UTC(year, 8, day, 15)),
    home_score: score[0] ?? null,
    away_score: score[1] ?? null,
    status,
  })
}

const mainOf = async (path: string) => readHtml(await (await site.get(path)).text()).all('main')[0]
/** The rows of the table, each cell's text. */
async function tableOf(path: string): Promise<string[][]> {
  const body = (await mainOf(path))?.all('tbody')[0]
  return (body?.all('tr') ?? []).map((row) =>
    [...row.all('td').slice(0, 1), ...row.all('th'), ...row.all('td').slice(1)].map(({ text }) => text),
  )
}

/** The table by an arithmetic of its own: a line of text for each team. */
function expected(side: 'both' | 'home' | 'away' = 'both', last = 99): string[][] {
  const lines = TEAMS.map((team) => {
    const own = results()
      .filter(([home, away]) => (side !== 'away' && home === team) || (side !== 'home' && away === team))
      .slice(-last)
      .map(([home, , x, y]) => (home === team ? x - y : y - x))
    const goals = results()
      .filter(([home, away]) => (side !== 'away' && home === team) || (side !== 'home' && away === team))
      .slice(-last)
      .map(([home, , x, y]) => (home === team ? [x, y] : [y, x]))
    const wins = own.filter((it) => it > 0).length
    const draws = own.filter((it) => it === 0).length
    const scored = goals.reduce((sum, [it = 0]) => sum + it, 0)
    const conceded = goals.reduce((sum, [, it = 0]) => sum + it, 0)
    return { team, own, wins, draws, scored, conceded, points: 3 * wins + draws }
  }).filter(({ own }) => own.length > 0)
  const worth = (it: (typeof lines)[number]) =>
    it.points * 1e6 + (it.scored - it.conceded) * 1e4 + it.scored * 100 + it.wins
  lines.sort((a, b) => worth(b) - worth(a) || (a.team < b.team ? -1 : 1))
  return lines.map((it) => {
    const difference = it.scored - it.conceded
    const rank = lines.filter((other) => worth(other) > worth(it)).length + 1
    return [
      ...[rank, it.team, it.own.length, it.wins, it.draws, it.own.length - it.wins - it.draws].map(String),
      `${it.scored}:${it.conceded}`,
      difference > 0 ? `+${difference}` : String(difference).replace('-', '−'),
      String(it.points),
    ]
  })
}
const PATH = '/en/soccer/italy/serie-x/standings'
const withoutForm = (rows: string[][]) => rows.map((row) => row.slice(0, -1))

describe('standings', () => {
  it('are the table of the finished matches with both scores: overall, at home, away and of the last five', async () => {
    expect(withoutForm(await tableOf(PATH))).toEqual(expected())
    expect(withoutForm(await tableOf(`${PATH}?table=home`))).toEqual(expected('home'))
    expect(withoutForm(await tableOf(`${PATH}?table=away`))).toEqual(expected('away'))
    expect(withoutForm(await tableOf(`${PATH}?table=form`))).toEqual(expected('both', 5))
    // The latest result first.
    const form = (team: string) =>
      results()
        .filter(([home, away]) => home === team || away === team)
        .slice(-5)
        .map(([home, , x, y]) => ['L', 'D', 'W'][1 + Math.sign(home === team ? x - y : y - x)])
        .toReversed()
        .join(' ')
    const rows = await tableOf(PATH)
    expect(rows.map((row) => row.at(-1))).toEqual(rows.map(([, team = '']) => form(team)))
  })

  it('state their rules and the range of dates', async () => {
    const text = (await mainOf(PATH))?.text
    expect(text).toContain('15 results, Sep 1, 2025 – Sep 15, 2025')
    expect(text).toContain('A win counts three points')
    expect(text).toContain('Equal points are ranked by the difference of scores')
    expect(text).toContain('from 1 July to 30 June')
    const american = (await mainOf('/en/basketball/italy/lega-b/standings'))?.text
    expect(american).toContain('The share of matches won decides')
    expect(american).toContain('Equal shares are ranked by the difference of scores')
  })

  it('rank by the share of matches won in American sports', async () => {
    const rows = await tableOf('/en/basketball/italy/lega-b/standings')
    const share = ([, , played, won, drawn]: string[]) => (Number(won) + Number(drawn) / 2) / Number(played)
    const shares = rows.map(share)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    expect(rows.map((row) => row.at(-2))).toEqual(shares.map((it) => `${(100 * it).toFixed(1)}%`))
  })

  it('are of one season', async () => {
    expect(await tableOf(`${PATH}?season=2024`)).toEqual([])
    for (let day = 1; day <= 5; day += 1)
      await play(soccer, { home: 'Old', away: `Older ${day}`, score: [1, 0], day, year: 2023 })
    expect((await tableOf(`${PATH}?season=2023`))[0]?.slice(0, 4)).toEqual(['1', 'Old', '5', '5'])
    const read = async (season: string) => {
      const response = await site.get(`/api/v1/standings?league=${soccer}&season=${season}`)
      return (await response.json()).rows?.[0]?.team
    }
    expect(await read('2023')).toBe('Old')
    // The current season, as the page has it.
    const api = await (await site.get(`/api/v1/standings?league=${soccer}`)).json()
    expect([api.league_id, api.season, api.results]).toEqual([
      soccer,
      { year: 2025, from: '2025-07-01T00:00:00.000Z', until: '2026-07-01T00:00:00.000Z' },
      15,
    ])
    type Row = Record<'rank' | 'played' | 'won' | 'drawn' | 'lost' | 'scored' | 'conceded' | 'points', number>
    const cells = (it: Row & { team: string; form: string[] }) => [
      ...[it.rank, it.team, it.played, it.won, it.drawn, it.lost, it.scored, it.conceded, it.points].map(
        String,
      ),
      it.form.map(([letter]) => letter).join(' '),
    ]
    expect(api.rows.map(cells)).toEqual(
      (await tableOf(PATH)).map((row) => [
        ...[...row.slice(0, 6), ...(row[6] ?? '').split(':'), row[8]],
        row[9]?.toLowerCase(),
      ]),
    )
    const links = (await mainOf(PATH))?.all('a').map((it) => it.attribute('href'))
    expect(links).toContain(`${PATH}?season=2023`)
    expect(withoutForm(await tableOf(PATH))).toEqual(expected())
  })

  it('have the seasons of their sport, calendar years of tennis, whatever dates it was played on', async () => {
    const services = createServices(database)
    const seasonsOf = async (league: string) =>
      (await readLeagueCalendar(services, league)).seasons.map(seasonName)
    expect(await seasonsOf(tennis)).toEqual(['2025'])
    expect(await seasonsOf(soccer)).toContain('2025/26')
  })

  it('explain why there is no table', async () => {
    expect((await mainOf(`${PATH}?season=2024`))?.text).toContain('fewer than 5 results')
    expect((await mainOf('/en/tennis/italy/open/standings'))?.text).toContain('Players compete in this sport')
    const tabs = (await mainOf('/en/tennis/italy/open'))?.all('a').map((it) => it.attribute('href'))
    expect(tabs).not.toContain('/en/tennis/italy/open/standings')
  })

  it.each(LANGUAGES)('are written in %s, and linked from the league', async (lang) => {
    const path = PATH.replace('/en', `/${lang}`)
    const response = await site.get(path)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(shownText(html)).not.toMatch(/\{\{|column\.|rule\.|kind\./)
    expect(html).toContain(`rel="canonical" href="${site.origin}${path}"`)
    const links = (await mainOf(path.replace('/standings', '')))?.all('a').map((it) => it.attribute('href'))
    expect(links).toContain(path)
  })

  it('are in the sitemap where there are results of teams', async () => {
    await createPlace(database.kysely, { league: 'No Results' })
    const index = await (await site.get('/sitemap.xml')).text()
    const files = [...index.matchAll(/<loc>([^<]*\/sitemaps\/en-[^<]*)<\/loc>/g)].map(
      ([, it = '']) => new URL(it).pathname,
    )
    const all = (await Promise.all(files.map(async (it) => (await site.get(it)).text()))).join('')
    const found = [...all.matchAll(/<loc>[^<]*(\/en\/[^<]*\/standings)<\/loc>/g)].map(([, it]) => it)
    expect(found.toSorted()).toEqual(['/en/basketball/italy/lega-b/standings', PATH])
  })

  it('are rendered again when a result comes', async () => {
    const played = async () => (await tableOf(PATH)).find(([, team]) => team === 'Aldera')?.[2]
    expect(await played()).toBe('5')
    await play(soccer, { home: 'Aldera', away: 'Borgo', score: [4, 0], day: 20 })
    expect(await played()).toBe('6')
  })
})

it('a match that was awarded counts in the table, among the results and for its teams', async () => {
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie Y' })
  for (let day = 1; day <= 4; day += 1)
    await play(leagueId, { home: 'Gallo', away: `Guest ${day}`, score: [1, 0], day })
  const match_id = await play(leagueId, {
    ...{ home: 'Iride', away: 'Gallo', score: [null, null], day: 5, status: 'scheduled' },
  })
  await database.kysely
    .insertInto('fixtures')
    .values({ match_id, status_short: 'AWD', goals_home: 3, goals_away: 0 })
    .execute()
  const path = '/en/soccer/italy/serie-y/standings'
  expect((await tableOf(path)).slice(0, 2).map((row) => row.slice(1, 6))).toEqual([
    ['Gallo', '5', '4', '1', '4:3'],
    ['Iride', '1', '1', '0', '3:0'],
  ])
  expect((await mainOf(path.replace('standings', 'results')))?.text).toMatch(/Iride – Gallo.*3–0/)
  expect((await mainOf('/en/soccer/italy/team/iride'))?.text).toMatch(/Iride – Gallo.*3–0/)
})

it('play-offs and finals of a league do not count in its table, and are among its results', async () => {
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie V' })
  const rounds = [...[1, 2, 3, 4, 5].map((day) => `Regular Season - ${day}`), 'Semi-finals', 'Final']
  for (const [at, league_round] of rounds.entries()) {
    const match = { home: 'Lario', away: `Guest ${at}`, score: [2, 0], day: 1 + at }
    const match_id = await play(leagueId, match)
    await database.kysely.insertInto('fixtures').values({ match_id, league_round }).execute()
  }
  const path = '/en/soccer/italy/serie-v/standings'
  const main = await mainOf(path)
  expect((await tableOf(path))[0]?.slice(0, 4)).toEqual(['1', 'Lario', '5', '5'])
  expect(main?.text).toContain('5 results, Sep 1, 2025 – Sep 5, 2025')
  expect(main?.text).toContain('Matches of knock-outs, play-offs and qualifying do not count.')
  expect((await mainOf(PATH))?.text).not.toContain('play-offs')
  expect((await mainOf(path.replace('standings', 'results')))?.text).toContain('Lario – Guest 6')
})

it('a cup of knock-outs says why it has no table', async () => {
  const { leagueId } = await createPlace(database.kysely, { league: 'Coppa V' })
  for (let day = 1; day <= 6; day += 1) {
    const match_id = await play(leagueId, { home: `Host ${day}`, away: `Guest ${day}`, score: [2, 0], day })
    await database.kysely.insertInto('fixtures').values({ match_id, league_round: '1st Round' }).execute()
  }
  const text = (await mainOf('/en/soccer/italy/coppa-v/standings'))?.text
  expect(text).toContain('too few for a table. Matches of knock-outs, play-offs and qualifying do not count.')
})

it('a season begins in July where teams qualify then, and in January where one season of a league was late', async () => {
  const seasonsOf = async (place: { league: string; country: string; code: string }, ...days: string[]) => {
    const { leagueId } = await createPlace(database.kysely, place)
    for (const day of days) {
      const [at, home_team, away_team] = day.split(' ')
      await createMatch(database.kysely, {
        ...{ league_id: leagueId, home_team, away_team, start_time: new Date(`${at}T18:00Z`) },
        ...{ status: 'finished', home_score: 1, away_score: 0 },
      })
    }
    return (await readLeagueCalendar(createServices(database), leagueId)).seasons.map(seasonName)
  }
  const qualifying = [
    '2024-07-09 A B',
    '2024-08-20 C D',
    '2024-11-05 A C',
    '2025-05-31 A C',
    '2025-07-08 E F',
  ]
  const champions = { league: 'Champions', country: 'World', code: 'WO' }
  expect(await seasonsOf(champions, ...qualifying)).toEqual(['2025/26', '2024/25'])
  const late = ['2019-07-06', '2020-08-09', '2021-01-06', '2021-06-27', '2021-07-04', '2022-07-02']
  const serie = { league: 'Serie A', country: 'Brazil', code: 'BR' }
  expect(await seasonsOf(serie, ...late.map((day) => `${day} A B`))).toEqual(['2022', '2021', '2020', '2019'])
})
