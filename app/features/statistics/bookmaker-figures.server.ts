import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS, dayOf } from '#app/platform/time.ts'
import { definitionOf, MARKET_TYPES } from '../odds/markets.ts'

/** How long the rows of past days are kept. */
const KEPT_MS = 365 * DAY_MS

/** Matches per query: short ones, so that other users of the database run in between. */
const BATCH = 50

/** Rows per insert, far below the number of parameters that a statement can have. */
const ROWS = 1_000

interface FigureRow {
  bookmaker_id: string
  type: string
  events: number
  markets: number
  paid: number
  payout_sum: number
  compared: number
  relative_sum: number
  prices: number
  best: number
  changes: number
}

const SUMMED = [
  ...(['events', 'markets', 'paid', 'payout_sum', 'compared'] as const),
  ...(['relative_sum', 'prices', 'best', 'changes'] as const),
]

/**
 * Computes what each active bookmaker offers and pays now, and stores it as the figures of the day; earlier figures of
 * the same day are replaced, later ones stay.
 */
export async function storeBookmakerFigures(
  { database }: Pick<Services, 'database'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { kysely } = database
  const day = dayOf(now, 'UTC')
  const sports = await kysely.selectFrom('sports').select('id').where('is_active', '=', true).execute()
  const rows: (FigureRow & { sport_id: string })[] = []
  for (const { id } of sports) {
    for (const row of await readFigures(kysely, id, now, signal)) rows.push({ ...row, sport_id: id })
    if (signal?.aborted) return
  }
  // All sports at once: the pages show the newest day, which is never a part of the sports.
  await kysely.transaction().execute(async (trx) => {
    // Two jobs and the loading of the demonstration compute them.
    await sql`lock table bookmaker_figures in share row exclusive mode`.execute(trx)
    const ofDay = sql<boolean>`day = ${day}::date`
    const later = await trx
      .selectFrom('bookmaker_figures')
      .select('computed_at')
      .where(ofDay)
      .where('computed_at', '>', now)
      .limit(1)
      .executeTakeFirst()
    if (later) return
    await trx.deleteFrom('bookmaker_figures').where(ofDay).execute()
    for (let from = 0; from < rows.length; from += ROWS) {
      const values = rows.slice(from, from + ROWS).map((row) => ({ ...row, day, computed_at: now }))
      await trx.insertInto('bookmaker_figures').values(values).execute()
    }
  })
  await kysely
    .deleteFrom('bookmaker_figures')
    .where('day', '<', sql<string>`${dayOf(new Date(now.getTime() - KEPT_MS), 'UTC')}::date`)
    .execute()
}

