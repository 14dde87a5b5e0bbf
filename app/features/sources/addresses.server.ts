import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

/** Where a feed is, as the environment or the demonstration says. */
export interface FeedAddress {
  address: string
  bookmaker: string | undefined
  allowPrivateAddresses: boolean
}

/** What the environment says of the feeds; undefined where it says nothing. */
export interface FeedEnv {
  promoUrl: string | undefined
  promoBookmaker: string | undefined
  oddsApiUrl: string
  oddsApiKey: string | undefined
  oddsApiRegions: string
  allowPrivateFeeds: boolean
}

/** Sources whose runs can be asked for on a screen or by a schedule. */
export const FEED_SOURCES = ['promo', 'the-odds-api'] as const
export type FeedSourceName = (typeof FEED_SOURCES)[number]

/** What is asked of a source. */
export interface FeedPart {
  /** A sport of the promo feed by its name, a competition of The Odds API by its key; everything, or what is next. */
  sport?: string | undefined
  /** Scores in place of matches and prices: The Odds API has those of a competition. */
  results?: boolean | undefined
}

/** Of so many days The Odds API gives scores. */
export const SCORE_DAYS = 3

/**
 * Where a source's matches are; of The Odds API those of one competition, or the next few of all (of every one that the
 * sandbox has). Null when nothing is set up for it.
 */
export async function readFeedAddress(
  db: Kysely<DB>,
  env: FeedEnv,
  source: FeedSourceName,
  part: FeedPart = {},
): Promise<FeedAddress | null> {
  const { sport } = part
  const { allowPrivateFeeds: allowPrivateAddresses, promoBookmaker: bookmaker } = env
  if (source === 'promo' && env.promoUrl) return { address: env.promoUrl, bookmaker, allowPrivateAddresses }
  if (source === 'the-odds-api' && env.oddsApiKey) {
    const address = oddsApiAddress(env, env.oddsApiKey, part)
    return { address, bookmaker: undefined, allowPrivateAddresses }
  }
  const demo = await readDemoFeed(db, source)
  if (!demo) return null
  if (source !== 'the-odds-api' || !sport) return demo
  const address = demo.address.replace('/sports/all/', `/sports/${encodeURIComponent(sport)}/`)
  return { ...demo, address: part.results ? scoresOf(address) : address }
}

function oddsApiAddress(env: FeedEnv, apiKey: string, { sport = 'upcoming', results }: FeedPart): string {
  const query = new URLSearchParams({
    apiKey,
    regions: env.oddsApiRegions,
    markets: 'h2h',
    oddsFormat: 'decimal',
    dateFormat: 'iso',
  })
  const address = `${env.oddsApiUrl}/v4/sports/${encodeURIComponent(sport)}/odds?${query}`
  return results ? scoresOf(address) : address
}

/** The address of the scores of the competition whose odds are at an address. */
function scoresOf(address: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/odds\/?$/, '/scores')
  for (const name of ['regions', 'markets', 'oddsFormat']) url.searchParams.delete(name)
  url.searchParams.set('daysFrom', String(SCORE_DAYS))
  return url.href
}

/** The address under which The Odds API lists its sports. */
export function sportsListAddress(address: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/sports\/[^/]+\/odds\/?$/, '/sports')
  return url.href
}

/** Where a feed of the demonstration is while it runs. */
export async function readDemoFeed(db: Kysely<DB>, source: string): Promise<FeedAddress | null> {
  const row = await db
    .selectFrom('demo_feeds')
    .select(['address', 'bookmaker'])
    .where('source', '=', source)
    .executeTakeFirst()
  return row
    ? { address: row.address, bookmaker: row.bookmaker ?? undefined, allowPrivateAddresses: true }
    : null
}

/** Says where the demonstration's feeds are; an empty list that it does not run. */
export async function saveDemoFeeds(
  db: Kysely<DB>,
  feeds: readonly { source: string; address: string; bookmaker?: string }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('demo_feeds').execute()
    const rows = feeds.map(({ source, address, bookmaker = null }) => ({ source, address, bookmaker }))
    if (rows.length > 0) await trx.insertInto('demo_feeds').values(rows).execute()
  })
}
