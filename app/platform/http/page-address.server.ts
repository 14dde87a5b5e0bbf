import { type ServedAudience, serveAudience, UNLIMITED } from './audience.server.ts'
import { firstOfEach, isHost, type RequestTarget } from './request-target.ts'

const MAX_KEY_LENGTH = 1_024

/**
 * The parameters of a page, each with its valid values or a function that looks them up; `any` for one that
 * `normaliseQuery` checks; `own` for a visitor's own input: a page with it is rendered for each request and never cached.
 */
export type PageParameters = Readonly<
  Record<string, 'any' | 'own' | readonly string[] | (() => Promise<readonly string[]>)>
>

/** An address of a public page, without parameters that the page does not read. */
export interface PageAddress {
  key: string
  /** For whom the page is rendered; a part of the key, never of the URL. */
  audience: ServedAudience
  /** The address that the page is rendered from, with only known query parameters. */
  url: string
  /** The same with the visitor's whole query, which a redirect keeps. */
  fullUrl: string
  path: string
}

export interface PageAddressOptions {
  /** Whether this path shows the same page to everyone. Such a page is rendered without cookies and the visitor's headers. */
  isPublicPage(pathname: string): boolean
  /** The query parameters of the page at a path; all others are removed before the cache is read. */
  parametersOf(pathname: string): PageParameters
  /**
   * Normalises a query whose values are valid only in combination, or only for one page: the result is the same for all
   * queries that show the same. Called when no page is cached under the query as it is.
   */
  normaliseQuery?(pathname: string, query: URLSearchParams): Promise<URLSearchParams>
  /** The site's public origin. Without it each Host header has its own cached pages. */
  origin?: string | undefined
}

export interface PageAddresses {
  /** The cache key of a target of a request line. */
  keyOf(host: string, pathAndQuery: string, audience: ServedAudience): string
  /** The address of a target; undefined if it is not a public page, has a visitor's own input, or is too long. */
  resolve(
    host: string,
    target: RequestTarget,
    audience?: ServedAudience | undefined,
  ): Promise<PageAddress | undefined>
}

/** @param isCached whether a page is stored under a key */
export function createPageAddresses(
  options: PageAddressOptions,
  isCached: (key: string) => boolean,
): PageAddresses {
  // A target of a request line has no spaces.
  const keyOf = (host: string, pathAndQuery: string, { key }: ServedAudience) => {
    const address = options.origin ? pathAndQuery : host + pathAndQuery
    return key === '' ? address : `${address} ${key}`
  }

  /** A query that cannot be checked now is kept. */
  async function normalise(page: string, kept: [string, string][]): Promise<[string, string][]> {
    if (kept.length === 0 || !options.normaliseQuery) return kept
    const normalised = await options.normaliseQuery(page, new URLSearchParams(kept)).catch(() => undefined)
    return normalised ? [...normalised].sort(([a], [b]) => (a < b ? -1 : 1)) : kept
  }

  return {
    keyOf,
    async resolve(host, { path, query }, audience = UNLIMITED) {
      if (!options.isPublicPage(path) || !isHost(host)) return undefined
      const parameters = query === '' ? {} : options.parametersOf(path)
      const pathWith = (read: string) => (read === '' ? path : `${path}?${read}`)
      const asIs = firstOfEach(query, new Set(Object.keys(parameters)))
      if (asIs.some(([name]) => parameters[name] === 'own')) return undefined
      // The parameters of a cached page were valid when it was rendered.
      const isKnown = isCached(keyOf(host, pathWith(toQuery(asIs)), audience))
      const read = toQuery(
        isKnown
          ? asIs
          : await serveAudience(audience, async () => normalise(path, await keepValid(asIs, parameters))),
      )
      const pathAndQuery = pathWith(read)
      const key = keyOf(host, pathAndQuery, audience)
      if (key.length > MAX_KEY_LENGTH) return undefined
      const origin = options.origin ?? `http://${host}`
      return {
        key,
        audience,
        url: origin + pathAndQuery,
        fullUrl: origin + (query === '' ? path : `${path}?${query}`),
        path,
      }
    },
  }
}

/** The parameters with valid values; a value that cannot be checked now is kept. */
async function keepValid(
  given: readonly [string, string][],
  parameters: PageParameters,
): Promise<[string, string][]> {
  const kept: [string, string][] = []
  for (const [name, value] of given) {
    const values = parameters[name]
    const choices = typeof values === 'function' ? await values().catch(() => [value]) : values
    if (choices === 'any' || choices?.includes(value)) kept.push([name, value])
  }
  return kept
}

function toQuery(parameters: readonly [string, string][]): string {
  return new URLSearchParams([...parameters]).toString()
}
