/**
 * Whether an operator's link may be shown: an absolute http or https URL, a path of this site, or `#`. `//host` and
 * `/\host` would point to another site.
 */
export function isOperatorLink(link: string): boolean {
  if (!/^[^\s\p{Cc}]+$/u.test(link)) return false
  return /^(\/(?![/\\])|#)/.test(link) || isWebAddress(link)
}

/** Whether an operator's URL is absolute, with http or https. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s/]/.test(address) && URL.canParse(address)
}

/** An operator's link for a header: non-ASCII letters escaped, those of a host as IDNA (RFC 3492, 3986). */
export function toLocation(link: string): string {
  if (isWebAddress(link)) return new URL(link).href
  const base = 'http://site.invalid'
  const { href } = new URL(link, base)
  return link.startsWith('#') ? href.slice(base.length + 1) : href.slice(base.length)
}
