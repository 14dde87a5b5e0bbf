/**
 * The address that the visitor requested. It differs from the one that reaches this process when a proxy ends TLS. A
 * comparison with a request's `Origin` needs the visitor's address.
 */
export interface PublicAddress {
  /** The site's public origin (APP_URL), without a trailing slash. */
  origin: string | undefined
  /** The number of the operator's own proxies in front of the server. With none, proxy headers are not trusted. */
  trustedProxies: number
}

/** The request with the visitor's address; the same request if that is its own. */
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
  // The last value is the nearest proxy's; the client controls those before it.
  const scheme = trustedProxies > 0 ? headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined
  return scheme === 'https' ? `https${url.slice(url.indexOf(':'))}` : url
}

/** 'https://host' of 'https://host/path'. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
}
