/**
 * Where the server writes the address that a request came from, over whatever the request itself says. Proxies that are
 * trusted (TRUST_PROXY) are looked through.
 */
export const CLIENT_ADDRESS_HEADER = 'x-overround-client'

/**
 * @param peer the other end of the connection
 * @param forwarded the header X-Forwarded-For
 * @param proxies how many proxies of the operator's own stand before the server
 */
export function clientAddress(peer: string | undefined, forwarded: string | null, proxies: number): string {
  const chain = [...(forwarded ?? '').split(',').map((part) => part.trim()), peer ?? '']
    .filter((part) => part !== '')
    .reverse()
  return chain[Math.min(proxies, chain.length - 1)] ?? ''
}
