import type { Services } from '#app/platform/services.ts'
import { readStandings } from '../statistics/standings.server.ts'
import type { TableKind } from '../statistics/standings.ts'

/** The table of a visible league; null if there is no such league. */
export async function readApiStandings(
  services: Services,
  leagueId: string,
  asked: { year: number | null; kind: TableKind },
) {
  const league = await services.database.kysely
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select(['l.id', 's.slug'])
    .where('l.id', '=', leagueId)
    .where((eb) => eb.and({ 'l.is_active': true, 'c.is_active': true, 's.is_active': true }))
    .executeTakeFirst()
  if (!league) return null
  const { season, results, covered, rows } = await readStandings(
    services,
    { id: league.id, sport: league.slug },
    asked,
  )
  return {
    league_id: league.id,
    season: season && { year: season.year, from: season.from, until: season.until },
    results,
    covered,
    rows: rows.map((row) => ({
      rank: row.rank,
      team: row.team,
      slug: row.slug,
      played: row.played,
      won: row.won,
      drawn: row.drawn,
      lost: row.lost,
      scored: row.scored,
      conceded: row.conceded,
      points: row.points,
      win_share: row.winShare,
      form: row.form.map(({ outcome }) => outcome),
    })),
  }
}
