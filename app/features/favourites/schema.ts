import type { CountrySummary, LeagueSummary, SportSummary } from '../catalogue/schema.ts'
import type { MatchSummary } from '../matches/schema.ts'

/** A league that a visitor has marked, and what it plays next. */
export interface FavouriteLeague extends LeagueSummary {
  sport: Pick<SportSummary, 'name' | 'slug'>
  country: Pick<CountrySummary, 'name' | 'slug' | 'code'>
  /** Soonest first, at most three. */
  matches: MatchSummary[]
}

/** What `/resources/favourites` answers; null leagues: nobody is signed in. */
export interface FavouritesAnswer {
  leagues: FavouriteLeague[] | null
}
