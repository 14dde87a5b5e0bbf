import { z } from 'zod'
import { RunError } from '#app/features/runs/schema.ts'
import type { Choice, Part, ScheduleFacts, Source, SourcePlace, SourceSettings } from '../contract.ts'
import { parseJson, readCount } from '../reading.ts'
import { baseOf } from '../settings.ts'
import { parseOddsApi } from './parse.ts'

/** Of so many days there are scores. */
const SCORE_DAYS = 3

/** The Odds API v4: matches and prices of many bookmakers, a competition a request, and scores. */
const theOddsApi: Source = {
  key: 'the-odds-api',
  label: 'The Odds API',
  about: 'The Odds API v4: /odds of a competition with many bookmakers, and /scores',
  carries: ['fixtures', 'prices', 'results'],
  variables: {
    ODDS_API_URL: { kind: 'address', default: 'https://api.the-odds-api.com', about: 'its address' },
    ODDS_API_KEY: { kind: 'text', isSecret: true, about: 'the key' },
    ODDS_API_REGIONS: { kind: 'text', default: 'eu,uk', about: 'regions of bookmakers' },
  },
  locate,
  request: (place, part) => ({ address: addressOf(place, part) }),
  mayBeEmpty: ({ results }) => results === true,
  choices: { by: 'asked', list: (place) => ({ address: listAddress(place) }), readList },
  everything: 'import.next-games',
  quota: (headers) => {
    const remaining = readCount(headers['x-requests-remaining'])
    const used = readCount(headers['x-requests-used'])
    return remaining === null ? null : { remaining, limit: used === null ? null : used + remaining }
  },
  // The list of competitions costs nothing, and wants the key.
  probe: (place) => ({ address: listAddress(place) }),
  recognizes: (start) => /^\s*\[\s*(\]|\{.*"key"\s*:)/s.test(start),
  everyMinutes: 60,
  plan,
  parse: parseOddsApi,
}

export default theOddsApi

/** The next few games of all competitions. */
function locate(settings: SourceSettings): SourcePlace | null {
  const { ODDS_API_KEY: apiKey, ODDS_API_REGIONS: regions = '' } = settings
  if (!apiKey) return null
  const query = new URLSearchParams({
    apiKey,
    regions,
    markets: 'h2h',
    oddsFormat: 'decimal',
    dateFormat: 'iso',
  })
  return { address: `${baseOf(settings.ODDS_API_URL)}/v4/sports/upcoming/odds?${query}` }
}

/** The odds of a competition, or its scores. */
function addressOf({ address }: SourcePlace, { sport, results }: Part): string {
  if (!sport && !results) return address
  const url = new URL(address)
  if (sport) url.pathname = url.pathname.replace(/\/sports\/[^/]+\//, `/sports/${encodeURIComponent(sport)}/`)
  if (!results) return url.href
  url.pathname = url.pathname.replace(/\/odds\/?$/, '/scores')
  for (const name of ['regions', 'markets', 'oddsFormat']) url.searchParams.delete(name)
  url.searchParams.set('daysFrom', String(SCORE_DAYS))
  return url.href
}

/** The list of competitions costs nothing. */
function listAddress({ address }: SourcePlace): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/sports\/[^/]+\/odds\/?$/, '/sports')
  return url.href
}

const competitions = z.array(
  z.object({
    key: z.string().min(1),
    title: z.string().min(1),
    group: z.string().default(''),
    active: z.boolean().default(true),
    has_outrights: z.boolean().default(false),
  }),
)

function readList(text: string): Choice[] {
  const list = competitions.safeParse(parseJson(text))
  if (!list.success) throw new RunError('unexpected_body', 'That is no list of sports.')
  return list.data
    .filter(({ active, has_outrights }) => active && !has_outrights)
    .map(({ key, title, group }) => ({ value: key, label: title, group }))
}

/** Each competition, and their scores while some are missing; without any what is next. */
async function plan({ competitions, lacksScores }: ScheduleFacts): Promise<Part[]> {
  if (competitions.length === 0) return [{}]
  const withScores = await lacksScores(SCORE_DAYS)
  return [
    ...competitions.map((sport) => ({ sport })),
    ...(withScores ? competitions.map((sport) => ({ sport, results: true })) : []),
  ]
}
