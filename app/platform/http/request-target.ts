/** A request's path and query (without `?`), validated. */
export interface RequestTarget {
  path: string
  query: string
}

/** The decision on a request's target: serve it, redirect it to its canonical form, or refuse it. */
export type ParsedTarget =
  | ({ kind: 'target' } & RequestTarget)
  | { kind: 'redirect'; location: string }
  | { kind: 'refused'; status: 400 | 414 }

const MAX_TARGET_LENGTH = 4096
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * Parses the request target of an HTTP request line. Refuses what parts of a server can interpret differently
 * (backslashes, dot segments, NUL, malformed escapes). Repeated and trailing slashes redirect to the address without
 * them.
 */
export function parseTarget(raw: string): ParsedTarget {
  if (raw.length > MAX_TARGET_LENGTH) return { kind: 'refused', status: 414 }
  let target = raw.replace(ABSOLUTE_FORM, '')
  if (target !== raw && !target.startsWith('/')) target = `/${target}`
  target = target.replace(/#.*$/s, '').replace(/[\x80-\xff]/g, escapeByte)
  if (!/^\/[\x21-\x7e]*$/.test(target)) return { kind: 'refused', status: 400 }
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? '' : target.slice(mark + 1)
  if (path.includes('\\') || DOT_SEGMENT.test(path) || !isWellEscaped(path) || /%00/.test(target)) {
    return { kind: 'refused', status: 400 }
  }
  const proper = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  if (proper !== path) return { kind: 'redirect', location: proper + (query && `?${query}`) }
  return { kind: 'target', path, query }
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function isWellEscaped(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    // A call whose result is unused is left out of the build.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Hosts that were checked before: each request needs the check, and most have the same few hosts. */
const knownHosts = new Set<string>()
const MOST_KNOWN_HOSTS = 256

/** Whether a Host header is valid in a URL: a port of 99999, or 1.2.3.4.5, is not. */
export function isHost(host: string): boolean {
  if (knownHosts.has(host)) return true
  const isFit = HOST.test(host) && URL.canParse(`http://${host}`)
  if (isFit && knownHosts.size < MOST_KNOWN_HOSTS) knownHosts.add(host)
  return isFit
}

/** The first value of each parameter of these names, sorted by name. */
export function firstOfEach(query: string, names: ReadonlySet<string>): [name: string, value: string][] {
  if (query === '') return []
  const first = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (names.has(name) && !first.has(name)) first.set(name, value)
  }
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Whether a path has the same escapes as links of the site: any letter could be escaped, or not. */
export function isPlainlySpelled(path: string): boolean {
  const segments = path.split('/').map((segment) => encodeURIComponent(decodeURIComponent(segment)))
  return segments.join('/') === path
}

/** The page that React Router's data request at this path belongs to; the path itself when it is no data request. */
export function pageOfDataRequest(path: string): string {
  if (path.endsWith('/_.data')) return path.slice(0, -'_.data'.length)
  return path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
}
