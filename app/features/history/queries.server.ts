import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import type { AuditAction, AuditEntry, Value, Values } from '#app/platform/edit/schema.ts'
import { isId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { endOfDay, parseDay, startOfDay } from '#app/platform/time.ts'
import { textKey } from './schema.ts'

const ENTRIES_A_PAGE = 50

const day = z.string().refine((text) => parseDay(text) !== null)

const filterSchema = z.object({
  entity: z.string().max(100).optional(),
  id: z.string().max(300).optional(),
  by: z.string().max(200).optional(),
  action: z.enum(['create', 'update', 'delete', 'run']).optional(),
  /** Days in the site's zone, as `2026-11-21`, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Only entries with a lower number. */
  before: z.coerce.number().int().positive().optional(),
})
export type AuditFilter = z.infer<typeof filterSchema>

/** The filter of a URL. Invalid values are ignored. */
export function parseAuditFilter(params: URLSearchParams): AuditFilter {
  const filter: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(filterSchema.shape)) {
    const parsed = schema.safeParse(params.get(name)?.trim() || undefined)
    if (parsed.success) filter[name] = parsed.data
  }
  return filter as AuditFilter
}

/**
 * A page of the history, newest first. `older` is the cursor of the next page, null on the last.
 * @param shown the tables that the reader may see; null: all
 */
export async function listAudit(
  { database }: Pick<Services, 'database'>,
  filter: AuditFilter,
  zone: string,
  shown: readonly string[] | null,
): Promise<{ entries: AuditEntry[]; older: number | null }> {
  let query = database.kysely
    .selectFrom('audit_log')
    .select(['id', 'at', 'user_email', 'entity', 'entity_id', 'label', 'action', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(ENTRIES_A_PAGE + 1)
  if (shown) query = query.where(sql<boolean>`entity = any (${shown}::text[])`)
  if (filter.entity) query = query.where('entity', '=', filter.entity)
  if (filter.id) query = query.where('entity_id', '=', filter.id)
  if (filter.by) query = query.where('user_email', 'ilike', `%${filter.by.replace(/[\\%_]/g, '\\$&')}%`)
  if (filter.action) query = query.where('action', '=', filter.action)
  if (filter.from) query = query.where('at', '>=', startOfDay(filter.from, zone))
  if (filter.to) query = query.where('at', '<', endOfDay(filter.to, zone))
  if (filter.before) query = query.where('id', '<', filter.before)
  const rows = await query.execute()
  const entries = rows.slice(0, ENTRIES_A_PAGE).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.user_email,
    entity: row.entity,
    entityId: row.entity_id,
    label: row.label,
    action: row.action as AuditAction,
    before: inWords(row.before as Values | null),
    after: inWords(row.after as Values | null),
  }))
  await nameItems(database.kysely, entries)
  return { entries, older: rows.length > ENTRIES_A_PAGE ? (entries.at(-1)?.id ?? null) : null }
}

/** Shows the texts of values that are for programs. */
function inWords(values: Values | null): Values | null {
  if (!values) return null
  const hasText = (column: string) => textKey(column) in values
  return Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) => {
      if (column.includes('#')) return []
      return [[column, hasText(column) ? (values[textKey(column)] ?? null) : value]]
    }),
  )
}

/** Columns whose value is one id, or several with spaces between them, and the names that they stand for. */
const NAMED = {
  bookmaker_id: 'bookmakers',
  merged_into: 'bookmakers',
  bookmaker_ids: 'bookmakers',
  first_bookmakers: 'bookmakers',
  sport_id: 'sports',
  country_id: 'countries',
  league_id: 'leagues',
  leagues: 'leagues',
  page_id: 'pages',
  language_id: 'languages',
  affiliate_button_id: 'affiliate_buttons',
  promotion_id: 'promotions',
  footer_link_id: 'footer_links',
  audience_id: 'audiences',
  key_id: 'api_keys',
} as const
type Named = keyof typeof NAMED
type NamedTable = (typeof NAMED)[Named]
const isNamed = (column: string): column is Named => Object.hasOwn(NAMED, column)

