/**
 * Measures the time from the commit of a changed price to the first byte of a page that shows it: home, league and
 * match, with twenty matches. Prints a line of JSON for each page, in milliseconds (median and worst);
 * TEST_DATABASE_URL measures PostgreSQL.
 */
import './support/templates.ts'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { openSite } from '#tests/support/site.ts'

// React reads it on import and decides whether to run its development checks.
process.env.NODE_ENV = 'production'

const MATCHES = 20
const CHANGES = 20
const LEAGUE = '/en/soccer/italy/serie-a'
const PAGES = { home: '/en', league: LEAGUE, match: `${LEAGUE}/team-0-vs-guest-0` }

const database = await createTestDatabase()
const db = database.kysely
const { leagueId } = await createPlace(db, { league: 'Serie A' })
const bookmaker = await createBookmaker(db)
const matches: string[] = []
for (let n = 0; n < MATCHES; n += 1) {
  const names = { home_team: `Team ${n}`, away_team: `Guest ${n}`, slug: `team-${n}-vs-guest-${n}` }
  const match = await createMatch(db, { league_id: leagueId, ...names })
  await createQuote(db, { match, bookmaker, prices: [2, 3, 4] })
  matches.push(match)
}
await sql`select refresh_headlines(${matches}::uuid[])`.execute(db)
const site = await openSite(database)

async function setPrice(price: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('odds')
      .set({ home_odds: price })
      .where('match_id', '=', matches[0] ?? '')
      .execute()
    await sql`select refresh_headlines(${matches.slice(0, 1)}::uuid[])`.execute(trx)
  })
}

/** A page, and the time of its first byte. */
function ask(path: string): Promise<{ text: string; firstByteAt: number }> {
  return new Promise((resolve, reject) => {
    get(site.origin + path, (response) => {
      const firstByteAt = performance.now()
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ text, firstByteAt }))
    }).on('error', reject)
  })
}

try {
  let price = 5
  for (const [page, path] of Object.entries(PAGES)) {
    const times: number[] = []
    for (let change = 0; change < CHANGES; change += 1) {
      await ask(path)
      await sleep(50)
      price = Math.round((price + 0.01) * 100) / 100
      await setPrice(price)
      const committedAt = performance.now()
      let answer = await ask(path)
      while (!answer.text.includes(price.toFixed(2))) answer = await ask(path)
      times.push(answer.firstByteAt - committedAt)
    }
    times.sort((a, b) => a - b)
    const report = {
      bench: 'freshness',
      database: database.kind,
      page,
      median: Number(times[CHANGES / 2]?.toFixed(1)),
      worst: Number(times.at(-1)?.toFixed(1)),
      changes: CHANGES,
    }
    process.stdout.write(`${JSON.stringify(report)}\n`)
  }
} finally {
  await site.close()
  await database.close()
}
