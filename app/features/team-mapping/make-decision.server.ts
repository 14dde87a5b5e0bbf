import type { Services } from '#app/platform/services.ts'
import {
  type Administrator,
  acceptCandidate,
  pickTeam,
  rejectCandidates,
  undoDecision,
} from './commands.server.ts'
import { findMapping, type MappingCard } from './queries.server.ts'
import type { Decision, DecisionOutcome, DecisionProblem } from './schema.ts'

type Target = Pick<Services, 'database'>

/** The result of a decision, with the current row; null where it no longer exists. */
export type DecisionAnswer =
  | { kind: 'decided'; mapping: MappingCard | null }
  | { kind: 'conflict' | 'refused'; problem: DecisionProblem; mapping: MappingCard | null }

export async function makeDecision(
  target: Target,
  decision: Decision,
  administrator: Administrator,
): Promise<DecisionAnswer> {
  const outcome = await carryOut(target, decision, administrator)
  const mapping = (await findMapping(target, decision.id)) ?? null
  if (outcome === 'done') return { kind: 'decided', mapping }
  return { kind: outcome === 'changed' ? 'conflict' : 'refused', problem: outcome, mapping }
}

function carryOut(
  target: Target,
  decision: Decision,
  administrator: Administrator,
): Promise<DecisionOutcome> {
  switch (decision.action) {
    case 'accept':
      return acceptCandidate(target, decision, decision.teamId, administrator)
    case 'pick':
      return pickTeam(target, decision, decision.teamId, administrator)
    case 'reject':
      return rejectCandidates(target, decision, administrator)
    case 'undo':
      return undoDecision(target, decision, administrator)
  }
}