/** The name of a row of each table. */
const NAMES: Readonly<Record<NamedTable, RawBuilder<string>>> = {
  bookmakers: sql`name`,
  sports: sql`coalesce(nullif(display_name, ''), name)`,
  countries: sql`coalesce(nullif(display_name, ''), name)`,
  leagues: sql`coalesce(nullif(display_name, ''), name)`,
  pages: sql`slug`,
  languages: sql`name`,
  affiliate_buttons: sql`provider || ' – ' || button_text`,
  promotions: sql`title`,
  footer_links: sql`title`,
  audiences: sql`name`,
  api_keys: sql`name`,
}

/** Columns of keys of bookmakers, one on each line. */
const KEYS = new Set(['bookmakers'])

/** Replaces ids, and keys of bookmakers, by their current names; what is deleted has the last name in the history. */
async function nameItems(db: Kysely<DB>, entries: readonly AuditEntry[]): Promise<void> {
  const changed = entries.flatMap(({ before, after }) => [before, after]).filter((values) => values !== null)
  const nameOf = await readNames(db, changed)
  for (const values of changed)
    for (const [column, value] of Object.entries(values)) values[column] = nameOf(column, value)
}

/** A function that replaces ids and keys in columns like these by current names; what has none stays. */
export async function readNames(
  db: Kysely<DB>,
  shown: readonly Values[],
): Promise<(column: string, value: Value) => Value> {
  const idsOf = (value: Value | undefined) => (typeof value === 'string' ? value.split(' ').filter(isId) : [])
  const keysOf = (value: Value | undefined) =>
    typeof value === 'string' ? value.split('\n').filter(Boolean) : []
  const entries = shown.flatMap((values) => Object.entries(values))
  const names = new Map<string, string>()
  for (const table of new Set<NamedTable>(Object.values(NAMED))) {
    const ids = entries.flatMap(([column, value]) =>
      isNamed(column) && NAMED[column] === table ? idsOf(value) : [],
    )
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: string; name: string }>`
      select entity_id as id, label as name, id as at from audit_log
      where entity = ${table} and entity_id = any (${ids}::text[]) and action = 'delete' and label <> ''
      union all
      select id::text, ${NAMES[table]}, null from ${sql.table(table)} where id = any (${ids}::uuid[])
      order by at nulls last`.execute(db)
    // The current name is the last one; else that of the last time when it was deleted.
    for (const row of rows) names.set(row.id, row.name)
  }
  const keys = entries.flatMap(([column, value]) => (KEYS.has(column) ? keysOf(value) : []))
  const byKey = new Map<string, string>()
  if (keys.length > 0) {
    const rows = await db.selectFrom('bookmakers').select(['key', 'name']).where('key', 'in', keys).execute()
    for (const row of rows) byKey.set(row.key, row.name)
  }
  return (column, value) => {
    if (KEYS.has(column)) {
      const listed = keysOf(value)
      return listed.length > 0 ? listed.map((key) => byKey.get(key) ?? key).join(', ') : value
    }
    const named = isNamed(column) ? idsOf(value) : []
    return named.some((id) => names.has(id)) ? named.map((id) => names.get(id) ?? id).join(', ') : value
  }
}

/**
 * The tables and tools in the history, for its filter. It jumps from name to name in the index instead of reading all
 * rows.
 */
export async function listAuditedEntities(
  { database }: Pick<Services, 'database'>,
  shown: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ entity: string }>`
    with recursive known as (
      (select entity from audit_log order by entity limit 1)
      union all
      select (select a.entity from audit_log a where a.entity > k.entity order by a.entity limit 1)
      from known k where k.entity is not null
    )
    select entity from known where entity is not null order by entity`.execute(database.kysely)
  return rows.flatMap(({ entity }) => (!shown || shown.includes(entity) ? entity : []))
}
