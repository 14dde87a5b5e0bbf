import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Changes, FieldProblem } from '#app/platform/edit/schema.ts'

/** A feed would bring its bookmakers again; those made by hand can be deleted while nothing belongs to them. */
const UNUSED = sql<boolean>`(left(bookmakers.key, 5) = 'hand:' and bookmakers.merged_into is null
  and not exists (select from bookmakers i where i.merged_into = bookmakers.id)
  and not exists (select from affiliate_buttons i where i.bookmaker_id = bookmakers.id)
  and not exists (select from link_templates i where i.bookmaker_id = bookmakers.id)
  and not exists (select from promotions i where i.bookmaker_id = bookmakers.id)
  and not exists (select from postback_senders i where i.bookmaker_id = bookmakers.id)
  and not exists (select from multilingual_bookmakers i where i.bookmaker_id = bookmakers.id)
  and not exists (select from clicks i where i.bookmaker_id = bookmakers.id)
  and not exists (select from earnings i where i.bookmaker_id = bookmakers.id)
  and not exists (select from odds i where i.bookmaker_id = bookmakers.id)
  and not exists (select from quotes_seen i where i.bookmaker = bookmakers.no))`

/** Whether a bookmaker can be deleted: it was made by hand, and has no prices, clicks, earnings, links or texts. */
export const isUnused = UNUSED.as('is_empty')

/** Locks the bookmakers that an editor deletes, and refuses those that are in use. */
export async function refuseUsed(tx: Kysely<DB>, remove: Changes['remove']): Promise<FieldProblem[]> {
  if (remove.length === 0) return []
  const ids = remove.map(({ id }) => id)
  await sql`select from bookmakers where id = any (${ids}::uuid[]) order by id for update`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from bookmakers where id = any (${ids}::uuid[]) and not ${UNUSED}`.execute(tx)
  return rows.map(({ id }) => ({ id, column: 'name', problem: 'list.not-empty' }))
}
