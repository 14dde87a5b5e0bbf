import type { OfferedQuote } from '#app/features/odds/offers.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createBookmaker, createMatch, createPlace } from './factories.ts'
import { marketOf, offerPrices, quoteOf } from './market-prices.ts'

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
const TEAMS = [
  ...['Inter', 'Milan', 'Napoli', 'Udinese', 'Roma', 'Lazio', 'Juventus', 'Torino', 'Atalanta', 'Bologna'],
  ...['Eintracht Frankfurt', 'Werder Bremen', 'Borussia Dortmund', 'RB Leipzig', 'Brighton & Hove Albion'],
  ...['Wolverhampton Wanderers', 'Manchester United', 'Chelsea', 'Villarreal', 'Getafe'],
]
const MATCHES = 24
export const MOVED_TENNIS = 3

const RESULT = marketOf({ type: 'match_result' })
const MONEYLINE = marketOf({ type: 'moneyline' })
const OTHERS = [
  marketOf({ type: 'total', line: 2.5 }),
  marketOf({ type: 'handicap', line: -0.5 }),
  marketOf({ type: 'both_to_score' }),
]
const SURE = marketOf({ type: 'total', line: 3 })

/**
 * A site on which prices have moved: of each of 24 matches one outcome was cut by every bookmaker 50 minutes ago, of the last
 * one of the league nearly three hours ago, by a percent more than of the match before, from 1 % on; every other match has a sure bet on a line that can push.
 * @returns the ids of the matches
 */
export async function fillMovedSite({ kysely }: Database): Promise<string[]> {
  const bookmakers: string[] = []
  for (const [at, name] of BOOKMAKERS.entries()) {
    const id = await createBookmaker(kysely, { name, slug: name.toLowerCase(), menu_position: at })
    bookmakers.push(id)
    if (at % 2 > 0) continue
    const button = { provider: name, button_text: 'Bet', button_link: `https://${at}.example/` }
    await kysely
      .insertInto('affiliate_buttons')
      .values({ ...button, bookmaker_id: id })
      .execute()
  }
  const serieA = await createPlace(kysely, { league: 'Serie A' })
  const open = await createPlace(kysely, { sport: 'Tennis', country: 'World', code: 'INT', league: 'Open' })
  const ids: string[] = []
  for (let n = 0; n < MATCHES; n += 1) {
    const isTennis = n >= MATCHES - MOVED_TENNIS
    const [home, away] = [TEAMS[(2 * n) % 20] ?? '', TEAMS[(2 * n + 1) % 20] ?? '']
    const match = await createMatch(kysely, {
      league_id: isTennis ? open.leagueId : serieA.leagueId,
      home_team: home,
      away_team: away,
      slug: `home-${n}-vs-away-${n}`,
      start_time: new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + (n + 3) * HOUR_MS),
    })
    ids.push(match)
    const isEarly = n === MATCHES - MOVED_TENNIS - 1
    for (const [ago, cut] of [
      [5 * HOUR_MS, 1],
      [(isEarly ? 170 : 50) * MINUTE_MS, 1 - (n + 1) / 100],
      [MINUTE_MS, 1 - (n + 1) / 100],
    ] as const) {
      const offers = Object.fromEntries(
        bookmakers.map((id, by) => [id, quotesOf(n, by, { cut, isTennis, isSure: n % 2 === 0 })]),
      )
      await offerPrices(kysely, match, offers, { seenAt: new Date(Date.now() - ago) })
    }
  }
  return ids
}

/** @param by the bookmaker: each a little below the one before */
function quotesOf(
  match: number,
  by: number,
  { cut, isTennis, isSure }: { cut: number; isTennis: boolean; isSure: boolean },
): OfferedQuote[] {
  const at = (price: number, isCut: boolean) =>
    Math.round((price - by / 50) * (isCut ? cut : 1) * 1_000) / 1_000
  const isOfResult = match % 4 === 0 || isTennis
  const first = isTennis
    ? quoteOf(MONEYLINE, [at(2.4, true), at(1.6, false)])
    : quoteOf(RESULT, [at(2.6, isOfResult), at(3.4, false), at(2.9, false)])
  const others = OTHERS.map((market, index) =>
    quoteOf(market, [at(1.95, !isOfResult && index === (match % 4) - 1), at(1.9, false)]),
  )
  const sure = isSure
    ? [quoteOf(SURE, by === 0 ? [2.1, 1.7] : by === 1 ? [1.7, 2.08 + match / 1_000] : [1.8, 1.8])]
    : []
  return [first, ...others, ...sure]
}
