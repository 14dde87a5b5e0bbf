import { sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Audience } from '../audiences/permissions.ts'
import { isShown, readAudience } from '../audiences/queries.server.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { headlineFor } from '../odds/audience-headline.server.ts'
import { isMarketType, type MarketType } from '../odds/markets.ts'
import { LEAST_COMPARED } from './bookmakers.ts'

/**
 * The bookmakers that visitors see, in the order of the menu. Every query of these pages begins here: a filter belongs
 * here and nowhere else.
 */
const visibleBookmakers = (audience: Audience) => sql<{
  id: string
  no: number
  name: string
  slug: string
  logo_url: string | null
}>`
  select b.id, b.no, b.name, b.slug, b.logo_url, b.menu_position from bookmakers b
  where b.is_active and b.merged_into is null and ${isShown(audience, 'b')}`

/** What a bookmaker offers and pays, over some markets. */
export interface Figures {
  events: number
  markets: number
  /** The mean payout, 0 to 1 and more; null without a market that has one. */
  payout: number | null
  /** By how much it pays back more than the average of all bookmakers in the same markets: 0.01 is 1 %. */
  advantage: number | null
  /** The share of its prices that are the best ones. */
  best: number | null
  compared: number
  /** Within 24 hours. */
  changes: number
}

export interface ShownBookmaker {
  id: string
  name: string
  slug: string
  logoUrl: string | null
}

export interface RankedBookmaker extends ShownBookmaker {
  figures: Figures
  /** Null with too few compared markets. */
  rank: number | null
}

export interface Ranking {
  computedAt: Date | null
  bookmakers: RankedBookmaker[]
  /** Ids of the sports with figures. */
  sports: ReadonlySet<string>
}

interface FigureRow {
  events: number
  markets: number
  paid: number
  payout_sum: number
  compared: number
  relative_sum: number
  prices: number
  best: number
  changes: number
}

const SUMS = sql`sum(f.events)::int as events, sum(f.markets)::int as markets, sum(f.paid)::int as paid,
  sum(f.payout_sum) as payout_sum, sum(f.compared)::int as compared, sum(f.relative_sum) as relative_sum,
  sum(f.prices)::int as prices, sum(f.best)::int as best, sum(f.changes)::int as changes`

function toFigures(row: FigureRow): Figures {
  const { events, markets, paid, payout_sum, compared, relative_sum, prices, best, changes } = row
  return {
    ...{ events, markets, compared, changes },
    payout: paid === 0 ? null : payout_sum / paid,
    advantage: compared === 0 ? null : relative_sum / compared - 1,
    best: prices === 0 ? null : best / prices,
  }
}

/** The bookmakers with figures of the latest day, the one with the highest advantage first. */
export function rankBookmakers(services: Services, sportId: string | null): Promise<Ranking> {
  return services.memo.get(`bookmakers:${sportId}`, async () => {
    noteRead('bookmakers', 'bookmaker-figures')
    const audience = await readAudience(services)
    const { rows } = await sql<
      FigureRow & ShownBookmaker & { logo_url: string | null; computed_at: Date; sports: string[] }
    >`
      select b.id, b.name, b.slug, b.logo_url, max(f.computed_at) as computed_at, array_agg(f.sport_id) as sports, ${SUMS}
      from (${visibleBookmakers(audience)}) b
      join bookmaker_figures f on f.bookmaker_id = b.id and f.type = ''
        and f.day = (select max(day) from bookmaker_figures)
      group by b.id, b.name, b.slug, b.logo_url, b.menu_position
      order by b.menu_position, b.name`.execute(services.database.kysely)
    const sports = new Set(rows.flatMap((row) => row.sports))
    const ofSport = sportId === null ? rows : await readOfSport(services, audience, sportId)
    const bookmakers = ofSport
      .map((row) => ({
        ...{ id: row.id, name: row.name, slug: row.slug, logoUrl: row.logo_url },
        figures: toFigures(row),
      }))
      .sort((a, b) => worthOf(b.figures) - worthOf(a.figures))
    return {
      computedAt: rows.reduce<Date | null>(
        (at, row) => (at && at > row.computed_at ? at : row.computed_at),
        null,
      ),
      bookmakers: bookmakers.map((one, index) => ({
        ...one,
        rank: worthOf(one.figures) === Number.NEGATIVE_INFINITY ? null : index + 1,
      })),
      sports,
    }
  })
}

async function readOfSport(services: Services, audience: Audience, sportId: string) {
  const { rows } = await sql<FigureRow & ShownBookmaker & { logo_url: string | null }>`
    select b.id, b.name, b.slug, b.logo_url, f.*
    from (${visibleBookmakers(audience)}) b
    join bookmaker_figures f on f.bookmaker_id = b.id and f.type = '' and f.sport_id = ${sportId}
      and f.day = (select max(day) from bookmaker_figures)
    order by b.menu_position, b.name`.execute(services.database.kysely)
  return rows
}

