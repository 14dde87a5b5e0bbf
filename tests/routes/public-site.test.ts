import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { addDays, dayOf } from '#app/platform/time.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { readHtml, shownText, withoutScripts } from '#tests/support/html.ts'
import { linksIn } from '#tests/support/links.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)
const LEAGUE = '/en/soccer/italy/serie-a'
const MATCH = `${LEAGUE}/inter-vs-milan`
/** One of each kind. */
const PAGES = [
  '/en',
  '/en?tab=live',
  '/en/soccer',
  '/en/soccer/italy',
  LEAGUE,
  MATCH,
  `${LEAGUE}/results`,
  `${LEAGUE}/standings`,
  `${LEAGUE}/odds`,
  `${LEAGUE.slice(0, LEAGUE.lastIndexOf('/'))}/team/inter`,
  '/en/search?q=inter',
  '/en/dropping-odds',
  '/en/sure-bets',
  '/en/value',
  '/en/value/record',
  '/en/coupon',
  '/en/bookmakers',
  '/en/tools',
  '/en/tools/lay',
  '/en/api',
  '/en/widgets',
  '/en/offline',
  '/en/login',
  '/en/register',
  '/en/reset-password',
]
const PRICES = { home_odds: 1.91, draw_odds: 3.42, away_odds: 4.43, bookmaker_count: 1 }

let database: Database
let site: TestSite
let member: string
let played: string

/** Portuguese is the default language, and Turkish runs from right to left here. */
beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const { leagueId: league_id } = await createPlace(db, { league: 'Serie A' })
  const play = (home_team: string, away_team: string, start_time: Date, more = {}) => {
    const slug = `${home_team}-vs-${away_team}`.toLowerCase()
    return createMatch(db, { league_id, home_team, away_team, slug, start_time, ...more })
  }
  await play('Inter', 'Milan', inHours(30), { ...PRICES, featured: true })
  await play('Roma', 'Lazio', inHours(-0.5), PRICES)
  await play('Torino', 'Genoa', inHours(-80), { status: 'finished', home_score: 3, away_score: 2 })
  played = await play('Napoli', 'Como', inHours(-90), { status: 'finished', home_score: 6, away_score: 4 })
  await play('Napoli', 'Como', inHours(50))

  await db.updateTable('leagues').set({ logo_url: '/serie-a.png' }).where('id', '=', league_id).execute()

  const cup = await createPlace(db, { league: 'Coppa' })
  const [home_team, away_team] = ['Bari', 'Lecce']
  await createMatch(db, { league_id: cup.leagueId, home_team, away_team, start_time: inHours(60) })

  const tennis = await createPlace(db, { sport: 'Tennis', country: 'France', code: 'FR', league: 'Open' })
  for (const hour of [22, 3, 1, 2, ...Array.from({ length: 18 }, (_, at) => at + 4)])
    await createMatch(db, {
      league_id: tennis.leagueId,
      home_team: `Player ${hour}`,
      start_time: inHours(hour),
    })

  await db
    .insertInto('affiliate_buttons')
    .values({ provider: 'Alpha', button_text: 'Bet at Alpha', button_link: 'https://alpha.example' })
    .execute()
  await db
    .insertInto('promotions')
    .values({ title: 'Welcome offer', description: 'All of it', button_text: 'Claim', button_link: '/offer' })
    .execute()
  await db
    .updateTable('site_settings')
    .set({
      logo_url: '/our-logo.png',
      background_color: '#123456',
      header_background_enabled: true,
      header_gradient_enabled: true,
      header_gradient_angle: 77,
      footer_about_text: 'Prices side by side',
      spin_wheel_sidebar_on: true,
      spin_wheel_title: 'Turn it',
      spin_wheel_link: 'https://wheel.example',
    })
    .execute()
  const language = (code: string, values: { is_default?: boolean; rtl?: boolean }) =>
    db.updateTable('languages').set(values).where('code', '=', code).execute()
  await language('en', { is_default: false })
  await language('pt', { is_default: true })
  await language('tr', { rtl: true })

  site = await openSite(database)
  const { cookie, id } = await signInAdministrator(database, site)
  await db
    .updateTable('profiles')
    .set({ role: 'user', preferred_language: 'de' })
    .where('id', '=', id)
    .execute()
  member = cookie
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const pageAt = async (path: string) => withoutScripts(await (await site.get(path)).text())
/** The part of a page between header and footer, as a reader gets it. */
const mainAt = async (path: string) =>
  shownText((await pageAt(path)).split('<main')[1]?.split('</main>')[0] ?? '')

