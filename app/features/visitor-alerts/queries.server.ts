import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { definitionOf, isMarketType, type Market } from '../odds/markets.ts'
import { CANCELLATION, MOST_KEPT_ALERTS, type News, type Reason, type Subject } from './schema.ts'

const TOLD = 20

/** An alert on the visitor's page. Times are ISO 8601. */
export interface ListedAlert {
  id: string
  kind: string
  /** Null: all favourites. */
  match: { id: string; home: string; away: string; startTime: string } | null
  league: { id: string; name: string } | null
  team: { name: string } | null
  market: Market | null
  outcome: string | null
  price: number | null
  percent: number | null
  minutes: number | null
  isPaused: boolean
  firedAt: string | null
  createdAt: string
  /** The visitor's country when it was made. */
  country: string | null
  /** Whether its match has begun, so that it is told no more. */
  isOver: boolean
  isCancelled: boolean
}

/** The alerts of a visitor, the latest first. @param matchId only those of a match */
export async function listAlerts(
  { database }: Pick<Services, 'database'>,
  userId: string,
  matchId: string | null = null,
): Promise<ListedAlert[]> {
  const rows = await database.kysely
    .selectFrom('visitor_alerts as a')
    .leftJoin('matches as m', 'm.id', 'a.match_id')
    .leftJoin('leagues as l', 'l.id', 'a.league_id')
    .select(['a.id', 'a.kind', 'a.match_id', 'a.league_id', 'a.country_id', 'a.team', 'a.market_type'])
    .select(['a.market_period', 'a.market_line', 'a.market_participant', 'a.outcome', 'a.price'])
    .select(['a.percent', 'a.minutes', 'a.paused_at', 'a.fired_at'])
    .select(['a.created_at', 'a.country'])
    .select(['m.home_team', 'm.away_team', 'm.start_time', 'm.status'])
    .select(sql<string>`coalesce(nullif(l.display_name, ''), l.name)`.as('league_name'))
    .select(
      sql<string>`(select min(t.name) from teams t where t.country_id = a.country_id and t.slug = a.team)`.as(
        'team_name',
      ),
    )
    .where('a.user_id', '=', userId)
    .$if(matchId !== null, (query) => query.where('a.match_id', '=', matchId))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id')
    .limit(MOST_KEPT_ALERTS)
    .execute()
  const now = new Date()
  return rows.map((row) => {
    const market = marketOf(row)
    return {
      id: row.id,
      kind: row.kind,
      match:
        row.match_id && row.start_time
          ? {
              id: row.match_id,
              home: row.home_team ?? '',
              away: row.away_team ?? '',
              startTime: row.start_time.toISOString(),
            }
          : null,
      league: row.league_id ? { id: row.league_id, name: row.league_name } : null,
      team: row.team ? { name: row.team_name ?? row.team } : null,
      market,
      outcome: market ? outcomeOf(market, row.outcome) : null,
      price: row.price,
      percent: row.percent,
      minutes: row.minutes,
      isPaused: row.paused_at !== null,
      firedAt: row.fired_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      country: row.country,
      isOver: row.start_time !== null && (row.status !== 'scheduled' || row.start_time <= now),
      isCancelled: row.status === 'cancelled',
    }
  })
}

function marketOf(row: {
  market_type: string | null
  market_period: string | null
  market_line: number | null
  market_participant: string | null
}): Market | null {
  const { market_type: type, market_period: period, market_line: line, market_participant: participant } = row
  return type && period && isMarketType(type) ? { type, period, line, participant } : null
}

function outcomeOf({ type }: Market, outcome: number | null): string | null {
  const { outcomes } = definitionOf(type)
  return outcomes === 'participants' || outcome === null ? null : (outcomes[outcome - 1] ?? null)
}

/** Something that was told, or was not. */
export interface ToldAlert {
  id: string
  kind: string
  home: string
  away: string
  /** What it tells of the match itself; null for the condition of the alert. */
  news: News | null
  firedAt: string
  messages: { channel: string; state: string; reason: Reason | null; sentAt: string | null }[]
}

/** The last firings of a visitor's alerts, the latest first. @param limit null: all */
export async function listTold(
  { database }: Pick<Services, 'database'>,
  userId: string,
  limit: number | null = TOLD,
): Promise<ToldAlert[]> {
  const db = database.kysely
  const rows = await db
    .selectFrom('visitor_alert_firings as f')
    .innerJoin('visitor_alerts as a', 'a.id', 'f.alert_id')
    .innerJoin('matches as m', 'm.id', 'f.match_id')
    .select(['f.id', 'a.kind', 'm.home_team', 'm.away_team', 'f.fired_at', 'f.turn', 'f.tells'])
    .where('a.user_id', '=', userId)
    .where('f.is_repeat', '=', false)
    .orderBy('f.fired_at', 'desc')
    .orderBy('f.id')
    .$if(limit !== null, (query) => query.limit(limit ?? TOLD))
    .execute()
  if (rows.length === 0) return []
  const messages = await db
    .selectFrom('visitor_alert_messages')
    .select(['firing_id', 'channel', 'state', 'reason', 'sent_at'])
    .where(
      'firing_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('channel')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    home: row.home_team,
    away: row.away_team,
    news: (row.tells as News | null) ?? (row.turn === CANCELLATION ? 'cancelled' : null),
    firedAt: row.fired_at.toISOString(),
    messages: messages
      .filter(({ firing_id }) => firing_id === row.id)
      .map(({ channel, state, reason, sent_at }) => ({
        channel,
        state,
        reason: reason as Reason | null,
        sentAt: sent_at?.toISOString() ?? null,
      })),
  }))
}

/** A browser that gets notifications. */
export interface ListedBrowser {
  id: string
  endpoint: string
  userAgent: string | null
}

export async function listBrowsers(
  { database }: Pick<Services, 'database'>,
  userId: string,
): Promise<ListedBrowser[]> {
  const rows = await database.kysely
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id, endpoint, user_agent }) => ({ id, endpoint, userAgent: user_agent }))
}

/** The name of a league or a team; null for all favourites, undefined if it does not exist. */
export async function readSubjectName(
  { database }: Pick<Services, 'database'>,
  subject: Exclude<Subject, { kind: 'match' }>,
): Promise<string | null | undefined> {
  if (subject.kind === 'favourites') return null
  if (subject.kind === 'team') {
    const team = await database.kysely
      .selectFrom('teams')
      .select('name')
      .where('country_id', '=', subject.countryId)
      .where('slug', '=', subject.team)
      .orderBy('name')
      .executeTakeFirst()
    return team?.name
  }
  const league = await database.kysely
    .selectFrom('leagues')
    .select(sql<string>`coalesce(nullif(display_name, ''), name)`.as('name'))
    .where('id', '=', subject.leagueId)
    .executeTakeFirst()
  return league?.name
}
