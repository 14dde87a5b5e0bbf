import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Outcome, OutcomePrices } from '#app/features/odds/rules.ts'
import type { BestPrice, Headline } from '#app/features/odds/schema.ts'
import type { DB } from '#app/platform/db/types.ts'
import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { type Audience, permitsLink } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { getBookmakerNames } from '../bookmakers/queries.server.ts'
import {
  type HeadlineExpressions,
  headlineFor,
  impliedSumOf,
  typedBookmakers,
} from '../odds/audience-headline.server.ts'
import { readWithHeadlines } from '../odds/best-prices.server.ts'
import { readClosingOdds } from '../odds/closing-odds.server.ts'
import { headlineEnd, NO_HEADLINE, storedHeadline } from '../odds/headline.ts'
import { type QuotedResult, type QuotedResults, readQuotedResults } from '../odds/quoted-results.server.ts'
import { PRICE_AGE_SHOWN_MS, usuallyHasDraw } from '../odds/rules.ts'
import { codeOf } from './fixture-codes.ts'
import { isLive, nextChangeAt, scoreOf } from './match-state.ts'
import type { MatchStatus, MatchSummary } from './schema.ts'

export type MatchBuilder = ExpressionBuilder<DB & { m: DB['matches'] }, 'm'>

export interface ListOptions {
  /** One instant for the query and for its expiry: with two, a kick-off between them would be missed. */
  now: Date
  where: (eb: MatchBuilder, headline: HeadlineExpressions) => Expression<SqlBool>
  order: 'soonest' | 'latest' | 'widest-gap' | 'highest-return'
  limit: number
}

/** Matches of active leagues, countries and sports, as the current audience sees them in lists. Notes what was read for the page cache. */
export async function listMatches(services: Services, options: ListOptions): Promise<MatchSummary[]> {
  const { rows, known } = await readRows(services, options)
  return rows.map((row) => sameIfEqual(toSummary(row, known)))
}

/**
 * These matches as `listMatches` returns them, in the order of their ids. Each is kept until it changes; those that are
 * missing are read together.
 */
export function readMatches(services: Services, ids: readonly string[]): Promise<MatchSummary[]> {
  return services.memo.getEach(ids, {
    prefix: 'match-in-lists:',
    async read(ids) {
      const { rows, known } = await readRows(services, {
        now: new Date(),
        where: (eb) => eb('m.id', 'in', [...ids]),
        order: 'soonest',
        limit: ids.length,
      })
      return { rows: new Map(rows.map((row) => [row.id, row])), known }
    },
    make({ rows, known }, id) {
      const row = rows.get(id)
      // Another match of the league may get the same slug, and the address is another one then.
      if (row) noteRead(`league:${row.league_id}`)
      return row && sameIfEqual(toSummary(row, known))
    },
  })
}

async function readRows(
  services: Services,
  options: ListOptions,
): Promise<{ rows: SummaryRow[]; known: Known }> {
  noteRead('team-mappings')
  const audience = await readAudience(services)
  const bookmakers = await getBookmakerNames(services)
  const rows = await readWithHeadlines(services, options.now, () =>
    readSummaries(services, { ...options, audience }),
  )
  const quotes = await readQuotedResults(services, rows.flatMap(quotedResults))
  const begun = rows.filter((row) => lacksClosing(row, options.now))
  const closings = await readClosingOdds(services, begun, audience)
  return { rows, known: { audience, bookmakers, quotes, closings, now: options.now } }
}

/** Whether the match has begun and its headline was never stored before. */
function lacksClosing(row: SummaryRow, now: Date): boolean {
  return row.closing_home === null && isInPlay(row, now)
}

/** The ids of the matches that a list has, which depend on no price. Notes what was read, and when one begins or ends. */
export async function listIds(
  services: Services,
  { now, where, order, limit }: IdOptions,
): Promise<string[]> {
  const rows = await selectActive(services)
    .select(['m.id', 'm.start_time', 'm.status', 'm.league_id', 'm.sport_id', 's.duration_minutes'])
    .where((eb) => where(eb as unknown as MatchBuilder))
    .orderBy('m.start_time', order === 'latest' ? 'desc' : 'asc')
    .orderBy('m.id')
    .limit(limit)
    .execute()
  for (const row of rows) noteMatch(row, now)
  return rows.map(({ id }) => id)
}

type TimedRow = Pick<SummaryRow, 'league_id' | 'sport_id' | 'start_time' | 'status' | 'duration_minutes'>

/** Notes that a result shows the match in its present state. */
function noteMatch(row: TimedRow, now: Date, liveStatus: string | null = null): void {
  noteRead(`matches-of:${row.league_id}`, `matches-of-sport:${row.sport_id}`)
  const [status, minutes] = [row.status as MatchStatus, row.duration_minutes]
  const next = nextChangeAt({ startTime: row.start_time, status, minutes, liveStatus }, now)
  if (next) noteChangeAt(next)
}

/** The summaries that were read last, by their contents. */
const latest = new LRUCache<string, MatchSummary>({ max: 4_000 })

