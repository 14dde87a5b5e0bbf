export type Role = 'user' | 'admin'

/** The personal part of every page, asked for after the page itself (`/resources/me`). */
export interface Me {
  user: { email: string; username: string | null; role: Role; language: string | null } | null
  /** Ids of leagues. */
  favourites: string[]
}

export const SIGNED_OUT: Me = { user: null, favourites: [] }
