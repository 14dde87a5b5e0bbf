import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { DAY_MS, type DayKey, dayOf } from '#app/platform/time.ts'
import { definitionOf, MARKET_TYPES } from '../odds/markets.ts'

/** How long the rows of past days are kept. */
const KEPT_MS = 365 * DAY_MS

/**
 * Computes what each active bookmaker offers and pays now, and stores it as the figures of the day; earlier figures of
 * the same day are replaced. One query for each sport, so that none runs long.
 */
export async function storeBookmakerFigures(
  { database }: Pick<Services, 'database'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const { kysely } = database
  const day = dayOf(now, 'UTC')
  const sports = await kysely.selectFrom('sports').select('id').where('is_active', '=', true).execute()
  for (const { id } of sports) {
    if (signal?.aborted) return
    await kysely.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('bookmaker_figures')
        .where('sport_id', '=', id)
        .where('day', '=', sql<string>`${day}::date`)
        .execute()
      await insertFigures(id, day, now).execute(trx)
    })
  }
  await kysely
    .deleteFrom('bookmaker_figures')
    .where('day', '<', sql<string>`${dayOf(new Date(now.getTime() - KEPT_MS), 'UTC')}::date`)
    .execute()
}

function insertFigures(sportId: string, day: DayKey, now: Date) {
  const twoWin = MARKET_TYPES.filter((type) => definitionOf(type).winners === 2)
  return sql`
    insert into bookmaker_figures (day, bookmaker_id, sport_id, type, computed_at, events, markets, paid, payout_sum,
      compared, relative_sum, prices, best, changes)
    with counted as materialized (
      select b.id as bookmaker, q.bookmaker as no, k.id as market, k.event, k.type,
        t.n > 1 and not k.is_list as is_compared, own.best, own.prices,
        case when not k.is_list then (case when k.type = any (${twoWin}::text[]) then 2 else 1 end) / own.sum end as payout
      from matches m
      join leagues l on l.id = m.league_id and l.is_active
      join countries c on c.id = l.country_id and c.is_active
      join markets k on k.event = m.id
      join market_bests t on t.market = k.id and t.audience = 0
      join quotes q on q.market = k.id and q.side = 0
      join bookmakers b on b.no = q.bookmaker and b.is_active
      join quotes_seen s on s.event = k.event and s.bookmaker = q.bookmaker and s.source = q.source and s.part = q.part
        and s.counted
      cross join lateral (
        select sum(1e6::float8 / o.net) as sum, count(o.net)::int as prices, count(*) filter (where o.net = o.top)::int as best
        from unnest(net_prices(q.prices, b.commission), t.nets) as o (net, top)
        where o.net is not null
      ) own
      where m.sport_id = ${sportId} and m.status = 'scheduled' and m.start_time > ${now}::timestamptz and own.prices > 0
        and (k.is_list or (q.status is null and array_position(q.prices, null) is null))
    ), measured as (
      select *, payout / avg(payout) over (partition by market) as relative from counted
    ), moved as (
      select h.bookmaker as no, k.type, count(*)::int as changes
      from quote_changes h join markets k on k.id = h.market join matches m on m.id = k.event
      where h.at > ${new Date(now.getTime() - DAY_MS)}::timestamptz and h.at <= ${now}::timestamptz and h.side = 0
        and m.sport_id = ${sportId}
      group by grouping sets ((h.bookmaker, k.type), (h.bookmaker))
    )
    select ${day}::date, f.bookmaker, ${sportId}::uuid, coalesce(f.type, ''), ${now}::timestamptz,
      f.events, f.markets, f.paid, f.payout_sum, f.compared, f.relative_sum, f.prices, f.best, coalesce(v.changes, 0)
    from (
      select bookmaker, no, type, count(distinct event)::int as events, count(*)::int as markets,
        count(payout)::int as paid, coalesce(sum(payout), 0) as payout_sum,
        count(*) filter (where is_compared)::int as compared,
        coalesce(sum(relative) filter (where is_compared), 0) as relative_sum,
        coalesce(sum(prices) filter (where is_compared), 0)::int as prices,
        coalesce(sum(best) filter (where is_compared), 0)::int as best
      from measured group by grouping sets ((bookmaker, no, type), (bookmaker, no))
    ) f
    left join moved v on v.no = f.no and coalesce(v.type, '') = coalesce(f.type, '')`
}
