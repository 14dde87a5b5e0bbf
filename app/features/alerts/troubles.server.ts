import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { hasLeft, membersOf, wellSinceOf } from './group-by-source.ts'
import { TROUBLES_A_PAGE, type TroublesFilter } from './list.ts'
import { isQuiet } from './rules.ts'
import { type Findings, TROUBLE_KINDS, type Trouble, type TroubleKind, troubleDetail } from './schema.ts'
import { readAlertSettings } from './settings.server.ts'

/** Processes that check at the same time wait for each other. */
const LOCK = 7116290423
/** How long a message waits for further schedules that the trouble of their source stops. */
const MOST_GROWTH_MS = 30_000
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
    const { troubles, well, running, growing } = await find(tx)
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
          conflict
            .columns(['subject', 'kind'])
            .where('closed_at', 'is', null)
            // Further schedules of an open trouble, and when it was found last; the rest is as it began.
            .doUpdateSet((eb) => ({
              source: eb.ref('excluded.source'),
              name: eb.ref('excluded.name'),
              detail: sql`jsonb_set(jsonb_set(troubles.detail, '{schedules}', excluded.detail -> 'schedules'),
                '{foundAt}', excluded.detail -> 'foundAt')`,
            }))
            .where(
              sql<boolean>`troubles.detail -> 'schedules' is distinct from excluded.detail -> 'schedules'
                or troubles.kind = 'disk'`,
            ),
        )
        .execute()
    }
    const over = await listEnded(tx, { well, running }, now)
    if (over.length > 0)
      await tx.updateTable('troubles').set({ closed_at: now }).where('id', 'in', over).execute()
    await tx
      .deleteFrom('troubles')
      .where('closed_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
      .execute()
    const { quiet } = await readAlertSettings(tx)
    const occasions = isQuiet(now, quiet) ? [] : await takeUntold(tx, now, growing)
    if (occasions.length > 0) await tell(tx, occasions)
    return occasions
  })
}

/**
 * The open troubles of which every subject is well or deleted; schedules that did not run only have to run again. A
 * trouble of an unchecked subject can continue. Of the others, stores which schedules are well.
 */
async function listEnded(
  tx: Kysely<DB>,
  { well, running }: Pick<Findings, 'well' | 'running'>,
  now: Date,
): Promise<string[]> {
  const open = await listEveryOpenTrouble(tx)
  const schedules = await tx.selectFrom('import_schedules').select('id').execute()
  const ids = new Set(schedules.map(({ id }) => id))
  const isOfSchedules = ({ source, detail }: Trouble) => source !== '' || detail.schedules.length > 0
  const isWell = (trouble: Trouble, id: string) => (trouble.kind === 'stopped' ? running : well).has(id)
  const isOver = (trouble: Trouble) =>
    membersOf(trouble).every(
      (id) =>
        isWell(trouble, id) ||
        hasLeft(trouble, id, now) ||
        isOfGoneMachine(trouble, now) ||
        (isOfSchedules(trouble) && !ids.has(id)),
    )
  const [over, others] = [open.filter(isOver), open.filter((trouble) => !isOver(trouble))]
  await keepWell(tx, others, isWell, now)
  return over.map(({ id }) => id)
}

/** Whether no process of the machine has reported its nearly full disk for a day: it has left, or has another name now. */
function isOfGoneMachine({ kind, detail }: Trouble, now: Date): boolean {
  return kind === 'disk' && Date.parse(detail.foundAt ?? '1970-01-01') < now.getTime() - DAY_MS
}

/** Stores since when some schedules of open troubles are well. */
async function keepWell(
  tx: Kysely<DB>,
  open: readonly Trouble[],
  isWell: (trouble: Trouble, id: string) => boolean,
  now: Date,
): Promise<void> {
  for (const trouble of open) {
    const { wellSince } = trouble.detail
    const next = wellSinceOf(trouble, (id) => isWell(trouble, id), now)
    const isSame =
      Object.keys(next).length === Object.keys(wellSince).length &&
      Object.entries(next).every(([id, since]) => wellSince[id] === since)
    if (isSame) continue
    const detail = sql<string>`jsonb_set(detail, '{wellSince}', ${JSON.stringify(next)}::jsonb)`
    await tx.updateTable('troubles').set({ detail }).where('id', '=', trouble.id).execute()
  }
}

/** News that were not sent yet; they are marked as sent. */
async function takeUntold(tx: Kysely<DB>, now: Date, growing: ReadonlySet<string>): Promise<Occasion[]> {
  const opened = await tx
    .updateTable('troubles')
    .set({ opening_told_at: now })
    .where('opening_told_at', 'is', null)
    .where('closed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('subject', 'not in', [...growing, '']),
        eb('opened_at', '<=', new Date(now.getTime() - MOST_GROWTH_MS)),
      ]),
    )
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

export async function listEveryOpenTrouble(db: Kysely<DB>): Promise<Trouble[]> {
  const rows = await db.selectFrom('troubles').selectAll().where('closed_at', 'is', null).execute()
  return rows.map(toTrouble)
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

/** A page of the troubles that a filter selects, and how many there are. */
export async function listTroubles(
  db: Kysely<DB>,
  { search, state, kind, sort, page }: TroublesFilter,
): Promise<{ troubles: Trouble[]; total: number }> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const text = sql`concat_ws(' ', source, replace(source, '-', ' '), name, detail ->> 'link', detail ->> 'schedules')`
  const wanted = db
    .selectFrom('troubles')
    .$if(search !== '', (query) => query.where(sql<boolean>`${text} ilike ${pattern}`))
    .$if(state !== 'all', (query) => query.where('closed_at', state === 'open' ? 'is' : 'is not', null))
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? ''))
  const count = await wanted.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll()
    .$if(sort === 'open', (query) => query.orderBy(sql`closed_at is not null`))
    .orderBy('opened_at', sort === 'oldest' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(TROUBLES_A_PAGE)
    .offset((page - 1) * TROUBLES_A_PAGE)
    .execute()
  return { troubles: rows.map(toTrouble), total: count.total }
}

export async function findTrouble(db: Kysely<DB>, id: string): Promise<Trouble | undefined> {
  const row = await db.selectFrom('troubles').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toTrouble(row)
}
