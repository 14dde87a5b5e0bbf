import { changeLeagues } from '#app/features/contests/league-commands.server.ts'
import { leagueRequest } from '#app/features/contests/schema.ts'
import { readJson } from '../changes.server.ts'
import { adminAction } from '../guard.server.ts'

/** Merges two leagues, or splits a league by one of its names. */
export const action = adminAction('catalogue.change', async ({ services, actor, request }) =>
  changeLeagues(services, await readJson(request, leagueRequest), actor),
)
