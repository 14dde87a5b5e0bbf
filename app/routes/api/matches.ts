import { listMatches } from '#app/features/read-api/queries.server.ts'
import { leagueList } from './league-list.server.ts'

/** The matches of a league, by default those that are not over, in the order of kick-off. */
export const loader = leagueList(listMatches)
