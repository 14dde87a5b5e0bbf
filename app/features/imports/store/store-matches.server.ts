import { sql, type Transaction } from 'kysely'
import { matchSlug } from '#app/features/catalogue/slug.ts'
import { addReviews } from '#app/features/contests/reviews.server.ts'
import type { EventItem } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { BatchContext, LinkedMatch, Resolved } from '../resolve/batch.ts'
import { insertNewMatches } from '../resolve/new-matches.server.ts'
import { isFollowed, isLeading, isToldAgain } from '../resolve/resolve-matches.server.ts'

export async function insertMatches(
  trx: Transaction<DB>,
  fresh: readonly Resolved[],
  source: string,
): Promise<void> {
  if (fresh.length === 0) return
  const rows = fresh.map(({ event, place, matchId }) => ({
    id: matchId,
    external_id: event.externalId,
    league_id: place.leagueId,
    home_team: event.home,
    away_team: event.away,
    slug: matchSlug(event.home, event.away) ?? '',
    start_time: event.start,
    sport_name: place.sport,
    country_name: place.country,
    league_name: place.league,
  }))
  await sql`
    insert into matches (id, external_id, league_id, home_team, away_team, slug, start_time, sport_name, country_name,
      league_name)
    select id, case when not exists (select 1 from matches m where m.external_id = r.external_id) then external_id end,
      league_id, home_team, away_team, slug, start_time, sport_name, country_name, league_name
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, external_id text, league_id uuid,
      home_team text, away_team text, slug text, start_time timestamptz, sport_name text, country_name text,
      league_name text)`.execute(trx)
  await insertNewMatches(trx, fresh, source)
}

/**
 * Restores matches that were cancelled because no feed had them any more (see unlinkReplaced), when a feed has them
 * again.
 */
export async function reviveMatches(trx: Transaction<DB>, own: readonly Resolved[]): Promise<void> {
  const ids = own.flatMap(({ stored, link }) => (stored && !link ? [stored.id] : []))
  if (ids.length === 0) return
  await sql`
    update matches m set status = 'scheduled'
    where m.id = any (${ids}::uuid[]) and m.status = 'cancelled'
      and not exists (select 1 from match_sources s where s.match_id = m.id)`.execute(trx)
}

/** Links the feed's ids, each with the feed's names of the match; an unchanged link is not written. */
export async function insertLinks(
  trx: Transaction<DB>,
  resolved: readonly Resolved[],
  { source, confirmedAt }: Pick<BatchContext, 'source' | 'confirmedAt'>,
): Promise<void> {
  const rows = resolved.flatMap(
    ({ event: { home, away, start, league, externalId }, matchId, turned, link }) => {
      const told = turned ? { home: away, away: home } : { home, away }
      const isKnown =
        link?.turned === turned &&
        link.told?.home === told.home &&
        link.told.away === told.away &&
        link.told.league === league &&
        link.told.start?.getTime() === start.getTime() &&
        !link.isUnlisted
      if (isKnown) return []
      const { home: home_team, away: away_team } = told
      return [
        {
          external_id: externalId,
          match_id: matchId,
          home_team,
          away_team,
          start_time: start,
          league_name: league,
          turned,
        },
      ]
    },
  )
  if (rows.length === 0) return
  await sql`
    insert into match_sources as s (source, external_id, match_id, home_team, away_team, start_time, league_name, turned,
      listed_at)
    select ${source}, external_id, match_id, home_team, away_team, start_time, league_name, turned, ${confirmedAt}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (external_id text, match_id uuid, home_team text,
      away_team text, start_time timestamptz, league_name text, turned boolean)
    on conflict (source, external_id) do update
    set home_team = excluded.home_team, away_team = excluded.away_team, start_time = excluded.start_time,
      league_name = excluded.league_name, turned = excluded.turned, unlisted_at = null,
      listed_at = case when s.unlisted_at is null then s.listed_at else excluded.listed_at end
    where (s.home_team, s.away_team, s.start_time, s.league_name, s.turned, s.unlisted_at)
      is distinct from (excluded.home_team, excluded.away_team, excluded.start_time, excluded.league_name,
        excluded.turned, null)`.execute(trx)
}

/**
 * Updates names and kick-off from the feed that created the match, or is the only one to have it, and the kick-off from
 * others (see isFollowed). A kick-off that an operator or another feed has moved stays until the feed sends another one
 * than before.
 */
export async function updateMatches(
  trx: Transaction<DB>,
  own: readonly Resolved[],
  { confirmedAt }: Pick<BatchContext, 'confirmedAt'>,
): Promise<Set<string>> {
  const rows = own.flatMap(({ event, stored, link }) => {
    if (!stored) return []
    const isLeader = isLeading(event, stored, link)
    const { home, away } = isLeader ? event : stored
    const isNew = isLeader
      ? !link || !isKept(event, link)
      : link !== null && isFollowed(event, link, confirmedAt)
    // What does not change is not written: another transaction can have changed it since it was read.
    const start = isNew && event.start.getTime() !== stored.start.getTime() ? event.start : null
    const same = home === stored.home && away === stored.away
    const names = same ? { home_team: null, away_team: null } : { home_team: home, away_team: away }
    return same && !start ? [] : [{ id: stored.id, ...names, start_time: start }]
  })
  if (rows.length === 0) return new Set()
  await sql`
    update matches m set home_team = coalesce(r.home_team, m.home_team), away_team = coalesce(r.away_team, m.away_team),
      start_time = coalesce(r.start_time, m.start_time),
      start_typed = m.start_typed and m.start_time = coalesce(r.start_time, m.start_time)
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id uuid, home_team text, away_team text, start_time timestamptz)
    where m.id = r.id`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a match keeps its kick-off although the feed that leads it tells another one. */
function isKept(event: EventItem, link: LinkedMatch): boolean {
  return isToldAgain(event, link) && (link.isStartTyped || (link.shared && !link.isUnlisted))
}

/** Queues undecided pairs for a person, once: a decided pair is not queued again. */
export async function insertReviews(trx: Transaction<DB>, own: readonly Resolved[]): Promise<void> {
  const rows = own.flatMap(({ matchId, doubts }) =>
    doubts.map(({ candidate, reason, turned }) => ({
      match_id: matchId,
      candidate_id: candidate.id,
      reason,
      turned,
    })),
  )
  await addReviews(trx, rows)
}
