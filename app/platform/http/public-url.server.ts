/**
 * The address under which a visitor asked, which is not the one that reaches this process: a proxy before it ends TLS.
 * Whoever compares a request's `Origin` with its address needs the visitor's.
 */
export interface PublicAddress {
  /** The site's public origin (APP_URL), without a trailing slash. */
  origin: string | undefined
  /** How many proxies of the operator's own stand before the server: none, and their headers are anybody's. */
  trustedProxies: number
}

/** The request with the visitor's address; the same request where that is its own. */
export function withPublicUrl(request: Request, address: PublicAddress): Request {
  const url = publicUrl(request, address)
  if (url === request.url) return request
  const { method, headers, signal } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method,
    headers,
    signal,
    ...(hasBody ? { body: request.body, duplex: 'half' } : {}),
  })
}

function publicUrl({ url, headers }: Request, { origin, trustedProxies }: PublicAddress): string {
  const own = originOf(url)
  if (origin !== undefined) return origin + url.slice(own.length)
  // The last value is the nearest proxy's; those before it are whatever it was sent.
  const scheme = trustedProxies > 0 ? headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined
  return scheme === 'https' ? `https${url.slice(url.indexOf(':'))}` : url
}

/** 'https://host' of 'https://host/path'. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
}
