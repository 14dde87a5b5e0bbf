import { createHash } from 'node:crypto'

export interface SecurityOptions {
  /** Whether the site's public address is https; only then is HSTS sent. */
  https: Https
}

/** `subdomains`: those of its host, too. */
export type Https = boolean | 'subdomains'

const ORIGIN = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/i

/**
 * The security headers of an HTML document. Its policy allows no inline script; a page with inline scripts sets its own
 * policy.
 */
export function documentHeaders(https: Https): [string, string][] {
  return [
    ['content-security-policy', contentSecurityPolicy([], https)],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ...responseHeaders(https),
  ]
}

/** The security headers of every response. */
export function responseHeaders(https: Https): [string, string][] {
  const headers: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-resource-policy', 'same-origin'],
  ]
  const pinned = `max-age=31536000${https === 'subdomains' ? '; includeSubDomains' : ''}`
  if (https) headers.push(['strict-transport-security', pinned])
  return headers
}

/**
 * The policy of a document: its own inline scripts by their hashes, and nothing from other origins except images.
 * @param scripts the texts of the inline scripts, from the code that created them: any other script in the document is
 * not allowed
 * @param scriptOrigins the origins that an administrator's head scripts load from and connect to
 */
export function contentSecurityPolicy(
  scripts: readonly string[],
  https: Https,
  scriptOrigins: readonly string[] = [],
): string {
  const hashes = new Set(scripts.map(hashSource))
  // A malformed origin would otherwise end the directive, or the header.
  const extra = scriptOrigins.filter((origin) => ORIGIN.test(origin))
  const directives = [
    ["default-src 'self'"],
    ["script-src 'self'", ...hashes, ...extra],
    ["style-src 'self' 'unsafe-inline'", ...extra],
    ["img-src 'self' data: https:"],
    ["font-src 'self'", ...extra],
    ["connect-src 'self'", ...extra],
    ["frame-src 'self'", ...extra],
    ["object-src 'none'"],
    ["base-uri 'self'"],
    ["form-action 'self'"],
    ["frame-ancestors 'self'"],
  ]
  if (https) directives.push(['upgrade-insecure-requests'])
  return directives.map((parts) => parts.join(' ')).join('; ')
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script, 'utf8').digest('base64')}'`
}

/** Whether a content type is that of an HTML document. */
export function isHtml(contentType: string | null): boolean {
  return contentType !== null && /^text\/html\b/i.test(contentType)
}

/** Adds the security headers that a response does not set itself. */
export function secureResponse(response: Response, { https }: SecurityOptions): Response {
  const headers = new Headers(response.headers)
  const added = isHtml(headers.get('content-type')) ? documentHeaders(https) : responseHeaders(https)
  for (const [name, value] of added) if (!headers.has(name)) headers.set(name, value)
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}
