import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SearchResults } from '#app/features/search/schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml, withoutScripts } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite

beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
  })
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const ask = async (query: string) => {
  const response = await site.get(`/resources/search?${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as SearchResults
}

describe('/resources/search', () => {
  it('answers in five groups, with what a link is made of', async () => {
    const found = await ask('q=inter+milan&lang=it')
    expect(found).toMatchObject({
      sports: [],
      countries: [],
      leagues: [],
      teams: [{ name: 'Inter' }],
      matches: [
        {
          home: 'Inter',
          away: 'Milan',
          slug: 'inter-vs-milan',
          sport: { name: 'Calcio', slug: 'soccer' },
          country: { name: 'Italia', slug: 'italy', code: 'IT' },
          league: { name: 'Serie A', slug: 'serie-a' },
        },
      ],
    })
  })

  it('can be cached for seconds', async () => {
    const response = await site.get('/resources/search?q=inter&lang=en')
    expect(response.headers.get('cache-control')).toBe('public, max-age=10')
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it.each(['', 'q=', 'q=i', 'q=%20i%20', 'q=%25%25', 'q=%ff%fe', 'lang=it'])(
    'finds nothing for %j',
    async (query) => {
      expect(await ask(query)).toEqual({ sports: [], countries: [], leagues: [], teams: [], matches: [] })
    },
  )

  it('finds a team, whose page it leads to', async () => {
    expect((await ask('q=inter&lang=it')).teams).toEqual([
      {
        ...{ name: 'Inter', slug: 'inter', badgeUrl: null },
        ...{
          sport: { name: 'Calcio', slug: 'soccer' },
          country: { name: 'Italia', slug: 'italy', code: 'IT' },
        },
      },
    ])
    const page = await (await site.get('/it/search?q=inter')).text()
    expect(page).toContain('href="/it/soccer/italy/team/inter"')
    expect((await site.get('/it/soccer/italy/team/inter')).status).toBe(200)
    const api = await site.get('/api/v1/search?q=inter&lang=it')
    expect(await api.json()).toMatchObject({
      teams: [{ name: 'Inter', slug: 'inter', country: { name: 'Italia', slug: 'italy', code: 'IT' } }],
    })
  })

  it('truncates a text of more than a hundred characters', async () => {
    expect((await ask(`q=inter${'%20'.repeat(95)}nothing`)).matches).toHaveLength(1)
    expect((await ask(`q=${'x'.repeat(3_000)}`)).matches).toEqual([])
  })

  it('uses the default language for an unknown one', async () => {
    expect((await ask('q=soccer&lang=xx')).sports[0]?.name).toBe('Soccer')
    expect((await ask('q=soccer')).sports[0]?.name).toBe('Soccer')
  })
})

describe('the page of results', () => {
  it('has the groups, a link to each result, and noindex', async () => {
    const response = await site.get('/it/search?q=inter')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('href="/it/soccer/italy/serie-a/inter-vs-milan"')
    const headings = readHtml(html).all('main')[0]?.all('h2')
    expect(headings?.map(({ text }) => text)).toEqual(['Squadre', 'Partite'])
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).toMatch(/<title>inter \| Cerca \| Overround<\/title>/)
    expect(html).not.toContain('rel="canonical"')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it('shows all matches with their prices, a page at a time', async () => {
    const { leagueId } = await createPlace(database.kysely, { country: 'Spain', code: 'ES', league: 'Liga' })
    for (let round = 0; round < 22; round += 1)
      await createMatch(database.kysely, {
        league_id: leagueId,
        home_team: `Pescara ${round}`,
        away_team: 'Ternana',
        slug: `pescara-${round}-vs-ternana`,
        start_time: new Date(Date.now() + (100 + round) * 3_600_000),
        home_odds: 1.57,
        away_odds: 2.43,
        bookmaker_count: 1,
      })
    const page = async (query: string) =>
      withoutScripts(await (await site.get(`/en/search?q=ternana${query}`)).text())
    const [first, second] = [await page(''), await page('&page=2')]
    expect(
      first.match(/href="\/en\/soccer\/spain\/liga\/pescara-\d+-vs-ternana"/g)?.length,
    ).toBeGreaterThanOrEqual(20)
    expect(first).toContain('1.57')
    expect(first).toContain('href="/en/search?q=ternana&amp;page=2"')
    expect(first).not.toContain('Previous page')
    expect(second).toContain('/pescara-21-vs-ternana"')
    expect(second).not.toContain('/pescara-19-vs-ternana"')
    expect(second).toContain('href="/en/search?q=ternana"')
    expect(second).not.toContain('Next page')
    expect(await page('&page=-1')).toContain('/pescara-0-vs-ternana"')
  })

  it('is cached by its text: a cached page never answers another text', async () => {
    expect(await (await site.get('/en/search?q=inter')).text()).toContain('Results for “inter”')
    expect(await (await site.get('/en/search?q=milan')).text()).toContain('Results for “milan”')
    expect((await site.get('/en/search?q=milan')).headers.get('cache-control')).toBe('public, max-age=10')
  })

  it('has a hint without a text, and a message with a way on when nothing is found', async () => {
    expect(await (await site.get('/en/search')).text()).toContain('Type at least two characters.')
    expect(await (await site.get('/en/search?q=nowhere')).text()).toMatch(
      /No results found<\/p><a class="more" href="\/en">Upcoming Matches</,
    )
  })

  it('escapes the typed text', async () => {
    const html = await (
      await site.get(`/en/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    ).text()
    expect(html).not.toContain('<script>alert(1)')
  })

  it('is redirected to from an address without a language', async () => {
    const response = await site.get('/search?q=inter')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/en/search?q=inter'])
  })

  it('is the target of the form in the header of every page', async () => {
    const html = await (await site.get('/de/soccer')).text()
    expect(html).toMatch(/<form[^>]*action="\/de\/search"/)
    expect(html).toContain('placeholder="Spiele, Ligen, Länder suchen …"')
    expect(await (await site.get('/en')).text()).toContain(
      'placeholder="Search matches, leagues, countries..."',
    )
  })
})

describe('searches from one network', () => {
  it("are limited to a visitor's rate, also on the page, and do not affect other networks", async () => {
    const trusting = await openSite(database, { TRUST_PROXY: '1' })
    // However long the searches take here, they come within an instant.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const from = (address: string) => ({ 'x-forwarded-for': address })
      const many = Array.from({ length: 200 }, async (_, n) => {
        const path = n % 2 === 0 ? `/resources/search?q=inter${n}&lang=en` : `/it/search?q=inter${n}`
        const response = await trusting.get(path, from('203.0.113.7'))
        return { path, status: response.status, headers: response.headers, text: await response.text() }
      })
      const answers = await Promise.all(many)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60)
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.some(({ path }) => path.startsWith('/resources/'))).toBe(true)
      const page = refused.find(({ path }) => path.startsWith('/it/'))
      expect(page?.headers.get('retry-after')).toBe('1')
      expect(page?.text).toContain('Questa pagina riprova da sola')
      expect((await trusting.get('/en/search?q=inter', from('203.0.113.8'))).status).toBe(200)
      expect((await trusting.get('/en', from('203.0.113.7'))).status).toBe(200)
    } finally {
      vi.useRealTimers()
      await trusting.close()
    }
  })
})
