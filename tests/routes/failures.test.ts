import { request } from 'node:http'
import { type KyselyPlugin, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { shownText, withoutScripts } from '#tests/support/html.ts'
import { recordLog } from '#tests/support/log.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database

const HOUR = 3_600_000
const LEAGUE = '/en/soccer/italy/serie-a'
const MATCH = `${LEAGUE}/inter-vs-milan`

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const { leagueId } = await createPlace(db, { league: 'Serie A' })
  await createPlace(db, { league: 'Empty Cup' })
  await db.insertInto('sports').values({ name: 'Unihockey', slug: 'unihockey' }).execute()
  await createMatch(db, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
    home_odds: 1.9,
    draw_odds: 3.4,
    away_odds: 4.4,
    bookmaker_count: 1,
  })
  await createMatch(db, {
    league_id: leagueId,
    home_team: 'Roma',
    away_team: 'Lazio',
    slug: 'roma-vs-lazio',
    start_time: new Date(Date.now() - 50 * HOUR),
  })
  await db
    .insertInto('team_mappings')
    .values({
      matches_team_name: 'Inter',
      matches_sport_name: 'Soccer',
      matches_country_name: 'Italy',
      matches_league_name: 'Serie A',
      sportsdb_team_badge_url: '/badges/inter.png',
    })
    .execute()
  await db
    .insertInto('promotions')
    .values({
      title: 'Welcome offer',
      description: 'For new customers',
      button_link: 'https://bookmaker.example/?ref=1',
      button_text: 'Claim',
      visible_home: true,
      side_menu_offer: true,
      is_active: true,
    })
    .execute()
  await db
    .insertInto('affiliate_buttons')
    .values({
      provider: 'Bookmaker',
      button_text: 'Bet now',
      button_link: 'https://bookmaker.example/',
      is_active: true,
    })
    .execute()
  await db
    .insertInto('footer_links')
    .values({ section_type: 'legal', title: 'Terms of use', url: '/terms' })
    .execute()
  await db
    .updateTable('site_settings')
    .set({
      site_name: 'Quotissima',
      footer_about_text: 'Prices side by side',
      background_color: '#123456',
    })
    .execute()
})
afterAll(() => database.close())

interface Answer {
  status: number
  location: string | null
  text: string
  messages: string[]
}

async function toAnswer(response: Response, messages: () => string[]): Promise<Answer> {
  const text = withoutScripts(await response.text())
  return { status: response.status, location: response.headers.get('location'), text, messages: messages() }
}

/** What a new site answers at a path, while something of its database is not where it should be. */
async function askWithout(
  path: string,
  missing: { table: string } | { function: string } | null,
): Promise<Answer> {
  const run = (statement: string) => sql.raw(statement).execute(database.kysely)
  const [kind, name] =
    missing && 'table' in missing ? ['table', missing.table] : ['function', missing?.function]
  const { log, messages } = recordLog()
  const site = await openSite(database, {}, log)
  if (name) await run(`alter ${kind} ${name} rename to ${name}_away`)
  try {
    const response = await site.get(path)
    return await toAnswer(response, messages)
  } finally {
    if (name) await run(`alter ${kind} ${name}_away rename to ${name}`)
    await site.close()
  }
}

const whole = (path: string) => askWithout(path, null)

/** What a new site answers at a path, while it can run no statement that contains a text. */
async function askFailing(path: string, part: string, headers?: Record<string, string>): Promise<Answer> {
  const { log, messages } = recordLog()
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (JSON.stringify(node).includes(part)) throw new Error('out of order')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const site = await openSite({ ...database, kysely: database.kysely.withPlugin(failing) }, {}, log)
  try {
    const response = await site.get(path, headers)
    return await toAnswer(response, messages)
  } finally {
    await site.close()
  }
}

