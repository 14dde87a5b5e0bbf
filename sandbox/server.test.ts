import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWritten } from '#app/features/odds/notation.ts'
import { findSource } from '#app/features/sources/registry.server.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { leagues } from './data/index.ts'
import { bookmakers, promoBookmaker } from './market.ts'
import { type Sandbox, startSandbox } from './server.ts'

const NOW = new Date('2026-11-21T03:00:00Z')
/** Competitions that are one list of participants. */
const OUTRIGHTS = 7
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7, now: () => NOW })
})
afterAll(() => sandbox.close())

const get = (path: string) => fetch(`${sandbox.origin}${path}`)
const getJson = async (path: string) => (await get(path)).json()

const bodies = new Map<string, Promise<Blob>>()
/** What a long list has, requested once: the clock stands. */
function listAt(address: string): Promise<Blob> {
  const body = bodies.get(address) ?? fetch(address).then((response) => response.blob())
  bodies.set(address, body)
  return body
}
const listJson = async (path: string) => JSON.parse(await (await listAt(`${sandbox.origin}${path}`)).text())

interface Event {
  id: string
  sport_key: string
  sport_title: string
  commence_time: string
  home_team: string
  away_team: string
  bookmakers: {
    key: string
    title: string
    last_update: string
    markets: { key: string; outcomes: { name: string; price: number }[] }[]
  }[]
}

