/** The same address in another language: its first segment is replaced, the query kept. */
export function inLanguage(pathname: string, search: string, code: string): string {
  return `/${[code, ...pathname.split('/').slice(2)].join('/')}${search}`
}

/** Where the browser keeps the visitor's choice. */
const STORAGE_KEY = 'language'

/** Remembers the choice in this browser; false where storage is full or blocked. */
export function rememberLanguage(code: string): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, code)
    return true
  } catch {
    return false
  }
}
