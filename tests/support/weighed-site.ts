import { sql } from 'kysely'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createBookmaker, createMatch, createPlace, createQuote, type Offered } from './factories.ts'
import { marketOf, offerPrices, quoteOf } from './market-prices.ts'

/** Leagues, and the matches of the first, as many as pages are weighed with. */
const LEAGUES = ['Premier League', 'Serie A', 'La Liga', 'Bundesliga']
const MATCHES = 52
const BOOKMAKERS = [
  'Brightmere',
  'Corvane',
  'Fennlines',
  'Ivelane',
  'Larkfield',
  'Elmstead',
  'Alderbet',
  'Gorsebet',
]

const RESULT = marketOf({ type: 'match_result' })

const SIDES = ['United', 'Wanderers', 'Athletic', 'Rovers', 'City', 'Town', 'Albion', 'Hotspur']
const TOWNS = ['Ashford', 'Brampton', 'Colwick', 'Denholme', 'Eastgate', 'Farnley', 'Grindale']

/** A site as large as the pages that are weighed: a home page of 20 matches, a league of 52, a match of 8 bookmakers. */
export async function fillWeighedSite({ kysely }: Database): Promise<{ league: string; match: string }> {
  const bookmakers: string[] = []
  for (const [at, name] of BOOKMAKERS.entries()) {
    const id = await createBookmaker(kysely, { name })
    bookmakers.push(id)
    if (at % 2 > 0) continue
    await kysely
      .insertInto('affiliate_buttons')
      .values({
        provider: name,
        button_text: 'Bet now',
        button_link: `https://${at}.example/`,
        bookmaker_id: id,
      })
      .execute()
  }
  const ids: string[] = []
  for (const [at, league] of LEAGUES.entries()) {
    const { leagueId } = await createPlace(kysely, { country: 'England', code: 'GB-ENG', league })
    for (let round = 0; round < (at === 0 ? MATCHES : 5); round += 1) {
      const [home, away] = [teamOf(round + at), teamOf(round + at + 23)]
      const slug = `${home}-vs-${away}`.toLowerCase().replaceAll(' ', '-')
      const hours = 3 + Math.floor(round / 2) * 5 + at
      const id = await createMatch(kysely, {
        league_id: leagueId,
        home_team: home,
        away_team: away,
        slug,
        // Matches start at a full minute.
        start_time: new Date(Math.floor(Date.now() / 60_000 + hours * 60) * 60_000),
      })
      ids.push(id)
      // As an import stores them: the headline's table, and the markets.
      const offers: Record<string, OfferedQuote[]> = {}
      for (const [by, bookmaker] of bookmakers.entries()) {
        const shift = ((by * 7 + round * 3) % 11) / 100
        const prices: Offered = [1.9 + shift, 3.4 + shift, 4.1 - shift]
        await createQuote(kysely, { match: id, bookmaker, prices })
        offers[bookmaker] = [quoteOf(RESULT, prices)]
      }
      await offerPrices(kysely, id, offers)
    }
  }
  await sql`select refresh_headlines(${ids}::uuid[])`.execute(kysely)
  const first = await kysely
    .selectFrom('matches')
    .select('slug')
    .where('id', '=', ids[0] ?? '')
    .executeTakeFirstOrThrow()
  const league = '/en/soccer/england/premier-league'
  return { league, match: `${league}/${first.slug}` }
}

function teamOf(at: number): string {
  return `${TOWNS[at % TOWNS.length]} ${SIDES[Math.floor(at / TOWNS.length) % SIDES.length]}`
}
