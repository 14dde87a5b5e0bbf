import { type Kysely, sql } from 'kysely'
import { allowLongStatements } from '#app/platform/db/hung.server.ts'
import { isUniqueViolation } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import {
  type EditableList,
  Rollback,
  recordAudit,
  saveChanges,
  saveTogether,
} from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { groupsTellingApart } from '../audiences/queries.server.ts'
import { type MergeRefusal, refusalText } from './merge-refusal.ts'
import { refuseUsed } from './unused.server.ts'

type Writer = Pick<Services, 'database'>

const BOOKMAKERS: EditableList = {
  table: 'bookmakers',
  columns: [
    'name',
    'logo_url',
    'website_url',
    'kind',
    'commission',
    'brand',
    'region',
    'licence',
    'offered_in',
    'link_hosts',
    'rating',
    'menu_position',
    'is_active',
    'is_reference',
  ],
  label: sql<string>`r.name`,
}

/** The initial values of a bookmaker, by its place in the list. */
export function newBookmaker(place: number): Values {
  const empty = [
    'brand',
    'region',
    'licence',
    'offered_in',
    'link_hosts',
    'rating',
    'logo_url',
    'website_url',
  ]
  return {
    ...Object.fromEntries(empty.map((column) => [column, null])),
    ...{ name: '', kind: 'bookmaker', commission: 0, menu_position: place },
    ...{ is_active: true, is_reference: false },
  }
}

/**
 * Saves an editor's changes. If a bookmaker is hidden or shown, or its commission or brand changes, the headlines of its
 * matches are refreshed. A bookmaker is deleted only if it was made by hand and nothing belongs to it.
 * @param slugOf of a name; only with it bookmakers are created. A name that another one has is refused
 */
export function saveBookmakers(
  { database }: Writer,
  changes: Changes,
  actor: Actor,
  slugOf?: (name: string) => string,
  saveAlong: (tx: Kysely<DB>) => Promise<{ count: number }> = async () => ({ count: 0 }),
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (tx) => {
    // The database compares the prices of changed bookmakers again, which takes longer on a large site than a request may.
    await allowLongStatements(tx)
    await lockNames(tx)
    const used = await refuseUsed(tx, changes.remove)
    if (used.length > 0) return { kind: 'invalid', problems: used }
    const renamed = await findRenamed(tx, changes.update)
    const created = slugOf ? await createMissing(tx, actor, changes.create, slugOf) : 0
    const outcome = await saveChanges(
      tx,
      BOOKMAKERS,
      { create: [], update: changes.update, remove: changes.remove },
      actor,
    )
    if (outcome.kind !== 'saved') throw new Rollback(outcome)
    const taken = await findTaken(tx, [...renamed, ...changes.create.map(({ id }) => id)])
    if (taken.length > 0) throw new Rollback({ kind: 'invalid', problems: taken })
    return { kind: 'saved', count: outcome.count + created + (await saveAlong(tx)).count }
  })
}

/** Two operators at once must not give one name twice. */
async function lockNames(tx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('names of bookmakers'))`.execute(tx)
}

/** The bookmakers that get another name, not only other letters of the same. Feeds may bring one name twice. */
async function findRenamed(tx: Kysely<DB>, update: Changes['update']): Promise<string[]> {
  const renamed = update.flatMap(({ id, after }) =>
    typeof after.name === 'string' ? [{ id, name: after.name }] : [],
  )
  if (renamed.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select b.id from bookmakers b join json_to_recordset(${JSON.stringify(renamed)}::json) as r (id uuid, name text)
      on r.id = b.id and lower(r.name) <> lower(b.name)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of the bookmakers whose name another one has: operators and files tell bookmakers apart by their names. */
async function findTaken(tx: Kysely<DB>, ids: readonly string[]): Promise<FieldProblem[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select b.id from bookmakers b where b.id = any (${ids}::uuid[])
      and exists (select 1 from bookmakers o where lower(o.name) = lower(b.name) and o.id <> b.id)`.execute(
    tx,
  )
  return rows.map(({ id }) => ({ id, column: 'name', problem: 'bookmakers.name-taken' }))
}

/** Creates bookmakers, without those that an earlier attempt of the same save has created. @returns how many there are */
async function createMissing(
  tx: Kysely<DB>,
  actor: Actor,
  wanted: Changes['create'],
  slugOf: (name: string) => string,
): Promise<number> {
  for (const { id, values } of wanted) {
    const name = String(values.name)
    const own = await tx.selectFrom('bookmakers').select('id').where('id', '=', id).executeTakeFirst()
    if (own) continue
    const slug = await freeSlug(tx, slugOf(name))
    const row = Object.fromEntries(BOOKMAKERS.columns.map((column) => [column, values[column] ?? null]))
    await tx
      .insertInto('bookmakers')
      .values({ ...row, id, name, slug, key: `hand:${slug}` })
      .execute()
    await recordAudit(tx, actor, [
      { entity: 'bookmakers', entityId: id, label: name, action: 'create', after: row },
    ])
  }
  return wanted.length
}

/**
 * Merges a bookmaker into another: its prices, history, clicks, earnings and buttons count as those of the other, also
 * those to come. Nothing is moved, so that a split puts everything back.
 * @returns null when it is done
 */
