import type { Services } from '#app/platform/services.ts'

/** What the export of an account says about favourite teams and matches. */
export async function exportFavourites({ database }: Pick<Services, 'database'>, userId: string) {
  const { kysely } = database
  const [teams, matches] = await Promise.all([
    kysely
      .selectFrom('favorite_teams as f')
      .innerJoin('countries as c', 'c.id', 'f.country_id')
      .select(['f.slug as team', 'c.name as country', 'f.created_at'])
      .where('f.user_id', '=', userId)
      .orderBy('f.created_at')
      .execute(),
    kysely
      .selectFrom('favorite_matches as f')
      .innerJoin('matches as m', 'm.id', 'f.match_id')
      .select(['m.id', 'm.home_team', 'm.away_team', 'm.start_time', 'f.created_at'])
      .where('f.user_id', '=', userId)
      .orderBy('f.created_at')
      .execute(),
  ])
  return { favourite_teams: teams, favourite_matches: matches }
}
