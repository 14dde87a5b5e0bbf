import { withoutPort } from '#app/platform/http/network.server.ts'

/**
 * The header in which the server writes the address of the client, replacing any value of the request. Trusted proxies
 * (TRUST_PROXY) are skipped.
 */
export const CLIENT_ADDRESS_HEADER = 'x-overround-client'

/**
 * @param peer the other end of the connection
 * @param forwarded the header X-Forwarded-For
 * @param proxies the number of the operator's own proxies in front of the server
 */
export function clientAddress(peer: string | undefined, forwarded: string | null, proxies: number): string {
  const chain = [...(forwarded ?? '').split(',').map((part) => part.trim()), peer ?? '']
    .filter((part) => part !== '')
    .reverse()
  return withoutPort(chain[Math.min(proxies, chain.length - 1)] ?? '')
}
