/** The data that a league's page fetches, in the order in which it needs it. */
export type LoadStage =
  | 'initial'
  | 'fetching-sport'
  | 'fetching-countries'
  | 'fetching-league'
  | 'fetching-matches'
  | 'complete'

/** The data that the browser already has for the next page. */
export interface KnownPlaces {
  /** The address of the current page. */
  pathname: string
  /** The sports of the menu, with their countries if they are loaded. */
  sports: readonly { slug: string; countries: unknown }[]
}

/**
 * The stage of loading a league's page. All missing data comes in one response, so the stage is the first part that the
 * browser does not have yet.
 * @param target the next address; undefined when nothing is loading
 */
export function loadStage(target: string | undefined, known: KnownPlaces): LoadStage {
  if (target === undefined) return 'complete'
  const [, sport, country, league, ...rest] = segmentsOf(target)
  if (!sport || !country || !league || rest.length > 0) return 'initial'
  const inMenu = known.sports.find(({ slug }) => slug === sport)
  if (!inMenu) return 'fetching-sport'
  const [, , knownCountry, knownLeague] = segmentsOf(known.pathname)
  const isSameCountry = knownCountry === country && segmentsOf(known.pathname)[1] === sport
  if (isSameCountry && (!knownLeague || knownLeague === league)) return 'fetching-matches'
  return inMenu.countries ? 'fetching-league' : 'fetching-countries'
}

function segmentsOf(pathname: string): string[] {
  return pathname.split('/').slice(1)
}
