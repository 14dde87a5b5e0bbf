import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toTerms } from '#app/features/names/search-terms.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Services } from '#app/platform/services.ts'
import { createTestDatabase, IS_DIALECT_ONLY } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { matchPatterns, search, searchAll, selectLeagues, selectMatches } from './queries.server.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

let database: Database
let services: Services
const league: Record<string, string> = {}

beforeAll(async () => {
  database = await createTestDatabase()
  services = createServices(database)
  const place = async (country: string, code: string, name: string, sport = 'Soccer') => {
    const { leagueId } = await createPlace(database.kysely, { sport, country, code, league: name })
    league[name] = leagueId
  }
  await place('England', 'GB-ENG', 'Premier League')
  await place('England', 'GB-ENG', 'League Two')
  await place('Russia', 'RU', 'Russian Premier')
  await place('Spain', 'ES', 'La Liga')
  await place('Spain', 'ES', 'Liga ACB', 'Basketball')
  await place('Sweden', 'SE', 'Allsvenskan')
  await place('Italy', 'IT', 'Serie A')
  await place('Italy', 'IT', 'Serie B')
  await place('Italy', 'IT', 'Serie C')
  await place('Italy', 'IT', 'Serie D')
  await place('Germany', 'DE', 'Bundesliga')
  await play('Premier League', 'Arsenal', 'Chelsea', 30)
  await play('Premier League', 'Arsenal', 'Everton', 3)
  await play('La Liga', 'Atlético Madrid', 'Real Sociedad', 1)
  await play('La Liga', 'Real Madrid', 'Getafe', 50)
  await play('Allsvenskan', 'Malmö FF', 'AIK', 5)
})
afterAll(() => database.close())

function play(name: string, home_team: string, away_team: string, hours: number, more = {}): Promise<string> {
  const start_time = inHours(hours)
  return createMatch(database.kysely, {
    league_id: league[name] ?? '',
    home_team,
    away_team,
    start_time,
    ...more,
  })
}

/** The results of a search as words: names, and pairs for matches. */
async function find(text: string, language = 'en') {
  const found = await search(services, language, text)
  return {
    sports: found.sports.map((it) => it.name),
    countries: found.countries.map((it) => `${it.name}, ${it.sport.name}`),
    leagues: found.leagues.map((it) => `${it.name}, ${it.country.name}`),
    matches: found.matches.map((it) => `${it.home} - ${it.away}`),
  }
}