/** The same object for equal contents: what was made of a match is still valid if nothing of it has changed. */
function sameIfEqual(summary: MatchSummary): MatchSummary {
  const contents = JSON.stringify(summary)
  const same = latest.get(contents)
  if (same) return same
  latest.set(contents, summary)
  return summary
}

/** The bookmakers of the prices of a headline, each once. */
function quotedResults(row: SummaryRow): QuotedResult[] {
  const ids = [row.home_bookmaker_id, row.draw_bookmaker_id, row.away_bookmaker_id]
  return [...new Set(ids.filter((id) => id !== null))].map((bookmaker) => ({ event: row.id, bookmaker }))
}

type IdOptions = Pick<ListOptions, 'now' | 'limit'> & {
  where: (eb: MatchBuilder) => Expression<SqlBool>
  order: 'soonest' | 'latest'
}
type AudienceListOptions = ListOptions & { audience: Audience }

/** A failed query of badges does not fail the list: it is shown without them. */
async function readSummaries(services: Services, options: AudienceListOptions): Promise<SummaryRow[]> {
  try {
    return await orderSummaries(services, options, true).execute()
  } catch (error) {
    const rows = await orderSummaries(services, options, false).execute()
    services.log.error({ err: error }, 'the badges of teams could not be read; none are shown')
    noteFailure()
    return rows
  }
}

function orderSummaries(services: Services, options: AudienceListOptions, withBadges: boolean) {
  const headline = headlineFor(options.audience)
  return selectSummaries(services, options.audience, withBadges)
    .where((eb) => options.where(eb as unknown as MatchBuilder, headline))
    .$if(options.order === 'soonest', (query) => query.orderBy('m.start_time').orderBy('m.id'))
    .$if(options.order === 'latest', (query) => query.orderBy('m.start_time', 'desc').orderBy('m.id'))
    .$if(options.order === 'widest-gap', (query) =>
      query.orderBy(oddsGap(headline), 'desc').orderBy('m.start_time'),
    )
    .$if(options.order === 'highest-return', (query) =>
      query.orderBy(impliedSumOf(headline)).orderBy('m.start_time'),
    )
    .limit(options.limit)
}

const NO_BADGE = sql<string | null>`null::text`
const oddsGap = ({ home, draw, away }: HeadlineExpressions) =>
  sql`greatest(${home}, ${draw}, ${away}) - least(${home}, ${draw}, ${away})`

/** Whether the slug of a match `m` is that of another one of its league. */
export const isAmbiguous = sql<boolean>`exists (select 1 from matches other
  where other.league_id = m.league_id and other.slug = m.slug and other.id <> m.id)`.as('ambiguous')