describe('the parts that a page can do without', () => {
  it('the site settings: the defaults are used', async () => {
    const usual = (await whole('/en')).text
    expect(usual).toContain('Quotissima')
    expect(usual).toContain('--background:#123456;')
    const { status, text, messages } = await askWithout('/en', { table: 'site_settings' })
    expect([status, messages.includes('Failed to load site settings')]).toEqual([200, true])
    expect(text).not.toContain('Quotissima')
    expect(text).toContain('Overround')
    expect(text).toContain('--background:#0a1716;')
    expect(text).toContain('Terms of use')
    expect(text).not.toContain('Failed to load site settings')
  })

  it('an unknown time zone in the settings: times are in UTC', async () => {
    const set = (time_zone: string) =>
      database.kysely.updateTable('site_settings').set({ time_zone }).execute()
    await set('Nowhere/At_All')
    const { status, text } = await whole(LEAGUE)
    await set('UTC')
    expect(status).toBe(200)
    expect(text).toContain('Times: UTC')
  })

  it('the languages: the addresses keep theirs', async () => {
    const { log, messages } = recordLog()
    const site = await openSite(database, {}, log)
    expect((await site.get('/it')).status).toBe(200)
    await sql`alter table languages rename to languages_away`.execute(database.kysely)
    await sql`select pg_notify('overround_changes', 'languages')`.execute(database.kysely)
    await vi.waitFor(async () => {
      const response = await site.get('/it/soccer')
      expect(messages()).toContain('Missing languages: the last known ones are used')
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('lang="it"')])
    }, 20_000)
    await sql`alter table languages_away rename to languages`.execute(database.kysely)
    await site.close()
  })

  it.each(['en', 'it'])('the saved translations: the built-in labels are used (%s)', async (lang) => {
    const { status, text, messages } = await askWithout(`/${lang}`, { table: 'translations' })
    expect(status).toBe(200)
    expect(text).toContain(lang === 'en' ? 'Upcoming Matches' : 'Prossime partite')
    expect(messages).toContain('Missing language or namespace: built-in labels are used')
  })

  it.each([
    ['get_promotion_in_language', '/en', 'Welcome offer', 'a promotion is shown untranslated'],
    ['get_footer_links_in_language', '/en', 'Terms of use', 'the footer links are shown untranslated'],
    [
      'get_footer_sections_in_language',
      '/en',
      'Prices side by side',
      'the footer texts could not be read; untranslated ones are used',
    ],
    ['get_all_affiliate_buttons_in_language', '/en', 'Bet now', 'affiliate buttons are shown untranslated'],
    ['get_spin_wheel_in_language', '/en', 'Quotissima', 'the spin wheel is shown untranslated'],
    [
      'get_seo_settings_in_language',
      MATCH,
      '<title>Inter',
      'the SEO texts could not be read; built-in ones are used',
    ],
  ])('%s: the untranslated texts are used', async (name, path, shown, message) => {
    const { status, text, messages } = await askWithout(path, { function: name })
    expect(status).toBe(200)
    expect(text).toContain(shown)
    expect(messages).toContain(message)
  })

  it('the affiliate buttons: prices are plain text', async () => {
    expect((await whole('/en')).text).toContain('Bet now')
    const { status, text, messages } = await askWithout('/en', { table: 'affiliate_buttons' })
    expect([status, text.includes('Bet now'), text.includes('Inter')]).toEqual([200, false, true])
    expect(messages).toContain('the affiliate buttons could not be read; none are shown')
  })

  it("the teams' badges: names alone", async () => {
    expect((await whole('/en')).text).toContain('/badges/inter.png')
    const { status, text, messages } = await askWithout('/en', { table: 'team_mappings' })
    expect([status, text.includes('/badges/inter.png'), text.includes('Inter')]).toEqual([200, false, true])
    expect(messages).toContain('the badges of teams could not be read; none are shown')
  })

  it('results: a past match is shown without', async () => {
    const { status, text, messages } = await askWithout(LEAGUE, { table: 'sportsdb_events' })
    expect(status).toBe(200)
    expect(text).toContain('Result not available')
    expect(messages).toContain('Failed to fetch match results')
  })

  it('results by similar names: a past match is shown without', async () => {
    const { status, text, messages } = await askWithout(LEAGUE, { function: 'similarity' })
    expect(status).toBe(200)
    expect(text).toContain('Result not available')
    expect(messages).toContain('Failed to retrieve match results')
  })

  it('a result that cannot be read', async () => {
    const { text, messages } = await whole(LEAGUE)
    expect(text).toContain('Result not available')
    expect(messages).toContain('No match result found')
  })

  it('what quotes add to a price: lists are shown without', async () => {
    const db = database.kysely
    const { id: league_id } = await db
      .selectFrom('leagues')
      .select('id')
      .where('slug', '=', 'serie-a')
      .executeTakeFirstOrThrow()
    const home_bookmaker_id = await createBookmaker(db)
    await db.updateTable('matches').set({ home_bookmaker_id }).where('home_team', '=', 'Inter').execute()
    const live = await createMatch(db, {
      ...{ league_id, home_team: 'Genoa', start_time: new Date(Date.now() - HOUR / 2) },
    })
    try {
      for (const [table, path, shown, message] of [
        ['quotes', '/en', 'Inter', 'the quotes of headlines could not be read; no movement is shown'],
        [
          'markets',
          '/en?tab=live',
          'Genoa',
          'closing odds could not be read; live matches are shown without them',
        ],
      ] as const) {
        const { status, text, messages } = await askWithout(path, { table })
        expect([status, text.includes(shown), messages.includes(message)], table).toEqual([200, true, true])
      }
    } finally {
      await db.deleteFrom('matches').where('id', '=', live).execute()
      await db.updateTable('matches').set({ home_bookmaker_id: null }).execute()
      await db.deleteFrom('bookmakers').where('id', '=', home_bookmaker_id).execute()
    }
  })

  it.each([
    ['the experiment', MATCH, '"experiments"', 'Inter', 'the page takes no part in the experiment'],
    [
      'the pages of the operator',
      '/en',
      'from pages p join',
      'Terms of use',
      "the footer is shown without the operator's pages",
    ],
    ['the footer', '/en', 'footer_links', 'Inter', 'the footer is not shown', 'Terms of use'],
    ['the outrights of a league', LEAGUE, '"outrights"', 'Inter', 'a league is shown without its outrights'],
    [
      'those of its results',
      `${LEAGUE}/results`,
      '"outrights"',
      'no results of this season',
      'results are shown without outrights',
    ],
    [
      'what is to come in the leagues of a country',
      '/en/soccer/italy',
      'over (partition by m.league_id)',
      'Serie A',
      'the leagues are shown without what is to come',
    ],
    ['the other names of teams', MATCH, '"teams"', 'Inter', 'a team is known by the name of this match only'],
    [
      'the sides of teams',
      MATCH,
      'join leagues l on l.id = m.league_id',
      'Inter',
      'the leagues of other sides could not be read',
    ],
    ['the past of the teams', MATCH, '"name":"past"', 'Inter', 'the past matches could not be read'],
    [
      'the matches of the pair',
      MATCH,
      'select * from unnest(',
      'Inter',
      'the matches of a pair could not be read',
    ],
    [
      'the match content',
      MATCH,
      'get_match_content_in_language',
      'Inter',
      'the match content could not be read; built-in texts are used',
    ],
  ])('%s: the page is shown without', async (_, path, part, shown, message, missing?: string) => {
    const { status, text, messages } = await askFailing(path, part)
    expect([status, messages.includes(message)]).toEqual([200, true])
    expect(shownText(text)).toContain(shown)
    if (missing) expect(shownText(text)).not.toContain(missing)
  })

  it('the history of a market: the match is shown without its chart', async () => {
    const db = database.kysely
    const { league_id } = await db
      .selectFrom('matches')
      .select('league_id')
      .where('home_team', '=', 'Inter')
      .executeTakeFirstOrThrow()
    const match = await createMatch(db, {
      league_id,
      home_team: 'Napoli',
      away_team: 'Bari',
      slug: 'napoli-vs-bari',
    })
    const bookmaker = await createBookmaker(db)
    const offer = (home: number, minutes: number) =>
      offerPrices(
        db,
        match,
        { [bookmaker]: [quoteOf(marketOf({ type: 'match_result' }), [home, 3.4, 4])] },
        { seenAt: new Date(Date.now() - minutes * 60_000) },
      )
    try {
      await offer(1.85, 30)
      await offer(2.15, 5)
      const page = `${LEAGUE}/napoli-vs-bari`
      expect((await whole(page)).text).toContain('class="box movement"')
      const { status, text, messages } = await askFailing(page, 'from quote_packs')
      expect([status, text.includes('class="box movement"'), text.includes('2.15')]).toEqual([
        200,
        false,
        true,
      ])
      expect(messages).toContain('the history of a market could not be read')
    } finally {
      await db.deleteFrom('matches').where('id', '=', match).execute()
      await db.deleteFrom('bookmakers').where('id', '=', bookmaker).execute()
    }
  })

  it('the texts of a group of countries: the page is shown without them', async () => {
    await saveGroups(database, [{ name: 'Italy', countries: 'IT', help_text: 'Help 900' }])
    const ask = (part: string) => askFailing('/en', part, { cookie: 'country=IT' })
    try {
      expect((await ask('no statement')).text).toContain('Help 900')
      const { status, text, messages } = await ask('left join multilingual_audiences')
      expect([status, text.includes('Help 900'), text.includes('Inter')]).toEqual([200, false, true])
      expect(messages).toContain('the texts of an audience are not shown')
    } finally {
      await database.kysely.deleteFrom('audiences').execute()
    }
  })

  it('the language of a profile: the stored choice leads to the page', async () => {
    const site = await openSite(database)
    const { cookie, id } = await signInAdministrator(database, site)
    await site.close()
    await database.kysely
      .updateTable('profiles')
      .set({ preferred_language: 'de' })
      .where('id', '=', id)
      .execute()
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
      cookie: `${cookie}; language=it`,
    }
    const ask = (part: string) => askFailing('/', part, headers)
    expect((await ask('no statement')).location).toBe('/de')
    const { location, messages } = await ask('"sessions"')
    expect(location).toBe('/it')
    expect(messages).toContain('the language of a profile could not be read')
  })

  it('promotions: the page is shown without them', async () => {
    const { status, messages } = await askWithout(LEAGUE, { table: 'promotions' })
    expect([status, messages.includes('the side menu shows no promotions')]).toEqual([200, true])
  })

  it('promotions of the home page: its matches are shown without them', async () => {
    const { status, text, messages } = await askWithout('/en', { table: 'promotions' })
    expect([status, text.includes('Welcome offer'), text.includes('Inter')]).toEqual([200, false, true])
    expect(messages).toContain('the home page shows no promotions')
  })
})

