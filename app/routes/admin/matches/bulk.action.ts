import { changeMatches } from '#app/features/matches/editor-commands.server.ts'
import { bulkChange } from '#app/features/matches/editor-schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** Sets flags or the status of the matches that were selected. */
export const action = adminAction('matches.change', async ({ services, actor, request }) =>
  changeMatches(services, await readJson(request, bulkChange), actor),
)
