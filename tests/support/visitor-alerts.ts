import type { VisitorAlertSite } from '#app/features/visitor-alerts/site.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.ts'
import { createBookmaker, createMatch, createPlace } from './factories.ts'
import { marketOf, offerPrices, quoteOf } from './market-prices.ts'

export const RESULT = marketOf({ type: 'match_result' })

/** A site that works off alerts of a test. */
export function alertSite(
  database: Database,
  { smtpUrl, clock, ...more }: { smtpUrl: string; clock?: () => Date } & Partial<VisitorAlertSite>,
): VisitorAlertSite {
  const env = parseEnv({
    SMTP_URL: smtpUrl,
    APP_URL: 'https://odds.example.org',
    APP_SECRET: 'a secret of this test',
  })
  return { database, env, log: createLog('silent'), ...(clock && { clock }), ...more }
}

export async function createMember(database: Database, email: string, language = 'en'): Promise<string> {
  const { id } = await database.kysely
    .insertInto('profiles')
    .values({ email, is_active: true, preferred_language: language })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A match of tomorrow, and a function that sets a bookmaker's prices of its result. */
export async function createPricedMatch(database: Database, teams: { home: string; away: string }) {
  const db = database.kysely
  const { leagueId, countryId } = await createPlace(db)
  const match = await createMatch(db, { league_id: leagueId, home_team: teams.home, away_team: teams.away })
  const bookmaker = await createBookmaker(db, { name: 'Alderbet' })
  const offer = (prices: readonly (number | null)[], by = bookmaker, seenAt = new Date()) =>
    offerPrices(db, match, { [by]: [quoteOf(RESULT, prices)] }, { seenAt })
  return { match, leagueId, countryId, bookmaker, offer }
}
