import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { endOfMatch, isNotOver } from '#app/features/catalogue/match-length.server.ts'
import type { Outcome, OutcomePrices } from '#app/features/odds/rules.ts'
import type { BestPrice, Headline } from '#app/features/odds/schema.ts'
import type { DB } from '#app/platform/db/types.ts'
import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { type DayKey, dayOf, endOfDay, nextMidnight, startOfDay } from '#app/platform/time.ts'
import { type Audience, permitsLink } from '../audiences/permissions.ts'
import { readAudience } from '../audiences/queries.server.ts'
import { getBookmakerNames } from '../bookmakers/queries.server.ts'
import {
  type HeadlineExpressions,
  hasTypedBest,
  headlineFor,
  typedBookmakers,
} from '../odds/audience-headline.server.ts'
import { readWithHeadlines } from '../odds/best-prices.server.ts'
import { readClosingOdds } from '../odds/closing-odds.server.ts'
import { headlineEnd, NO_HEADLINE, storedHeadline } from '../odds/headline.ts'
import { type QuotedResult, type QuotedResults, readQuotedResults } from '../odds/quoted-results.server.ts'
import { PRICE_AGE_SHOWN_MS, usuallyHasDraw } from '../odds/rules.ts'
import { codeOf } from './fixture-codes.ts'
import { RECENT_LIMIT } from './groups.ts'
import { isLive, nextChangeAt, pickMatchOfPair, scoreOf } from './match-state.ts'
import type { MatchStatus, MatchSummary } from './schema.ts'

const LIVE_LIMIT = 50
const DAY_LIMIT = 100
const FEATURED_LIMIT = 10
const FALLBACK_FEATURED = 10
const COUNTRY_FALLBACK = 5
const LEAGUE_LIMIT = 300

type MatchBuilder = ExpressionBuilder<DB & { m: DB['matches'] }, 'm'>

interface ListOptions {
  /** One instant for the query and for its expiry: with two, a kick-off between them would be missed. */
  now: Date
  where: (eb: MatchBuilder, headline: HeadlineExpressions) => Expression<SqlBool>
  order: 'soonest' | 'latest' | 'widest-gap'
  limit: number
}

/** Matches of active leagues, countries and sports, as the current audience sees them in lists. Notes what was read for the page cache. */
async function listMatches(services: Services, options: ListOptions): Promise<MatchSummary[]> {
  noteRead('team-mappings')
  const audience = await readAudience(services)
  const bookmakers = await getBookmakerNames(services)
  const rows = await readWithHeadlines(services, options.now, () =>
    readSummaries(services, { ...options, audience }),
  )
  const quotes = await readQuotedResults(services, rows.flatMap(quotedResults))
  const begun = rows.filter((row) => row.closing_home === null && isInPlay(row, options.now))
  const closings = await readClosingOdds(services, begun, audience)
  return rows.map((row) =>
    sameIfEqual(toSummary(row, { audience, bookmakers, quotes, closings, now: options.now })),
  )
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
    .limit(options.limit)
}

const NO_BADGE = sql<string | null>`null::text`
const oddsGap = ({ home, draw, away }: HeadlineExpressions) =>
  sql`greatest(${home}, ${draw}, ${away}) - least(${home}, ${draw}, ${away})`

/**
 * Whether the headline has prices; for typed ones like `isQuoted` of the odds' rules. Matches without prices do not
 * take a place from others.
 */
const isQuotedRow = ({ home, draw, away, isTyped, bookmakerCount }: HeadlineExpressions) =>
  sql<SqlBool>`case when ${isTyped} then not (least(${home}, ${draw}, ${away}) = 1.01
  and 1 / ${home} + coalesce(1 / ${draw}, 0) + 1 / ${away} > 1.3) else ${bookmakerCount} > 0 end`

/** Whether the slug of a match `m` is that of another one of its league. */
export const isAmbiguous = sql<boolean>`exists (select 1 from matches other
  where other.league_id = m.league_id and other.slug = m.slug and other.id <> m.id)`.as('ambiguous')

