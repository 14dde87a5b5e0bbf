import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

let count = 0
const next = () => {
  count += 1
  return count
}

/** An active sport, country and league; returns their ids. */
export async function createPlace(
  db: Kysely<DB>,
  names: { sport?: string; country?: string; code?: string; league?: string } = {},
): Promise<{ sportId: string; countryId: string; leagueId: string }> {
  const { sport = 'Soccer', country = 'Italy', code = 'IT', league = `League ${next()}` } = names
  const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-')
  const sportRow =
    (await db.selectFrom('sports').select('id').where('slug', '=', slug(sport)).executeTakeFirst()) ??
    (await db
      .insertInto('sports')
      .values({ name: sport, slug: slug(sport) })
      .returning('id')
      .executeTakeFirstOrThrow())
  const countryRow =
    (await db
      .selectFrom('countries')
      .select('id')
      .where('sport_id', '=', sportRow.id)
      .where('code', '=', code)
      .executeTakeFirst()) ??
    (await db
      .insertInto('countries')
      .values({ name: country, slug: slug(country), code, sport_id: sportRow.id })
      .returning('id')
      .executeTakeFirstOrThrow())
  const leagueRow = await db
    .insertInto('leagues')
    .values({ name: league, slug: slug(league), sport_id: sportRow.id, country_id: countryRow.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sportId: sportRow.id, countryId: countryRow.id, leagueId: leagueRow.id }
}

/** A scheduled match with default values. Prices with a `bookmaker_count` are valid until kick-off. */
export async function createMatch(
  db: Kysely<DB>,
  match: Pick<Insertable<DB['matches']>, 'league_id'> & Partial<Insertable<DB['matches']>>,
): Promise<string> {
  const { sport_id, country_id } = await db
    .selectFrom('leagues')
    .select(['sport_id', 'country_id'])
    .where('id', '=', match.league_id)
    .executeTakeFirstOrThrow()
  const number = next()
  const row = await db
    .insertInto('matches')
    .values({
      home_team: `Home ${number}`,
      away_team: `Away ${number}`,
      slug: `home-${number}-vs-away-${number}`,
      start_time: new Date(Date.now() + 24 * 3_600_000),
      sport_id,
      country_id,
      ...match,
    })
    .returning(['id', 'start_time', 'bookmaker_count'])
    .executeTakeFirstOrThrow()
  if (row.bookmaker_count > 0 && row.start_time > new Date()) {
    await db.insertInto('event_prices').values({ event: row.id, valid_until: row.start_time }).execute()
  }
  return row.id
}

export async function createBookmaker(
  db: Kysely<DB>,
  bookmaker: Partial<Insertable<DB['bookmakers']>> = {},
): Promise<string> {
  const number = next()
  const row = await db
    .insertInto('bookmakers')
    .values({
      key: `bookmaker-${number}`,
      name: `Bookmaker ${number}`,
      slug: `bookmaker-${number}`,
      ...bookmaker,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** `[home, draw, away]`, draw null if there is none. */
export type Prices = [home: number, draw: number | null, away: number]

/** A bookmaker's prices: null also for a suspended outcome. */
export type Offered = [home: number | null, draw: number | null, away: number | null]

/** Stores a bookmaker's current prices; the caller refreshes the headline. */
export async function createQuote(
  db: Kysely<DB>,
  quote: {
    match: string
    bookmaker: string
    prices: Offered
    lastUpdated?: Date
    source?: string
    status?: 'suspended' | 'incomplete' | null
  },
): Promise<void> {
  const [home_odds, draw_odds, away_odds] = quote.prices
  await db
    .insertInto('odds')
    .values({
      match_id: quote.match,
      bookmaker_id: quote.bookmaker,
      home_odds,
      draw_odds,
      away_odds,
      last_updated: quote.lastUpdated ?? new Date(),
      source: quote.source ?? 'test',
      status: quote.status ?? null,
    })
    .execute()
}
