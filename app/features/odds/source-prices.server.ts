import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'

/**
 * In-play prices of a feed are stored under its name with this. Without a schedule of its own, a source's in-play prices are
 * never compared: their validity must be shorter than that of pre-match prices.
 */
export const IN_PLAY = '-live'

/** The prices of a match at an instant: when each source has last confirmed them, and the headline quotes. */
export const ownPricesSchema = z.object({
  /** By source and bookmaker, which is a number. Times are ISO 8601. */
  seen: z.array(z.object({ source: z.string(), bookmaker: z.number(), at: z.string() })),
  /** Rows of `odds`. */
  odds: z.array(z.looseObject({ bookmaker_id: z.string() })),
})
export type OwnPrices = z.infer<typeof ownPricesSchema>

export async function readOwnPrices(db: Kysely<DB>, match: string): Promise<OwnPrices> {
  const { rows } = await sql<{ own: unknown }>`
    select jsonb_build_object('seen', coalesce((
        select jsonb_agg(jsonb_build_object('source', s.key, 'bookmaker', s.bookmaker, 'at', s.at)) from (
          select p.key, n.bookmaker, max(n.seen_at) as at
          from quotes_seen n join price_sources p on p.no = n.source where n.event = ${match}
          group by p.key, n.bookmaker) s), '[]'),
      'odds', coalesce((select jsonb_agg(to_jsonb(o)) from odds o where o.match_id = ${match}), '[]')) as own`.execute(
    db,
  )
  return ownPricesSchema.parse(rows[0]?.own)
}

interface QuoteSince {
  market: number
  bookmaker: number
  side: number
  since: Date
}

/**
 * Removes what feeds wrote for a match that is another one's: the quotes and their changes, except those that `own` has.
 * A quote that was there before has its prices of before, which count as long as they are not too old, and the next
 * response of each feed is compared in full. The caller refreshes the best prices.
 */
export async function removePricesOf(
  trx: Kysely<DB>,
  match: string,
  feeds: readonly string[],
  own: OwnPrices = { seen: [], odds: [] },
): Promise<void> {
  const sources = feeds.flatMap((feed) => [feed, feed + IN_PLAY])
  const seen = sql`(select p.no as source, r.bookmaker, r.at
    from json_to_recordset(${JSON.stringify(own.seen)}::json) as r (source text, bookmaker smallint, at timestamptz)
    join price_sources p on p.key = r.source)`
  await sql`select event from priced_events where event = ${match} for no key update`.execute(trx)
  const { rows } = await sql<QuoteSince>`
    with written as (
      select c.market, c.bookmaker, c.side, c.source, c.at from quote_changes c
      where c.market in (select id from markets where event = ${match})
      union all
      select q.market, q.bookmaker, q.side, q.source, q.changed_at from markets k join quotes q on q.market = k.id
      where k.event = ${match}
    )
    select w.market, w.bookmaker, w.side, min(w.at) as since from written w
    join price_sources p on p.no = w.source and p.key = any (${sources}::text[])
    left join ${seen} own on own.source = w.source and own.bookmaker = w.bookmaker
    where own.at is null or w.at > own.at
    group by w.market, w.bookmaker, w.side`.execute(trx)
  await cutQuotes(trx, rows)
  await sql`
    delete from price_lapses l using json_to_recordset(${JSON.stringify(rows)}::json) as r (bookmaker smallint, since timestamptz)
    where l.event = ${match} and l.bookmaker = r.bookmaker and l.until >= r.since`.execute(trx)
  await sql`
    delete from quotes_seen n using price_sources p
    where n.event = ${match} and p.no = n.source and p.key = any (${sources}::text[])
      and not exists (select from ${seen} own where own.source = n.source and own.bookmaker = n.bookmaker)`.execute(
    trx,
  )
  await sql`
    update quotes_seen n set seen_at = least(n.seen_at, own.at) from ${seen} own, price_sources p
    where n.event = ${match} and own.source = n.source and own.bookmaker = n.bookmaker
      and p.no = n.source and p.key = any (${sources}::text[])`.execute(trx)
  await sql`update quotes_seen set digest = 0 where event = ${match}`.execute(trx)
  // A merge keeps one quote of a bookmaker: where it was that of these feeds, the match has its own again.
  const { rows: gone } = await sql<{ bookmaker_id: string }>`
    delete from odds where match_id = ${match} and source = any (${sources}::text[]) returning bookmaker_id`.execute(
    trx,
  )
  await sql`
    insert into odds select o.* from jsonb_populate_recordset(null::odds, ${JSON.stringify(own.odds)}::jsonb) o
    where o.match_id = ${match} and o.bookmaker_id = any (${gone.map(({ bookmaker_id }) => bookmaker_id)}::uuid[])
    on conflict do nothing`.execute(trx)
}

/** Undoes the changes of quotes from an instant on; quotes that began then are deleted. */
async function cutQuotes(trx: Kysely<DB>, quotes: readonly QuoteSince[]): Promise<void> {
  if (quotes.length === 0) return
  const cut = sql`json_to_recordset(${JSON.stringify(quotes)}::json)
    as r (market int, bookmaker smallint, side smallint, since timestamptz)`
  await sql`
    delete from quote_changes c using ${cut}
    where c.market = r.market and c.bookmaker = r.bookmaker and c.side = r.side and c.at >= r.since`.execute(
    trx,
  )
  await sql`
    with before as (
      select r.*, c.prices, c.status, c.source, c.format, c.notation, c.at from ${cut} left join lateral (
        select prices, status, source, format, notation, at from quote_changes c
        where c.market = r.market and c.bookmaker = r.bookmaker and c.side = r.side
        order by c.at desc limit 1) c on true
    ), gone as (
      delete from quotes q using before b
      where q.market = b.market and q.bookmaker = b.bookmaker and q.side = b.side and b.at is null
    )
    update quotes q set prices = b.prices, status = b.status, source = b.source, changed_at = b.at, closing = null,
      -- Older changes have no format.
      format = coalesce(b.format, q.format), notation = b.notation
    from before b
    where q.market = b.market and q.bookmaker = b.bookmaker and q.side = b.side and b.at is not null`.execute(
    trx,
  )
  await sql`
    delete from quote_packs k using ${cut}
    where k.market = r.market and k.bookmaker = r.bookmaker and k.side = r.side and k.week >= r.since`.execute(
    trx,
  )
}