function selectSummaries(services: Services, audience: Audience, withBadges: boolean) {
  const headline = headlineFor(audience)
  return services.database.kysely
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .leftJoin('event_prices as p', 'p.event', 'm.id')
    .$if(audience.priceSet !== 0, (query) =>
      query.leftJoin('set_headlines as h', (join) =>
        join.onRef('h.event', '=', 'm.id').on('h.price_set', '=', audience.priceSet),
      ),
    )
    .where('l.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where('s.is_active', '=', true)
    .select([
      'm.id',
      'm.slug',
      'm.home_team',
      'm.away_team',
      'm.start_time',
      'm.status',
      'm.home_score',
      'm.away_score',
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
  noteRead(`match:${row.id}`, `matches-of:${row.league_id}`, `matches-of-sport:${row.sport_id}`)
  const [status, minutes] = [row.status as MatchStatus, row.duration_minutes]
  const next = nextChangeAt({ startTime: row.start_time, status, minutes }, now)
  if (next) noteChangeAt(next)
  return {
    id: row.id,
    slug: row.slug,
    ambiguous: row.ambiguous,
    home: row.home_team,
    away: row.away_team,
    homeBadge: row.home_badge,
    awayBadge: row.away_badge,
    startTime: row.start_time.toISOString(),
    status,
    minutes,
    ...scoreOf(row),
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

/** The matches of a sport and their times: a price of a match that a list does not show does not change the list. */
function noteReadCalendar(sportId: string): void {
  noteRead('calendar', `matches-of-sport:${sportId}`)
}

/** Scheduled matches that start after now, soonest first. */
export function listUpcoming(
  services: Services,
  { sportId, limit }: { sportId: string; limit: number },
): Promise<MatchSummary[]> {
  return services.memo.get(`upcoming:${sportId}:${limit}`, () => {
    noteReadCalendar(sportId)
    const now = new Date()
    return listMatches(services, {
      now,
      where: (eb) =>
        eb.and([
          eb('m.sport_id', '=', sportId),
          eb('m.status', '=', 'scheduled'),
          eb('m.start_time', '>', now),
        ]),
      order: 'soonest',
      limit,
    })
  })
}

/** All matches of a sport that start on a day, also those that are over, soonest first; cancelled ones are left out. */
export function listOfDay(
  services: Services,
  { sportId, day, zone }: { sportId: string; day: DayKey; zone: string },
): Promise<MatchSummary[]> {
  return services.memo.get(`of-day:${sportId}:${day}:${zone}`, () => {
    noteReadCalendar(sportId)
    return listMatches(services, {
      now: new Date(),
      where: (eb) =>
        eb.and([
          eb('m.sport_id', '=', sportId),
          eb('m.status', '<>', 'cancelled'),
          eb('m.start_time', '>=', startOfDay(day, zone)),
          eb('m.start_time', '<', endOfDay(day, zone)),
        ]),
      order: 'soonest',
      limit: DAY_LIMIT,
    })
  })
}

/** Matches of one sport that have begun and are not over, including those stored as live. */
export function listLive(services: Services, { sportId }: { sportId: string }): Promise<MatchSummary[]> {
  return services.memo.get(`live:${sportId}`, async () => {
    noteReadCalendar(sportId)
    const now = new Date()
    await noteNextKickOff(services, 'sport_id', sportId, now)
    return listMatches(services, {
      now,
      where: (eb) => eb.and([eb('m.sport_id', '=', sportId), isLiveAt(eb, now)]),
      order: 'soonest',
      limit: LIVE_LIMIT,
    })
  })
}

/** The number of live matches of a sport. */
export function countLive(services: Services, { sportId }: { sportId: string }): Promise<number> {
  return services.memo.get(`live-count:${sportId}`, () => readLiveCount(services, sportId))
}

async function readLiveCount(services: Services, sportId: string): Promise<number> {
  noteReadCalendar(sportId)
  const now = new Date()
  await noteNextKickOff(services, 'sport_id', sportId, now)
  const row = await services.database.kysely
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('countries as c', 'c.id', 'm.country_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('live'),
      sql<Date | null>`min(${endOfMatch})`.as('first_end'),
    ])
    .where('m.sport_id', '=', sportId)
    .where('l.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where((eb) => isLiveAt(eb, now))
    .executeTakeFirstOrThrow()
  if (row.first_end) noteChangeAt(new Date(Math.max(row.first_end.getTime() + 1, now.getTime() + 1_000)))
  return Number(row.live)
}

export function listLiveOfCountry(services: Services, countryId: string): Promise<MatchSummary[]> {
  return services.memo.get(`live-of-country:${countryId}`, async () => {
    noteRead(`country:${countryId}`)
    const now = new Date()
    await noteNextKickOff(services, 'country_id', countryId, now)
    return listMatches(services, {
      now,
      where: (eb) => eb.and([eb('m.country_id', '=', countryId), isLiveAt(eb, now)]),
      order: 'soonest',
      limit: LIVE_LIMIT,
    })
  })
}

/** At most ten featured matches of the country, else its next five. */
export function listFeaturedOfCountry(services: Services, countryId: string): Promise<MatchSummary[]> {
  return services.memo.get(`featured-of-country:${countryId}`, () =>
    readFeaturedOfCountry(services, countryId),
  )
}

async function readFeaturedOfCountry(services: Services, countryId: string): Promise<MatchSummary[]> {
  noteRead(`country:${countryId}`)
  const now = new Date()
  const ofCountry = (eb: MatchBuilder) =>
    eb.and([eb('m.country_id', '=', countryId), eb('m.status', 'in', ['scheduled', 'live']), isNotOver(now)])
  const featured = await listMatches(services, {
    now,
    where: (eb) => eb.and([ofCountry(eb), eb('m.featured', '=', true)]),
    order: 'soonest',
    limit: FEATURED_LIMIT,
  })
  if (featured.length > 0) return featured
  return listMatches(services, {
    now,
    where: (eb) => eb.and([ofCountry(eb), eb('m.start_time', '>', now)]),
    order: 'soonest',
    limit: COUNTRY_FALLBACK,
  })
}

/** Matches of a league from an instant on, soonest first, also those that are over; cancelled ones are left out. */
export function listOfLeagueFrom(
  services: Services,
  { leagueId, from }: { leagueId: string; from: Date },
): Promise<MatchSummary[]> {
  return services.memo.get(`of-league-from:${leagueId}:${from.getTime()}`, () => {
    noteRead(`league:${leagueId}`)
    return listMatches(services, {
      now: new Date(),
      where: (eb) =>
        eb.and([
          eb('m.league_id', '=', leagueId),
          eb('m.status', '<>', 'cancelled'),
          eb('m.start_time', '>=', from),
        ]),
      order: 'soonest',
      limit: LEAGUE_LIMIT,
    })
  })
}

/** The next scheduled matches of each of some leagues, from now on, soonest first. */
export async function listNextOfLeagues(
  services: Services,
  { leagueIds, perLeague }: { leagueIds: readonly string[]; perLeague: number },
): Promise<MatchSummary[]> {
  if (leagueIds.length === 0) return []
  const now = new Date()
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${leagueIds}::uuid[]) as league (id)
    cross join lateral (
      select id from matches
      where league_id = league.id and status = 'scheduled' and start_time >= ${now}
      order by start_time, id limit ${perLeague}
    ) m`.execute(services.database.kysely)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  return listMatches(services, {
    now,
    where: (eb) => eb('m.id', 'in', ids),
    order: 'soonest',
    limit: ids.length,
  })
}

/** Featured matches of the league, else ten upcoming ones, chosen by league and day. */
export function listFeaturedOfLeague(services: Services, leagueId: string): Promise<MatchSummary[]> {
  return services.memo.get(`featured-of-league:${leagueId}`, () => readFeaturedOfLeague(services, leagueId))
}

async function readFeaturedOfLeague(services: Services, leagueId: string): Promise<MatchSummary[]> {
  noteRead(`league:${leagueId}`)
  const now = new Date()
  const ofLeague = (eb: MatchBuilder) =>
    eb.and([eb('m.league_id', '=', leagueId), eb('m.status', 'in', ['scheduled', 'live']), isNotOver(now)])
  const featured = await listMatches(services, {
    now,
    where: (eb) => eb.and([ofLeague(eb), eb('m.featured', '=', true)]),
    order: 'soonest',
    limit: FEATURED_LIMIT,
  })
  if (featured.length > 0) return featured
  noteChangeAt(nextMidnight(now, 'UTC'))
  const drawn = sql<string>`md5(m.id::text || ${dayOf(now, 'UTC')}::text)`
  const upcoming = await services.database.kysely
    .selectFrom('matches as m')
    .select('m.id')
    .where('m.league_id', '=', leagueId)
    .where('m.status', '=', 'scheduled')
    .where('m.start_time', '>', now)
    .orderBy(drawn)
    .limit(FALLBACK_FEATURED)
    .execute()
  if (upcoming.length === 0) return []
  return listMatches(services, {
    now,
    where: (eb) =>
      eb(
        'm.id',
        'in',
        upcoming.map((row) => row.id),
      ),
    order: 'soonest',
    limit: FALLBACK_FEATURED,
  })
}

/** Matches of a league that started before an instant, newest first; no cancelled ones. */
export function listOfLeagueBefore(
  services: Services,
  { leagueId, before }: { leagueId: string; before: Date },
): Promise<MatchSummary[]> {
  return services.memo.get(`of-league-before:${leagueId}:${before.getTime()}`, () => {
    noteRead(`league:${leagueId}`)
    return listMatches(services, {
      now: new Date(),
      where: (eb) =>
        eb.and([
          eb('m.league_id', '=', leagueId),
          eb('m.status', '<>', 'cancelled'),
          eb('m.start_time', '<', before),
        ]),
      order: 'latest',
      limit: RECENT_LIMIT,
    })
  })
}

/**
 * Upcoming matches of a country by the largest gap between highest and lowest price, and those with a real sure bet.
 */
export async function listSureBetCandidates(
  services: Services,
  countryId: string,
  limit: number,
): Promise<MatchSummary[]> {
  noteRead(`country:${countryId}`)
  const now = new Date()
  const upcoming = (eb: MatchBuilder, headline: HeadlineExpressions) =>
    eb.and([
      eb('m.country_id', '=', countryId),
      eb('m.status', '=', 'scheduled'),
      eb('m.start_time', '>', now),
      isQuotedRow(headline),
    ])
  const sure = await listMatches(services, {
    now,
    where: (eb, headline) =>
      eb.and([
        upcoming(eb, headline),
        sql<SqlBool>`${headline.bookmakerCount} > 0`,
        sql<SqlBool>`not ${headline.isTyped}`,
        sql<SqlBool>`not ${hasTypedBest(headline)}`,
        sql<SqlBool>`1 / ${headline.home} + coalesce(1 / ${headline.draw}, 0) + 1 / ${headline.away} < 1`,
      ]),
    order: 'soonest',
    limit,
  })
  const widest = await listMatches(services, { now, where: upcoming, order: 'widest-gap', limit })
  const known = new Set(sure.map((it) => it.id))
  return [...sure, ...widest.filter((it) => !known.has(it.id))]
}

function isLiveAt(eb: MatchBuilder, now: Date): Expression<SqlBool> {
  return eb.and([eb('m.status', 'in', ['scheduled', 'live']), isNotOver(now), eb('m.start_time', '<=', now)])
}

/** A list of live matches changes without a write when the next match kicks off. */
async function noteNextKickOff(
  services: Services,
  scope: 'sport_id' | 'country_id',
  id: string,
  now: Date,
): Promise<void> {
  const row = await services.database.kysely
    .selectFrom('matches')
    .select('start_time')
    .where(scope, '=', id)
    .where('status', 'in', ['scheduled', 'live'])
    .where('start_time', '>', now)
    .orderBy('start_time')
    .limit(1)
    .executeTakeFirst()
  if (row) noteChangeAt(row.start_time)
}

/** These matches as shown in lists, in the order of their ids. */
export async function listMatchesOfIds(services: Services, ids: readonly string[]): Promise<MatchSummary[]> {
  if (ids.length === 0) return []
  const matches = await listMatches(services, {
    now: new Date(),
    where: (eb) => eb('m.id', 'in', [...ids]),
    order: 'soonest',
    limit: ids.length,
  })
  return matches.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** One match by id, in any league; the id of a merged match returns the match that it was merged into. */
export async function findMatchById(services: Services, id: string): Promise<MatchSummary | undefined> {
  const [match] = await listMatches(services, {
    now: new Date(),
    where: (eb) =>
      eb('m.id', 'in', [
        sql<string>`${id}::uuid`,
        eb
          .selectFrom('old_slugs')
          .select('target_id')
          .where('entity', '=', 'match')
          .where('parent_id', 'is', null)
          .where('slug', '=', id),
      ]),
    order: 'soonest',
    limit: 1,
  })
  return match
}

/** The match of a league with a slug. Former slugs of a match count too. */
export async function findMatchBySlug(
  services: Services,
  leagueId: string,
  slug: string,
): Promise<MatchSummary | undefined> {
  noteRead(`league:${leagueId}`)
  const now = new Date()
  const candidates = await listMatches(services, {
    now,
    where: (eb) => eb.and([eb('m.league_id', '=', leagueId), eb('m.slug', '=', slug.toLowerCase())]),
    order: 'latest',
    limit: RECENT_LIMIT,
  })
  const meant = pickMatchOfPair(candidates, now)
  if (meant) return meant
  const old = await services.database.kysely
    .selectFrom('old_slugs')
    .select('target_id')
    .where('entity', '=', 'match')
    .where('parent_id', '=', leagueId)
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst()
  return old?.target_id ? findMatchById(services, old.target_id) : undefined
}

/** The match of a league between two teams, by their names in a slug with dashes as spaces. */
export async function findMatchByNames(
  services: Services,
  leagueId: string,
  teams: { home: string; away: string },
): Promise<MatchSummary | undefined> {
  const now = new Date()
  const candidates = await listMatches(services, {
    now,
    where: (eb) =>
      eb.and([
        eb('m.league_id', '=', leagueId),
        eb(sql`lower(m.home_team)`, '=', teams.home),
        eb(sql`lower(m.away_team)`, '=', teams.away),
      ]),
    order: 'latest',
    limit: RECENT_LIMIT,
  })
  return pickMatchOfPair(candidates, now)
}

/** Whether a league has any match at all. */
export async function leagueHasMatches(services: Services, leagueId: string): Promise<boolean> {
  const row = await services.database.kysely
    .selectFrom('matches')
    .select('id')
    .where('league_id', '=', leagueId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
