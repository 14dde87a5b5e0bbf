import { type Kysely, sql } from 'kysely'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import { mergeMatches } from '#app/features/contests/merge.server.ts'
import { addReviews } from '#app/features/contests/reviews.server.ts'
import { type ContestRules, contestRules } from '#app/features/names/contestants.ts'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'

/** A match that begins sooner has left the feed because it begins. */
const SOON_MS = HOUR_MS / 4
/** Where two meet once in a while, a kick-off put off by less is the same contest. */
const PUT_OFF_MS = 21 * DAY_MS
/** Beyond these a person is not even asked. */
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
 * Joins matches that a whole answer of a feed lists for the first time with those that it no longer lists although they
 * are still to be played: the same two on the same sides, put off or under a new id. Where the two may meet twice, a
 * person decides.
 * @param stored what this run has stored for the first time
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
      if (verdict === 'same') await mergeMatches(trx, { keep: one.old_id, gone: one.id, start: one.start })
      else if (verdict === 'ask')
        await addReviews(trx, [
          { match_id: one.id, candidate_id: one.old_id, reason: 'postponed', turned: false },
        ])
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
  // An answer that lists only what is next need not have the earlier of two, but has all before the later one.
  const isGone = later > 0 || apart <= onceWithin
  if (isAlone && isGone && apart <= (isRare ? PUT_OFF_MS : onceWithin)) return 'same'
  return apart <= (isRare ? ASKED_MS : onceWithin > HOUR_MS ? ASKED_OF_SERIES_MS : 0) ? 'ask' : undefined
}

/** Matches to come of the feed that have the same names as one of these in its league. */
async function findPredecessors(
  trx: Kysely<DB>,
  source: string,
  stored: readonly string[],
  confirmedAt: Date,
): Promise<Successor[]> {
  const { rows } = await sql<Successor>`
    select n.id, n.start_time as start, o.id as old_id, o.start_time as old_start, s.name as sport,
      array_agg(so.external_id) as old_external_ids
    from matches n
    join match_sources sn on sn.match_id = n.id and sn.source = ${source}
    join matches o on o.league_id = n.league_id and o.id <> n.id and o.id <> all (${[...stored]}::uuid[])
      and o.status = 'scheduled' and o.home_score is null
      and o.start_time > ${new Date(confirmedAt.getTime() + SOON_MS)}
      and o.start_time between n.start_time - ${ASKED_MS / 1000} * interval '1 second'
        and n.start_time + ${ASKED_MS / 1000} * interval '1 second'
    join match_sources so on so.match_id = o.id and so.source = ${source}
    join sports s on s.id = n.sport_id
    where n.id = any (${[...stored]}::uuid[])
      and lower(coalesce(so.home_team, o.home_team)) = lower(sn.home_team)
      and lower(coalesce(so.away_team, o.away_team)) = lower(sn.away_team)
    group by n.id, o.id, s.name
    order by n.id, o.id`.execute(trx)
  return rows
}
