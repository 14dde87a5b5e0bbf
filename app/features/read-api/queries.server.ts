import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { isQuoted } from '../odds/rules.ts'
import { type MatchCursor, type Page, writeMatchCursor } from './pages.ts'

/** Columns as the interface names them. */
export interface ApiMatch {
  id: string
  league_id: string
  home: string
  away: string
  start_time: Date
  status: string
  home_score: number | null
  away_score: number | null
  /** The best price of each outcome; null where nobody quotes. */
  best: { home: number; draw: number | null; away: number } | null
  bookmaker_count: number
}

/** Matches of a league that is shown, from an instant on, in the order of kick-off. Null when there is no such league. */
export async function listMatches(
  { database }: Pick<Services, 'database'>,
  asked: { leagueId: string; from: Date; after: MatchCursor | null; limit: number },
): Promise<Page<ApiMatch> | null> {
  const { kysely } = database
  const { leagueId, from, after, limit } = asked
  const league = await kysely
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select('l.id')
    .where('l.id', '=', leagueId)
    .where((eb) => eb.and({ 'l.is_active': true, 'c.is_active': true, 's.is_active': true }))
    .executeTakeFirst()
  if (!league) return null
  const rows = await kysely
    .selectFrom('matches')
    .select([
      'id',
      'home_team',
      'away_team',
      'start_time',
      'status',
      'home_score',
      'away_score',
      'home_odds',
      'draw_odds',
      'away_odds',
      'bookmaker_count',
    ])
    .where('league_id', '=', leagueId)
    .where('start_time', '>=', from)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(start_time, id) > (${after?.start}, ${after?.id}::uuid)`),
    )
    .orderBy('start_time')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const data = rows.slice(0, limit).map((row) => {
    const prices = { home: row.home_odds, draw: row.draw_odds, away: row.away_odds }
    return {
      id: row.id,
      league_id: leagueId,
      home: row.home_team,
      away: row.away_team,
      start_time: row.start_time,
      status: row.status,
      home_score: row.home_score,
      away_score: row.away_score,
      best: isQuoted(prices) ? prices : null,
      bookmaker_count: row.bookmaker_count,
    }
  })
  const last = data.at(-1)
  const next = rows.length > limit && last ? writeMatchCursor({ start: last.start_time, id: last.id }) : null
  return { data, next }
}