describe('The Odds API', () => {
  it('requires a key', async () => {
    const missing = await get('/v4/sports')
    expect([missing.status, await missing.json()]).toEqual([
      401,
      { message: expect.any(String), error_code: 'MISSING_KEY' },
    ])
    const invalid = await get('/v4/sports?apiKey=guess')
    expect([invalid.status, await invalid.json()]).toEqual([
      401,
      { message: expect.any(String), error_code: 'INVALID_KEY' },
    ])
  })

  it('lists its competitions, and counts the remaining quota', async () => {
    const response = await get('/v4/sports?apiKey=sandbox')
    const sports = (await response.json()) as { key: string }[]
    const outrights = sports.filter((it) => it.key.endsWith('_winner'))
    const others = sports.filter((it) => !outrights.includes(it))
    expect(outrights).toContainEqual(
      expect.objectContaining({ key: 'soccer_epl_winner', has_outrights: true }),
    )
    expect(others.map((it) => it.key)).toEqual(leagues.map((it) => it.oddsApiKey))
    expect(others[0]).toEqual({
      key: expect.any(String),
      group: expect.any(String),
      title: expect.any(String),
      description: expect.any(String),
      active: true,
      has_outrights: false,
    })
    const quota = ['remaining', 'used', 'last'].map((it) => response.headers.get(`x-requests-${it}`))
    expect(quota.every((it) => /^\d+$/.test(it ?? ''))).toBe(true)
  })

  it('returns the same events for one competition as among all', async () => {
    const one = (await getJson('/v4/sports/soccer_epl/odds?apiKey=sandbox')) as Event[]
    const all = (await listJson('/v4/sports/all/odds?apiKey=sandbox')) as Event[]
    expect(one.length).toBeGreaterThan(5)
    expect(one).toEqual(all.filter((it) => it.sport_key === 'soccer_epl'))
  })

  it('quotes eleven bookmakers, never the one of the promo feed', async () => {
    const events = (await listJson('/v4/sports/all/odds?apiKey=sandbox')) as Event[]
    const seen = new Set(events.flatMap((it) => it.bookmakers.map(({ key }) => key)))
    expect([...seen].sort()).toEqual(
      bookmakers
        .filter((it) => it !== promoBookmaker)
        .map((it) => it.key)
        .sort(),
    )
    expect(events.length).toBeGreaterThan(1_500)
    expect(new Set(events.map((it) => it.id)).size).toBe(events.length)
    for (const event of events.slice(0, 300)) {
      const markets = event.bookmakers.flatMap((it) => it.markets)
      for (const { key, outcomes } of markets.filter((it) => /^h2h(_lay)?$/.test(it.key))) {
        const names = outcomes.map((it) => it.name).filter((it) => it !== 'Draw')
        expect([key, names.sort()]).toEqual([key, [event.home_team, event.away_team].sort()])
      }
    }
  })

  it('gives more of one event, and refuses in a list what only events have', async () => {
    const [first] = (await getJson('/v4/sports/soccer_epl/odds?apiKey=sandbox&markets=h2h')) as Event[]
    const address = `/v4/sports/soccer_epl/events/${first?.id}/odds?apiKey=sandbox&regions=eu,uk`
    const response = await get(
      `${address}&markets=btts,team_totals,h2h_q1&includeLinks=true&includeBetLimits=true`,
    )
    const event = (await response.json()) as Event
    expect(event).toMatchObject({ id: first?.id, home_team: first?.home_team })
    const markets = event.bookmakers.flatMap((it) => it.markets)
    expect([...new Set(markets.map(({ key }) => key))].sort()).toEqual(['btts', 'team_totals'])
    expect(event.bookmakers[0]).toMatchObject({ link: expect.stringMatching(/^https:/) })
    expect(markets[0]?.outcomes[0]).toMatchObject({ bet_limit: expect.any(Number) })
    // The answer has two markets, for two regions.
    expect(response.headers.get('x-requests-last')).toBe('4')
    const unknown = await get('/v4/sports/soccer_epl/events/0/odds?apiKey=sandbox&markets=btts')
    expect([unknown.status, (await unknown.json()).error_code]).toEqual([404, 'EVENT_NOT_FOUND'])
    const list = await get('/v4/sports/soccer_epl/odds?apiKey=sandbox&markets=h2h,btts')
    expect([list.status, (await list.json()).error_code]).toEqual([422, 'INVALID_MARKET'])
  })

  it('quotes who is to win a league, with the lay side of the exchange', async () => {
    const [event, ...others] = (await getJson('/v4/sports/soccer_epl_winner/odds?apiKey=sandbox')) as Event[]
    expect(others).toEqual([])
    expect(event).toMatchObject({ sport_key: 'soccer_epl_winner', home_team: null, away_team: null })
    const markets = event?.bookmakers.flatMap((it) => it.markets) ?? []
    expect(new Set(markets.map(({ key }) => key))).toEqual(new Set(['outrights', 'outrights_lay']))
    for (const { key, outcomes } of markets) {
      expect(outcomes).toHaveLength(20)
      if (key === 'outrights')
        expect(
          outcomes.reduce((sum, { price }) => sum + 1e6 / (readWritten(price, 'decimal')?.price ?? 0), 0),
        ).toBeGreaterThan(1)
    }
  })

  it('lists the next few games of all', async () => {
    const events = (await getJson('/v4/sports/upcoming/odds?apiKey=sandbox')) as Event[]
    expect(events.filter((it) => new Date(it.commence_time) > NOW)).toHaveLength(8)
  })

  it('returns results of up to sixty days', async () => {
    const scores = (await getJson('/v4/sports/soccer_epl/scores?apiKey=sandbox&daysFrom=60')) as Event[]
    expect(scores.length).toBeGreaterThan(50)
    expect(scores[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      sport_key: 'soccer_epl',
      sport_title: expect.any(String),
      commence_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      completed: true,
      home_team: scores[0]?.home_team,
      away_team: scores[0]?.away_team,
      scores: [
        { name: scores[0]?.home_team, score: expect.stringMatching(/^\d+$/) },
        { name: scores[0]?.away_team, score: expect.stringMatching(/^\d+$/) },
      ],
      last_update: expect.any(String),
    })
    const tooMany = await get('/v4/sports/soccer_epl/scores?apiKey=sandbox&daysFrom=61')
    expect([tooMany.status, (await tooMany.json()).error_code]).toEqual([422, 'INVALID_SCORES_DAYS_FROM'])
  })

  it('rejects an unknown sport', async () => {
    const response = await get('/v4/sports/quidditch/odds?apiKey=sandbox')
    expect([response.status, (await response.json()).error_code]).toEqual([404, 'UNKNOWN_SPORT'])
  })
})

describe('the promo feed', () => {
  const promo = () => sandbox.feeds.find((it) => it.source === 'promo')?.address.slice(sandbox.origin.length)
  type Entry = [[id: string, aspect: string, market?: string], Record<string, unknown>]

  it('has one bookmaker', async () => {
    expect((await get('/api/v1/promofeed/brand/1/en')).status).toBe(404)
    const { status, body } = await get(promo() ?? '')
    expect(status).toBe(200)
    await body?.cancel()
  })

  it('describes matches and prices them, with other entries among them', async () => {
    const entries = (await listJson(promo() ?? '')) as Entry[]
    const described = entries.filter(([key]) => key[1] === 'desc')
    const markets = new Set(entries.filter(([key]) => key[1] === 'market').map(([key]) => key[2]))
    expect(
      [...markets].filter((it) => !/^(1|10|11|16|18|26|29|45|47|60|68|83|166|186|219|251)$/.test(it ?? '')),
    ).toEqual([])
    for (const market of ['1', '16', '18', '219']) expect(markets).toContain(market)
    expect(described.some(([, it]) => it.virtual === true)).toBe(true)
    expect(described.some(([, it]) => it.type !== 'match')).toBe(true)
    expect(described.every(([[id]]) => /^\d{19}$/.test(id))).toBe(true)
    expect(described.every(([, it]) => Number(it.scheduled) * 1_000 > NOW.getTime())).toBe(true)
  })
})

