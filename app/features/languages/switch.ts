/** The same address in another language: its first segment is replaced, the query kept. */
export function inLanguage(pathname: string, search: string, code: string): string {
  return `/${[code, ...pathname.split('/').slice(2)].join('/')}${search}`
}