describe('a search', () => {
  it('ignores case and accents', async () => {
    expect((await find('atletico')).matches).toEqual(['Atlético Madrid - Real Sociedad'])
    expect((await find('ATLÉTICO')).matches).toEqual(['Atlético Madrid - Real Sociedad'])
    expect((await find('malmo')).matches).toEqual(['Malmö FF - AIK'])
    expect((await find('MALMÖ')).matches).toEqual(['Malmö FF - AIK'])
    for (const text of ['SOCCER', 'soccer']) expect((await find(text)).sports).toEqual(['Soccer'])
    for (const text of ['ENGLAND', 'england'])
      expect((await find(text)).countries).toEqual(['England, Soccer'])
    for (const text of ['BUNDESLIGA', 'bundesliga'])
      expect((await find(text)).leagues).toEqual(['Bundesliga, Germany'])
  })

  it('finds the team that has both words before two that share them', async () => {
    expect((await find('real madrid')).matches).toEqual([
      'Real Madrid - Getafe',
      'Atlético Madrid - Real Sociedad',
    ])
  })

  it.each(['arsenal chelsea', 'Chelsea Arsenal', 'Arsenal vs Chelsea', 'arsenal - chelsea', 'arsen chel'])(
    'finds a pairing by %j',
    async (text) => {
      expect((await find(text)).matches).toEqual(['Arsenal - Chelsea'])
    },
  )

  it('lists the soonest match of a team first', async () => {
    expect((await find('arsenal')).matches).toEqual(['Arsenal - Everton', 'Arsenal - Chelsea'])
  })

  it('finds a league by a word of its own and one of its country or sport', async () => {
    expect((await find('premier england')).leagues).toEqual(['Premier League, England'])
    expect((await find('soccer premier')).leagues).toEqual([
      'Premier League, England',
      'Russian Premier, Russia',
    ])
    expect((await find('england')).leagues).toEqual([])
    expect((await find('spain basketball')).countries).toEqual(['Spain, Basketball'])
  })

  it('ranks a whole name first, then its beginning, a word of it, and its inside', async () => {
    await createPlace(database.kysely, { country: 'Sweden', code: 'SE', league: 'Superettan' })
    for (const name of ['Ettan Norra', 'Ettan', 'Division Ettan'])
      await createPlace(database.kysely, { country: 'Sweden', code: 'SE', league: name })
    const names = (await find('ettan')).leagues.map((it) => it.replace(', Sweden', ''))
    expect(names).toEqual(['Ettan', 'Ettan Norra', 'Division Ettan'])
    expect((await find('perettan')).leagues).toEqual(['Superettan, Sweden'])
  })

  it('ranks leagues of the same name: with matches to come, of first sides, of a country', async () => {
    const leagues = {
      Nowhere: ['Supreme League', 'XN', 0],
      International: ['Supreme League', 'INT', 1],
      Malta: ['Supreme League', 'MT', 1],
      Wales: ['Supreme League Women', 'GB-WLS', 1],
      Scotland: ['Supreme League Two', 'GB-SCT', 1],
    } as const
    for (const [country, [name, code, matches]] of Object.entries(leagues)) {
      const { leagueId } = await createPlace(database.kysely, { country, code, league: name })
      if (matches > 0) await createMatch(database.kysely, { league_id: leagueId })
    }
    const order = { Nowhere: 0, International: 1, Wales: 2, Malta: 3, Scotland: 4 }
    for (const [name, menu_position] of Object.entries(order))
      await database.kysely.updateTable('countries').set({ menu_position }).where('name', '=', name).execute()
    services.memo.drop(['*'])
    const found = await searchAll(services, 'en', 'supreme league', 1)
    expect(found.leagues.map(({ name, country }) => `${name}, ${country.name}`)).toEqual([
      ...['Supreme League, Malta', 'Supreme League, International', 'Supreme League, Nowhere'],
      ...['Supreme League Two, Scotland', 'Supreme League Women, Wales'],
    ])
  })

  it('returns at most three sports, countries and leagues and five matches', async () => {
    for (const sport of ['Ball One', 'Ball Two', 'Ball Three'])
      await createPlace(database.kysely, { sport, country: 'Spain', code: 'ES' })
    services.memo.drop(['*'])
    for (let round = 0; round < 6; round += 1) await play('Serie A', `Torino ${round}`, 'Como', round + 1)
    expect((await find('ball')).sports).toEqual(['Ball One', 'Ball Three', 'Ball Two'])
    expect((await find('spain')).countries).toHaveLength(3)
    expect((await find('serie')).leagues).toEqual(['Serie A, Italy', 'Serie B, Italy', 'Serie C, Italy'])
    expect((await find('torino')).matches).toEqual([0, 1, 2, 3, 4].map((round) => `Torino ${round} - Como`))
  })

  it('finds sports and countries by their names in the language of the page, and by the stored ones', async () => {
    expect((await find('calcio', 'it')).sports).toEqual(['Calcio'])
    expect((await find('soccer', 'it')).sports).toEqual(['Calcio'])
    expect((await find('germania', 'it')).countries).toEqual(['Germania, Calcio'])
    expect((await find('inghilterra', 'it')).countries).toEqual(['Inghilterra, Calcio'])
    expect((await find('germania')).countries).toEqual([])
    expect((await find('المانيا', 'ar')).countries[0]).toMatch(/^ألمانيا/)
    expect((await find('premier inghilterra', 'it')).leagues).toEqual(['Premier League, Inghilterra'])
  })

  it('finds one or two letters only at the beginning of a word', async () => {
    expect((await find('ma')).matches).toEqual([
      'Atlético Madrid - Real Sociedad',
      'Malmö FF - AIK',
      'Real Madrid - Getafe',
    ])
    expect((await find('serie b')).leagues).toEqual(['Serie B, Italy'])
  })

  it('works with the largest number of words', async () => {
    const words = Array.from({ length: 50 }, (_, at) => String.fromCharCode(0x61 + (at % 26), 0x61 + at))
    expect((await find(words.join(' '))).matches).toEqual([])
    expect((await find('e n s p a i r u g b'.repeat(5))).matches).toEqual([])
  })

  it.each([
    '%%',
    '__',
    '\\\\',
    "' or 1=1 --",
    '%_%',
    '"; drop table matches',
    '\u0000\u0000',
    '\ud800\ud800',
    ')(',
  ])('treats %j as plain text', async (text) => {
    expect(await find(text)).toEqual({ sports: [], countries: [], leagues: [], matches: [] })
  })
})