describe('every page', () => {
  it.each(PAGES)('is open to anonymous visitors and to members: %s', async (path) => {
    expect((await site.get(path)).status).toBe(200)
    // Who is signed in needs no screen to do so.
    const ofMember = await site.get(path, { cookie: member })
    const isSignIn = ['/en/login', '/en/register'].includes(path)
    expect([ofMember.status, ofMember.headers.get('location')]).toEqual(isSignIn ? [302, '/en'] : [200, null])
  })

  it.each(PAGES)(
    'has a sidebar, a header, a main part and a footer, and links the sitemap: %s',
    async (path) => {
      const page = readHtml(await (await site.get(path)).text())
      const idsOf = (tag: string) => page.all(tag).map((it) => it.attribute('id') ?? it.attribute('class'))
      expect(idsOf('aside')).toContain('sidebar')
      expect(idsOf('header')).toContain('site-header')
      expect([idsOf('main'), idsOf('footer')]).toEqual([['content'], ['site-footer']])
      const sitemaps = page.all('link').filter((it) => it.attribute('rel') === 'sitemap')
      expect(sitemaps.map((it) => it.attribute('href'))).toEqual([`${site.origin}/sitemap.xml`])
    },
  )

  it.each([
    ['/en', 'Upcoming Matches'],
    ['/en/soccer', '<h1[^>]*>Soccer<'],
    ['/en/soccer/italy', '<h1[^>]*>.*Italy<.*Live Matches.*Featured Matches'],
    [LEAGUE, '<h1[^>]*>Serie A<.*Recent Results'],
    [MATCH, '<h1[^>]*>.*Inter.*Milan.*Team Statistics'],
    ['/en/login', '<h1[^>]*>Sign in'],
    ['/en/register', '<h1[^>]*>Sign up'],
    ['/en/reset-password', '<h1[^>]*>.*password'],
  ])('has its own screen: %s', async (path, screen) => {
    expect(await pageAt(path)).toMatch(new RegExp(screen, 'is'))
  })

  it.each([
    ['/en', '/en/soccer'],
    ['/en/soccer', LEAGUE],
    ['/en/soccer', '/en/soccer/italy/coppa'],
    ['/en/soccer/italy', LEAGUE],
    ['/en/soccer/italy', '/en/soccer/italy/coppa'],
    [LEAGUE, MATCH],
    [LEAGUE, '/en/soccer/italy'],
    [MATCH, LEAGUE],
  ])('links: %s to %s', async (from, to) => {
    expect(linksIn(await pageAt(from))).toContain(to)
  })

  it.each([
    ['en', 'ltr', 'Upcoming Matches'],
    ['it', 'ltr', 'Prossime partite'],
    ['es', 'ltr', 'Próximos partidos'],
    ['de', 'ltr', 'Kommende Spiele'],
    ['fr', 'ltr', 'Matchs à venir'],
    ['pt', 'ltr', 'Próximos jogos'],
    ['tr', 'rtl', 'Gelecek maçlar'],
    ['ar', 'rtl', 'المباريات القادمة'],
  ])('is there in %s, written %s', async (language, direction, heading) => {
    const html = await pageAt(`/${language}`)
    expect(html).toContain(`<html lang="${language}" dir="${direction}"`)
    expect(shownText(html)).toContain(heading)
  })

  it("has the look of the site's settings", async () => {
    const html = await pageAt('/en')
    const theme = html.split('<style id="theme">')[1]?.split('</style>')[0]
    expect(theme).toContain('#123456')
    expect(theme).toContain('linear-gradient(77deg,#0a1716ff,#1a2726ff)')
    expect(html).toMatch(/<img[^>]*src="\/our-logo.png"/)
    expect(shownText(html.split('<footer')[1] ?? '')).toContain('Prices side by side')
    const sidebar = html.split('id="sidebar"')[1]?.split('</aside>')[0] ?? ''
    expect(linksIn(sidebar)).toContain('https://wheel.example')
    expect(shownText(sidebar)).toContain('Turn it')
  })
})

describe('an address without a language', () => {
  it.each([
    ['/', '/pt'],
    ['/soccer', '/pt/soccer'],
    ['/soccer/italy', '/pt/soccer/italy'],
    ['/soccer/italy/serie-a', '/pt/soccer/italy/serie-a'],
    ['/soccer/italy/serie-a/inter-vs-milan', '/pt/soccer/italy/serie-a/inter-vs-milan'],
    ['/login', '/pt/login'],
    ['/register', '/pt/register'],
    ['/reset-password', '/pt/reset-password'],
    ['/profile', '/pt/profile'],
    ['/anything/else', '/pt/anything/else'],
  ])('redirects to the default language: %s to %s', async (from, to) => {
    // A crawler's languages do not count.
    for (const agent of ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Googlebot/2.1']) {
      const response = await site.get(from, { 'user-agent': agent })
      expect([response.status, response.headers.get('location')], agent).toEqual([302, to])
    }
  })
})

