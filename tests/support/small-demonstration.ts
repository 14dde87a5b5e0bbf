import { createLog } from '#app/platform/log.ts'
import { leagues } from '#sandbox/data/index.ts'
import { type SandboxFeed, startSandbox } from '#sandbox/server.ts'
import { loadDemo } from '#server/demo.ts'
import type { ServerOptions } from './server-data.ts'

export interface SmallDemonstration {
  options: ServerOptions
  close(): Promise<void>
}

/** A few leagues have no match within some hours, or two days, of some instants, and none that is played at others. */
const listsAlways = ({ address }: SandboxFeed) => !/[?&](hoursAgo=|daysFrom=2$|date=now$)/.test(address)

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
        const content = { leagues: sandbox.leagues, feeds: sandbox.feeds.filter(listsAlways) }
        const summaries = await loadDemo(target, content, new AbortController().signal)
        const failed = summaries.filter(({ status }) => status !== 'done')
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
