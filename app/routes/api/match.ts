import { listQuotes } from '#app/features/matches/details.server.ts'
import { delayOf, isStopped, statusOf } from '#app/features/matches/match-state.ts'
import { findMatchById } from '#app/features/matches/queries.server.ts'
import { hasTypedPrice } from '#app/features/odds/headline.ts'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { toApiMarket } from '#app/features/read-api/markets.ts'
import { isId } from '#app/platform/ids.ts'
import { publicRead } from './reads.server.ts'

/** One match with the prices of every bookmaker. */
export const loader = publicRead(ENDPOINTS.readMatch, async ({ services, params }) => {
  const { id = '' } = params
  const match = isId(id) ? await findMatchById(services, id) : undefined
  if (!match) return { error: 'not-found' }
  const now = new Date()
  const status = statusOf(match.status, match.liveStatus, match, now)
  const hasScore = !isStopped(match, now)
  const { home, draw, away, bookmakerCount } = match.headline
  const quotes = await listQuotes(services, match.id)
  const markets = await listMarkets(services, match.id)
  return {
    value: {
      id: match.id,
      home: match.home,
      away: match.away,
      start_time: match.startTime,
      status,
      delay: delayOf(status, match.liveStatus),
      home_score: hasScore ? match.homeScore : null,
      away_score: hasScore ? match.awayScore : null,
      best: home && away ? { home: home.price, draw: draw?.price ?? null, away: away.price } : null,
      bookmaker_count: bookmakerCount,
      typed: hasTypedPrice(match.headline),
      sport: { id: match.sport.id, name: match.sport.name, slug: match.sport.slug },
      country: {
        id: match.country.id,
        name: match.country.name,
        slug: match.country.slug,
        code: match.country.code,
      },
      league: { id: match.league.id, name: match.league.name, slug: match.league.slug },
      quotes: quotes.map((quote) => ({
        bookmaker: { id: quote.bookmaker.id, name: quote.bookmaker.name, slug: quote.bookmaker.slug },
        home: quote.home,
        draw: quote.draw,
        away: quote.away,
        net: quote.net,
        left_out: quote.leftOut,
        last_updated: quote.lastUpdated,
        opening: quote.opening,
      })),
      markets: markets.map(toApiMarket),
    },
  }
})
