/** Prices of recordings, stored and returned: this test reads the feed with its own code, not with the parser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PRICE_FORMATS, quotedText } from '#app/features/odds/prices.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { runImport } from './run-import.server.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../shared/feeds/the-odds-api')

interface Outcome {
  name: string
  price: number
  point?: number
}
interface RecordedEvent {
  id: string
  home_team: string
  away_team: string
  bookmakers: { key: string; markets: { key: string; outcomes: Outcome[] }[] }[]
}

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`truncate sports, bookmakers, runs, import_logs restart identity cascade`.execute(database.kysely)
})

/** A line for each price: event, bookmaker, market, side, line of the home side, outcome, price as quoted. */
function toldIn(events: readonly RecordedEvent[]): string[] {
  return events.flatMap(({ id, home_team, bookmakers }) =>
    bookmakers.flatMap(({ key, markets }) =>
      markets.flatMap((market) => {
        const type = market.key.replace('_lay', '')
        const side = market.key.endsWith('_lay') ? 'lay' : 'back'
        return market.outcomes.map(({ name, price, point }) => {
          const outcome =
            name === home_team ? 'home' : /^(draw|over|under)$/i.test(name) ? name.toLowerCase() : 'away'
          const line =
            point === undefined ? '' : type === 'spreads' && outcome === 'away' ? -point || 0 : point
          return [id, key, type, side, line, outcome, price].join(' ')
        })
      }),
    ),
  )
}

const OUTCOMES: Record<string, readonly string[]> = {
  match_result: ['home', 'draw', 'away'],
  moneyline: ['home', 'away'],
  total: ['over', 'under'],
  handicap: ['home', 'away'],
}
const KEYS: Record<string, string> = {
  match_result: 'h2h',
  moneyline: 'h2h',
  total: 'totals',
  handicap: 'spreads',
}

async function stored(): Promise<string[]> {
  const { rows } = await sql<{
    id: string
    key: string
    type: string
    side: number
    line: number | null
    format: number
    prices: (number | null)[]
  }>`
    select s.external_id as id, b.key, k.type, q.side, k.line, q.format, q.prices
    from quotes q join markets k on k.id = q.market join bookmakers b on b.no = q.bookmaker
    join match_sources s on s.match_id = k.event`.execute(database.kysely)
  return rows.flatMap(({ id, key, type, side, line, format, prices }) =>
    prices.flatMap((price, index) => {
      if (price === null) return []
      const quoted = Number(quotedText(price, PRICE_FORMATS[format] ?? 'decimal'))
      const name = OUTCOMES[type]?.[index]
      return [[id, key, KEYS[type], side === 0 ? 'back' : 'lay', line ?? '', name, quoted].join(' ')]
    }),
  )
}

const files = existsSync(RECORDINGS)
  ? readdirSync(RECORDINGS).filter((name) => /_(nba|nhl|ligamx|mlb|epl)_/.test(name))
  : []

describe('every stored price of a recording is returned as quoted', () => {
  it.skipIf(files.length === 0).each(files.length > 0 ? files : ['none'])('%s', async (file) => {
    const origin = path.join(RECORDINGS, file)
    const told = new Set(toldIn(JSON.parse(readFileSync(origin, 'utf8')) as RecordedEvent[]))
    const summary = await runImport(database.kysely, { source: 'the-odds-api', origin })
    expect(summary).toMatchObject({ status: 'done', rejected: 0 })
    const given = await stored()
    const missing = [...told].filter((line) => !given.includes(line))
    expect(given.filter((line) => !told.has(line))).toEqual([])
    expect(missing).toEqual([])
    expect(given.length).toBeGreaterThan(150)
  })
})