describe('what is imported from it', () => {
  it.each(['fixtures and prices', 'past matches', 'results', 'latest results'])(
    'has no rejected items in the %s',
    async (label) => {
      const items = await read(label)
      expect(items.length).toBeGreaterThan(50)
      expect(items.filter((it) => it.kind === 'rejected')).toEqual([])
      expect(items.flatMap((it) => (it.kind === 'event' ? it.warnings : []))).toEqual([])
    },
  )

  it('is one bookmaker in the promo feed, and only virtual and seasonal entries are rejected', async () => {
    const items = await read(`the offer of ${promoBookmaker.name}`)
    const reasons = new Set(items.map((it) => (it.kind === 'rejected' ? it.reason : '')))
    expect([...reasons].sort()).toEqual(['', 'not_a_match', 'virtual'])
    const events = items.filter((it) => it.kind === 'event')
    expect(events.length).toBeGreaterThan(1_000)
    for (const { quotes } of events) expect(quotes?.map((it) => it.bookmaker.name)).toEqual(['Alderbet'])
  })

  it('has moved since some hours ago, where it has not begun', async () => {
    const homes = (items: Awaited<ReturnType<typeof read>>) =>
      new Map(
        items.flatMap((it) =>
          it.kind === 'event' ? [[it.externalId, it.quotes?.[0]?.home ?? 0] as const] : [],
        ),
      )
    const then = await read('prices of 66 hours ago')
    const [before, now] = [homes(then), homes(await read('fixtures and prices'))]
    expect(before.size).toBeGreaterThan(10)
    for (const it of then) if (it.kind === 'event') expect(it.start > NOW).toBe(true)
    const fell = [...before].filter(([id, home]) => (now.get(id) ?? home) < home * 0.97)
    expect(fell.length).toBeGreaterThan(before.size / 20)
  })

  it('moved before the start of the matches of the last days, which all bookmakers close', async () => {
    const start = (it: Awaited<ReturnType<typeof read>>[number]) =>
      it.kind === 'event' ? it.start.getTime() : 0
    const before = await read('prices of 30 hours ago')
    expect(before.length).toBeGreaterThan(50)
    for (const it of before) {
      expect(start(it)).toBeGreaterThan(NOW.getTime() - 30 * HOUR_MS)
      expect(start(it)).toBeLessThan(NOW.getTime())
    }
    const closed = (await read('past matches')).filter((it) => it.kind === 'event')
    const lately = closed.filter((it) => it.start.getTime() > NOW.getTime() - 2 * DAY_MS)
    expect(Math.max(...lately.map(({ quotes }) => quotes?.length ?? 0))).toBeGreaterThanOrEqual(10)
    expect(
      lately.some(({ offers }) => offers?.some((it) => it.quotes.some((one) => one.market.type === 'total'))),
    ).toBe(true)
    // Some of them have all markets, with several lines.
    const football = lately.filter(({ sport }) => sport === 'Soccer')
    for (const it of football) {
      const whole = it.offers?.filter(
        ({ quotes }) => new Set(quotes.map(({ market }) => market.type)).size >= 7,
      )
      const lines = new Set(
        whole?.flatMap(({ quotes }) =>
          quotes.flatMap(({ market: { type, line } }) => (type === 'total' ? line : [])),
        ),
      )
      expect([whole?.length, lines.size]).toEqual([3, expect.any(Number)])
      expect(lines.size).toBeGreaterThanOrEqual(3)
    }
    expect(football.length).toBeGreaterThan(50)
    const older = closed.filter((it) => !lately.includes(it))
    expect(Math.max(...older.map(({ quotes }) => quotes?.length ?? 0))).toBe(3)
  })

  const known = new Map<string, ReturnType<typeof readAnew>>()
  /** What a feed has, read once: nothing changes it. */
  function read(label: string): ReturnType<typeof readAnew> {
    const items = known.get(label) ?? readAnew(label)
    known.set(label, items)
    return items
  }

  async function readAnew(label: string) {
    const feed = sandbox.feeds.find((it) => it.label === label)
    const source = findSource(feed?.source ?? '')
    if (!feed || !source) throw new Error(`no feed called ${label}`)
    const items = []
    const context = { confirmedAt: NOW, bookmaker: feed.bookmaker }
    const body = (await listAt(feed.address)).stream()
    for await (const item of source.parse(body, context)) items.push(item)
    return items
  }
})

