/**
 * Whether a link that an operator types may be shown: an absolute address of the web, a path of this site, or `#`
 * (notes C87). `//host` and `/\host` would lead elsewhere than they seem to.
 */
export function isOperatorLink(link: string): boolean {
  if (!/^[^\s\p{Cc}]+$/u.test(link)) return false
  return /^(\/(?![/\\])|#)/.test(link) || isWebAddress(link)
}

/** Whether an address that an operator types is one of the web. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s/]/.test(address) && URL.canParse(address)
}

/** A link that an operator typed, as a header can carry it: other letters escaped, a host's as IDNA (RFC 3492, 3986). */
export function toLocation(link: string): string {
  if (isWebAddress(link)) return new URL(link).href
  const base = 'http://site.invalid'
  const { href } = new URL(link, base)
  return link.startsWith('#') ? href.slice(base.length + 1) : href.slice(base.length)
}
