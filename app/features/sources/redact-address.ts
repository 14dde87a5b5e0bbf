/**
 * Parameters that select a part of a feed, in lower case. Every other parameter can be a key, since feeds use many
 * names for theirs.
 */
const OPEN_PARAMETERS: ReadonlySet<string> = new Set([
  ...['sport', 'sports', 'country', 'league', 'leagues', 'brand', 'event', 'eventids', 'id', 'ids'],
  ...['regions', 'region', 'markets', 'market', 'bookmakers', 'bookmaker', 'oddsformat', 'dateformat'],
  ...['date', 'from', 'to', 'days', 'daysfrom', 'commencetimefrom', 'commencetimeto', 'season', 'round'],
  ...['includelinks', 'includesids', 'includebetlimits', 'bet', 'fixture', 'timezone'],
  ...['lang', 'language', 'locale', 'format', 'page', 'limit', 'offset', 'live', 's', 'd', 'l'],
])

/**
 * An address as it can be stored and logged: without user name and password, and with possible keys in the query and in
 * the path (`/json/{key}/`) masked. Other text, such as a file's path, is returned unchanged.
 */
export function redactAddress(address: string): string {
  if (!/^https?:/i.test(address)) return address
  if (!URL.canParse(address)) return address.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//')
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  for (const name of new Set(url.searchParams.keys())) {
    if (!OPEN_PARAMETERS.has(name.toLowerCase())) url.searchParams.set(name, '***')
  }
  url.pathname = url.pathname.replace(/(\/json\/)[^/]+(?=\/)/i, '$1***')
  return url.href
}
