import type { MatchSummary } from '#app/features/matches/schema.ts'

/** Where a match is played, in lists of several leagues: many countries have a Premier League. */
export function Competition({ country, league }: Pick<MatchSummary, 'country' | 'league'>) {
  return (
    <bdi>
      {country.name} · {league.name}
    </bdi>
  )
}
