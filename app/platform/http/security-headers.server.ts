import { createHash } from 'node:crypto'
import { inlineScripts } from './inline-scripts.ts'

export interface SecurityOptions {
  /** Whether the site's public address is https; only then is it pinned to https. */
  https: boolean
}

const ORIGIN = /^(?:https?|wss?):\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/i

/** The security headers of an HTML document; the hashes of its inline scripts make its policy. */
export function documentHeaders(html: string, https: boolean): [string, string][] {
  return [
    ['content-security-policy', contentSecurityPolicy(html, https)],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ...responseHeaders(https),
  ]
}

/** The security headers of every response. */
export function responseHeaders(https: boolean): [string, string][] {
  const headers: [string, string][] = [['x-content-type-options', 'nosniff']]
  if (https) headers.push(['strict-transport-security', 'max-age=31536000'])
  return headers
}

/**
 * The policy of a document: its own inline scripts by their hashes, and nothing from elsewhere but images.
 * @param scriptOrigins what an administrator's head scripts load from and talk to
 */
export function contentSecurityPolicy(
  html: string,
  https: boolean,
  scriptOrigins: readonly string[] = [],
): string {
  const hashes = new Set(inlineScripts(html).map(hashSource))
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

/** Adds the security headers that a response does not set itself. Reads an HTML body whole; leaves others streaming. */
export async function secureResponse(response: Response, options: SecurityOptions): Promise<Response> {
  const headers = new Headers(response.headers)
  const isDocument = isHtml(headers.get('content-type')) && response.body !== null
  const html = isDocument ? await response.text() : undefined
  const added = html === undefined ? responseHeaders(options.https) : documentHeaders(html, options.https)
  for (const [name, value] of added) if (!headers.has(name)) headers.set(name, value)
  return new Response(html ?? response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}
