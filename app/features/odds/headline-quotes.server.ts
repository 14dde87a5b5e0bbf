import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

/** A bookmaker's quote of a match's headline market, for the table `odds`. */
export interface QuoteRow {
  match_id: string
  bookmaker_id: string
  home_odds?: number | null
  draw_odds?: number | null
  away_odds?: number | null
  status?: string | null
  at: Date
}

/**
 * Writes quotes, and a row of history for each changed price; a stored quote that is newer, since another import wrote
 * it meanwhile, stays.
 * @returns the match of each quote with a changed price
 */
export async function upsertQuotes(
  trx: Transaction<DB>,
  priced: readonly QuoteRow[],
  confirmed: readonly QuoteRow[],
  source: string,
): Promise<string[]> {
  if (priced.length + confirmed.length === 0) return []
  const rows = [
    ...priced.map((row) => ({ ...row, priced: true })),
    ...confirmed.map((row) => ({ ...row, priced: false })),
  ]
  const { rows: written } = await sql<{ match_id: string }>`
    with r as materialized (select * from ${quoteRecords(rows)}), written as (
      insert into odds (match_id, bookmaker_id, home_odds, draw_odds, away_odds, status, last_updated, source)
      select match_id, bookmaker_id, home_odds, draw_odds, away_odds, status, at, ${source} from r
      order by match_id, bookmaker_id
      on conflict (match_id, bookmaker_id) do update set home_odds = excluded.home_odds, draw_odds = excluded.draw_odds,
        away_odds = excluded.away_odds, status = excluded.status, last_updated = excluded.last_updated, source = excluded.source
      where excluded.last_updated >= odds.last_updated
      returning match_id, bookmaker_id
    )
    insert into odds_history (match_id, bookmaker_id, home_odds, draw_odds, away_odds, recorded_at, source)
    select match_id, bookmaker_id, home_odds, draw_odds, away_odds, at, ${source}
    from r join written using (match_id, bookmaker_id) where priced
    returning match_id`.execute(trx)
  return written.map((row) => row.match_id)
}

/**
 * Deletes quotes, with a row without prices in the history; a quote that another feed has taken over meanwhile, or that
 * is newer, stays.
 * @returns the match of each quote that was deleted
 */
export async function deleteQuotes(
  trx: Transaction<DB>,
  withdrawn: readonly QuoteRow[],
  source: string,
): Promise<string[]> {
  if (withdrawn.length === 0) return []
  const { rows } = await sql<{ match_id: string }>`
    with gone as (
      delete from odds using ${quoteRecords(withdrawn)}
      where odds.match_id = r.match_id and odds.bookmaker_id = r.bookmaker_id
        and odds.source = ${source} and odds.last_updated <= r.at
      returning r.match_id, r.bookmaker_id, r.at
    )
    insert into odds_history (match_id, bookmaker_id, recorded_at, source)
    select match_id, bookmaker_id, at, ${source} from gone
    returning match_id`.execute(trx)
  return rows.map((row) => row.match_id)
}

function quoteRecords(rows: readonly QuoteRow[]) {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (match_id uuid, bookmaker_id uuid,
    home_odds numeric, draw_odds numeric, away_odds numeric, status text, at timestamptz, priced boolean)`
}