describe('a fuzzy search', () => {
  beforeAll(async () => {
    await play('Premier League', 'Liverpool', 'Manchester United', 60)
    await play('Premier League', 'Manchester City', 'Barcelona', 61)
    await play('Bundesliga', 'Bayern Munich', 'Juventus', 62)
    await play('La Liga', 'Paris Saint-Germain', 'Universidad de Chile', 63)
    await play('La Liga', 'Al Hilal', 'Al Nassr', 65)
    await play('La Liga', "O'Higgins", 'Otelul', 64)
  })

  it.each([
    ['Liverpol', 'Liverpool - Manchester United'],
    ['manchseter', 'Liverpool - Manchester United'],
    ['aresnal', 'Arsenal - Everton'],
    ['barselona', 'Manchester City - Barcelona'],
    ['Juvntus', 'Bayern Munich - Juventus'],
    ['man utd', 'Liverpool - Manchester United'],
    ['psg', 'Paris Saint-Germain - Universidad de Chile'],
    ['Bayern München', 'Bayern Munich - Juventus'],
    ['ليفربول', 'Liverpool - Manchester United'],
    ['ريال مدريد', 'Real Madrid - Getafe'],
    ['الهلال', 'Al Hilal - Al Nassr'],
    ['برشلونة', 'Manchester City - Barcelona'],
    ['يوفنتوس', 'Bayern Munich - Juventus'],
    ['Λίβερπουλ', 'Liverpool - Manchester United'],
    ['Ливерпуль', 'Liverpool - Manchester United'],
    ['Реал Мадрид', 'Real Madrid - Getafe'],
    ['liverpol manchseter', 'Liverpool - Manchester United'],
    ["o'", "O'Higgins - Otelul"],
    ['o’', "O'Higgins - Otelul"],
    ["o'h", "O'Higgins - Otelul"],
  ])('finds by %j: %s', async (text, expected) => {
    expect((await find(text)).matches[0]).toBe(expected)
  })

  it('finds names that people joined', async () => {
    expect((await find('the red lions')).matches).toEqual([])
    const { sport_id, country_id } = await database.kysely
      .selectFrom('leagues')
      .select(['sport_id', 'country_id'])
      .where('name', '=', 'Serie A')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('team_name_decisions')
      .values({ sport_id, country_id, name_a: 'liverpool', name_b: 'the-red-lions', is_same: true })
      .execute()
    expect((await find('the red lions')).matches).toEqual(['Liverpool - Manchester United'])
  })

  it('runs one query for matches and one for names when nothing is found', async () => {
    const asked: string[] = []
    const counting = database.kysely.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const counted = { ...services, database: { ...database, kysely: counting } }
    await search(counted, 'en', 'arsenal')
    asked.length = 0
    expect((await search(counted, 'en', 'qqqqxxzz')).matches).toEqual([])
    // The others are for leagues and teams.
    expect(asked).toHaveLength(4)
  })

  it('shows all with prices, page by page', async () => {
    for (let round = 0; round < 25; round += 1)
      await play('Serie B', `Pescara ${round}`, 'Ternana', 100 + round, {
        home_odds: 1.5,
        away_odds: 2.5,
        bookmaker_count: 1,
      })
    const [first, second] = [
      await searchAll(services, 'it', 'pescara', 1),
      await searchAll(services, 'it', 'pescara', 2),
    ]
    expect([first.matches.length, first.hasNext, second.matches.length, second.hasNext]).toEqual([
      20,
      true,
      5,
      false,
    ])
    expect(first.matches[0]).toMatchObject({
      home: 'Pescara 0',
      headline: { home: { price: 1.5 } },
      country: { name: 'Italia' },
    })
    expect((await searchAll(services, 'en', 'serie', 1)).leagues).toHaveLength(4)
    expect((await searchAll(services, 'en', 'serie', 2)).leagues).toEqual([])
  })
})

