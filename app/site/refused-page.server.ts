import { plainPage } from './plain-page.server.tsx'

/** Addresses that programs request. */
const NO_PAGE = /^\/(?:api|resources|assets|media)\/|\.data(?:\?|$)/

/**
 * The page for an address with characters that the server refuses, in the language of the address. Undefined for
 * addresses of no page.
 */
export function refusedPage(target: string): { type: string; body: string } | undefined {
  if (!target.startsWith('/') || NO_PAGE.test(target)) return undefined
  const language = target.slice(1, 3).toLowerCase()
  const body = plainPage({ language, title: 'bad-request', hint: 'bad-address-hint', linksHome: true })
  return { type: 'text/html; charset=utf-8', body }
}