describe('a requested fault', () => {
  it.each([
    ['500', 500],
    ['429', 429],
    ['text', 200],
    ['empty', 200],
    ['unheard-of', 400],
  ])('%s answers %i', async (fault, status) => {
    const response = await get(`/v4/sports?apiKey=sandbox&fault=${fault}`)
    expect(response.status).toBe(status)
    if (fault === 'empty') expect(await response.text()).toBe('')
  })

  it('truncates the body', async () => {
    const response = await get('/v4/sports?apiKey=sandbox&fault=cut')
    await expect(response.text()).rejects.toThrow()
  })

  it('hangs until the client gives up', async () => {
    const hanging = fetch(`${sandbox.origin}/v4/sports?apiKey=sandbox&fault=hang`, {
      signal: AbortSignal.timeout(150),
    })
    await expect(hanging).rejects.toThrow()
  })

  it('is slow, and answers', async () => {
    expect(await getJson('/v4/sports?apiKey=sandbox&fault=slow')).toHaveLength(leagues.length + OUTRIGHTS)
  })
})

describe('TheSportsDB', () => {
  const ask = async (path: string, base = sandbox.sportsDb) => (await fetch(`${base}/sandbox/${path}`)).json()

  it('has the leagues and clubs of the feeds, some under other names', async () => {
    const { countries } = await ask('search_all_leagues.php?c=England&s=Soccer')
    expect(countries).toContainEqual(
      expect.objectContaining({
        strLeague: 'England Premier League',
        strSport: 'Soccer',
        strCountry: 'England',
      }),
    )
    const { teams } = await ask('search_all_teams.php?c=England&s=Soccer')
    const names = new Set(teams.map((team: { strTeam: string }) => team.strTeam))
    const ours = leagues
      .filter(({ sport, country }) => sport === 'Soccer' && country === 'England')
      .flatMap((league) => league.teams.map((team) => (typeof team === 'string' ? team : team.name)))
    const same = ours.filter((name) => names.has(name)).length
    expect(same).toBeGreaterThan(ours.length / 3)
    expect(same).toBeLessThan(ours.length)
    expect(await ask('search_all_teams.php?c=Atlantis&s=Soccer')).toEqual({ teams: null })
  })

  it('has the scores of the feeds', async () => {
    const { teams } = await ask('search_all_teams.php?l=England_Premier_League')
    const nameOf = (id: string) => teams.find((team: { idTeam: string }) => team.idTeam === id)?.strTeam
    const scored = (await getJson('/v4/sports/soccer_epl/scores?apiKey=sandbox&daysFrom=30')) as {
      home_team: string
      away_team: string
      commence_time: string
      scores: { score: string }[]
    }[]
    const names = new Map<string, string>()
    for (const team of teams) {
      names.set(team.strTeam, team.strTeam)
      for (const other of team.strTeamAlternate.split(', ')) names.set(other, nameOf(team.idTeam))
    }
    const [first] = scored
    const title = `${names.get(first?.home_team ?? '')} vs ${names.get(first?.away_team ?? '')}`
    const { event } = await ask(`searchevents.php?e=${encodeURIComponent(title.replaceAll(' ', '_'))}`)
    const same = event.find(
      (one: { strTimestamp: string }) => `${one.strTimestamp}Z` === first?.commence_time,
    )
    expect([same?.intHomeScore, same?.intAwayScore]).toEqual(first?.scores.map(({ score }) => score))
    expect(await ask(`searchevents.php?e=${encodeURIComponent(title)}&s=1999-2000`)).toEqual({ event: null })
  })

  it('fails in the same ways as the real service on request', async () => {
    const faulty = (fault: string) => `${sandbox.origin}/fault/${fault}/api/v1/json`
    expect((await fetch(`${sandbox.sportsDb}/guess/all_countries.php`)).status).toBe(400)
    expect(await ask('search_all_seasons.php?id=1')).toEqual({ seasons: 'Invalid League ID passed' })
    expect(await ask('all_countries.php', faulty('error-in-200'))).toMatchObject({
      countries: expect.any(String),
    })
    expect(await ask('all_countries.php', faulty('null'))).toBeNull()
    const statuses: number[] = []
    for (let n = 0; n < 31; n += 1) {
      statuses.push((await fetch(`${faulty('limit')}/sandbox/search_all_seasons.php?id=1`)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  })
})
