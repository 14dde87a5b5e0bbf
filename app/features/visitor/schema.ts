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
  /** Ids of leagues. */
  favourites: string[]
}

export const SIGNED_OUT: Me = { user: null, favourites: [] }
