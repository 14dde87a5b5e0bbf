/**
 * Whether an operator's link may be shown: an absolute http or https URL, a path of this site, or `#`. `//host` and
 * `/\host` would point to another site.
 */
export function isOperatorLink(link: string): boolean {
  return /^(\/(?![/\\])|#)[^\s\p{Cc}]*$/u.test(link) || isWebAddress(link)
}

/** Whether an operator's URL is absolute, with http or https, and has no spaces. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}/][^\s\p{Cc}]*$/u.test(address) && URL.canParse(address)
}

/** An operator's link for a header: non-ASCII letters escaped, those of a host as IDNA (RFC 3492, 3986). */
export function toLocation(link: string): string {
  if (isWebAddress(link)) return new URL(link).href
  const base = 'http://site.invalid'
  const { href } = new URL(link, base)
  if (link.startsWith('#')) return href.slice(base.length + 1)
  // Of '/.//host', which would be a host without the dot (WHATWG URL, URL serializing).
  const path = href.slice(base.length)
  return path.startsWith('//') ? `/.${path}` : path
}
