import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StaffRole } from '#app/features/accounts/permissions.ts'
import { readPlaceFinder } from '#app/features/names/find-places.server.ts'
import { likePattern, toTerms } from '#app/features/names/search-terms.ts'
import type { Value } from '#app/platform/edit/schema.ts'
import { toValue } from '#app/platform/edit/values.ts'
import type { Services } from '#app/platform/services.ts'
import { BYTE_ORDER_MARK, csvLine } from '#app/platform/text/csv.ts'
import { AS_EXPORTED, toAsExported } from './as-exported.server.ts'
import { DEFINITIONS } from './definitions.server.ts'
import {
  hasFlagStatus,
  type ListFilter,
  type ListKey,
  type ListRow,
  listOf,
  MOST_ROWS,
  ROWS_A_PAGE,
} from './lists.ts'

type Reader = Pick<Services, 'database'>

/** A filter, the language in which its search names sports and countries, and the role of whoever reads. */
export interface Asked {
  filter: ListFilter
  language: string
  role: StaffRole
}

/** A page of the rows of a filter, and how many rows it has in all. A page beyond the end is the last one. */
export async function findRows(
  services: Services,
  asked: Asked,
): Promise<{ rows: ListRow[]; total: number; page: number }> {
  const { database } = services
  const { filter } = asked
  const { from } = DEFINITIONS[filter.list]
  const condition = await conditionOf(services, asked)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from ${from()} where ${condition}`.execute(database.kysely)
  const total = counted.rows[0]?.total ?? 0
  const page = Math.max(1, Math.min(filter.page, Math.ceil(total / ROWS_A_PAGE)))
  const columns = listOf(filter.list).columns.map(({ key }) => key)
  const { rows } = await sql<Record<string, unknown>>`
    select ${selectionOf(filter.list, columns)} from ${from()} where ${condition}
    order by ${orderOf(filter)}, r.id limit ${ROWS_A_PAGE} offset ${(page - 1) * ROWS_A_PAGE}`.execute(
    database.kysely,
  )
  return { rows: rows.map(toRow), total, page }
}

/** Rows with their names for people. */
export interface NamedRow extends ListRow {
  label: string
}

/**
 * The rows of a filter, or those with these ids, with the columns that an editor may write; one more than MOST_ROWS if
 * there are more.
 */
export async function readEditedRows(
  services: Services,
  list: ListKey,
  of: Asked | { ids: readonly string[] },
  columns: readonly string[],
): Promise<NamedRow[]> {
  const { database } = services
  const { from, label, order } = DEFINITIONS[list]
  const condition = 'ids' in of ? sql<SqlBool>`r.id = any(${of.ids})` : await conditionOf(services, of)
  const { rows } = await sql<Record<string, unknown>>`
    select ${label} as "_label", ${selectionOf(list, columns)} from ${from('ids' in of ? of.ids : undefined)} where ${condition}
    order by ${order}, r.id limit ${MOST_ROWS + 1}`.execute(database.kysely)
  return rows.map(({ _label, ...row }) => ({ ...toRow(row), label: String(_label ?? '') }))
}

/** What new rows of a list are checked against: the ids of bookmakers by their names in lower case, and the number of rows. */
export async function readForNew(
  { database }: Reader,
  list: ListKey,
): Promise<{ bookmakers: Map<string, string>; total: number }> {
  const named = await database.kysely.selectFrom('bookmakers').select(['id', 'name']).execute()
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from ${DEFINITIONS[list].from()}`.execute(database.kysely)
  return {
    bookmakers: new Map(named.map(({ id, name }) => [name.toLowerCase(), id])),
    total: counted.rows[0]?.total ?? 0,
  }
}

const ROWS_AT_ONCE = 1_000
/** Files that a process reads by cursors at the same time: each holds one of its connections until the reader has it. */
const MOST_CURSORS = 3
let cursors = 0

type Write = (rows: readonly ListRow[]) => Promise<void>

/** All rows of a filter as CSV, in its order: the id, which finds the row again, every column of the list, and what tells later which cells were edited. */
export function exportRows(services: Services, asked: Asked): ReadableStream<Uint8Array> {
  const { list } = asked.filter
  const columns = listOf(list).columns.map(({ key }) => key)
  const hasEdits = listOf(list).columns.some(({ kind }) => kind)
  const { readable, writable } = new TextEncoderStream()
  const writer = writable.getWriter()
  const write: Write = (rows) =>
    writer.write(
      rows
        .map((row) => {
          const cells = columns.map((key) => toCell(row.values[key] ?? null))
          return csvLine([row.id, ...cells, ...(hasEdits ? [toAsExported(list, row)] : [])])
        })
        .join(''),
    )
  const send = async () => {
    await writer.write(BYTE_ORDER_MARK + csvLine(['id', ...columns, ...(hasEdits ? [AS_EXPORTED] : [])]))
    const hasCursor = services.database.kind === 'postgres' && cursors < MOST_CURSORS
    await (hasCursor ? readByCursor : readByIds)(services, asked, columns, write)
    await writer.close()
  }
  // The reader gets the error of a query; one who is gone has refused what was written to him.
  send().catch((error: unknown) => writer.abort(error).catch(() => {}))
  return readable
}

