/** Prices of recordings, stored and returned: this test reads the feed with its own code, not with the parser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PRICE_FORMATS, quotedText } from '#app/features/odds/prices.ts'
import { sweepPrices } from '#app/features/odds/refresh-prices.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { ImportSummary } from '../schema.ts'
import { runImport } from './run-import.server.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../../shared/feeds/the-odds-api')

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

const files = existsSync(RECORDINGS)
  ? readdirSync(RECORDINGS).filter((name) => /_(nba|nhl|ligamx|mlb|epl)_/.test(name))
  : []

interface Recording {
  events: RecordedEvent[]
  summary: ImportSummary
}

let database: Database
/** All are imported once, into one database: no event is in two of them. */
const recordings = new Map<string, Recording>()
beforeAll(async () => {
  database = await createTestDatabase()
  for (const file of files) {
    const origin = path.join(RECORDINGS, file)
    const summary = await runImport(database.kysely, { source: 'the-odds-api', origin })
    recordings.set(file, { events: JSON.parse(readFileSync(origin, 'utf8')), summary })
  }
})
afterAll(() => database.close())

function recordingOf(file: string): Recording & { has: (line: string) => boolean } {
  const recording = recordings.get(file)
  if (!recording) throw new Error(`not imported: ${file}`)
  const ids = new Set(recording.events.map(({ id }) => id))
  /** A line begins with its event. */
  return { ...recording, has: (line) => ids.has(line.split(' ', 1)[0] ?? '') }
}

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

describe('every stored price of a recording is returned as quoted', () => {
  it.skipIf(files.length === 0).each(files.length > 0 ? files : ['none'])('%s', async (file) => {
    const { events, summary, has } = recordingOf(file)
    expect(summary).toMatchObject({ status: 'done', rejected: 0 })
    const told = new Set(toldIn(events))
    const given = new Set((await stored()).filter(has))
    expect([...given].filter((line) => !told.has(line))).toEqual([])
    expect([...told].filter((line) => !given.has(line))).toEqual([])
    expect(given.size).toBeGreaterThan(150)
  })
})

it.skipIf(files.length === 0)('nothing else is stored', async () => {
  const known = new Set(files.flatMap((file) => recordingOf(file).events.map(({ id }) => id)))
  const idOf = (line: string) => line.split(' ')[0] ?? ''
  const lines = [...(await stored()), ...(await storedLines()).keys()]
  expect(lines.filter((line) => !known.has(idOf(line)))).toEqual([])
  expect(lines.length).toBeGreaterThan(150)
})

/** Percent of the winnings, by key; no other bookmaker has one here. */
const COMMISSIONS: Record<string, number> = { betfair_ex_eu: 5, betfair_ex_uk: 3, matchbook: 2 }

interface Line {
  best: (string | null)[]
  sum: number | null
  gross: number | null
}

/** The best net and gross prices and the sum of the implied probabilities of every market and line, from the recording alone. */
function linesIn(events: readonly RecordedEvent[]): Map<string, Line> {
  const isAmerican = events.some(({ bookmakers }) =>
    bookmakers.some(({ markets }) => markets.some(({ outcomes }) => outcomes.some(({ price }) => price < 0))),
  )
  const decimal = (price: number) => {
    if (!isAmerican) return price
    return price > 0 ? 1 + price / 100 : 1 + 100 / -price
  }
  const offers = new Map<string, { gross: number; net: number }[][]>()
  for (const { id, home_team, bookmakers } of events) {
    for (const { key, markets } of bookmakers) {
      for (const { key: type, outcomes } of markets) {
        if (type.endsWith('_lay')) continue
        const byName = (name: string) =>
          name === home_team ? 0 : /^draw$/i.test(name) ? 1 : /^over$/i.test(name) ? 0 : 2
        const groups = Map.groupBy(outcomes, ({ name, point }) =>
          type === 'spreads' ? (byName(name) === 0 ? (point ?? 0) : -(point ?? 0) || 0) : (point ?? ''),
        )
        for (const [line, list] of groups) {
          const sorted = list.toSorted((a, b) => byName(a.name) - byName(b.name))
          const prices = sorted.map(({ price }) => decimal(price))
          if (prices.length < 2 || prices.some((price) => price <= 1)) continue
          const quotes = prices.map((price) => {
            const gross = Math.round(price * 1e6)
            const commission = COMMISSIONS[key] ?? 0
            return { gross, net: 1e6 + Math.trunc(((gross - 1e6) * (100 - commission)) / 100) }
          })
          const of = [id, type, prices.length, line].join(' ')
          offers.set(of, [...(offers.get(of) ?? []), quotes])
        }
      }
    }
  }
  return new Map(
    [...offers].map(([of, quotes]): [string, Line] => {
      const size = quotes[0]?.length ?? 0
      const most = (what: 'gross' | 'net') =>
        Array.from({ length: size }, (_, n) => Math.max(...quotes.map((prices) => prices[n]?.[what] ?? 0)))
      const sumOf = (prices: number[]) => prices.reduce((sum, price) => sum + 1e6 / price, 0)
      return [of, { best: most('net').map(String), sum: sumOf(most('net')), gross: sumOf(most('gross')) }]
    }),
  )
}

async function storedLines(): Promise<Map<string, { best: string[]; sum: number }>> {
  const { rows } = await sql<{ id: string; type: string; line: number | null; nets: number[]; s: number }>`
    select s.external_id as id, k.type, k.line, m.nets, m.s
    from market_bests m join markets k on k.id = m.market join match_sources s on s.match_id = k.event
    where m.audience = 0 and m.n > 0`.execute(database.kysely)
  return new Map(
    rows.map(({ id, type, line, nets, s }) => [
      [id, KEYS[type], nets.length, line ?? ''].join(' '),
      { best: nets.map(String), sum: s },
    ]),
  )
}

describe('every best price and its sum is that of another program', () => {
  let gross: Awaited<ReturnType<typeof storedLines>>
  let net: Awaited<ReturnType<typeof storedLines>>
  beforeAll(async () => {
    const { kysely } = database
    const compute = async (commissions: boolean) => {
      await sql`update bookmakers set commission = 0`.execute(kysely)
      for (const [key, commission] of commissions ? Object.entries(COMMISSIONS) : [])
        await kysely.updateTable('bookmakers').set({ commission }).where('key', '=', key).execute()
      // Recorded matches have been played, and their prices are old.
      await sql`update quotes_seen set seen_at = now()`.execute(kysely)
      await sql`update matches set start_time = now() + interval '1 day', status = 'scheduled'`.execute(
        kysely,
      )
      await sweepPrices(kysely, new Date())
      return storedLines()
    }
    gross = await compute(false)
    net = await compute(true)
  })

  it.skipIf(files.length === 0).each(files.length > 0 ? files : ['none'])('%s', (file) => {
    const { events, has } = recordingOf(file)
    const told = linesIn(events)
    expect([...net.keys()].filter(has).sort()).toEqual([...told.keys()].sort())
    for (const [of, line] of told) {
      expect([of, net.get(of)?.best]).toEqual([of, line.best])
      expect(net.get(of)?.sum, of).toBeCloseTo(line.sum ?? 0, 9)
      expect(gross.get(of)?.sum, of).toBeCloseTo(line.gross ?? 0, 9)
    }
    expect(told.size).toBeGreaterThan(10)
  })
})
