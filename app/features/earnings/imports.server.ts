import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { ReadReport } from './read-report.server.ts'
import { rememberFormat } from './report-formats.server.ts'
import type { Transaction } from './schema.ts'
import { type Stored, storeEarnings } from './store-earnings.server.ts'

const ENTITY = 'earning_imports'
const MOST_LISTED = 50

interface Report {
  sender: string
  /** The name of the file. */
  file: string
  transactions: readonly Transaction[]
  /** How it was read; the next one with the same columns is read so, too. */
  read?: Pick<ReadReport, 'headings' | 'format'>
}

/**
 * Stores the transactions of a report as a batch, with an entry in the history. Without a new transaction there is no batch.
 * @returns null if the sender is gone
 */
export function importReport(
  db: Kysely<DB>,
  { sender: senderId, file, transactions, read }: Report,
  actor: Actor,
): Promise<Stored[] | null> {
  return db.transaction().execute(async (tx) => {
    const sender = await tx
      .selectFrom('postback_senders')
      .select('name')
      .where('id', '=', senderId)
      // Two reports of the same transactions would wait for each other; postbacks go on.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!sender) return null
    if (read) await rememberFormat(tx, senderId, read)
    const { id } = await tx
      .insertInto(ENTITY)
      .values({ sender_id: senderId, file_name: file, imported_by: actor.email, transactions: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const outcomes = await storeEarnings(tx, senderId, transactions, { importId: id })
    const stored = outcomes.filter((it) => it === 'stored').length
    if (stored === 0) {
      await tx.deleteFrom(ENTITY).where('id', '=', id).execute()
      return outcomes
    }
    await tx.updateTable(ENTITY).set({ transactions: stored }).where('id', '=', id).execute()
    await recordAudit(tx, actor, [
      {
        ...{ entity: ENTITY, entityId: id, label: `${sender.name}: ${file}`, action: 'create' },
        after: { transactions: stored },
      },
    ])
    return outcomes
  })
}

/**
 * Takes a batch back: its transactions are deleted, and a later report can bring them again. Transactions that a postback had
 * reported before are not of the batch and stay.
 * @returns the number of deleted transactions; null if there is no such batch, or it is taken back already
 */
export function undoImport(db: Kysely<DB>, id: string, actor: Actor): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const batch = await tx
      .updateTable('earning_imports as i')
      .from('postback_senders as s')
      .set({ undone_at: sql<Date>`now()`, undone_by: actor.email })
      .where('i.id', '=', id)
      .where('i.undone_at', 'is', null)
      .whereRef('s.id', '=', 'i.sender_id')
      .returning(['s.name', 'i.file_name'])
      .executeTakeFirst()
    if (!batch) return null
    const deleted = await tx.deleteFrom('earnings').where('import_id', '=', id).returning('id').execute()
    await recordAudit(tx, actor, [
      {
        ...{ entity: ENTITY, entityId: id, label: `${batch.name}: ${batch.file_name}`, action: 'delete' },
        before: { transactions: deleted.length },
      },
    ])
    return deleted.length
  })
}

/** The last batches, the newest first, with those that were taken back. */
export function listImports(db: Kysely<DB>) {
  return db
    .selectFrom('earning_imports as i')
    .innerJoin('postback_senders as s', 's.id', 'i.sender_id')
    .select(['i.id', 's.name as sender', 'i.file_name as file', 'i.imported_at as at', 'i.imported_by as by'])
    .select(['i.transactions', 'i.undone_at as undoneAt', 'i.undone_by as undoneBy'])
    .orderBy('i.imported_at', 'desc')
    .orderBy('i.id')
    .limit(MOST_LISTED)
    .execute()
}