/** The matches of active leagues, countries and sports. */
function selectActive(services: Services) {
  return services.database.kysely
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .where('l.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where('s.is_active', '=', true)
}

function selectSummaries(services: Services, audience: Audience, withBadges: boolean) {
  const headline = headlineFor(audience)
  return selectActive(services)
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .leftJoin('event_prices as p', 'p.event', 'm.id')
    .$if(audience.priceSet !== 0, (query) =>
      query.leftJoin('set_headlines as h', (join) =>
        join.onRef('h.event', '=', 'm.id').on('h.price_set', '=', audience.priceSet),
      ),
    )
    .select([
      'm.id',
      'm.slug',
      'm.home_team',
      'm.away_team',
      'm.start_time',
      'm.status',
      'm.home_score',
      'm.away_score',
      'm.score_code',
      'm.featured',
      'm.affiliate_link',
      headline.home.as('home_odds'),
      headline.draw.as('draw_odds'),
      headline.away.as('away_odds'),
      headline.homeBookmaker.as('home_bookmaker_id'),
      headline.drawBookmaker.as('draw_bookmaker_id'),
      headline.awayBookmaker.as('away_bookmaker_id'),
      headline.bookmakerCount.as('bookmaker_count'),
      headline.isTyped.as('odds_locked'),
      typedBookmakers.as('typed_bookmakers'),
      'p.valid_until',
      headline.confirmedAt.as('confirmed_at'),
      headline.withDraw.as('with_draw'),
      headline.closingHome.as('closing_home'),
      headline.closingDraw.as('closing_draw'),
      headline.closingAway.as('closing_away'),
      'f.status_short',
      'f.status_elapsed',
      'f.goals_home',
      'f.goals_away',
      's.id as sport_id',
      's.slug as sport_slug',
      's.duration_minutes',
      's.name as sport_own_name',
      sql<string>`coalesce(nullif(s.display_name, ''), s.name)`.as('sport_name'),
      'c.id as country_id',
      'c.slug as country_slug',
      'c.code as country_code',
      sql<string>`coalesce(nullif(c.display_name, ''), c.name)`.as('country_name'),
      'l.id as league_id',
      'l.slug as league_slug',
      'l.logo_url as league_logo_url',
      sql<string>`coalesce(nullif(l.display_name, ''), l.name)`.as('league_name'),
      isAmbiguous,
      (withBadges ? teamBadge('home_team', 'home_team_logo') : NO_BADGE).as('home_badge'),
      (withBadges ? teamBadge('away_team', 'away_team_logo') : NO_BADGE).as('away_badge'),
    ])
}

/** The fixture's logo, else the mapped badge of the same sport, the same country and league preferred. */
function teamBadge(team: 'home_team' | 'away_team', logo: 'home_team_logo' | 'away_team_logo') {
  return sql<string | null>`coalesce(nullif(f.${sql.ref(logo)}, ''), (
    select t.sportsdb_team_badge_url from team_mappings t
    where t.matches_team_name = m.${sql.ref(team)} and t.matches_sport_name in (s.name, '')
      and t.sportsdb_team_badge_url is not null and t.sportsdb_team_badge_url not in ('', 'NULL')
    order by (t.matches_country_name = c.name) desc, (t.matches_league_name = l.name) desc limit 1))`
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number]

interface Known {
  audience: Audience
  bookmakers: ReadonlyMap<string, string>
  quotes: QuotedResults
  /** By match; of matches in play that have none in their row. */
  closings: ReadonlyMap<string, OutcomePrices>
  now: Date
}

function toSummary(row: SummaryRow, known: Known): MatchSummary {
  const { audience, now } = known
  const link = row.affiliate_link
  noteRead(`match:${row.id}`)
  noteMatch(row, now, codeOf(row))
  if (lacksClosing(row, now)) noteRead(`prices:${row.id}`)
  return {
    id: row.id,
    slug: row.slug,
    ambiguous: row.ambiguous,
    home: row.home_team,
    away: row.away_team,
    homeBadge: row.home_badge,
    awayBadge: row.away_badge,
    startTime: row.start_time.toISOString(),
    status: row.status as MatchStatus,
    minutes: row.duration_minutes,
    ...scoreOf(row),
    ...(row.score_code !== null && { scoreCode: row.score_code }),
    liveStatus: codeOf(row),
    elapsed: row.status_elapsed,
    featured: row.featured,
    headline: toHeadline(row, known),
    closing: closingInPlay(row, known),
    sport: { id: row.sport_id, name: row.sport_name, slug: row.sport_slug },
    country: { id: row.country_id, name: row.country_name, slug: row.country_slug, code: row.country_code },
    league: { id: row.league_id, name: row.league_name, slug: row.league_slug, logoUrl: row.league_logo_url },
    affiliateLink: link !== null && audience.links && permitsLink(audience, link, null) ? link : null,
  }
}

/** What was quoted at kick-off, while the match is in play. */
function closingInPlay(row: SummaryRow, { closings, now }: Known): OutcomePrices | null {
  if (!isInPlay(row, now)) return null
  const { closing_home: home, closing_draw: draw, closing_away: away } = row
  return home === null || away === null ? (closings.get(row.id) ?? null) : { home, draw, away }
}

function isInPlay(row: SummaryRow, now: Date): boolean {
  return isLive(
    {
      startTime: row.start_time,
      status: row.status as MatchStatus,
      liveStatus: codeOf(row),
      minutes: row.duration_minutes,
    },
    now,
  )
}

function toHeadline(row: SummaryRow, { bookmakers, quotes, closings, now }: Known): Headline {
  const closing = closings.get(row.id)
  const hasDraw = (row.draw_odds ?? closing?.draw ?? null) !== null
  const isQuoted = !row.odds_locked && (row.bookmaker_count > 0 || closing !== undefined)
  const withDraw = row.with_draw ?? (hasDraw || (!isQuoted && usuallyHasDraw(row.sport_own_name)))
  const prices = storedHeadline(row, now)
  const end = headlineEnd(row)
  if (!prices || !end) return { ...NO_HEADLINE, withDraw }
  noteChangeAt(end)
  const typed = row.odds_locked
  const confirmed = typed ? null : row.confirmed_at
  if (confirmed) noteAgeShown(confirmed, now)
  const best = (outcome: Outcome, price: number, id: string | null): BestPrice => {
    const bookmaker = (id && !typed && bookmakers.get(id)) || null
    const quote = id && bookmaker ? { event: row.id, bookmaker: id } : null
    const moved = quote && quotes.moved(quote, withDraw, outcome)
    const shown = quote ? quotes.shown(quote, outcome, price) : undefined
    return {
      price,
      ...(shown && { shown }),
      ...(moved !== null && { moved }),
      bookmaker,
      bookmakerId: bookmaker && id,
      ...(bookmaker && row.typed_bookmakers.includes(id ?? '') && { typed: true }),
    }
  }
  return {
    home: best('home', prices.home, row.home_bookmaker_id),
    draw: prices.draw === null ? null : best('draw', prices.draw, row.draw_bookmaker_id),
    away: best('away', prices.away, row.away_bookmaker_id),
    bookmakerCount: typed ? 0 : row.bookmaker_count,
    typed,
    withDraw,
    confirmedAt: confirmed?.toISOString() ?? null,
    validUntil: end.toISOString(),
  }
}

/** A page that shows no age yet expires when it would show one: by then the prices may have been confirmed. */
function noteAgeShown(confirmedAt: Date, now: Date): void {
  const shownAt = new Date(confirmedAt.getTime() + PRICE_AGE_SHOWN_MS)
  if (shownAt > now) noteChangeAt(shownAt)
}
