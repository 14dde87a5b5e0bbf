import { knownCountryCode } from '../catalogue/countries.ts'
import { sportKey } from '../catalogue/place-names.ts'
import { areOtherTiers, mayBeSameLeague } from './same-league.ts'

/** Where a contest is played, by names; null if that is unknown. */
export interface NamedPlace {
  sport: string | null
  country: string | null
  league: string | null
}

/**
 * Whether an event can be a match by its place: the same sport, country, tier and kind of side. What is unknown of one of
 * the two is not compared.
 * @param isAtOnce whether both begin together: then a home ground in a neighbouring country is allowed
 */
export function mayBeSamePlace(event: NamedPlace, match: NamedPlace, isAtOnce: boolean): boolean {
  if (event.sport && match.sport && sportKey(event.sport) !== sportKey(match.sport)) return false
  if (event.league && match.league) {
    const names = [event.league, match.league] as const
    if (!mayBeSameLeague({ names }) || areOtherTiers(...names)) return false
  }
  const [theirs, ours] = [stateOf(event.country), stateOf(match.country)]
  return !theirs || !ours || theirs === ours || isAtOnce
}

/** The ISO code of a country; null for other places, as 'International'. */
function stateOf(country: string | null): string | null {
  const code = country ? knownCountryCode(country) : null
  return code && code !== 'INT' ? code.slice(0, 2) : null
}