export function mergeBookmaker(
  { database }: Writer,
  actor: Actor,
  { id, into }: { id: string; into: string },
): Promise<MergeRefusal | null> {
  return database.kysely.transaction().execute(async (tx) => {
    // One merge at a time: two at once could make a chain, of which pages would follow one step.
    await sql`select pg_advisory_xact_lock(hashtext('merge of bookmakers'))`.execute(tx)
    const rows = await tx
      .selectFrom('bookmakers')
      .select(['id', 'name', 'key', 'merged_into'])
      .where((eb) => eb.or([eb('id', 'in', [id, into]), eb('merged_into', '=', id)]))
      .orderBy('id')
      .forUpdate()
      .execute()
    // Nor a group of countries meanwhile that tells the two apart.
    await sql`lock table audiences in share mode`.execute(tx)
    const [gone, kept] = [id, into].map((one) => rows.find((row) => row.id === one))
    if (!gone || !kept || id === into) return { kind: 'gone' }
    if (gone.merged_into !== null || kept.merged_into !== null || rows.length > 2) return { kind: 'merged' }
    const groups = await groupsTellingApart(tx, gone.key, kept.key)
    if (groups.length > 0) return { kind: 'apart', groups }
    await setMerged(tx, actor, gone, into)
    return null
  })
}

/** Puts an earlier state of a merge back: splits the bookmaker, or merges it again. */
export async function putMergeBack(
  services: Writer,
  actor: Actor,
  { id, before, after }: Changes['update'][number],
): Promise<SaveOutcome> {
  const refuse = (refusal: MergeRefusal): SaveOutcome => ({
    kind: 'invalid',
    problems: [{ id, column: 'merged_into', problem: refusalText(refusal) }],
  })
  if (typeof after.merged_into === 'string') {
    const refusal = await mergeBookmaker(services, actor, { id, into: after.merged_into })
    return refusal ? refuse(refusal) : { kind: 'saved', count: 1 }
  }
  const isSplit = await splitBookmaker(services, actor, id, String(before.merged_into))
  return isSplit ? { kind: 'saved', count: 1 } : refuse({ kind: 'gone' })
}

/** Takes a merge back. @param from if it must be the one with this bookmaker @returns false if the bookmaker is not merged */
export function splitBookmaker(
  { database }: Writer,
  actor: Actor,
  id: string,
  from?: string,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('bookmakers')
      .select(['id', 'name', 'merged_into'])
      .where('id', '=', id)
      .where('merged_into', 'is not', null)
      .$if(from !== undefined, (query) => query.where('merged_into', '=', from ?? ''))
      .forUpdate()
      .executeTakeFirst()
    if (row) await setMerged(tx, actor, row, null)
    return row !== undefined
  })
}

/** The database computes the headlines of its matches again. */
async function setMerged(
  tx: Kysely<DB>,
  actor: Actor,
  { id, name, merged_into }: { id: string; name: string; merged_into: string | null },
  into: string | null,
): Promise<void> {
  await allowLongStatements(tx)
  await tx.updateTable('bookmakers').set({ merged_into: into }).where('id', '=', id).execute()
  await recordAudit(tx, actor, [
    {
      ...{ entity: 'bookmakers', entityId: id, label: name, action: 'update' },
      before: { merged_into },
      after: { merged_into: into },
    },
  ])
}

/**
 * Creates a bookmaker that no feed has brought. Its key begins so that no feed's key is the same.
 * @param slug what its slug begins with
 * @returns its id; null when one with this name exists
 */
export async function createBookmaker(
  { database }: Writer,
  actor: Actor,
  { name, slug }: { name: string; slug: string },
): Promise<string | null> {
  try {
    return await database.kysely.transaction().execute(async (trx) => {
      await lockNames(trx)
      const same = await trx
        .selectFrom('bookmakers')
        .select('id')
        .where(sql`lower(name)`, '=', name.toLowerCase())
        .executeTakeFirst()
      if (same) return null
      const own = await freeSlug(trx, slug)
      const { id } = await trx
        .insertInto('bookmakers')
        .values({
          key: `hand:${own}`,
          name,
          slug: own,
          menu_position: sql<number>`(select coalesce(max(menu_position), 0) + 1 from bookmakers)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordAudit(trx, actor, [
        { entity: 'bookmakers', entityId: id, label: name, action: 'create', after: { name } },
      ])
      return id
    })
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/**
 * The first of 'betty', 'betty-2' and so on that is neither an address nor in a key: a bookmaker that has been renamed keeps both.
 */
async function freeSlug(trx: Kysely<DB>, slug: string): Promise<string> {
  const rows = await trx
    .selectFrom('bookmakers')
    .select(['slug', 'key'])
    .where((eb) =>
      eb.or([eb(sql`left(slug, length(${slug}))`, '=', slug), eb(sql`left(key, 5)`, '=', 'hand:')]),
    )
    .execute()
  const taken = new Set(rows.flatMap((row) => [row.slug, row.key]))
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? slug : `${slug}-${number}`
    if (!taken.has(own) && !taken.has(`hand:${own}`)) return own
  }
}
