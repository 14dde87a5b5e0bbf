import { z } from 'zod'
import { RunError } from '#app/features/runs/schema.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import type { Choice, Part, ScheduleFacts, Source, SourcePlace, SourceSettings } from '../contract.ts'
import { parseJson, readCount } from '../reading.ts'
import { baseOf } from '../settings.ts'
import { KNOWN_COMPETITIONS, leagueOf } from './competitions.ts'
import { EVENT_MARKETS, LIST_MARKETS } from './markets.ts'
import { parseOddsApi } from './parse.ts'
import {
  competitionsRequest,
  costOf,
  eventRequest,
  isOutrightKey,
  listRequest,
  SCORE_DAYS,
  snapshotRequest,
  upcomingAddress,
} from './requests.ts'

/** A match that began longer ago has had six hours for its score. */
const LATE_SCORE_MS = 8 * HOUR_MS
const PAUSE_MS = HOUR_MS
const LONG_PAUSE_MS = 12 * HOUR_MS
/** A run this early counts as on time. */
const EARLY_MS = 5 * MINUTE_MS

/**
 * The Odds API v4: matches and prices of many bookmakers by competition, further markets by match, and scores.
 */
const theOddsApi: Source = {
  key: 'the-odds-api',
  label: 'The Odds API',
  about: 'The Odds API v4: /odds of a competition or an event with many bookmakers, and /scores',
  carries: ['fixtures', 'prices', 'results'],
  variables: {
    ODDS_API_URL: {
      kind: 'address',
      word: 'address',
      default: 'https://api.the-odds-api.com',
      about: 'its address',
    },
    ODDS_API_KEY: { kind: 'text', word: 'key', isSecret: true, about: 'the key' },
    ODDS_API_REGIONS: { kind: 'text', word: 'regions', default: 'eu,uk', about: 'regions of bookmakers' },
    ODDS_API_MARKETS: {
      kind: 'text',
      word: 'markets',
      default: LIST_MARKETS.join(),
      about: 'markets of a competition, where its schedule names none',
    },
  },
  locate,
  request: (place, part) => listRequest(place, part),
  mayBeEmpty: ({ results }) => results === true,
  choices: {
    by: 'asked',
    list: competitionsRequest,
    readList,
    known: KNOWN_COMPETITIONS,
    example: 'soccer_epl, basketball_nba',
  },
  everything: 'import.next-games',
  markets: { list: LIST_MARKETS, event: EVENT_MARKETS },
  cost: costOf,
  detail: eventRequest,
  snapshot: snapshotRequest,
  quota: (headers) => {
    const remaining = readCount(headers['x-requests-remaining'])
    const used = readCount(headers['x-requests-used'])
    const cost = readCount(headers['x-requests-last'])
    if (remaining === null) return null
    const limit = used === null ? null : used + remaining
    return { remaining, limit, ...(cost === null ? {} : { cost }) }
  },
  // The list of competitions is free and requires the key.
  probe: competitionsRequest,
  recognizes: (start) => /^\s*\[\s*(\]|\{.*"key"\s*:)/s.test(start),
  everyMinutes: 60,
  plan,
  parse: parseOddsApi,
}

export default theOddsApi

/** The next few games of all competitions. */
function locate(settings: SourceSettings): SourcePlace | null {
  const { ODDS_API_KEY: apiKey, ODDS_API_REGIONS: regions = '', ODDS_API_MARKETS: markets = 'h2h' } = settings
  if (!apiKey) return null
  return { address: upcomingAddress(baseOf(settings.ODDS_API_URL), { apiKey, regions, markets }) }
}

const competitions = z.array(
  z.object({
    key: z.string().min(1),
    title: z.string().min(1),
    group: z.string().default(''),
    active: z.boolean().default(true),
  }),
)

function readList(text: string): Choice[] {
  const list = competitions.safeParse(parseJson(text))
  if (!list.success) throw new RunError('unexpected_body', 'That is no list of sports.')
  return list.data
    .filter(({ active }) => active)
    .map(({ key, title, group }) => ({ value: key, label: title, group }))
}

/** Each competition, and its scores while some are missing; without competitions, the next games. */
async function plan(facts: ScheduleFacts): Promise<Part[]> {
  const { competitions, chosen } = facts
  if (competitions.length === 0) return [chosen]
  const parts: Part[] = competitions.map((sport) => (isOutrightKey(sport) ? { sport } : { sport, ...chosen }))
  for (const sport of competitions) {
    if (!isOutrightKey(sport) && (await isScoreDue(sport, facts))) parts.push({ sport, results: true })
  }
  return parts
}

/** Scores cost credits: one that stays missing, as of a match that was put off, is requested less and less often. */
async function isScoreDue(sport: string, { now, lastUnscored, lastAsked }: ScheduleFacts): Promise<boolean> {
  const start = await lastUnscored(SCORE_DAYS, leagueOf(sport))
  if (!start) return false
  const asked = await lastAsked({ sport, results: true })
  const pause = now.getTime() - start.getTime() < LATE_SCORE_MS ? PAUSE_MS : LONG_PAUSE_MS
  return !asked || now.getTime() - asked.getTime() >= pause - EARLY_MS
}
