/** The content codings of cached responses, in the server's order of preference. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

const IDENTITY_ONLY: readonly Encoding[] = ['identity']
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
const REMEMBERED_LIMIT = 500
const remembered = new Map<string, readonly Encoding[]>()

/**
 * The codings that a client accepts, best first, from the `Accept-Encoding` header (RFC 9110, 12.5.3). Equal qualities
 * are sorted by the size of the result. Without a header only `identity`; an empty list means that even that was
 * refused.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return IDENTITY_ONLY
  const known = remembered.get(header)
  if (known) return known
  const parsed = parseAcceptEncoding(header)
  // A few values cover all browsers; invented values must not fill the memory.
  if (remembered.size >= REMEMBERED_LIMIT) remembered.clear()
  remembered.set(header, parsed)
  return parsed
}

function parseAcceptEncoding(header: string): readonly Encoding[] {
  const qualities = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name === '' || (weight !== undefined && !QUALITY.test(weight))) continue
    qualities.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight))
  }
  const others = qualities.get('*')
  // identity is allowed unless it is excluded, after everything that was requested.
  const qualityOf = (encoding: Encoding) =>
    qualities.get(encoding) ?? others ?? (encoding === 'identity' ? Number.MIN_VALUE : 0)
  return ENCODINGS.filter((encoding) => qualityOf(encoding) > 0).sort((a, b) => qualityOf(b) - qualityOf(a))
}

/** Whether an `If-None-Match` header names this entity tag: `*`, or a list compared weakly (RFC 9110, 13.1.2). */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag) return true
  if (header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  for (const [, listed] of header.matchAll(/(?:W\/)?("[^"]*")/g)) if (listed === opaque) return true
  return false
}
