import { type Kysely, sql } from 'kysely'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import { addReviews } from '#app/features/contests/reviews.server.ts'
import { mergeUndoably } from '#app/features/contests/undo-merge.server.ts'
import { type ContestRules, contestRules } from '#app/features/names/contestants.ts'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'

/** A match that begins sooner has left the feed because it begins. */
const SOON_MS = HOUR_MS / 4
/** A match that began longer before the answer never replaces a future match: it is historical data. */
const BEGUN_MS = DAY_MS
/** Where two teams meet rarely, a match whose kick-off moves by less is the same contest. */
const PUT_OFF_MS = 21 * DAY_MS
/** Beyond these limits, a person is not asked either. */
const ASKED_MS = 60 * DAY_MS
const ASKED_OF_SERIES_MS = 7 * DAY_MS

interface Successor {
  id: string
  start: Date
  old_id: string
  old_start: Date
  old_external_ids: string[]
  sport: string
}

/**
 * Joins matches that a complete answer of a feed lists for the first time with future matches that it no longer lists:
 * the same two on the same sides, postponed or under a new id. Where the two can meet twice, a person decides.
 * @param stored the matches that the answer lists for the first time
 * @param isListed whether the answer has this id of the feed
 */
export async function joinPostponed(
  db: Kysely<DB>,
  {
    source,
    stored,
    confirmedAt,
    isListed,
  }: { source: string; stored: readonly string[]; confirmedAt: Date; isListed(externalId: string): boolean },
): Promise<void> {
  if (stored.length === 0) return
  await db.transaction().execute(async (trx) => {
    const found = (await findPredecessors(trx, source, stored, confirmedAt)).filter(
      ({ old_external_ids }) => !old_external_ids.some(isListed),
    )
    const isAlone = (one: Successor) =>
      found.every((other) => other === one || (other.id !== one.id && other.old_id !== one.old_id))
    for (const one of found) {
      const verdict = judge(one, contestRules(sportKey(one.sport)), isAlone(one))
      const pair = { reason: 'postponed', turned: false } as const
      if (verdict === 'same')
        await mergeUndoably(trx, {
          ...{ keep: one.old_id, gone: one.id, start: one.start },
          ...{ ...pair, decision: null, relisted: { source, confirmedAt } },
        })
      else if (verdict === 'ask')
        await addReviews(trx, [{ match_id: one.id, candidate_id: one.old_id, ...pair }])
    }
  })
}

function judge(
  { start, old_start }: Successor,
  { onceWithin }: ContestRules,
  isAlone: boolean,
): 'same' | 'ask' | undefined {
  const later = start.getTime() - old_start.getTime()
  const apart = Math.abs(later)
  const isRare = onceWithin > DAY_MS
  // An answer of the next matches only can omit the earlier of two, but lists all before the later one.
  const isGone = later > 0 || apart <= onceWithin
  if (isAlone && isGone && apart <= (isRare ? PUT_OFF_MS : onceWithin)) return 'same'
  return apart <= (isRare ? ASKED_MS : onceWithin > HOUR_MS ? ASKED_OF_SERIES_MS : 0) ? 'ask' : undefined
}

/**
 * Future matches of the feed with the same names as one of these in its league. The tables are read one by one and
 * joined here: the planner has no statistics of tables that were just filled, and would scan one table for each row of
 * the other.
 */
async function findPredecessors(
  trx: Kysely<DB>,
  source: string,
  stored: readonly string[],
  confirmedAt: Date,
): Promise<Successor[]> {
  const fresh = await trx
    .selectFrom('matches as m')
    .innerJoin('sports as s', 's.id', 'm.sport_id')
    .select(['m.id', 'm.league_id', 'm.start_time', 'm.home_team', 'm.away_team', 's.name as sport'])
    .where(sql<boolean>`m.id = any (${[...stored]}::uuid[])`)
    .where('m.start_time', '>', new Date(confirmedAt.getTime() - BEGUN_MS))
    .orderBy('m.id')
    .execute()
  if (fresh.length === 0) return []
  const leagues = [...new Set(fresh.map(({ league_id }) => league_id))]
  const isStored = new Set(stored)
  const toCome = await trx
    .selectFrom('matches')
    .select(['id', 'league_id', 'start_time', 'home_team', 'away_team'])
    .where(sql<boolean>`league_id = any (${leagues}::uuid[])`)
    .where('status', '=', 'scheduled')
    .where('home_score', 'is', null)
    .where('start_time', '>', new Date(confirmedAt.getTime() + SOON_MS))
    .orderBy('id')
    .execute()
  const known = toCome.filter(({ id }) => !isStored.has(id))
  if (known.length === 0) return []
  const linked = [...fresh, ...known].map(({ id }) => id)
  const links = await trx
    .selectFrom('match_sources')
    .select(['match_id', 'external_id', 'home_team', 'away_team'])
    .where('source', '=', source)
    .where(sql<boolean>`match_id = any (${linked}::uuid[])`)
    .execute()
  const linksOf = Map.groupBy(links, ({ match_id }) => match_id)
  /** Matches by each of their names in the feed. */
  const pairingsOf = (match: (typeof known)[number]) =>
    new Set(
      (linksOf.get(match.id) ?? []).map(({ home_team, away_team }) =>
        [match.league_id, home_team ?? match.home_team, away_team ?? match.away_team]
          .join('\n')
          .toLowerCase(),
      ),
    )
  const byPairing = new Map<string, typeof known>()
  for (const match of known) {
    for (const pairing of pairingsOf(match)) {
      byPairing.set(pairing, [...(byPairing.get(pairing) ?? []), match])
    }
  }
  return fresh.flatMap((match) => {
    const olds = new Set([...pairingsOf(match)].flatMap((pairing) => byPairing.get(pairing) ?? []))
    return [...olds]
      .filter((old) => Math.abs(match.start_time.getTime() - old.start_time.getTime()) <= ASKED_MS)
      .map((old) => ({
        id: match.id,
        start: match.start_time,
        old_id: old.id,
        old_start: old.start_time,
        old_external_ids: (linksOf.get(old.id) ?? []).map(({ external_id }) => external_id),
        sport: match.sport,
      }))
  })
}
