/** What the account screens keep in the browser. Storage can be full or blocked: then nothing is kept. */
const EMAIL_KEY = 'remembered-email'
/** Also written by whatever asks a visitor to sign in, such as the favourites' dialogue. */
const PATH_KEY = 'post-login-path'
const FAVOURITE_KEY = 'wanted-favourite'

export function rememberedEmail(): string {
  return attempt(() => localStorage.getItem(EMAIL_KEY)) ?? ''
}

/** The address for the next visit, or nothing. */
export function rememberEmail(email: string | null): void {
  attempt(() => (email ? localStorage.setItem(EMAIL_KEY, email) : localStorage.removeItem(EMAIL_KEY)))
}

export function storedPostLoginPath(): string {
  return attempt(() => sessionStorage.getItem(PATH_KEY)) ?? ''
}

/** Where to go on after signing in; null forgets it. */
export function storePostLoginPath(path: string | null): void {
  attempt(() => (path ? sessionStorage.setItem(PATH_KEY, path) : sessionStorage.removeItem(PATH_KEY)))
}

/** The page that a visitor is on, to come back to. */
export function storePresentPath(): void {
  storePostLoginPath(attempt(() => window.location.pathname + window.location.search))
}

/** The league that a visitor marked before signing in; null forgets it. */
export function storeWantedFavourite(leagueId: string | null): void {
  attempt(() =>
    leagueId ? sessionStorage.setItem(FAVOURITE_KEY, leagueId) : sessionStorage.removeItem(FAVOURITE_KEY),
  )
}

/** Whether that league was marked so; it is forgotten then. */
export function takeWantedFavourite(leagueId: string): boolean {
  if (attempt(() => sessionStorage.getItem(FAVOURITE_KEY)) !== leagueId) return false
  storeWantedFavourite(null)
  return true
}

function attempt<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}
