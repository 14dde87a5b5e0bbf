import { z } from 'zod'
import { RunError } from '#app/features/runs/schema.ts'
import { dayOf } from '#app/platform/time.ts'
import type { Choice, Part, Source, SourcePlace, SourceRequest } from '../contract.ts'
import { parseJson, readCount } from '../reading.ts'
import { baseOf } from '../settings.ts'
import { parseApiFootball } from './parse.ts'
import { ODDS, ODDS_LIVE, plan } from './plan.ts'

/** API-Football v3: football fixtures of the world, their live status, results and odds. */
const apiFootball: Source = {
  key: 'api-football',
  label: 'API-Football',
  about: 'API-Football v3: /fixtures of a day, of a league or in play, with scores and results, and /odds',
  carries: ['fixtures', 'prices', 'live', 'results'],
  variables: {
    API_FOOTBALL_URL: {
      kind: 'address',
      word: 'address',
      default: 'https://v3.football.api-sports.io',
      about: 'its address',
    },
    API_FOOTBALL_KEY: { kind: 'text', word: 'key', isSecret: true, about: 'the key' },
  },
  locate: ({ API_FOOTBALL_URL, API_FOOTBALL_KEY: key }) =>
    key ? { address: baseOf(API_FOOTBALL_URL), key } : null,
  request: (place, part) => ask(place, endpointOf(part), queryOf(part)),
  page: ({ address, headers = {} }, page) => {
    const url = new URL(address)
    url.searchParams.set('page', String(page))
    return { address: url.href, headers }
  },
  mayBeEmpty: ({ live, day, prices }) => live === true || day !== undefined || prices === true,
  choices: {
    by: 'asked',
    list: (place) => ask(place, 'leagues', { current: 'true' }),
    readList,
    example: '39_2026, 140_2026',
  },
  everything: 'import.today',
  // Each is a separate part of the plan: `/odds` every three hours, `/odds/live` while a match is in play.
  markets: { list: [ODDS, ODDS_LIVE], event: [] },
  cost: () => 1,
  // The limit of the free plan for a minute.
  pace: { requests: 10, seconds: 61 },
  quota: (headers) => {
    const remaining = readCount(headers['x-ratelimit-requests-remaining'])
    return remaining === null ? null : { remaining, limit: readCount(headers['x-ratelimit-requests-limit']) }
  },
  // Does not count towards the day's requests.
  probe: (place) => ask(place, 'status', {}),
  recognizes: (start) => /^\s*\{\s*"get"\s*:.*"response"\s*:/s.test(start),
  everyMinutes: 1,
  // A list has dozens of pages.
  patienceMinutes: ({ live }) => (live ? 0 : 5),
  // The source updates its odds every three hours.
  countedMinutes: 360,
  plan,
  keepsIds: true,
  parse: parseApiFootball,
}

export default apiFootball

function ask({ address, key }: SourcePlace, endpoint: string, query: Record<string, string>): SourceRequest {
  return {
    address: `${address}/${endpoint}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
    ...(key ? { headers: { 'x-apisports-key': key } } : {}),
  }
}

const endpointOf = ({ prices, live }: Part) => (prices ? (live ? 'odds/live' : 'odds') : 'fixtures')

/** Matches in play, a league's season, or the matches of a day: today by default. */
function queryOf({ live, sport, day, competitions, prices }: Part): Record<string, string> {
  // In-play odds are requested for one league, or for all.
  if (live && prices) return competitions?.length === 1 ? { league: competitions.join() } : {}
  if (live) return { live: competitions?.length ? competitions.join('-') : 'all' }
  if (sport === undefined) return { date: day ?? dayOf(new Date(), 'UTC') }
  const [league = '', season = ''] = sport.split('_')
  return { league, season }
}

const leagues = z.object({
  response: z.array(
    z.object({
      league: z.object({ id: z.number().int(), name: z.string().min(1) }),
      country: z.object({ name: z.string() }),
      seasons: z.array(z.object({ year: z.number().int(), current: z.boolean() })),
    }),
  ),
})

/** The leagues of `/leagues`, each with its current season: `39_2026`. */
function readList(text: string): Choice[] {
  const list = leagues.safeParse(parseJson(text))
  if (!list.success) throw new RunError('unexpected_body', 'That is no list of leagues.')
  return list.data.response.flatMap(({ league, country, seasons }) => {
    const season = seasons.find(({ current }) => current)
    return season ? [{ value: `${league.id}_${season.year}`, label: league.name, group: country.name }] : []
  })
}
