/** What a visitor can mark as favourite. */
export type Mark =
  | { kind: 'league'; leagueId: string }
  | { kind: 'match'; matchId: string }
  /** A name of a country, as addresses write it. */
  | { kind: 'team'; countryId: string; slug: string }

/**
 * The mark as text: the id of a league, `match/{id}` or `team/{country id}/{slug}`. The islands of a page find theirs by
 * it, and it is the end of the address that stores it.
 */
export function writeMark(mark: Mark): string {
  if (mark.kind === 'league') return mark.leagueId
  return mark.kind === 'match'
    ? `match/${mark.matchId}`
    : `team/${mark.countryId}/${encodeURIComponent(mark.slug)}`
}