describe('visitors see', () => {
  it.each([LEAGUE, '/en'])('the prices of a match under 1, X and 2: %s', async (path) => {
    const html = await pageAt(path)
    expect(shownText(html.split('class="group')[1]?.split('</header>')[0] ?? '')).toMatch(/ 1 X 2 Payout/)
    const rows = html.split('<li class="match"').slice(1)
    const row = `<li ${(rows.find((it) => it.includes('Inter')) ?? '').split('</li>')[0]}`
    expect(shownText(row)).toMatch(/Home win:.*Draw:.*Away win:/)
    const prices = [...shownText(row).matchAll(/\d+\.\d\d/g)].map(([price]) => price)
    expect([...new Set(prices)]).toEqual(['1.91', '3.42', '4.43'])
  })

  it.each([LEAGUE, '/en', MATCH])('affiliate buttons beside matches: %s', async (path) => {
    const html = (await pageAt(path)).split('<main')[1] ?? ''
    expect(shownText(html)).toContain('Bet at Alpha')
    expect(linksIn(html).some((href) => href.startsWith('/go/b'))).toBe(true)
  })

  it('live matches', async () => {
    const live = await mainAt('/en?tab=live')
    expect(live).toContain('Roma')
    expect(live).not.toContain('Inter')
    expect(await mainAt('/en')).not.toContain('Roma')
  })

  it('at most twenty upcoming matches of a sport, soonest first', async () => {
    const shown = [...(await mainAt('/en?sport=tennis')).matchAll(/Player (\d+)/g)].map(([, at]) =>
      Number(at),
    )
    expect([...new Set(shown)]).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  })

  it('all matches of a day, results included, and no list for a distant day', async () => {
    const day = dayOf(inHours(-80), 'UTC')
    const html = await pageAt(`/en?sport=soccer&day=${day}`)
    expect(shownText(html.split('<main')[1] ?? '')).toMatch(/Torino 3.*Genoa 2/)
    expect(html).not.toContain('Inter')
    expect(html).toMatch(new RegExp(`href="\\?sport=tennis&amp;day=${day}"`))
    const current = /<nav aria-label="Days".*?<a[^>]*aria-current="page"[^>]*>(.*?)<\/a>/.exec(html)?.[1]
    expect(current).toMatch(/^\w{3}, \w{3} \d+$/)
    const far = await mainAt('/en?sport=soccer&day=2019-01-01')
    expect(far).toMatch(/Yesterday Today Tomorrow/)
    expect(far).toContain('Inter')
    // A week back and two weeks ahead, all other days show what comes next.
    const today = dayOf(new Date(), 'UTC')
    const hasList = async (days: number) =>
      !(await mainAt(`/en?sport=soccer&day=${addDays(today, days)}`)).includes('Inter')
    expect(await Promise.all([-8, -7, 14, 15].map(hasList))).toEqual([false, true, true, false])
  })

  it('a day of more than a hundred matches on pages, and are led to the last one from one that is no more', async () => {
    const { leagueId: league_id } = await createPlace(database.kysely, { sport: 'Darts' })
    const day = addDays(dayOf(new Date(), 'UTC'), 9)
    for (let at = 1; at <= 101; at += 1) {
      const start_time = new Date(Date.parse(`${day}T12:00:00Z`) + at * 60_000)
      await createMatch(database.kysely, { league_id, home_team: `Thrower ${at}.`, start_time })
    }
    const list = `/en?sport=darts&day=${day}`
    const first = await mainAt(list)
    expect([first.includes('Thrower 100.'), first.includes('Thrower 101.')]).toEqual([true, false])
    const next = linksIn(await pageAt(list)).filter((href) => href.includes('page='))
    expect(next).toEqual([`?sport=darts&day=${day}&page=2`])
    const second = await mainAt(`${list}&page=2`)
    expect([second.includes('Thrower 100.'), second.includes('Thrower 101.')]).toEqual([false, true])
    expect(linksIn(await pageAt(`${list}&page=2`))).toContain(`?sport=darts&day=${day}`)
    const gone = await site.get(`${list}&page=3`)
    expect([gone.status, gone.headers.get('location')]).toEqual([302, `${list}&page=2`])
  })

  it.each(['/en/soccer', '/en/soccer/italy', LEAGUE])('the logo of a league: %s', async (path) => {
    const main = (await pageAt(path)).split('<main')[1] ?? ''
    expect(main).toMatch(/<img[^>]*src="\/serie-a\.png"/)
  })

  it('each league as a card with its next match and how many are to come, below a country with their number', async () => {
    const cards = readHtml(await pageAt('/en/soccer/italy'))
      .all('div')
      .filter((it) => it.attribute('class') === 'league-card')
    // The one in play, and two to come.
    expect(cards.map(({ text }) => text.replace(/\w+ \d+, \d+:\d+/, 'then'))).toEqual([
      'Coppa then · Bari – Lecce 1 match Favorite: Coppa',
      'Serie A then · Roma – Lazio 3 matches Favorite: Serie A',
    ])
    const summaries = readHtml(await pageAt('/en/soccer')).all('summary')
    expect(summaries.map(({ text }) => text)).toContain('Italy 2 leagues')
  })

  it('featured matches, and hints with what 100 on the favourite returns', async () => {
    const text = await mainAt('/en/soccer/italy')
    const [, featured = '', hints = ''] = text.split(/Featured Matches|Sure Bets/)
    expect(featured).toContain('Inter')
    expect(featured).not.toMatch(/Roma|Torino/)
    expect(hints).toMatch(/Inter – Milan · [^·]* Inter 1\.91 .*191\.00/)
  })

  it('recent results', async () => {
    const [, results = ''] = (await mainAt(LEAGUE)).split(/Recent Results(?!.*Recent Results)/)
    expect(results).toMatch(/Torino 3 .* 2/)
  })

  it('promotions', async () => {
    expect(await mainAt('/en')).toContain('Welcome offer')
  })

  it('the match of the id in an address that has both id and pair', async () => {
    const text = await mainAt(`${LEAGUE}/${played}/napoli-vs-como`)
    expect(text).toContain('6 – 4')
    expect((await site.get(`${LEAGUE}/${played}`)).headers.get('location')).toBe(
      `${LEAGUE}/${played}/napoli-vs-como`,
    )
  })
})