/**
 * The rows of one moment, in the list's order, a part at a time as they are read: memory does not grow with the list. The
 * connection is the reader's until he has the file; one who stops reading loses it.
 */
async function readByCursor(
  services: Services,
  asked: Asked,
  columns: readonly string[],
  write: Write,
): Promise<void> {
  cursors += 1
  try {
    await readInTransaction(services, asked, columns, write)
  } finally {
    cursors -= 1
  }
}

async function readInTransaction(
  services: Services,
  asked: Asked,
  columns: readonly string[],
  write: Write,
): Promise<void> {
  const { list } = asked.filter
  const condition = await conditionOf(services, asked)
  await services.database.kysely
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(tx)
      await sql`
        declare exported no scroll cursor for select ${selectionOf(list, columns)}
        from ${DEFINITIONS[list].from()} where ${condition} order by ${orderOf(asked.filter)}, r.id`.execute(
        tx,
      )
      for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
        const { rows } = await sql<Record<string, unknown>>`
          fetch ${sql.lit(ROWS_AT_ONCE)} from exported`.execute(tx)
        count = rows.length
        if (count > 0) await write(rows.map(toRow))
      }
    })
}

/**
 * The same without a transaction that stays open: for the embedded database, whose one connection the whole site would
 * wait for, and for readers who come when enough connections are held. The ids are read first, so that rows that change
 * meanwhile are neither left out nor twice in the file.
 */
async function readByIds(
  services: Services,
  asked: Asked,
  columns: readonly string[],
  write: Write,
): Promise<void> {
  const { database } = services
  const { list } = asked.filter
  const { from } = DEFINITIONS[list]
  const found = await sql<{ id: string }>`
    select r.id from ${from()} where ${await conditionOf(services, asked)}
    order by ${orderOf(asked.filter)}, r.id`.execute(database.kysely)
  const all = found.rows.map(({ id }) => String(id))
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
    const ids = all.slice(at, at + ROWS_AT_ONCE)
    const { rows } = await sql<Record<string, unknown>>`
      select ${selectionOf(list, columns)} from ${from(ids)} where r.id = any(${ids})`.execute(
      database.kysely,
    )
    const byId = new Map(rows.map((row) => [String(row.id), toRow(row)]))
    await write(ids.flatMap((id) => byId.get(id) ?? []))
  }
}

/** Words that no spreadsheet translates, as it would translate `true`. */
function toCell(value: Value): string | number | null {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}

function selectionOf(list: ListKey, columns: readonly string[]): RawBuilder<unknown> {
  return sql`r.id, ${sql.join(columns.map((key) => sql`${cellOf(list, key)} as ${sql.ref(key)}`))}`
}

const cellOf = (list: ListKey, column: string): RawBuilder<unknown> =>
  DEFINITIONS[list].values?.[column] ?? sql.ref(`r.${column}`)

function toRow({ id, ...values }: Record<string, unknown>): ListRow {
  return {
    id: String(id),
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, toValue(value)])),
  }
}

function orderOf({ list, sort, descending }: ListFilter): RawBuilder<unknown> {
  const { order } = DEFINITIONS[list]
  const column = listOf(list).columns.find(({ key }) => key === sort)
  if (!column) return order
  return sql`${cellOf(list, column.key)} ${sql.raw(descending ? 'desc' : 'asc')} nulls last, ${order}`
}

async function conditionOf(
  services: Services,
  { filter: { list, search, sport, status }, language, role }: Asked,
): Promise<RawBuilder<SqlBool>> {
  const { has, readable, sport: sportId } = DEFINITIONS[list]
  const conditions: RawBuilder<SqlBool>[] = readable ? [readable(role)] : []
  if (search !== '') {
    const words = toTerms(search)?.words ?? []
    const placesOf = await readPlaceFinder(services, language)
    const each = words.map((word) => has({ pattern: likePattern(word), ...placesOf(word) }))
    // A text without a letter or digit finds nothing, instead of everything.
    conditions.push(each.length === 0 ? sql`false` : allOf(each))
  }
  if (sport && sportId) conditions.push(sql`${sportId} = ${sport}::uuid`)
  const filtered = listOf(list).status
  if (filtered && status) {
    const value = cellOf(list, filtered.column)
    conditions.push(sql`${value} = ${hasFlagStatus(list) ? status === 'active' : status}`)
  }
  return allOf(conditions)
}

const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`
