import { type RawBuilder, sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import type { Database } from './connection.server.ts'
import type { DB } from './types.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const run = (query: RawBuilder<unknown>) => query.execute(database.kysely)

const headline = (match: string) =>
  database.kysely
    .selectFrom('matches')
    .select(['home_odds', 'draw_odds', 'away_odds', 'home_bookmaker_id', 'bookmaker_count'])
    .where('id', '=', match)
    .executeTakeFirstOrThrow()

/** The tags that `work` sends. A final notification shows that no more are pending. */
async function tagsOf(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = []
  const ended = Promise.withResolvers<void>()
  const stop = await database.listen(
    'overround_changes',
    (payload) => (payload === 'end' ? ended.resolve() : heard.push(...payload.split('\n'))),
    () => {},
  )
  await work()
  await run(sql`select pg_notify('overround_changes', 'end')`)
  await ended.promise
  await stop()
  return heard
}

describe('headlines', () => {
  it.runIf(process.env.TEST_DATABASE_URL)(
    'include the quotes of two concurrent transactions for a match',
    async () => {
      const { leagueId } = await createPlace(database.kysely)
      const match = await createMatch(database.kysely, { league_id: leagueId })
      const [first, second] = [await createBookmaker(database.kysely), await createBookmaker(database.kysely)]
      const quote = (bookmaker: string, prices: [number, number, number]) => async (trx: Transaction<DB>) => {
        await createQuote(trx, { match, bookmaker, prices })
        await sql`select refresh_headlines(array[${match}::uuid])`.execute(trx)
      }
      await whileHeld(database, quote(first, [5, 3, 4]), () =>
        database.kysely.transaction().execute(quote(second, [2, 3, 6])),
      )
      expect(await headline(match)).toMatchObject({
        home_odds: 5,
        draw_odds: 3,
        away_odds: 6,
        bookmaker_count: 2,
      })
    },
  )

  it('lose the prices of a bookmaker that is deleted', async () => {
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    const [best, other] = [await createBookmaker(database.kysely), await createBookmaker(database.kysely)]
    await createQuote(database.kysely, { match, bookmaker: best, prices: [5, 3, 4] })
    await createQuote(database.kysely, { match, bookmaker: other, prices: [2, 3, 4] })
    await run(sql`select refresh_headlines(array[${match}::uuid])`)
    await database.kysely.deleteFrom('bookmakers').where('id', '=', best).execute()
    expect(await headline(match)).toMatchObject({
      home_odds: 2,
      home_bookmaker_id: other,
      bookmaker_count: 1,
    })
    await database.kysely.deleteFrom('bookmakers').where('id', '=', other).execute()
    expect(await headline(match)).toMatchObject({
      home_odds: 1.01,
      home_bookmaker_id: null,
      bookmaker_count: 0,
    })
  })
})

describe('a league', () => {
  it('belongs to its country’s sport', async () => {
    const soccer = await createPlace(database.kysely, { sport: 'Soccer' })
    const tennis = await createPlace(database.kysely, { sport: 'Tennis' })
    const mixed = { name: 'Mixed', slug: 'mixed', sport_id: soccer.sportId, country_id: tennis.countryId }
    await expect(database.kysely.insertInto('leagues').values(mixed).execute()).rejects.toThrow(/foreign key/)
  })

  it('that moves to another country keeps its matches, redirects its old address, and notifies both countries', async () => {
    const italy = await createPlace(database.kysely, { league: 'Cup' })
    const spain = await createPlace(database.kysely, { country: 'Spain', code: 'ES' })
    const match = await createMatch(database.kysely, { league_id: italy.leagueId })
    const tags = await tagsOf(() =>
      database.kysely
        .updateTable('leagues')
        .set({ country_id: spain.countryId })
        .where('id', '=', italy.leagueId)
        .execute(),
    )
    expect(tags).toEqual(
      expect.arrayContaining([
        `leagues:${italy.countryId}`,
        `leagues:${spain.countryId}`,
        `matches-of:${italy.leagueId}`,
      ]),
    )
    const moved = await database.kysely
      .selectFrom('matches')
      .select('country_id')
      .where('id', '=', match)
      .execute()
    expect(moved).toEqual([{ country_id: spain.countryId }])
    const old = await database.kysely
      .selectFrom('old_slugs')
      .select(['parent_id', 'slug', 'target_id'])
      .execute()
    expect(old).toEqual([{ parent_id: italy.countryId, slug: 'cup', target_id: italy.leagueId }])
  })
})

describe('change notifications', () => {
  const untouched: Record<string, RawBuilder<unknown>> = {
    odds: sql`update odds set home_odds = home_odds, last_updated = last_updated`,
    fixtures: sql`update fixtures set status_short = status_short`,
    sports: sql`update sports set name = name`,
    countries: sql`update countries set name = name`,
    leagues: sql`update leagues set name = name`,
    site_settings: sql`update site_settings set site_name = site_name`,
    bookmakers: sql`update bookmakers set name = name`,
  }

  it('are sent for each change of what every page needs', async () => {
    const { sportId } = await createPlace(database.kysely)
    const italian = sql`(select id from languages where code = 'it')`
    const promotion = sql`(select id from promotions)`
    const changes: [RawBuilder<unknown>, string][] = [
      [sql`update sports set menu_position = 7`, 'sports'],
      [sql`update countries set display_name = 'Italia'`, `countries:${sportId}`],
      [sql`update languages set is_active = false where code = 'tr'`, 'languages'],
      [
        sql`insert into promotions (title, description, button_text, button_link)
        values ('Offer', 'x', 'Go', '/')`,
        'promotions',
      ],
      [sql`update promotions set title = 'Other'`, 'promotions'],
      [
        sql`insert into multilingual_promotions (promotion_id, language_id, title, description, button_text)
        values (${promotion}, ${italian}, 'Offerta', 'x', 'Vai')`,
        'promotions',
      ],
      [sql`update multilingual_promotions set title = 'Altra'`, 'promotions'],
      [sql`delete from promotions`, 'promotions'],
      [
        sql`insert into multilingual_spin_wheel (language_id, title, button_text)
        values (${italian}, 'Ruota', 'Gira')`,
        'spin-wheel',
      ],
      [sql`update multilingual_spin_wheel set title = 'La ruota'`, 'spin-wheel'],
      [sql`delete from multilingual_spin_wheel`, 'spin-wheel'],
      [sql`update site_settings set spin_wheel_title = 'Turn it'`, 'settings'],
    ]
    const told = await tagsOf(async () => {
      for (const [change] of changes) {
        await run(change)
        await run(sql`select pg_notify('overround_changes', '|')`)
      }
    })
    const each = told.join(' ').split('|')
    for (const [at, [, tag]] of changes.entries()) expect(each[at]?.split(' '), `change ${at}`).toContain(tag)
  })

  it.each(Object.keys(untouched))('are not sent for an update that leaves %s unchanged', async (table) => {
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    await createQuote(database.kysely, {
      match,
      bookmaker: await createBookmaker(database.kysely),
      prices: [2, 3, 4],
    })
    await database.kysely.insertInto('fixtures').values({ match_id: match }).execute()
    const update = untouched[table]
    if (!update) throw new Error(`no update of ${table}`)
    expect(await tagsOf(() => run(update))).toEqual([])
  })

  it('are sent for a quote that was only confirmed: its age is shown on the match, not in lists', async () => {
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, { league_id: leagueId })
    await createQuote(database.kysely, {
      match,
      bookmaker: await createBookmaker(database.kysely),
      prices: [2, 3, 4],
    })
    expect(
      await tagsOf(() => run(sql`update odds set last_updated = last_updated + interval '1 s'`)),
    ).toEqual([`match:${match}`])
  })
})
