/**
 * Measures the cost of every market of every event: storing, confirming, changing 5 %, a week of history, and the lists
 * over all of them. Prints one line of JSON. EVENTS, BOOKMAKERS and MARKETS set the size (1,000 x 40 x 30 on
 * PostgreSQL, 100 x 20 x 30 embedded); TEST_DATABASE_URL measures PostgreSQL.
 */
import './support/templates.ts'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { listDrops } from '#app/features/movements/drops.server.ts'
import { DROPS } from '#app/features/movements/drops-query.ts'
import { listSureBets } from '#app/features/movements/sure-bets.server.ts'
import { foldOldWeeks } from '#app/features/odds/history.server.ts'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import type { Market } from '#app/features/odds/markets.ts'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import type { StoredOffer } from '#app/features/odds/store/event-offers.server.ts'
import { storePrices } from '#app/features/odds/store/store-prices.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'

const database = await createTestDatabase()
const isEmbedded = database.kind === 'embedded'
const EVENTS = Number(process.env.EVENTS ?? (isEmbedded ? 100 : 1_000))
const BOOKMAKERS = Number(process.env.BOOKMAKERS ?? (isEmbedded ? 20 : 40))
const MARKETS = Number(process.env.MARKETS ?? 30)
/** The number that the importer stores in one transaction. */
const BATCH = Math.max(1, Math.round(15_000 / (BOOKMAKERS * MARKETS)))
const CHANGED = 0.05
const TABLES = ['markets', 'quotes', 'quotes_seen', 'priced_events', 'market_bests', 'quote_changes']
const STARTED = Date.now()
let stopListening: (() => Promise<void>) | undefined