describe('a member', () => {
  it('has a role and a language', async () => {
    const { user } = await (await site.get('/resources/me', { cookie: member })).json()
    expect([user.role, user.language]).toEqual(['user', 'de'])
  })

  it('adds a league, and then sees it with its next matches on the home page', async () => {
    const favourites = async (cookie: string) =>
      (await (await site.get('/resources/favourites?lang=en', { cookie })).json()).leagues
    expect(await favourites(member)).toEqual([])
    const idOf = async (slug: string) => {
      const league = database.kysely.selectFrom('leagues').select('id').where('slug', '=', slug)
      return (await league.executeTakeFirstOrThrow()).id
    }
    const [id, other] = [await idOf('serie-a'), await idOf('coppa')]
    // The hearts of its cards and of its page are of this league, those of another card of that one.
    for (const [path, leagues] of [
      ['/en/soccer', [id, other]],
      ['/en/soccer/italy', [id, other]],
      [LEAGUE, [id]],
    ] as const)
      for (const league of leagues)
        expect(await pageAt(path), path).toContain(`&quot;mark&quot;:&quot;${league}&quot;`)
    expect((await site.post(`/resources/favourites/${id}`, {}, { cookie: member })).status).toBe(204)
    expect(await favourites(member)).toMatchObject([
      { name: 'Serie A', matches: [{ home: 'Inter' }, { home: 'Napoli' }] },
    ])
    const italian = await (await site.get('/resources/favourites?lang=it', { cookie: member })).json()
    expect(italian.leagues).toMatchObject([{ sport: { name: 'Calcio' }, country: { name: 'Italia' } }])
    expect(await favourites('')).toBeNull()
    expect((await site.post(`/resources/favourites/${id}`, {})).status).toBe(401)
  })

  it('is redirected from the back office to the home page, and a signed-out visitor to the sign-in screen', async () => {
    expect((await site.get('/admin/sports', { cookie: member })).headers.get('location')).toBe('/')
    expect((await site.get('/admin/sports')).headers.get('location')).toBe('/pt/login?next=%2Fadmin%2Fsports')
  })
})

describe('a page that does not exist', () => {
  it.each([
    ['/en/nowhere', 'Sport not found'],
    ['/en/soccer/nowhere', 'Country not found'],
    ['/en/soccer/italy/nowhere', 'League not found'],
    ['/en/soccer/italy/serie-a/nobody-vs-nobody', 'Could not find'],
    ['/en/a/b/c/d/e/f', 'not found'],
    ['/it/soccer/nowhere', 'Paese non trovato'],
  ])('has a way on: a search and the sports: %s', async (path, text) => {
    const home = path.slice(0, 3)
    const response = await site.get(path)
    expect(response.status).toBe(404)
    const [main] = readHtml(await response.text()).all('main')
    expect(main?.text).toContain(text)
    const [form] = main?.all('form') ?? []
    expect(form?.attribute('action')).toBe(`${home}/search`)
    expect(form?.all('input').map((input) => input.attribute('name'))).toEqual(['q'])
    const links = main?.all('a').map((link) => link.attribute('href')) ?? []
    expect(links).toEqual(expect.arrayContaining([home, `${home}/soccer`, `${home}/tennis`]))
  })
})
