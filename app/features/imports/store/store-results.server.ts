import { sql, type Transaction } from 'kysely'
import { isPhase } from '#app/features/matches/fixture-codes.ts'
import type { FinalScore, FixtureState, LiveItem, ResultItem } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { ItemOutcome } from '../resolve/batch.ts'
import { findReplaced, isTurnedAround, readLinked } from '../resolve/resolve-matches.server.ts'
import { turnScore, turnState } from '../resolve/turn-state.ts'
import { storeStates } from './store-states.server.ts'

/**
 * Writes final scores into matches that the feed has linked and that have begun, with the sides that it names now.
 * A cancelled match stays cancelled.
 */
export function storeResults(
  trx: Transaction<DB>,
  results: readonly ResultItem[],
  source: string,
): Promise<ItemOutcome[]> {
  return storeLinked(
    trx,
    results.map(({ homeScore, awayScore, ...item }) => ({
      ...item,
      result: { home: homeScore, away: awayScore },
    })),
    source,
  )
}

/**
 * Writes the live states of matches that the feed has linked, with the sides that it names now, and the final scores of
 * some.
 */
export function storeLive(
  trx: Transaction<DB>,
  items: readonly LiveItem[],
  source: string,
): Promise<ItemOutcome[]> {
  return storeLinked(trx, items, source)
}

type LinkedItem = Pick<LiveItem, 'externalId' | 'home' | 'away' | 'result'> & Partial<Pick<LiveItem, 'state'>>

/** An item of other contestants under a known id is of an unknown match. */
async function storeLinked(
  trx: Transaction<DB>,
  items: readonly LinkedItem[],
  source: string,
): Promise<ItemOutcome[]> {
  if (items.length === 0) return []
  const linked = await readLinked(
    trx,
    source,
    items.map((item) => item.externalId),
  )
  for (const externalId of await findReplaced(trx, items, linked)) linked.delete(externalId)
  const rows = items.flatMap(({ externalId, home, away, state, result }) => {
    const match = linked.get(externalId)
    if (!match) return []
    const isTurned = match.turned !== isTurnedAround({ home, away }, match)
    return [
      {
        matchId: match.id,
        state: isTurned && state ? turnState(state) : state,
        result: isTurned && result ? turnScore(result) : result,
      },
    ]
  })
  const updated = await storePlayed(trx, rows, source)
  return items.map(({ externalId }) => {
    const match = linked.get(externalId)
    if (!match) return 'unknown_match'
    return updated.has(match.id) ? 'updated' : 'unchanged'
  })
}

/** The live state and the final score, with the sides of the match. */
interface Played {
  matchId: string
  state: FixtureState | undefined
  result: FinalScore | undefined
}

/**
 * Another score than the stored one, or another end of the match, is a correction where a feed has written that: of the
 * source of the match's fixture, or else of the same feed. Scores of others stay, so that two feeds do not replace each
 * other's, and so do those that an operator has typed or fetched.
 * @returns the matches that changed
 */
export async function storePlayed(
  trx: Transaction<DB>,
  rows: readonly Played[],
  source: string,
): Promise<Set<string>> {
  const changed = await storeStates(
    trx,
    rows.flatMap(({ matchId, state }) => (state ? [{ matchId, state }] : [])),
  )
  const scores = rows.flatMap(({ matchId, state, result }) => {
    if (!result) return []
    const code = result.code ?? (isPhase(state?.status, 'played') ? state?.status : null)
    const score = { home_score: result.home, away_score: result.away, score_code: code }
    return [{ id: matchId, ...score, has_state: state !== undefined }]
  })
  if (scores.length === 0) return changed
  const { rows: written } = await sql<{ id: string }>`
    update matches m set home_score = r.home_score, away_score = r.away_score, score_code = r.score_code, status = 'finished',
      score_source = ${source}
    from json_to_recordset(${JSON.stringify(scores)}::json)
      as r (id uuid, home_score smallint, away_score smallint, score_code text, has_state boolean)
    where m.id = r.id and m.status <> 'cancelled' and m.start_time <= ${new Date()}::timestamptz
      and (m.home_score is null and m.away_score is null
        or not m.score_locked and m.score_source is not null
          and case when exists (select from fixtures f where f.match_id = m.id) then r.has_state
            else m.score_source = ${source} end
          and ((m.home_score, m.away_score) is distinct from (r.home_score, r.away_score)
            or (r.has_state or r.score_code is not null) and m.score_code is distinct from r.score_code))
    returning m.id`.execute(trx)
  for (const { id } of written) changed.add(id)
  return changed
}