try {
  const { kysely } = database
  const { leagueId } = await createPlace(kysely)
  const matches: string[] = []
  for (let n = 0; n < EVENTS; n += 1) {
    matches.push(
      await createMatch(kysely, { league_id: leagueId, start_time: new Date(STARTED + 5 * DAY_MS) }),
    )
  }
  const bookmakers: string[] = []
  for (let n = 0; n < BOOKMAKERS; n += 1) bookmakers.push(await createBookmaker(kysely))
  let told = 0
  stopListening = await database.listen(
    'overround_changes',
    () => {
      told += 1
    },
    () => {},
  )
  const imports = (round: number, at: number) => importAll(matches, bookmakers, round, new Date(at))
  const first = await measured(() => imports(0, STARTED - 2 * DAY_MS))
  const megabytes = (await sizeOf(TABLES)) / 1e6
  await sql`vacuum (analyze)`.execute(kysely)
  // The first prices were too old to count: now all of them count again, and every best price is written.
  const counted = await measured(() => imports(0, STARTED - 20 * MINUTE_MS))
  told = 0
  const confirmed = await measured(() => imports(0, STARTED - 15 * MINUTE_MS))
  const toldOfConfirming = told
  const changed = await measured(() => imports(1, STARTED - 10 * MINUTE_MS))
  const changes = await countOf('quote_changes')
  const changeBytes = (await sizeOf(['quote_changes'])) / changes
  const services = createServices(database)
  const page = await timed(() => listMarkets(services, matches[0] ?? ''))
  const lists = await timed(() =>
    sql`select b.* from market_bests b join markets k on k.id = b.market
      where k.event = any (${matches.slice(0, 50)}::uuid[]) and k.type = 'match_result'`.execute(kysely),
  )
  // All prices of every tenth event change, and the lists over all matches are computed again.
  await imports(2, STARTED - 5 * MINUTE_MS)
  await sql`vacuum (analyze)`.execute(kysely)
  const lists24 = await timed(() => listDrops(createServices(database), DROPS, null))
  const listsOpening = await timed(() =>
    listDrops(createServices(database), { ...DROPS, since: 'opening' }, null),
  )
  const sureBets = await timed(() => listSureBets(createServices(database), { sportId: null, page: 1 }))
  const unfolded = await countOf('quote_changes')
  const drop = await dropCopiedWeek()
  const fold = await timed(() => foldOldWeeks(kysely, new Date(STARTED + 40 * DAY_MS)))
  const { rows: packed } = await sql<{ packs: number; bytes: number }>`
    select count(*) as packs, sum(octet_length(changes)) as bytes from quote_packs`.execute(kysely)
  const [packs] = packed
  const report = {
    bench: 'markets',
    database: database.kind,
    size: [EVENTS, BOOKMAKERS, MARKETS],
    megabytes: round(megabytes),
    load: loadavg().map(round),
    first,
    countingAgain: counted,
    confirming: { ...confirmed, notifications: toldOfConfirming },
    changing: { ...changed, changes, bytesPerChange: round(changeBytes) },
    /** The packs alone, and with their rows and index. A quote that changed once in a week has a pack of two. */
    folding: {
      seconds: round(fold),
      changes: unfolded,
      packs: packs?.packs,
      bytesPerChange: round((packs?.bytes ?? 0) / unfolded),
      storedBytesPerChange: round((await sizeOf(['quote_packs'])) / unfolded),
    },
    droppingWeekSeconds: round(drop),
    pageMilliseconds: round(page * 1000),
    listMilliseconds: round(lists * 1000),
    /** Without caches: price drops within 24 hours and since opening, and sure bets. */
    movementMilliseconds: [lists24, listsOpening, sureBets].map((seconds) => round(seconds * 1000)),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  // A listening connection would keep the process running.
  await stopListening?.()
  await database.close()
}

function marketAt(n: number): Market {
  const market = { period: 'full_time', line: null, participant: null }
  if (n === 0) return { ...market, type: 'match_result' }
  return n % 2 === 0
    ? { ...market, type: 'handicap', line: n / 4 }
    : { ...market, type: 'total', line: (n + 1) / 4 }
}

/** @param round changes one in twenty of an event's prices from those of the previous round */
function quoteAt(event: number, bookmaker: number, n: number, round: number): OfferedQuote {
  const market = marketAt(n)
  const moves = round > 0 && (event * 31 + bookmaker * 17 + n * 7) % Math.round(1 / CHANGED) === 0
  const base = 1_800_000 + ((event * 7 + bookmaker * 13 + n * 3) % 40) * 10_000 + (moves ? 20_000 : 0)
  const cut = round > 1 && event % 10 === 0 ? 0.92 : 1
  const prices = market.type === 'match_result' ? [base * cut, 3_400_000, 4_000_000] : [base * cut, 1_900_000]
  return { market, side: 'back', format: 'decimal', prices, status: null, maxStake: null }
}

async function importAll(
  matches: readonly string[],
  bookmakers: readonly string[],
  round: number,
  seenAt: Date,
) {
  for (let from = 0; from < matches.length; from += BATCH) {
    const events = matches.slice(from, from + BATCH).map((event, index) => ({
      event,
      kind: 'match' as const,
      part: 'main',
      offers: bookmakers.map(
        (bookmakerId, b): StoredOffer => ({
          bookmakerId,
          seenAt,
          isLate: false,
          link: null,
          quotes: Array.from({ length: MARKETS }, (_, n) => quoteAt(from + index, b, n, round)),
        }),
      ),
    }))
    const context = { source: 'the-odds-api', confirmedAt: seenAt }
    await database.kysely.transaction().execute((trx) => storePrices(trx, events, context))
  }
}

/** @returns the seconds that dropping a week with as many changes takes, as the folding does when it has read them */
async function dropCopiedWeek(): Promise<number> {
  const { kysely } = database
  const week = new Date('2020-01-06T00:00:00Z')
  await sql`select ensure_quote_weeks(array[${week}::timestamptz])`.execute(kysely)
  await sql`
    insert into quote_changes (market, bookmaker, side, source, at, prices, status, replaced)
    select market, bookmaker, side, source, ${week}::timestamptz + (at - date_trunc('week', at)), prices, status, replaced
    from quote_changes`.execute(kysely)
  return timed(() => sql`drop table quote_changes_20200106`.execute(kysely))
}

async function sizeOf(tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (c.relname = any (${tables}::text[])
      or ('quote_changes' = any (${tables}::text[]) and c.relname like 'quote_changes%'))`.execute(
    database.kysely,
  )
  return Number(rows[0]?.bytes ?? 0)
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    database.kysely,
  )
  return rows[0]?.count ?? 0
}

interface Measured {
  seconds: number
  /** Processor seconds of this process and of the database's, which other programs on the machine change less. */
  processor: number
  /** Inserted, updated or deleted. */
  rows: number
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const before = await writtenRows()
  const used = await processorSeconds()
  const seconds = await timed(work)
  const processor = (await processorSeconds()) - used
  return { seconds: round(seconds), processor: round(processor), rows: (await writtenRows()) - before }
}

/** Of the database's processes only where they are on this machine, on Linux. */
async function processorSeconds(): Promise<number> {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6
  if (isEmbedded) return own
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(database.kysely)
  const ticks = rows.map(({ pid }) => {
    try {
      // After the name: the 12th and 13th fields, in hundredths of a second.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return Number(fields[11]) + Number(fields[12])
    } catch {
      return 0
    }
  })
  return own + ticks.reduce((sum, one) => sum + one, 0) / 100
}

async function writtenRows(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database.kysely)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await sql`select pg_stat_clear_snapshot()`.execute(database.kysely)
  const { rows } = await sql<{ rows: number }>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del) as rows from pg_stat_user_tables`.execute(database.kysely)
  return Number(rows[0]?.rows ?? 0)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