describe.skipIf(IS_DIALECT_ONLY)('the teams found', () => {
  const teams = async (text: string, language = 'en') =>
    (await search(services, language, text)).teams.map(({ name, country }) => `${name}, ${country.name}`)

  it('are ranked by their names, then by their matches to come', async () => {
    await play('Serie C', 'Novara U19', 'Lecco', 5)
    await play('Serie C', 'Novara', 'Lecco', -200, { status: 'finished' })
    await play('Serie C', 'Pro Novara', 'Lecco', 5)
    await play('Allsvenskan', 'Novara', 'AIK', 5)
    await play('Serie C', 'Casanovara', 'Lecco', 5)
    for (const text of ['novara', 'NOVARA', 'Nóvara'])
      expect(await teams(text), text).toEqual(['Novara, Sweden', 'Novara, Italy', 'Novara U19, Italy'])
    expect((await searchAll(services, 'en', 'novara', 1)).teams.map(({ name }) => name)).toEqual([
      ...['Novara', 'Novara', 'Novara U19', 'Pro Novara', 'Casanovara'],
    ])
  })

  it('are found with a word of their country or sport, in the language of the page', async () => {
    expect(await teams('novara italia', 'it')).toEqual([
      'Novara, Italia',
      'Novara U19, Italia',
      'Pro Novara, Italia',
    ])
    expect(await teams('italia', 'it')).toEqual([])
  })

  it('are found by known names and similar spellings', async () => {
    await play('Premier League', 'Tottenham Hotspur', 'Fulham', 40)
    expect(await teams('spurs')).toEqual(['Tottenham Hotspur, England'])
    expect(await teams('totenham')).toEqual(['Tottenham Hotspur, England'])
  })

  it('are listed once, whatever names they have, and not without a match', async () => {
    await play('Serie D', 'Sandonà', 'Lecco', 6)
    await play('Serie D', 'Sandona', 'Lecco', 7)
    await play('Serie D', 'Sandona 1922', 'Lecco', 8)
    const gone = await play('Serie D', 'Sandona Gone', 'Lecco', 9)
    await database.kysely.deleteFrom('matches').where('id', '=', gone).execute()
    const italy = await database.kysely
      .selectFrom('leagues')
      .select(['country_id', 'sport_id'])
      .where('id', '=', league['Serie D'] ?? '')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('team_name_decisions')
      .values({ ...italy, name_a: 'sandona', name_b: 'sandona-1922', is_same: true })
      .execute()
    expect(await teams('sandona')).toEqual(['Sandona, Italy'])
  })
})

describe.skipIf(IS_DIALECT_ONLY)('the matches found', () => {
  it('are live or upcoming: none that began more than two hours ago, is over or was cancelled', async () => {
    await play('Bundesliga', 'Union Now', 'A', -1)
    await play('Bundesliga', 'Union Soon', 'B', 1)
    await play('Bundesliga', 'Union Marked', 'C', -0.5, { status: 'live' })
    await play('Bundesliga', 'Union Late', 'H', -1.99)
    await play('Bundesliga', 'Union Old', 'D', -2.01)
    await play('Bundesliga', 'Union Finished', 'E', -1, { status: 'finished' })
    await play('Bundesliga', 'Union Cancelled', 'F', 1, { status: 'cancelled' })
    const over = await play('Bundesliga', 'Union Over', 'G', -1.9)
    await database.kysely.insertInto('fixtures').values({ match_id: over, status_short: 'FT' }).execute()
    expect((await find('union')).matches).toEqual([
      'Union Late - H',
      'Union Now - A',
      'Union Marked - C',
      'Union Soon - B',
    ])
  })

  it('follow a change of name', async () => {
    const id = await play('Bundesliga', 'Oldname', 'Köln', 4)
    await database.kysely.updateTable('matches').set({ home_team: 'Newname' }).where('id', '=', id).execute()
    expect((await find('oldname')).matches).toEqual([])
    expect((await find('newname koln')).matches).toEqual(['Newname - Köln'])
  })

  it("are found by the operator's name and by the original one", async () => {
    const { leagueId } = await createPlace(database.kysely, { league: 'Eliteserien' })
    await database.kysely
      .updateTable('leagues')
      .set({ display_name: 'Norway Top Division' })
      .where('id', '=', leagueId)
      .execute()
    expect((await find('eliteserien')).leagues).toEqual(['Norway Top Division, Italy'])
    expect((await find('top division')).leagues).toEqual(['Norway Top Division, Italy'])
  })

  it.each(['leagues', 'countries', 'sports'] as const)('is of active %s only', async (table) => {
    const { sportId, countryId, leagueId } = await createPlace(database.kysely, {
      sport: `Hidden ${table}`,
      country: 'Hidden Land',
      code: 'HI',
      league: `Hidden Cup ${table}`,
    })
    const match = await createMatch(database.kysely, { league_id: leagueId, home_team: `Hider ${table}` })
    const id = { leagues: leagueId, countries: countryId, sports: sportId }[table]
    services.memo.drop(['*'])
    const before = await search(services, 'en', `hider ${table}`)
    expect([before.matches.map((it) => it.id), before.teams.length]).toEqual([[match], 1])
    await database.kysely.updateTable(table).set({ is_active: false }).where('id', '=', id).execute()
    services.memo.drop(['*'])
    expect((await find(`hider ${table}`)).matches).toEqual([])
    expect((await search(services, 'en', `hider ${table}`)).teams).toEqual([])
    expect((await find(`hidden cup ${table}`)).leagues).toEqual([])
    if (table !== 'leagues') expect((await find(`hidden land ${table}`)).countries).toEqual([])
    if (table === 'sports') expect((await find('hidden sports')).sports).toEqual([])
  })
})

