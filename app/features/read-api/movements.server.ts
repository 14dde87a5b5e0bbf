import type { Services } from '#app/platform/services.ts'
import { statusOf } from '../matches/match-state.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { listDrops } from '../movements/drops.server.ts'
import { type DropsQuery, MOST_ROWS, MOST_SURE } from '../movements/drops-query.ts'
import { listSureBets } from '../movements/sure-bets.server.ts'
import type { MarketView } from '../odds/market-view.ts'
import { toNumber } from '../odds/prices.ts'
import { rounded } from './markets.ts'
import { type PageRequest, pageOf } from './pages.ts'

/** A page of the sure bets of a sport, or of all sports. Null for an invalid cursor. */
export async function listApiSureBets(services: Services, sportId: string | null, asked: PageRequest) {
  const { found, heldBack } = await listSureBets(services, { sportId, page: 1, size: MOST_SURE })
  const ranked = found.toSorted(
    (a, b) => b.finding.returnOnOutlay - a.finding.returnOnOutlay || a.board.market.id - b.board.market.id,
  )
  const page = pageOf(ranked, asked, {
    positionOf: ({ finding, board }) => [finding.returnOnOutlay, board.market.id],
    order: [-1, 1],
  })
  if (!page) return null
  return {
    data: page.data.map(({ match, board, finding }) => {
      const inverses = finding.nets.map((net) => 1 / toNumber(net))
      const whole = inverses.reduce((sum, one) => sum + one, 0)
      return {
        match: toApiMatchRef(match),
        market: toApiMarketRef(board.market),
        return: rounded(finding.returnOnOutlay),
        legs: finding.legs.map(({ price, net, row }, index) => ({
          outcome: board.market.outcomes[index] ?? '',
          bookmaker: row.quote.bookmaker.slug,
          price: toNumber(price),
          net: toNumber(net),
          share: rounded((inverses[index] ?? 0) / whole),
          seen_at: row.quote.seenAt,
          typed: row.quote.isTyped,
        })),
        oldest_price_at: finding.oldestPriceAt,
        warnings: finding.warnings,
        may_push: finding.mayPush,
      }
    }),
    next: page.next,
    held_back: asked.cursor
      ? []
      : heldBack.map(({ match, board, finding }) => ({
          match: toApiMatchRef(match),
          market: toApiMarketRef(board.market),
          return: rounded(finding.returnOnOutlay),
          reason: 'too-high' as const,
        })),
  }
}

/** A page of the largest falls of best prices. Null for an invalid cursor. */
export async function listApiDrops(
  services: Services,
  { sportId, ...of }: Pick<DropsQuery, 'since' | 'books' | 'market' | 'league'> & { sportId: string | null },
  asked: PageRequest,
) {
  const { drops } = await listDrops(services, { ...of, page: 1 }, sportId, {
    size: MOST_ROWS,
    withCharts: false,
  })
  const page = pageOf(drops, asked, {
    positionOf: ({ fall, market }) => [fall.share, market.id],
    order: [-1, 1],
  })
  if (!page) return null
  return {
    data: page.data.map(({ match, market, fall }) => ({
      match: toApiMatchRef(match),
      market: toApiMarketRef(market),
      outcome: market.outcomes[fall.outcome] ?? '',
      share: rounded(fall.share),
      of_best: rounded(fall.ofBest),
      of_average: rounded(fall.ofAverage),
      was: toNumber(fall.was.price),
      now: toNumber(fall.now.price),
      bookmaker: fall.bookmaker.slug,
      bookmaker_count: fall.books,
      moved_at: fall.movedAt,
      confirmed_at: fall.confirmedAt,
    })),
    next: page.next,
  }
}

function toApiMatchRef({
  id,
  home,
  away,
  startTime,
  minutes,
  status,
  liveStatus,
  sport,
  country,
  league,
}: MatchSummary) {
  return {
    ...{ id, home, away, status: statusOf(status, liveStatus, { startTime, minutes }, new Date()) },
    start_time: startTime,
    sport: { id: sport.id, name: sport.name, slug: sport.slug },
    country: { id: country.id, name: country.name, slug: country.slug, code: country.code },
    league: { id: league.id, name: league.name, slug: league.slug },
  }
}

function toApiMarketRef({ type, period, line, participant, outcomes }: MarketView) {
  return { key: type, period, line, participant, outcomes: [...outcomes] }
}
