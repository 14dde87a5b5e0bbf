import type { CountrySummary, LeagueSummary, SportSummary } from '../catalogue/schema.ts'
import type { MatchSummary } from '../matches/schema.ts'

/** A league that a visitor has marked, with its next matches. */
export interface FavouriteLeague extends LeagueSummary {
  sport: Pick<SportSummary, 'name' | 'slug'>
  country: Pick<CountrySummary, 'name' | 'slug' | 'code'>
  /** Soonest first, at most three. */
  matches: MatchSummary[]
}

/** The response of `/resources/favourites`; `leagues` is null if the visitor is not signed in. */
export interface FavouritesAnswer {
  leagues: FavouriteLeague[] | null
}
