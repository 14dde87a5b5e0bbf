import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, IS_DIALECT_ONLY } from '#tests/support/database.ts'
import {
  createBookmaker,
  createMatch,
  createPlace,
  createQuote,
  type Prices,
} from '#tests/support/factories.ts'
import type { Database } from './connection.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const languageId = async (code: string) =>
  (
    await database.kysely
      .selectFrom('languages')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).id

async function rowsOf<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(database.kysely)).rows
}

describe('languages', () => {
  it('has one default, which stays active', async () => {
    const it_ = await languageId('it')
    await expect(
      database.kysely.updateTable('languages').set({ is_default: true }).where('id', '=', it_).execute(),
    ).rejects.toThrow(/languages_one_default/)
    await expect(
      database.kysely.updateTable('languages').set({ is_active: false }).where('code', '=', 'en').execute(),
    ).rejects.toThrow(/check/)
  })

  it.each(['EN', 'eng', 'e', ''])('refuses the code %j', async (code) => {
    await expect(
      database.kysely.insertInto('languages').values({ code, name: 'x', native_name: 'x' }).execute(),
    ).rejects.toThrow()
  })

  it('is deleted with its texts', async () => {
    const tr = await languageId('tr')
    const { id } = await database.kysely
      .selectFrom('translation_namespaces')
      .select('id')
      .where('name', '=', 'common')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('translations')
      .values({ language_id: tr, namespace_id: id, key: 'home', value: 'Ana sayfa' })
      .execute()
    await database.kysely.deleteFrom('languages').where('id', '=', tr).execute()
    expect(await database.kysely.selectFrom('translations').selectAll().execute()).toEqual([])
  })

  it('are eight in a new database', async () => {
    const languages = await database.kysely.selectFrom('languages').select('code').orderBy('code').execute()
    expect(languages.map((it) => it.code)).toEqual(['ar', 'de', 'en', 'es', 'fr', 'it', 'pt', 'tr'])
  })

  it('have their texts in eleven namespaces, and the search, statistics, alerts and bets in their own', async () => {
    const namespaces = await database.kysely
      .selectFrom('translation_namespaces')
      .select(['name', 'description'])
      .orderBy('name')
      .execute()
    const eleven = 'admin auth common countries errors leagues matches profile promotions settings sports'
    expect(namespaces.map(({ name }) => name)).toEqual(
      [...eleven.split(' '), 'alerts', 'betting', 'search', 'statistics'].sort(),
    )
    expect(namespaces.map(({ description }) => description)).not.toContain(null)
  })
})

describe('translation_namespaces', () => {
  it('has the eleven by name', async () => {
    const rows = await database.kysely.selectFrom('translation_namespaces').select('name').execute()
    const names =
      'common sports auth admin errors countries leagues matches promotions settings profile'.split(' ')
    expect(rows.map((it) => it.name)).toEqual(expect.arrayContaining(names))
  })
})

describe('site_settings', () => {
  it('is a single row with the default look', async () => {
    const row = await database.kysely.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      background_color: '#0a1716',
      promotion_card_gradient_angle: 204,
      promotion_card_gradient_start_opacity: 0.35,
      sidebar_menu_gradient_enabled: true,
      header_background_enabled: false,
      spin_wheel_title: 'Spin The Wheel',
    })
    await expect(database.kysely.insertInto('site_settings').defaultValues().execute()).rejects.toThrow(
      /singleton/,
    )
  })

  it.each([
    { header_gradient_angle: 361 },
    { header_gradient_start_opacity: 1.5 },
    { head_scripts: 'x'.repeat(20_001) },
  ])('refuses %o', async (values) => {
    await expect(database.kysely.updateTable('site_settings').set(values).execute()).rejects.toThrow(/check/)
  })
})

