/** Response bodies in the formats of the external feeds, for tests. */

export interface TestMatch {
  id: string
  home: string
  away: string
  /** ISO 8601. */
  start: string
  league: string
  country: string
  sport: string
  /** Home, draw, away; or home and away. */
  prices?: readonly number[]
}

/** A match in the Premier League of England. */
export const DERBY: TestMatch = {
  id: 'm1',
  home: 'Riverton',
  away: 'Hillford',
  start: '2024-03-05T15:00:00Z',
  league: 'Premier League',
  country: 'England',
  sport: 'Soccer',
}

/** The promo feed's array: a description of each match, and its winner market if it has prices. */
export function promoBody(matches: readonly TestMatch[]): unknown[] {
  return matches.flatMap((match) => {
    const { id, home, away, start, league, country, sport, prices } = match
    const description = {
      id,
      type: 'match',
      scheduled: Date.parse(start) / 1000,
      virtual: false,
      sport: { id: '1', name: sport },
      category: { id: '2', name: country },
      tournament: { id: '3', name: league },
      competitors: [
        { id: '4', name: home },
        { id: '5', name: away },
      ],
    }
    const entries: unknown[] = [[[id, 'desc'], description]]
    if (prices) entries.unshift(promoMarket(id, prices))
    return entries
  })
}

/** A winner market of the promo feed: 1 with a draw, 186 without. */
export function promoMarket(id: string, prices: readonly unknown[]): unknown[] {
  const outcomes = prices.length === 3 ? ['1', '2', '3'] : ['4', '5']
  const line = Object.fromEntries(outcomes.map((outcome, n) => [outcome, { k: quoted(prices[n]) }]))
  return [[id, 'market', prices.length === 3 ? '1' : '186'], { '': line }]
}

function quoted(price: unknown): unknown {
  return typeof price === 'number' ? String(price) : price
}

export interface TestBookmaker {
  key: string
  title: string
  prices: readonly unknown[]
  at?: string
  market?: string
}

/** An event of The Odds API; its key is always the Premier League's, and its outcomes are in another order. */
export function oddsApiEvent(match: TestMatch, bookmakers: readonly TestBookmaker[]) {
  const { id, home, away, start } = match
  return {
    id,
    sport_key: 'soccer_epl',
    sport_title: 'EPL',
    commence_time: start,
    home_team: home,
    away_team: away,
    bookmakers: bookmakers.map(({ key, title, prices, at, market = 'h2h' }) => ({
      key,
      title,
      last_update: at,
      markets: [{ key: market, outcomes: outcomesOf(home, away, prices) }],
    })),
  }
}

function outcomesOf(home: string, away: string, prices: readonly unknown[]) {
  const [first, second, third] = prices
  return prices.length === 3
    ? [
        { name: 'Draw', price: second },
        { name: away, price: third },
        { name: home, price: first },
      ]
    : [
        { name: away, price: second },
        { name: home, price: first },
      ]
}

/** A fixture of API-Football; `more` has its state. */
export function apiFootballFixture(
  { id, home, away, start, league, country }: TestMatch,
  more: {
    status?: object
    goals?: object
    score?: object
    venue?: object
    referee?: string
  } = {},
) {
  const { status = { short: 'NS', long: 'Not Started', elapsed: null }, goals, score, venue, referee } = more
  const none = { home: null, away: null }
  return {
    fixture: {
      id: Number(id),
      referee: referee ?? null,
      timezone: 'UTC',
      date: start,
      timestamp: Date.parse(start) / 1000,
      venue: { id: null, name: null, city: null, ...venue },
      status,
    },
    league: { id: 39, name: league, country, season: 2024, round: 'Regular Season - 27' },
    teams: { home: { id: 1, name: home, logo: null }, away: { id: 2, name: away, logo: null } },
    goals: goals ?? none,
    score: { halftime: none, fulltime: none, extratime: none, penalty: none, ...score },
  }
}

/** An answer of API-Football's `/fixtures`. */
export function apiFootballBody(response: readonly unknown[], parameters: object = { date: '2024-03-05' }) {
  const paging = { current: 1, total: 1 }
  return { get: 'fixtures', parameters, errors: [], results: response.length, paging, response }
}

/** An answer of API-Football's `/odds` with one fixture, which begins on 5 March 2024. */
export function apiFootballOdds({
  id = '1217505',
  date = '2024-03-05T15:00:00+00:00',
  update = '2024-03-01T09:00:00+00:00',
  bookmakers,
}: {
  id?: string | undefined
  date?: string
  update?: string
  bookmakers: readonly unknown[]
}) {
  const fixture = { id: Number(id), timezone: 'UTC', date, timestamp: Date.parse(date) / 1000 }
  const league = { id: 39, name: 'Premier League', country: 'England', season: 2024 }
  return {
    get: 'odds',
    parameters: { date: '2024-03-05' },
    errors: [],
    results: 1,
    paging: { current: 1, total: 1 },
    response: [{ league, fixture, update, bookmakers }],
  }
}
