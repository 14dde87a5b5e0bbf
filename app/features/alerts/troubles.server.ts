import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS } from '#app/platform/time.ts'
import type { Findings } from './find-troubles.server.ts'
import { isQuiet } from './rules.ts'
import { TROUBLE_KINDS, type Trouble, type TroubleKind, troubleDetail } from './schema.ts'
import { readAlertSettings } from './settings.server.ts'

/** Processes that check at the same time wait for each other. */
const LOCK = 7116290423
/** How long resolved troubles are kept. */
const KEPT_DAYS = 90

/** The begin or the end of a trouble: the subject of one message. */
export interface Occasion {
  event: 'opened' | 'closed'
  trouble: Trouble
}

/**
 * Stores troubles that have begun or ended since the last check, and returns the news to send. A trouble is sent once
 * when it begins and once when it ends, over all processes; one that began and ended within the quiet hours is not
 * sent.
 * @param find reads the troubles within the transaction, so that the stored state is the one that was found
 * @param tell queues the messages in the same transaction
 */
export async function trackTroubles(
  db: Kysely<DB>,
  now: Date,
  {
    find,
    tell,
  }: {
    find: (tx: Kysely<DB>) => Promise<Findings>
    tell: (tx: Kysely<DB>, occasions: readonly Occasion[]) => Promise<void>
  },
): Promise<Occasion[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(tx)
    const { troubles, well } = await find(tx)
    if (troubles.length > 0) {
      await tx
        .insertInto('troubles')
        .values(
          troubles.map(({ detail, ...trouble }) => ({
            ...trouble,
            detail: JSON.stringify(detail),
            opened_at: now,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['subject', 'kind']).where('closed_at', 'is', null).doNothing(),
        )
        .execute()
    }
    // A trouble of a deleted subject has ended; a trouble of an unchecked subject can continue.
    await tx
      .updateTable('troubles')
      .set({ closed_at: now })
      .where('closed_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('subject', 'in', [...well, '']),
          eb.and([
            eb('source', '<>', ''),
            eb('subject', 'not in', eb.selectFrom('import_schedules').select(sql<string>`id::text`.as('id'))),
          ]),
        ]),
      )
      .execute()
    await tx
      .deleteFrom('troubles')
      .where('closed_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
      .execute()
    const { quiet } = await readAlertSettings(tx)
    const occasions = isQuiet(now, quiet) ? [] : await takeUntold(tx, now)
    if (occasions.length > 0) await tell(tx, occasions)
    return occasions
  })
}

/** News that were not sent yet; they are marked as sent. */
async function takeUntold(tx: Kysely<DB>, now: Date): Promise<Occasion[]> {
  const opened = await tx
    .updateTable('troubles')
    .set({ opening_told_at: now })
    .where('opening_told_at', 'is', null)
    .where('closed_at', 'is', null)
    .returningAll()
    .execute()
  const closed = await tx
    .updateTable('troubles')
    .set({ closing_told_at: now })
    .where('closing_told_at', 'is', null)
    .where('opening_told_at', 'is not', null)
    .where('closed_at', 'is not', null)
    .returningAll()
    .execute()
  return [
    ...opened.map((row): Occasion => ({ event: 'opened', trouble: toTrouble(row) })),
    ...closed.map((row): Occasion => ({ event: 'closed', trouble: toTrouble(row) })),
  ]
}

interface TroubleRow {
  id: string
  kind: string
  subject: string
  source: string
  name: string
  detail: unknown
  opened_at: Date
  closed_at: Date | null
}

function toTrouble(row: TroubleRow): Trouble {
  return {
    id: row.id,
    kind: TROUBLE_KINDS.find((kind): kind is TroubleKind => kind === row.kind) ?? 'failing',
    subject: row.subject,
    source: row.source,
    name: row.name,
    detail: troubleDetail.parse(row.detail),
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  }
}

/** Open troubles, the latest first. */
export async function listOpenTroubles(db: Kysely<DB>, limit = 50): Promise<Trouble[]> {
  const rows = await db
    .selectFrom('troubles')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toTrouble)
}

/** The latest troubles, open or resolved. */
export async function listTroubles(db: Kysely<DB>, limit = 50): Promise<Trouble[]> {
  const rows = await db
    .selectFrom('troubles')
    .selectAll()
    .orderBy(sql`closed_at is not null`)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toTrouble)
}

export async function findTrouble(db: Kysely<DB>, id: string): Promise<Trouble | undefined> {
  const row = await db.selectFrom('troubles').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toTrouble(row)
}
