import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { BatchContext, PricedItem } from '../resolve/batch.ts'

/** Locked until the batch commits, so that a bookmaker that is switched off meanwhile sees the quotes of the batch. */
export async function lockBookmakers(
  trx: Transaction<DB>,
  items: readonly Pick<PricedItem, 'quotes'>[],
  { bookmakers }: BatchContext,
): Promise<void> {
  const keys = new Set(items.flatMap(({ quotes }) => (quotes ?? []).map((quote) => quote.bookmaker.key)))
  const ids = [...keys].flatMap((key) => bookmakers.get(key) ?? [])
  if (ids.length === 0) return
  await sql`select 1 from bookmakers where id = any(${ids}::uuid[]) order by id for share`.execute(trx)
}
