import { listOutrights } from '#app/features/read-api/outrights.server.ts'
import { leagueList } from './league-list.server.ts'

/** The outrights of a league, by default those that have not begun, in the order of their start. */
export const loader = leagueList(listOutrights)
