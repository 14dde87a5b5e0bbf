import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS, dayOf } from '#app/platform/time.ts'
import { packChanges, type QuoteChange, unpackChanges } from './pack.ts'

/** A change of a bookmaker's quote of one market. */
export interface MarketChange extends QuoteChange {
  bookmaker: number
  side: number
}

interface ChangeRow extends MarketChange {
  market: number
}

/** The number of recent weeks that stay unfolded. */
const WHOLE_WEEKS = 4
const WEEK_MS = 7 * DAY_MS
/** Quotes per statement of the folding. */
const BATCH = 2_000

const PARTITION = /^quote_changes_(\d{4})(\d\d)(\d\d)$/

/** The weeks that have a partition, by their Mondays, oldest first. */
async function listWeeks(db: Kysely<DB>): Promise<{ name: string; from: Date }[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'quote_changes'::regclass order by c.relname`.execute(db)
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = PARTITION.exec(name) ?? []
    return year ? [{ name, from: new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))) }] : []
  })
}

/**
 * Folds weeks older than four into packs, one for each quote and week, and drops their partitions. No change is lost.
 * @returns the Mondays of the weeks that were dropped
 */
export async function foldOldWeeks(db: Kysely<DB>, now: Date, signal?: AbortSignal): Promise<Date[]> {
  const dropped: Date[] = []
  for (const { name, from } of await listWeeks(db)) {
    if (signal?.aborted || from.getTime() + (WHOLE_WEEKS + 1) * WEEK_MS > now.getTime()) break
    if (await foldWeek(db, name, from, signal)) dropped.push(from)
  }
  return dropped
}

async function foldWeek(db: Kysely<DB>, name: string, from: Date, signal?: AbortSignal): Promise<boolean> {
  const week = sql.table(name)
  let after = -1
  let folded = 0
  for (;;) {
    if (signal?.aborted) return false
    const { rows: markets } = await sql<{ market: number }>`
      select distinct market from ${week} where market > ${after} order by market limit ${BATCH}`.execute(db)
    if (markets.length === 0) break
    const last = markets.at(-1)?.market ?? after
    folded += await db.transaction().execute(async (trx) => {
      const { rows } = await sql<ChangeRow>`
        select market, bookmaker, side, at, prices, status from ${week}
        where market > ${after} and market <= ${last} order by at`.execute(trx)
      const packed = await readPacks(trx, rows, from)
      const byQuote = Map.groupBy([...packed, ...rows], (row) => `${row.market} ${row.bookmaker} ${row.side}`)
      const packs = [...byQuote.values()].flatMap((changes) => {
        const [first] = changes
        if (!first) return []
        const { market, bookmaker, side } = first
        const bytes = packChanges(withoutRepeats(changes.sort((a, b) => a.at.getTime() - b.at.getTime())))
        return [{ market, bookmaker, side, bytes: Buffer.from(bytes).toString('hex') }]
      })
      // Deleted markets may still have changes; the join omits them.
      await sql`
        insert into quote_packs (market, bookmaker, side, week, changes)
        select r.market, r.bookmaker, r.side, ${dayOf(from, 'UTC')}::date, decode(r.bytes, 'hex')
        from json_to_recordset(${JSON.stringify(packs)}::json) as r (market int, bookmaker smallint, side smallint, bytes text)
        join markets k on k.id = r.market
        on conflict (market, bookmaker, side, week) do update set changes = excluded.changes`.execute(trx)
      return rows.length
    })
    after = last
  }
  return db.transaction().execute(async (trx) => {
    // Charts go on reading while the rows are counted: only the removal keeps them waiting, for some milliseconds.
    await sql`lock table ${week} in share mode`.execute(trx)
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${week}`.execute(trx)
    // Changes that arrive meanwhile are folded in the next run.
    if (rows[0]?.count !== folded) return false
    await sql`drop table ${week}`.execute(trx)
    return true
  })
}

async function readPacks(db: Kysely<DB>, rows: readonly ChangeRow[], from: Date): Promise<ChangeRow[]> {
  const markets = [...new Set(rows.map(({ market }) => market))]
  const packs = await db
    .selectFrom('quote_packs')
    .select(['market', 'bookmaker', 'side', 'changes'])
    .where(sql<boolean>`market = any (${markets}::int[])`)
    .where(sql<boolean>`week = ${dayOf(from, 'UTC')}::date`)
    .execute()
  return packs.flatMap(({ changes, ...quote }) =>
    unpackChanges(changes).map((change) => ({ ...quote, ...change })),
  )
}

function withoutRepeats(changes: readonly ChangeRow[]): ChangeRow[] {
  const keys = new Set<string>()
  return changes.filter(({ at, prices, status }) => {
    const key = `${at.getTime()} ${prices.join()} ${status}`
    return !keys.has(key) && keys.add(key)
  })
}

/**
 * Every change of a market, oldest first: the first prices of each quote, then each change. A withdrawn quote has no
 * prices.
 */
export async function readHistory(db: Kysely<DB>, market: number): Promise<MarketChange[]> {
  const { rows } = await sql<QuoteChange & { bookmaker: number; side: number; folded: Uint8Array | null }>`
    select bookmaker, side, changes as folded, null::timestamptz as at, null::int[] as prices, null as status
    from quote_packs where market = ${market}
    union all
    select bookmaker, side, null, at, prices, status from quote_changes where market = ${market}
    union all
    select bookmaker, side, null, changed_at, prices, status from quotes where market = ${market} and opening is null`.execute(
    db,
  )
  const changes = rows.flatMap(({ bookmaker, side, folded, ...change }): MarketChange[] =>
    (folded ? unpackChanges(folded) : [change]).map((it) => ({ bookmaker, side, ...it })),
  )
  return changes.sort(
    (a, b) => a.at.getTime() - b.at.getTime() || a.bookmaker - b.bookmaker || a.side - b.side,
  )
}