describe('a promotion', () => {
  it('leads out in a new tab from the strip and the side menu, through the address that counts clicks', async () => {
    const { text } = await whole('/en')
    const links = text.match(/<a[^>]+href="\/go\/p[^"]+"[^>]*>/g) ?? []
    expect(links).toHaveLength(2)
    for (const link of links) expect(link).toContain('target="_blank" rel="sponsored nofollow noopener"')
  })
})

describe('the parts that a page cannot do without', () => {
  const retry = ['Refresh Page', 'If this does not go away, refresh the page or come back in a minute.']

  it('the sports: reported in red in the sidebar and on the page', async () => {
    const { status, text, messages } = await askWithout('/en', { table: 'sports' })
    expect(status).toBe(500)
    const sidebar = text.split('id="sidebar"')[1]?.split('</aside>')[0]
    expect(sidebar).toMatch(/<p role="alert" class="failed">Failed to load sports data</)
    expect(messages).toContain('Failed to load sports data')
  })

  it.each(['/en', '/en/soccer/italy', LEAGUE, MATCH])('the matches of %s', async (path) => {
    // A document comes with its content: no part of it says that it is loading.
    const shown = shownText((await whole(path)).text)
    expect([shown.includes('Italy'), /loading/i.test(shown)]).toEqual([true, false])
    const { status, text, messages } = await askWithout(path, { table: 'matches' })
    expect([status, messages.includes('a page failed')]).toEqual([500, true])
    expect(text).toMatch(/<div class="problem"><div role="alert"><h1>Failed to load data</)
    for (const part of retry) expect(text).toContain(part)
    // The frame around it is rendered.
    expect(text).toContain('Quotissima')
    expect(text).toContain('Soccer')
  })

  it.each(['/en/sure-bets', '/en/search?q=inter', '/en/soccer/italy/team/inter'])(
    'the content of %s',
    async (path) => {
      expect((await whole(path)).status).toBe(200)
      const { status, text } = await askWithout(path, { table: 'matches' })
      expect(status).toBe(500)
      expect(text).toMatch(/<div class="problem"><div role="alert"><h1>Failed to load data</)
    },
  )

  it('reports it in the language of the address, with no-store', async () => {
    const site = await openSite(database)
    await sql`alter table matches rename to matches_away`.execute(database.kysely)
    const response = await site.get('/it/soccer/italy')
    await sql`alter table matches_away rename to matches`.execute(database.kysely)
    await site.close()
    expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store'])
    expect(withoutScripts(await response.text())).toContain('Impossibile caricare i dati')
  })
})