describe.skipIf(IS_DIALECT_ONLY)('on 10,000 matches', () => {
  beforeAll(async () => {
    // Of 800 teams: each new one costs as much as its first match.
    await sql`insert into matches (league_id, home_team, away_team, slug, start_time)
      select l.id, 'Team ' || left(md5((n % 400)::text), 8), 'Club ' || left(md5((n / 25)::text), 8), 'match-' || n, now() + n * interval '1 minute'
      from generate_series(1, 10000) n, leagues l where l.name = 'Premier League'`.execute(database.kysely)
    // Spread over twenty sports: PostgreSQL would read the leagues of one sport without the index.
    await sql`with s as (
        insert into sports (name, slug) select 'Sport ' || n, 'sport-' || n from generate_series(1, 20) n
        returning id, slug
      ), c as (
        insert into countries (sport_id, name, slug, code) select id, 'World', 'world', 'INT' from s returning id, sport_id
      )
      insert into leagues (name, slug, sport_id, country_id)
      select 'Cup ' || md5(s.slug || n), 'cup-' || n, s.id, c.id
      from generate_series(1, 50) n, s join c on c.sport_id = s.id`.execute(database.kysely)
    await sql`vacuum analyze sports, countries, leagues, matches`.execute(database.kysely)
  }, 240_000)

  it.each(['malmo', 'real madrid', 'arsenal chelsea', 'ma', 'almö'])(
    '%j is answered from the index',
    async (text) => {
      const terms = toTerms(text)
      if (!terms) throw new Error('nothing to look for')
      for (const patterns of matchPatterns(terms)) {
        const query = selectMatches(database.kysely, [patterns], new Date())
        const plan = JSON.stringify(await query.explain('json'))
        expect(plan).toContain('"matches_search"')
        expect(plan).not.toMatch(/"Node Type":\s*"Seq Scan"[^{}]*"Relation Name":\s*"matches"/)
      }
      expect((await find(text)).matches).not.toEqual([])
    },
  )

  it('a word of all of them is answered from the soonest matches', async () => {
    const query = selectMatches(database.kysely, [['%team%']], new Date())
    const plan = JSON.stringify(await query.explain('json'))
    expect(plan).toMatch(/"Node Type":\s*"Index Scan"[^{}]*"Index Name":\s*"matches_(?:open|start)"/)
    expect(plan).not.toMatch(/"Node Type":\s*"Sort"/)
    expect((await find('team')).matches).toHaveLength(5)
  })

  it('a league is found from its index', async () => {
    const terms = toTerms('premier england')
    if (!terms) throw new Error('nothing to look for')
    const query = selectLeagues(database.kysely, terms, { sports: [], countries: [] })
    expect(JSON.stringify(await query.explain('json'))).toContain('"leagues_search_text"')
  })
})
