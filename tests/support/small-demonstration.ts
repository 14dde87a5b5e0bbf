import { createLog } from '#app/platform/log.ts'
import { leagues } from '#sandbox/data/index.ts'
import { type SandboxFeed, startSandbox } from '#sandbox/server.ts'
import { loadDemo } from '#server/demo.ts'
import type { ServerOptions } from './server-data.ts'

export interface SmallDemonstration {
  options: ServerOptions
  close(): Promise<void>
}

/** Prices of hours ago take long to import, and no test looks at them. */
const isLookedAt = ({ address }: SandboxFeed) => !/[?&]hoursAgo=/.test(address)

/**
 * The content of the demonstration with a few leagues, and its feeds as an operator's own. All of its leagues take the
 * processor a minute, and it imports them again every other minute.
 * @param keys The Odds API's, in any order
 */
export async function openSmallDemonstration(keys: readonly string[]): Promise<SmallDemonstration> {
  const sandbox = await startSandbox({
    seed: 2026,
    leagues: leagues.filter(({ oddsApiKey }) => keys.includes(oddsApiKey)),
  })
  const placeOf = (source: string) => sandbox.places.find((place) => place.source === source)
  return {
    options: {
      prepare: async (database) => {
        const target = { database, log: createLog('error'), say: () => {} }
        const content = { leagues: sandbox.leagues, feeds: sandbox.feeds.filter(isLookedAt) }
        const summaries = await loadDemo(target, content, new AbortController().signal)
        // Of a few leagues, some feeds list nothing at some hours.
        const failed = summaries.filter(
          ({ status, error }) => status !== 'done' && error?.code !== 'no_items',
        )
        if (failed.length > 0) throw new Error(`not loaded: ${JSON.stringify(failed)}`)
      },
      env: {
        ALLOW_PRIVATE_FEEDS: '1',
        PROMO_URL: placeOf('promo')?.address ?? '',
        PROMO_BOOKMAKER: placeOf('promo')?.bookmaker ?? '',
        SPORTSDB_URL: sandbox.sportsDb,
        SPORTSDB_KEY: 'sandbox',
      },
    },
    close: () => sandbox.close(),
  }
}