describe('reads in a language', () => {
  it('takes each field of the SEO texts from the language, then the default, then the settings', async () => {
    await database.kysely
      .updateTable('site_settings')
      .set({ home_meta_title: 'S title', home_meta_description: 'S text', home_meta_keywords: 'S words' })
      .execute()
    await database.kysely
      .insertInto('multilingual_seo_settings')
      .values([
        { language_id: await languageId('en'), home_meta_title: 'E title', home_meta_description: 'E text' },
        { language_id: await languageId('it'), home_meta_title: 'I title', home_meta_description: '' },
      ])
      .execute()
    const read = sql<Record<string, string>>`select * from get_seo_settings_in_language('it')`
    expect((await rowsOf(read))[0]).toMatchObject({
      home_meta_title: 'I title',
      home_meta_description: 'E text',
      home_meta_keywords: 'S words',
      match_page_title_template: null,
    })
  })

  it('returns the untranslated footer texts for an unknown language', async () => {
    await database.kysely.updateTable('site_settings').set({ footer_about_title: 'About us' }).execute()
    const read = sql<Record<string, string>>`select * from get_footer_sections_in_language('xx')`
    expect(await rowsOf(read)).toMatchObject([{ about_title: 'About us' }])
  })

  it('lists active footer links of a section in order, by argument name', async () => {
    await database.kysely
      .insertInto('footer_links')
      .values([
        { section_type: 'legal', title: 'Terms', url: '/terms', menu_position: 2 },
        { section_type: 'legal', title: 'Privacy', url: '/privacy', menu_position: 1 },
        { section_type: 'legal', title: 'Old', url: '/old', menu_position: 3, is_active: false },
        { section_type: 'quick_links', title: 'Home', url: '/' },
      ])
      .execute()
    const read = sql<{ title: string }>`
      select title from get_footer_links_in_language(language_code => 'it', section_type => 'legal')`
    expect(await rowsOf(read)).toEqual([{ title: 'Privacy' }, { title: 'Terms' }])
  })

  it('translates affiliate buttons and promotions field by field', async () => {
    const { id: button } = await database.kysely
      .insertInto('affiliate_buttons')
      .values({ provider: 'Alpha', button_text: 'Bet now', button_link: 'https://alpha.example' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('multilingual_affiliate_buttons')
      .values({ affiliate_button_id: button, language_id: await languageId('it'), button_text: 'Scommetti' })
      .execute()
    const one = sql<{ button_text: string }>`
      select button_text from get_affiliate_button_in_language(button_id => ${button}::uuid, language_code => 'it')`
    expect(await rowsOf(one)).toEqual([{ button_text: 'Scommetti' }])
    const all = sql<{
      button_text: string
    }>`select button_text from get_all_affiliate_buttons_in_language('de')`
    expect(await rowsOf(all)).toEqual([{ button_text: 'Bet now' }])

    const { id: promotion } = await database.kysely
      .insertInto('promotions')
      .values({
        title: 'Bonus',
        subtitle: 'Now',
        description: 'All of it',
        button_text: 'Go',
        button_link: 'https://a.example',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('multilingual_promotions')
      .values({
        promotion_id: promotion,
        language_id: await languageId('it'),
        title: 'Premio',
        description: 'Tutto',
        button_text: 'Vai',
      })
      .execute()
    const translated = sql<Record<string, string>>`
      select title, subtitle, button_text from get_promotion_in_language(promotion_id => ${promotion}::uuid, language_code => 'it')`
    expect(await rowsOf(translated)).toEqual([{ title: 'Premio', subtitle: 'Now', button_text: 'Vai' }])
  })

  it('derives spin_wheel_enabled from the sidebar until it is set', async () => {
    await database.kysely.updateTable('site_settings').set({ spin_wheel_sidebar_on: true }).execute()
    const read = sql<{ enabled: boolean }>`select enabled from get_spin_wheel_in_language('en')`
    expect(await rowsOf(read)).toEqual([{ enabled: true }])
    await database.kysely.updateTable('site_settings').set({ spin_wheel_enabled: false }).execute()
    expect(await rowsOf(read)).toEqual([{ enabled: false }])
  })

  it('takes each field of the match content from the language, then the default, otherwise leaves it empty', async () => {
    await database.kysely
      .insertInto('multilingual_match_content')
      .values([
        {
          language_id: await languageId('en'),
          title_template: 'E title',
          description_template: 'E text',
          safest_bet_title: 'E bet',
        },
        {
          language_id: await languageId('it'),
          title_template: 'I title',
          description_template: '',
          safest_bet_title: '',
        },
      ])
      .execute()
    const read = (code: string) =>
      rowsOf(sql<Record<string, string>>`select * from get_match_content_in_language(${code})`)
    const others = {
      description_template: 'E text',
      history_odds_title: null,
      history_odds_template: null,
      highest_win_title: null,
      highest_win_template: null,
      safest_bet_template: null,
    }
    expect(await read('it')).toEqual([{ ...others, title_template: 'I title', safest_bet_title: 'E bet' }])
    expect(await read('de')).toEqual([{ ...others, title_template: 'E title', safest_bet_title: 'E bet' }])
  })

  it('returns empty match content without any row, so that the built-in texts are used', async () => {
    const read = sql<Record<string, unknown>>`select * from get_match_content_in_language('it')`
    expect(await rowsOf(read)).toMatchObject([{ title_template: null }])
  })
})

describe('refresh_headlines', () => {
  async function headlineOf(quotes: Prices[], inactive: number[] = []) {
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    const names: string[] = []
    for (const [index, prices] of quotes.entries()) {
      const bookmaker = await createBookmaker(database.kysely, { is_active: !inactive.includes(index) })
      names.push(bookmaker)
      await createQuote(database.kysely, { match, bookmaker, prices })
    }
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    const row = await database.kysely
      .selectFrom('matches')
      .selectAll()
      .where('id', '=', match)
      .executeTakeFirstOrThrow()
    const by = (id: string | null) => (id === null ? null : names.indexOf(id))
    return {
      prices: [row.home_odds, row.draw_odds, row.away_odds],
      by: [by(row.home_bookmaker_id), by(row.draw_bookmaker_id), by(row.away_bookmaker_id)],
      count: row.bookmaker_count,
    }
  }

  it('is the best price of each outcome', async () => {
    const quotes: Prices[] = [
      [1.85, 3.4, 4.4],
      [1.8, 3.6, 4.2],
      [1.7, 3.5, 4.5],
    ]
    expect(await headlineOf(quotes)).toEqual({ prices: [1.85, 3.6, 4.5], by: [0, 1, 2], count: 3 })
  })

  it('leaves out inactive bookmakers', async () => {
    const quotes: Prices[] = [
      [1.85, 3.4, 4.4],
      [9, 9, 9],
    ]
    expect(await headlineOf(quotes, [1])).toEqual({ prices: [1.85, 3.4, 4.4], by: [0, 0, 0], count: 1 })
  })

  it('never mixes prices with and without a draw', async () => {
    const quotes: Prices[] = [
      [1.85, 3.4, 4.4],
      [1.8, 3.6, 4.2],
      [2.5, null, 6],
    ]
    expect(await headlineOf(quotes)).toMatchObject({ prices: [1.85, 3.6, 4.4], count: 2 })
    expect(await headlineOf([[1.5, null, 2.6]])).toMatchObject({ prices: [1.5, null, 2.6], by: [0, null, 0] })
  })

  it('keeps a real favourite at 1.01', async () => {
    expect(await headlineOf([[1.01, 15, 29]])).toMatchObject({ prices: [1.01, 15, 29], count: 1 })
  })

  it('is the 1.01 default when nobody quotes', async () => {
    expect(await headlineOf([])).toEqual({ prices: [1.01, null, 1.01], by: [null, null, null], count: 0 })
  })

  it('does not change what an administrator entered', async () => {
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, {
      league_id: leagueId,
      home_odds: 2,
      away_odds: 2,
      odds_locked: true,
    })
    await createQuote(database.kysely, {
      match,
      bookmaker: await createBookmaker(database.kysely),
      prices: [3, 3, 3],
    })
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    const row = await database.kysely.selectFrom('matches').select('home_odds').executeTakeFirstOrThrow()
    expect(row.home_odds).toBe(2)
  })

  it('follows a bookmaker that is deactivated', async () => {
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    const best = await createBookmaker(database.kysely)
    await createQuote(database.kysely, { match, bookmaker: best, prices: [3, 3, 3] })
    await createQuote(database.kysely, {
      match,
      bookmaker: await createBookmaker(database.kysely),
      prices: [2, 2, 2],
    })
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
    await database.kysely.updateTable('bookmakers').set({ is_active: false }).where('id', '=', best).execute()
    const row = await database.kysely
      .selectFrom('matches')
      .select(['home_odds', 'bookmaker_count'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ home_odds: 2, bookmaker_count: 1 })
  })
})

describe('former slugs', () => {
  it('are kept when an operator changes one, and released when another item takes it', async () => {
    const { leagueId, countryId } = await createPlace(database.kysely, { league: 'Serie A' })
    const other = await createPlace(database.kysely, { league: 'Serie B' })
    const rename = (id: string, slug: string) =>
      database.kysely.updateTable('leagues').set({ slug }).where('id', '=', id).execute()
    await rename(leagueId, 'top-league')
    const old = () =>
      database.kysely.selectFrom('old_slugs').select(['slug', 'parent_id', 'target_id']).execute()
    expect(await old()).toEqual([{ slug: 'serie-a', parent_id: countryId, target_id: leagueId }])
    await rename(other.leagueId, 'serie-a')
    expect((await old()).map((it) => [it.slug, it.target_id])).toEqual([['serie-b', other.leagueId]])
  })
})

describe('change notifications', () => {
  let heard: string[]
  let stop: () => Promise<void>
  beforeEach(async () => {
    heard = []
    stop = await database.listen(
      'overround_changes',
      (payload) => heard.push(...payload.split('\n')),
      () => {},
    )
  })
  afterEach(() => stop())

  /** The notifications of a piece of work, up to a later one that marks the end. */
  async function tagsOf(work: () => Promise<unknown>): Promise<string[]> {
    await sql`select pg_notify('overround_changes', 'begin')`.execute(database.kysely)
    await vi.waitFor(() => expect(heard).toContain('begin'), 20_000)
    heard.length = 0
    await work()
    await sql`select pg_notify('overround_changes', 'end')`.execute(database.kysely)
    await vi.waitFor(() => expect(heard).toContain('end'), 20_000)
    return heard.filter((tag) => tag !== 'end').sort()
  }

  it('are sent for a changed price: the match, and the lists that choose by prices', async () => {
    const { leagueId, countryId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    const bookmaker = await createBookmaker(database.kysely)
    const tags = await tagsOf(() =>
      database.kysely.transaction().execute(async (trx) => {
        await createQuote(trx, { match, bookmaker, prices: [2, 3, 4] })
        await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(trx)
      }),
    )
    expect([...new Set(tags)]).toEqual([`best-prices:${countryId}`, `match:${match}`])
  })

  it.each([
    ['its name', { home_team: 'Another' }],
    ['its score', { home_score: 1, away_score: 0 }],
    ['whether it is featured', { featured: true }],
  ])('are sent for a changed match to the lists that show it: %s', async (_, change) => {
    const { leagueId, sportId, countryId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    const tags = await tagsOf(() =>
      database.kysely.updateTable('matches').set(change).where('id', '=', match).execute(),
    )
    expect([...new Set(tags)]).toEqual(
      [`country:${countryId}`, `league:${leagueId}`, `match:${match}`, `sport:${sportId}`].sort(),
    )
  })

  it('are not sent when nothing changed, and not for what is rolled back', async () => {
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    const tags = await tagsOf(async () => {
      await database.kysely.updateTable('matches').set({ featured: false }).where('id', '=', match).execute()
      await database.kysely.deleteFrom('matches').where('home_team', '=', 'nobody').execute()
      await database.kysely
        .transaction()
        .execute(async (trx) => {
          await trx.updateTable('matches').set({ featured: true }).execute()
          throw new Error('no')
        })
        .catch(() => {})
    })
    expect(tags).toEqual([])
  })

  it.skipIf(IS_DIALECT_ONLY)('name the leagues when too many matches change to name each', async () => {
    const { leagueId, sportId, countryId } = await createPlace(database.kysely)
    await sql`insert into matches (league_id, sport_id, country_id, home_team, away_team, start_time)
      select ${leagueId}, ${sportId}, ${countryId}, 'h' || i, 'a' || i, now() from generate_series(1, 151) i`.execute(
      database.kysely,
    )
    const tags = await tagsOf(() => database.kysely.updateTable('matches').set({ featured: true }).execute())
    expect(tags).toEqual([
      `country:${countryId}`,
      `league:${leagueId}`,
      `matches-of:${leagueId}`,
      `sport:${sportId}`,
    ])
  })

  it('split what is longer than a payload', async () => {
    const { sportId, countryId } = await createPlace(database.kysely)
    await sql`insert into leagues (sport_id, country_id, name, slug)
      select ${sportId}, ${countryId}, 'Many ' || i, 'many-' || i from generate_series(1, 100) i`.execute(
      database.kysely,
    )
    await sql`insert into matches (league_id, home_team, away_team, start_time)
      select id, 'h', 'a', now() from leagues where slug like 'many-%'`.execute(database.kysely)
    const tags = await tagsOf(() => database.kysely.updateTable('matches').set({ featured: true }).execute())
    expect(tags.filter((tag) => tag.startsWith('match:'))).toHaveLength(100)
    expect(tags.filter((tag) => tag.startsWith('league:'))).toHaveLength(100)
  })

  it('name texts by language, and small tables by name', async () => {
    const it_ = await languageId('it')
    const { id } = await database.kysely
      .selectFrom('translation_namespaces')
      .select('id')
      .where('name', '=', 'common')
      .executeTakeFirstOrThrow()
    const tags = await tagsOf(async () => {
      await database.kysely
        .insertInto('translations')
        .values({ language_id: it_, namespace_id: id, key: 'home', value: 'Casa' })
        .execute()
      await database.kysely.updateTable('site_settings').set({ site_name: 'Other' }).execute()
    })
    expect(tags).toEqual(['settings', 'translations:it'])
  })
})