describe('full-page messages', () => {
  it.each([
    ['/en/quidditch', 'Sport not found with slug: quidditch'],
    ['/en/soccer/atlantis', 'Country not found: atlantis'],
    ['/en/soccer/italy/serie-z', 'League not found: serie-z'],
    [`${LEAGUE}/%20`, 'Missing match information in URL'],
    [`${LEAGUE}/no-pair`, 'Invalid URL parameters'],
    [`${LEAGUE}/00000000-0000-4000-8000-000000000000`, 'Match not found'],
    [`${LEAGUE}/nobody-vs-noone`, 'Could not find a matching match'],
    ['/en/soccer/italy/empty-cup/inter-vs-milan', 'No matches found for this league'],
  ])('%s is not found: "%s"', async (path, message) => {
    const { status, text } = await whole(path)
    expect(status).toBe(404)
    expect(text).toMatch(new RegExp(`<div class="problem"><div role="alert"><h1>${message}<`))
    expect(text).toContain(`<title>${message} | Quotissima</title>`)
  })

  it('a sport without countries is found, and reports it', async () => {
    const { status, text } = await whole('/en/unihockey')
    expect(status).toBe(200)
    expect(text).toMatch(/<p role="alert" class="failed">No countries found for sport</)
  })
})

describe('empty lists', () => {
  it.each([
    ['/en/soccer/italy/empty-cup', 'No past matches available'],
    ['/en/soccer/italy/empty-cup', 'No upcoming matches available'],
    ['/en/soccer/italy/empty-cup', 'No Matches Found'],
    [
      '/en/soccer/italy/empty-cup',
      'This league has no upcoming matches. Refresh the page later, or see the recent results below.',
    ],
    ['/en?tab=live', 'No matches available'],
    ['/en?sport=unihockey', 'No matches available'],
  ])('%s: "%s"', async (path, text) => {
    expect((await whole(path)).text).toContain(text)
  })

  it('of a country', async () => {
    await createPlace(database.kysely, { country: 'Malta', code: 'MT', league: 'Premier' })
    const { text } = await whole('/en/soccer/malta')
    for (const empty of [
      'No live matches at the moment',
      'No featured matches in this country at the moment',
      'No odds hints for this country at the moment',
      'No sure bet in this country right now',
      'No outcome is certain, and odds can change before a bet is placed. 18+',
    ])
      expect(text).toContain(empty)
  })
})

