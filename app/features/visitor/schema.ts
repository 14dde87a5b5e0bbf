export type Role = 'user' | 'admin'

/** The personal part of every page, fetched after the page (`/resources/me`). */
export interface Me {
  user: {
    email: string
    username: string | null
    role: Role
    language: string | null
    priceFormat: string | null
  } | null
  /** Leagues, teams and matches: the id of a league, `match/{id}`, `team/{country id}/{slug}`. */
  favourites: string[]
}

export const SIGNED_OUT: Me = { user: null, favourites: [] }
