/** The browser storage of the account screens. Storage can be full or blocked: then nothing is stored. */
const EMAIL_KEY = 'remembered-email'
/** Also written by dialogs that ask a visitor to sign in, such as the favourites' dialog. */
const PATH_KEY = 'post-login-path'
const FAVOURITE_KEY = 'wanted-favourite'

export function rememberedEmail(): string {
  return attempt(() => localStorage.getItem(EMAIL_KEY)) ?? ''
}

/** Stores the e-mail address for the next visit; null removes it. */
export function rememberEmail(email: string | null): void {
  attempt(() => (email ? localStorage.setItem(EMAIL_KEY, email) : localStorage.removeItem(EMAIL_KEY)))
}

export function storedPostLoginPath(): string {
  return attempt(() => sessionStorage.getItem(PATH_KEY)) ?? ''
}

/** The path to open after signing in; null removes it. */
export function storePostLoginPath(path: string | null): void {
  attempt(() => (path ? sessionStorage.setItem(PATH_KEY, path) : sessionStorage.removeItem(PATH_KEY)))
}

/** Stores the current page as the one to return to. */
export function storeCurrentPath(): void {
  storePostLoginPath(attempt(() => window.location.pathname + window.location.search))
}

/** The favourite that a visitor marked before signing in; null removes it. */
export function storeWantedFavourite(mark: string | null): void {
  attempt(() =>
    mark ? sessionStorage.setItem(FAVOURITE_KEY, mark) : sessionStorage.removeItem(FAVOURITE_KEY),
  )
}

/** Whether the visitor marked this before signing in; removes the entry if so. */
export function takeWantedFavourite(mark: string): boolean {
  if (attempt(() => sessionStorage.getItem(FAVOURITE_KEY)) !== mark) return false
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
