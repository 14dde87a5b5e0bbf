/** What a league's page fetches, in the order in which it needs it. */
export type LoadStage =
  | 'initial'
  | 'fetching-sport'
  | 'fetching-countries'
  | 'fetching-league'
  | 'fetching-matches'
  | 'complete'

/** What the browser has of the place it is on the way to. */
export interface KnownPlaces {
  /** The address of the page that is shown. */
  pathname: string
  /** The sports of the menu, with their countries where those are known. */
  sports: readonly { slug: string; countries: unknown }[]
}

/**
 * How far the way to a league's page is. All that is missing comes in one answer, so the stage is the first thing that
 * the browser does not have yet.
 * @param target where the browser is on the way to; undefined when it is on no way
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
