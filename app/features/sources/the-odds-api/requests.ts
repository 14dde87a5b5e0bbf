import type { Part, SourcePlace, SourceRequest } from '../contract.ts'
import { OUTRIGHTS } from './markets.ts'

/** The number of past days for which scores are available. */
export const SCORE_DAYS = 3

/** Competitions that are one outright, by the ending of their keys. */
export function isOutrightKey(sport: string): boolean {
  return sport.endsWith('_winner')
}

/** Additional data of bookmakers; it is free. */
const WITH = ['includeLinks', 'includeSids', 'includeBetLimits']

/** The odds of a competition, or its scores. */
export function listRequest({ address }: SourcePlace, { sport, results, markets }: Part): SourceRequest {
  const url = new URL(address)
  if (sport) url.pathname = url.pathname.replace(/\/sports\/[^/]+\//, `/sports/${encodeURIComponent(sport)}/`)
  if (results) {
    url.pathname = url.pathname.replace(/\/odds\/?$/, '/scores')
    for (const name of ['regions', 'markets', 'oddsFormat', ...WITH]) url.searchParams.delete(name)
    url.searchParams.set('daysFrom', String(SCORE_DAYS))
  } else if (sport && isOutrightKey(sport)) url.searchParams.set('markets', OUTRIGHTS)
  else if (markets) url.searchParams.set('markets', markets.join())
  return { address: readable(url) }
}

/** A competition's odds at a past instant; the answer is the last snapshot before it. */
export function snapshotRequest(
  { address }: SourcePlace,
  { sport, markets, at }: { sport: string; markets: readonly string[] | undefined; at: Date },
): SourceRequest {
  const url = new URL(address)
  const past = `/historical/sports/${encodeURIComponent(sport)}/odds`
  url.pathname = url.pathname.replace(/\/sports\/[^/]+\/odds\/?$/, past)
  if (markets) url.searchParams.set('markets', markets.join())
  url.searchParams.set('date', at.toISOString().replace(/\.\d+Z$/, 'Z'))
  return { address: readable(url).replaceAll('%3A', ':') }
}

/** One event's odds: the markets that the list of its competition lacks. */
export function eventRequest(
  { address }: SourcePlace,
  { eventMarkets = [] }: Part,
  { externalId, competition }: { externalId: string; competition: string },
): SourceRequest {
  const url = new URL(address)
  const event = `/sports/${encodeURIComponent(competition)}/events/${encodeURIComponent(externalId)}/odds`
  url.pathname = url.pathname.replace(/\/sports\/[^/]+\/odds\/?$/, event)
  url.searchParams.set('markets', eventMarkets.join())
  return { address: readable(url) }
}

/** The list of competitions is free. */
export function competitionsRequest({ address }: SourcePlace): SourceRequest {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/sports\/[^/]+\/odds\/?$/, '/sports')
  return { address: url.href }
}

export function upcomingAddress(
  base: string,
  { apiKey, regions, markets }: { apiKey: string; regions: string; markets: string },
): string {
  const query = new URLSearchParams({ apiKey, regions, markets, oddsFormat: 'decimal', dateFormat: 'iso' })
  for (const name of WITH) query.set(name, 'true')
  return readable(new URL(`${base}/v4/sports/upcoming/odds?${query}`))
}

/** Lists keep their commas unencoded. */
const readable = (url: URL) => url.href.replaceAll('%2C', ',')

/**
 * Maximum cost of a request in credits: for odds, one for each market and region (ten bookmakers count as a region),
 * and ten times as many for past odds; for scores, two. Events without quotes cost less.
 */
export function costOf({ address }: SourceRequest): number {
  const url = new URL(address)
  const count = (name: string) => (url.searchParams.get(name) ?? '').split(',').filter(Boolean).length
  if (/\/scores\/?$/.test(url.pathname)) return url.searchParams.has('daysFrom') ? 2 : 1
  if (!/\/odds\/?$/.test(url.pathname)) return 0
  const bookmakers = count('bookmakers')
  const regions = bookmakers > 0 ? Math.ceil(bookmakers / 10) : Math.max(1, count('regions'))
  const each = url.pathname.includes('/historical/') ? 10 : 1
  return each * Math.max(1, count('markets')) * regions
}