describe('a malformed request', () => {
  const levels: number[] = []
  const messages: string[] = []
  let site: TestSite
  beforeAll(async () => {
    const write = (line: string) => {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string }
      levels.push(level)
      messages.push(msg)
    }
    site = await openSite(database, {}, pino({ level: 'debug' }, { write }))
  })
  beforeEach(() => {
    levels.splice(0)
    messages.splice(0)
  })
  afterAll(() => site.close())

  it.each([
    ['POST', '/en'],
    ['POST', '/en.data'],
    ['PUT', '/en/soccer'],
    ['DELETE', MATCH],
    ['OPTIONS', '/en'],
    ['TRACE', '/en'],
    ['PURGE', '/en'],
    ['GET', '/resources/sign-out'],
    ['GET', '/resources/favourites/x'],
  ])('is not an error of the site: %s %s', async (method, path) => {
    expect(await statusOf(site, method, path)).toBe(405)
    expect(levels.filter((level) => level > 30)).toEqual([])
  })

  it.each([
    ['/en/%00', 'en', 'This request was not understood'],
    ['/de/fussball?page=%00', 'de', 'Diese Anfrage wurde nicht verstanden'],
    ['/admin/matches?q=%00', 'en', 'This request was not understood'],
    ['/%00', 'en', 'This request was not understood'],
  ])('is answered with a page in words: %s in %s, %s', async (path, language, title) => {
    const response = await fetch(site.origin + path)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    const html = await response.text()
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(title)
    expect(html).toContain(`href="/${language}"`)
    expect(levels.filter((level) => level > 30)).toEqual([])
  })

  it.each(['/en/login', '/en/login.data', '/en', '/admin/matches', '/admin/matches.data'])(
    'is not an error of the site: a form of another site for %s',
    async (path) => {
      expect(await statusOf(site, 'POST', path, { origin: 'https://evil.example' })).toBe(403)
      expect(levels).toEqual([30])
    },
  )

  it.each([
    ['/resources/sign-out', { origin: 'https://evil.example' }],
    ['/resources/country', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['/resources/favourites/league/x', { 'sec-fetch-site': 'cross-site' }],
    ['/en/login', { 'sec-fetch-site': 'same-site' }],
    ['/admin/settings', { 'sec-fetch-site': 'cross-site' }],
  ])(
    'is in the log, without being an error: a form of another site for %s, with %j',
    async (path, headers) => {
      expect(await statusOf(site, 'POST', path, headers)).toBe(403)
      expect(messages).toEqual(['a form of another site was refused'])
      expect(levels).toEqual([30])
    },
  )

  it('is not an error of the site: a request of another site to end a session', async () => {
    const headers = {
      origin: 'https://evil.example',
      cookie: 'overround.session_token=x',
      'content-type': 'application/json',
    }
    const address = `${site.origin}/api/auth/sign-out`
    expect((await fetch(address, { method: 'POST', headers, body: '{}' })).status).toBe(403)
    expect(levels.filter((level) => level > 30)).toEqual([])
  })
})

/** Over node:http, which sends any method. */
function statusOf(
  { origin }: TestSite,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(origin + path, { method, headers: { 'content-length': '0', ...headers } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end()
  })
}
