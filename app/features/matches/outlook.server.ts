import { sql } from 'kysely'
import { isNotOver } from '#app/features/catalogue/match-length.server.ts'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** The upcoming matches of a league. */
export interface LeagueOutlook {
  /** Matches that are upcoming, or have begun and are not over. */
  matches: number
  /** The next of them. */
  home: string
  away: string
  startTime: string
}

/** How long an outlook is valid although matches begin and end meanwhile. */
const LIFETIME_MS = 10 * 60_000

/** The upcoming matches of each league of a country that has any, by the league's id. */
export function listOutlooks(services: Services, countryId: string): Promise<Map<string, LeagueOutlook>> {
  return services.memo.get(`outlooks:${countryId}`, async () => {
    noteRead('calendar', `leagues:${countryId}`)
    const now = new Date()
    noteChangeAt(new Date(now.getTime() + LIFETIME_MS))
    const rows = await services.database.kysely
      .selectFrom('matches as m')
      .distinctOn('m.league_id')
      .select([
        'm.league_id',
        'm.home_team',
        'm.away_team',
        'm.start_time',
        sql<number>`count(*) over (partition by m.league_id)`.as('matches'),
      ])
      .where('m.country_id', '=', countryId)
      .where('m.status', 'in', ['scheduled', 'live'])
      .where(isNotOver(now))
      .orderBy('m.league_id')
      .orderBy('m.start_time')
      .orderBy('m.id')
      .execute()
    return new Map(
      rows.map((row) => [
        row.league_id,
        {
          matches: Number(row.matches),
          home: row.home_team,
          away: row.away_team,
          startTime: row.start_time.toISOString(),
        },
      ]),
    )
  })
}