/** Whether any figures are stored. */
export async function hasBookmakerFigures({ database }: Pick<Services, 'database'>): Promise<boolean> {
  const first = await database.kysely
    .selectFrom('bookmaker_figures')
    .select('day')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

/** The figures of a sport by bookmaker and type; each match is in one batch, so the figures of batches add up. */
async function readFigures(
  kysely: Kysely<DB>,
  sportId: string,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<FigureRow[]> {
  const { rows: matches } = await sql<{ id: string }>`
    select m.id from matches m
    join leagues l on l.id = m.league_id and l.is_active
    join countries c on c.id = l.country_id and c.is_active
    where m.sport_id = ${sportId} and m.status = 'scheduled' and m.start_time > ${now}::timestamptz`.execute(
    kysely,
  )
  const sums = new Map<string, FigureRow>()
  for (let at = 0; at < matches.length && !signal?.aborted; at += BATCH) {
    const ids = matches.slice(at, at + BATCH).map(({ id }) => id)
    const { rows } = await figuresOf(ids, now).execute(kysely)
    for (const row of rows) {
      const key = `${row.bookmaker_id} ${row.type}`
      const sum = sums.get(key)
      if (!sum) sums.set(key, row)
      else for (const name of SUMMED) sum[name] += row[name]
    }
  }
  // A bookmaker that offers nothing now has no figures.
  return [...sums.values()].filter(({ markets }) => markets > 0)
}

function figuresOf(ids: readonly string[], now: Date) {
  const twoWin = MARKET_TYPES.filter((type) => definitionOf(type).winners === 2)
  return sql<FigureRow>`
    with counted as materialized (
      select b.id as bookmaker, k.id as market, k.event, k.type,
        t.n > 1 and not k.is_list as is_compared, own.best, own.prices,
        case when not k.is_list then (case when k.type = any (${twoWin}::text[]) then 2 else 1 end) / own.sum end as payout
      from markets k
      join market_bests t on t.market = k.id and t.audience = 0
      join quotes q on q.market = k.id and q.side = 0
      join bookmaker_members b on b.member_no = q.bookmaker and b.is_active
      join quotes_seen s on s.event = k.event and s.bookmaker = q.bookmaker and s.source = q.source and s.part = q.part
        and s.counted
      cross join lateral (
        select sum(1e6::float8 / o.net) as sum, count(o.net)::int as prices, count(*) filter (where o.net = o.top)::int as best
        from unnest(case when b.commission = 0 then q.prices else net_prices(q.prices, b.commission) end, t.nets) as o (net, top)
        where o.net is not null
      ) own
      where k.event = any (${ids}::uuid[]) and own.prices > 0
        -- Of two feeds of one bookmaker, the one that is read, as in ranked_market_quotes: both count, so that of the
        -- bookmaker that stays, then the newest.
        and (q.bookmaker = b.no or not b.is_shared or not exists (
          select 1 from quotes o
          join bookmaker_members other on other.member_no = o.bookmaker and other.no = b.no
          join quotes_seen so on so.event = k.event and so.bookmaker = o.bookmaker and so.source = o.source
            and so.part = o.part and so.counted
          where o.market = q.market and o.side = 0 and o.bookmaker <> q.bookmaker
            and (o.bookmaker = b.no or (so.seen_at, -o.bookmaker) > (s.seen_at, -q.bookmaker))))
        and (k.is_list or (q.status is null and array_position(q.prices, null) is null))
    ), measured as (
      select *, payout / avg(payout) over (partition by market) as relative from counted
    ), moved as (
      select b.id as bookmaker, k.type, count(*)::int as changes
      from markets k join quote_changes h on h.market = k.id join bookmaker_members b on b.member_no = h.bookmaker
        and b.is_active
      where k.event = any (${ids}::uuid[]) and h.side = 0
        and h.at > ${new Date(now.getTime() - DAY_MS)}::timestamptz and h.at <= ${now}::timestamptz
      group by grouping sets ((b.id, k.type), (b.id))
    )
    -- Some matches can have changes of quotes that do not count now.
    select coalesce(f.bookmaker, v.bookmaker) as bookmaker_id, coalesce(f.type, v.type, '') as type,
      coalesce(f.events, 0) as events, coalesce(f.markets, 0) as markets, coalesce(f.paid, 0) as paid,
      coalesce(f.payout_sum, 0) as payout_sum, coalesce(f.compared, 0) as compared, coalesce(f.relative_sum, 0) as relative_sum,
      coalesce(f.prices, 0) as prices, coalesce(f.best, 0) as best, coalesce(v.changes, 0) as changes
    from (
      select bookmaker, type, count(distinct event)::int as events, count(*)::int as markets,
        count(payout)::int as paid, coalesce(sum(payout), 0) as payout_sum,
        count(*) filter (where is_compared)::int as compared,
        coalesce(sum(relative) filter (where is_compared), 0) as relative_sum,
        coalesce(sum(prices) filter (where is_compared), 0)::int as prices,
        coalesce(sum(best) filter (where is_compared), 0)::int as best
      from measured group by grouping sets ((bookmaker, type), (bookmaker))
    ) f
    full join moved v on v.bookmaker = f.bookmaker and coalesce(v.type, '') = coalesce(f.type, '')`
}
