import { z } from 'zod'
import { MAPPING_STATUSES, type MappingStatus } from './schema.ts'

/** The cells of a mapping that a file or a change of many rows can have; the messages are keys of the back office's texts. */
export const mappingChange = z.object({
  status: z.enum(MAPPING_STATUSES, 'bulk.problem-value'),
  sportsdb_team_id: z.union(
    [z.literal('').transform(() => null), z.int32().positive(), z.null()],
    'dataMapping.problem-team',
  ),
})

export type MappingChange = Partial<z.output<typeof mappingChange>>

/** What a row becomes by its changed cells: a team maps it, no team leaves the status that is asked for. */
export function readChange({
  status,
  sportsdb_team_id: team = null,
}: MappingChange): { status: MappingStatus; team: number | null } | { problem: string } {
  if (team === null)
    return status === 'mapped'
      ? { problem: 'dataMapping.problem-no-team' }
      : { status: status ?? 'unmapped', team }
  return status && status !== 'mapped'
    ? { problem: 'dataMapping.problem-status' }
    : { status: 'mapped', team }
}
