import type { Kysely } from 'kysely'
import { z } from 'zod'
import { sportName } from '#app/features/catalogue/place-names.ts'
import { RunError } from '#app/features/runs/schema.ts'
import {
  type FeedEnv,
  type FeedSourceName,
  readFeedAddress,
  sportsListAddress,
} from '#app/features/sources/addresses.server.ts'
import { promo } from '#app/features/sources/promo.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import type { DB } from '#app/platform/db/types.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { openBody } from './open-body.server.ts'

/** A choice of the sport's select box. */
export interface FeedSport {
  /** What an import is asked for with. */
  value: string
  label: string
  /** The sport to which a competition of The Odds API belongs; null where the choice is a sport itself. */
  group: string | null
}

export type FeedSports =
  | { kind: 'sports'; sports: FeedSport[] }
  | { kind: 'not_configured' }
  /** Text: 'Failed to fetch sports data'. */
  | { kind: 'unavailable'; message: string }

const KEPT_MS = 5 * MINUTE_MS
const LIST_LIMITS = {
  headersTimeoutMs: 15_000,
  totalTimeoutMs: 60_000,
  attempts: 2,
  maxBytes: 128 * 1024 * 1024,
}

/** Per process: the promo feed has no list, so its whole body is read for one. */
const kept = new Map<string, { until: number; sports: FeedSport[] }>()

/** The sports that a feed offers, for the choice before an import. */
export async function listFeedSports(
  db: Kysely<DB>,
  env: FeedEnv,
  source: FeedSourceName,
  now = Date.now(),
): Promise<FeedSports> {
  const feed = await readFeedAddress(db, env, source)
  if (!feed) return { kind: 'not_configured' }
  const key = `${source} ${redactAddress(feed.address)}`
  const known = kept.get(key)
  if (known && known.until > now) return { kind: 'sports', sports: known.sports }
  const limits = { ...LIST_LIMITS, allowPrivateAddresses: feed.allowPrivateAddresses }
  try {
    const sports =
      source === 'promo'
        ? await readPromoSports(feed.address, limits)
        : await readOddsApiSports(sportsListAddress(feed.address), limits)
    kept.set(key, { until: now + KEPT_MS, sports })
    return { kind: 'sports', sports }
  } catch (error) {
    if (!(error instanceof RunError)) throw error
    return { kind: 'unavailable', message: error.message }
  }
}

type Limits = typeof LIST_LIMITS & { allowPrivateAddresses: boolean }

async function readPromoSports(address: string, limits: Limits): Promise<FeedSport[]> {
  const body = await openBody(address, limits)
  const names = new Set<string>()
  for await (const item of promo.parse(body.stream, {
    confirmedAt: body.confirmedAt,
    bookmaker: undefined,
  })) {
    if (item.kind === 'event') names.add(sportName(item.sport))
  }
  return [...names].sort().map((name) => ({ value: name, label: name, group: null }))
}

const oddsApiSports = z.array(
  z.object({
    key: z.string().min(1),
    title: z.string().min(1),
    group: z.string().default(''),
    active: z.boolean().default(true),
    has_outrights: z.boolean().default(false),
  }),
)

async function readOddsApiSports(address: string, limits: Limits): Promise<FeedSport[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of (await openBody(address, limits)).stream) chunks.push(chunk)
  const list = oddsApiSports.safeParse(parseJson(Buffer.concat(chunks).toString('utf8')))
  if (!list.success) throw new RunError('unexpected_body', 'That is no list of sports.')
  return list.data
    .filter(({ active, has_outrights }) => active && !has_outrights)
    .map(({ key, title, group }) => ({ value: key, label: title, group }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RunError('not_json', 'The list of sports is not JSON.')
  }
}
