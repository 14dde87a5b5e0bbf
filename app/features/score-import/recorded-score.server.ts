import { sql } from 'kysely'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import type { ScoreOutcome, ScoreProgress } from './find-score.ts'
import { getScore, type ScoreSearch } from './import-score.server.ts'

/** The messages of a search for a score: its progress and its result. */
export type ScoreMessage = ScoreProgress | ScoreOutcome

/**
 * Imports the score of one match for an administrator. The change and its entry in the history are one transaction.
 * Throws the signal's reason.
 */
export function getScoreAs(
  actor: Actor,
  { database, env }: Pick<Services, 'database' | 'env'>,
  matchId: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ScoreProgress) => void },
): Promise<ScoreOutcome> {
  const onWrite: ScoreSearch['onWrite'] = async (tx, score) => {
    const match = await tx
      .selectFrom('matches')
      .select([
        sql<string>`home_team || ' – ' || away_team`.as('label'),
        'status',
        'home_score',
        'away_score',
      ])
      .where('id', '=', matchId)
      .forUpdate()
      .executeTakeFirst()
    if (!match) return
    const { label, ...before } = match
    const after = { status: 'finished', home_score: score.home, away_score: score.away }
    await recordAudit(tx, actor, [
      { entity: 'matches', entityId: matchId, label, action: 'update', before, after },
    ])
  }
  return getScore(database.kysely, env, matchId, { now: new Date(), signal, onProgress, onWrite })
}
