import { sql } from 'kysely'
import { recordAudit } from '#app/features/audit/commands.server.ts'
import type { Actor } from '#app/features/audit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { getScore } from './score-import.server.ts'
import type { ScoreOutcome, ScoreProgress } from './score-import.ts'

/** What is told of a search for a score while it goes on, and at its end. */
export type ScoreMessage = ScoreProgress | ScoreOutcome

/** Imports the score of one match for an administrator, and puts it down in the trail. The signal's reason is thrown. */
export async function getScoreAs(
  actor: Actor,
  { database, env }: Pick<Services, 'database' | 'env'>,
  matchId: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ScoreProgress) => void },
): Promise<ScoreOutcome> {
  const db = database.kysely
  const match = await db
    .selectFrom('matches')
    .select([sql<string>`home_team || ' – ' || away_team`.as('label'), 'status', 'home_score', 'away_score'])
    .where('id', '=', matchId)
    .executeTakeFirst()
  const outcome = await getScore(db, env, matchId, { now: new Date(), signal, onProgress })
  if (match && outcome.code === 'updated') {
    const { label, ...before } = match
    const after = { status: 'finished', home_score: outcome.h, away_score: outcome.a }
    await recordAudit(db, actor, [
      { entity: 'matches', entityId: matchId, label, action: 'update', before, after },
    ])
  }
  return outcome
}
