import type { CountrySummary, LeagueSummary, SportSummary } from '../catalogue/schema.ts'
import type { MatchSummary } from '../matches/schema.ts'

type Sport = Pick<SportSummary, 'name' | 'slug'>
type Country = Pick<CountrySummary, 'name' | 'slug' | 'code'>

export type FoundSport = Pick<SportSummary, 'id' | 'name' | 'slug' | 'iconName' | 'iconUrl' | 'iconSvg'>

export interface FoundCountry extends Country {
  id: string
  sport: Sport
}

export interface FoundLeague extends LeagueSummary {
  sport: Sport
  country: Country
}

export interface FoundTeam {
  name: string
  slug: string
  badgeUrl: string | null
  sport: Sport
  country: Country
}

export interface FoundMatch
  extends Pick<
    MatchSummary,
    | 'id'
    | 'slug'
    | 'ambiguous'
    | 'home'
    | 'away'
    | 'startTime'
    | 'status'
    | 'minutes'
    | 'liveStatus'
    | 'elapsed'
  > {
  sport: Sport
  country: Country
  league: Pick<LeagueSummary, 'name' | 'slug'>
}

/** The results of a search, each list best first; names in the language of the search. */
export interface SearchResults {
  sports: FoundSport[]
  countries: FoundCountry[]
  leagues: FoundLeague[]
  teams: FoundTeam[]
  matches: FoundMatch[]
}

/** A page of all results of a search: places on the first page, and matches with their prices. */
export interface SearchPage extends Omit<SearchResults, 'matches'> {
  matches: MatchSummary[]
  hasNext: boolean
  /** The number of pages where the asked one is after the last one, else its own number. */
  last: number
}
