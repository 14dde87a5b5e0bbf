/** The same URL in another language: replaces the first segment, keeps the query. */
export function inLanguage(pathname: string, search: string, code: string): string {
  return `/${[code, ...pathname.split('/').slice(2)].join('/')}${search}`
}