function worthOf({ advantage, compared }: Figures): number {
  return advantage === null || compared < LEAST_COMPARED ? Number.NEGATIVE_INFINITY : advantage
}

export interface BookmakerPage extends ShownBookmaker {
  computedAt: Date | null
  total: Figures | null
  /** By the sport's id. */
  bySport: { sportId: string; figures: Figures }[]
  byMarket: { type: MarketType; figures: Figures }[]
  /** The latest first; a week begins on Monday, UTC. Its matches and markets are those of a day. */
  byWeek: { week: Date; figures: Figures }[]
}

const WEEKS = 12

/** A bookmaker with its figures; undefined if visitors do not see it. */
export async function findBookmaker(services: Services, slug: string): Promise<BookmakerPage | undefined> {
  noteRead('bookmakers', 'bookmaker-figures')
  const audience = await readAudience(services)
  const { kysely } = services.database
  const { rows: found } = await sql<ShownBookmaker & { logo_url: string | null }>`
    select b.id, b.name, b.slug, b.logo_url from (${visibleBookmakers(audience)}) b
    where b.slug = ${slug} or exists (select 1 from bookmakers m where m.slug = ${slug} and m.merged_into = b.id)`.execute(
    kysely,
  )
  const [bookmaker] = found
  if (!bookmaker) return undefined
  const latest = sql`f.bookmaker_id = ${bookmaker.id} and f.day = (select max(day) from bookmaker_figures)`
  const [total, bySport, byMarket, byWeek] = await Promise.all([
    sql<FigureRow & { computed_at: Date | null }>`
      select max(f.computed_at) as computed_at, ${SUMS} from bookmaker_figures f
      where ${latest} and f.type = '' having count(*) > 0`.execute(kysely),
    sql<FigureRow & { sport_id: string }>`
      select f.* from bookmaker_figures f where ${latest} and f.type = '' order by f.events desc, f.sport_id`.execute(
      kysely,
    ),
    sql<FigureRow & { type: string }>`
      select f.type, ${SUMS} from bookmaker_figures f where ${latest} and f.type <> '' group by f.type`.execute(
      kysely,
    ),
    sql<FigureRow & { week: Date; days: number }>`
      select date_trunc('week', f.day::timestamp) at time zone 'UTC' as week, count(distinct f.day)::int as days, ${SUMS} from bookmaker_figures f
      where f.bookmaker_id = ${bookmaker.id} and f.type = ''
      group by 1 order by 1 desc limit ${WEEKS}`.execute(kysely),
  ])
  return {
    ...{ id: bookmaker.id, name: bookmaker.name, slug: bookmaker.slug, logoUrl: bookmaker.logo_url },
    computedAt: total.rows[0]?.computed_at ?? null,
    total: total.rows[0] ? toFigures(total.rows[0]) : null,
    bySport: bySport.rows.map((row) => ({ sportId: row.sport_id, figures: toFigures(row) })),
    byMarket: byMarket.rows
      .flatMap((row) => (isMarketType(row.type) ? [{ type: row.type, figures: toFigures(row) }] : []))
      .sort((a, b) => b.figures.markets - a.figures.markets),
    byWeek: byWeek.rows.map(({ week, days, ...row }) => {
      const [events, markets] = [Math.round(row.events / days), Math.round(row.markets / days)]
      return { week, figures: toFigures({ ...row, events, markets }) }
    }),
  }
}

const MATCHES = 15

/** The next matches of which a bookmaker has a best price of the result, soonest first. */
export async function listBestMatches(services: Services, bookmakerId: string): Promise<MatchSummary[]> {
  noteRead('calendar')
  const audience = await readAudience(services)
  const { homeBookmaker, drawBookmaker, awayBookmaker } = headlineFor(audience)
  const { rows } = await sql<{ id: string }>`
    select m.id from matches m
    left join set_headlines h on h.event = m.id and h.price_set = ${audience.priceSet}
    where m.status = 'scheduled' and m.start_time > ${new Date()}::timestamptz and not m.odds_locked
      and ${bookmakerId}::uuid in (${homeBookmaker}, ${drawBookmaker}, ${awayBookmaker})
    order by m.start_time, m.id limit ${MATCHES}`.execute(services.database.kysely)
  const matches = await listMatchesOfIds(
    services,
    rows.map(({ id }) => id),
  )
  return matches.filter(({ headline: { home, draw, away } }) =>
    [home, draw, away].some((price) => price?.bookmakerId === bookmakerId),
  )
}
