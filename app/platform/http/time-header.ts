/** The header that states when a response was sent, in milliseconds since 1970: the page's scripts read it (islands/times.ts). */
export function timeHeader(): [name: string, value: string] {
  return ['server-timing', `now;dur=${Date.now()}`]
}
