import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { CONTENT_TABLES } from './content-tables.ts'
import type { LanguageContent } from './editor-schema.ts'

type ContentTable = keyof typeof CONTENT_TABLES

const TABLES = Object.keys(CONTENT_TABLES) as ContentTable[]

/** The tables with texts of pages, not of the interface. */
const PAGE_TABLES = TABLES.filter((table) => table !== 'translations')

/** The number of rows of each language in each table with texts, and the number of profiles that prefer it. */
export async function countContent(db: Kysely<DB>): Promise<Map<string, LanguageContent>> {
  const counts = TABLES.map(
    (table) => sql`
      select ${sql.lit(table)} as kept_in, language_id, count(*)::int as rows from ${sql.table(table)} group by language_id`,
  )
  const { rows } = await sql<{ kept_in: string; language_id: string; rows: number }>`
    ${sql.join(counts, sql` union all `)}
    union all
    select 'profiles', l.id, count(*)::int from profiles p join languages l on l.code = p.preferred_language group by l.id`.execute(
    db,
  )
  const content = new Map<string, LanguageContent>()
  for (const row of rows) {
    content.set(row.language_id, { ...content.get(row.language_id), [row.kept_in]: row.rows })
  }
  return content
}

/** Copies the page texts of one language to another: promotions, footer, match content and others. */
export async function copyPageTexts(db: Kysely<DB>, from: string, to: string): Promise<number> {
  let copied = 0
  for (const table of PAGE_TABLES) {
    const columns = sql.join(CONTENT_TABLES[table].map((column) => sql.ref(column)))
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (language_id, ${columns})
      select ${to}::uuid, ${columns} from ${sql.table(table)} where language_id = ${from}`.execute(db)
    copied += Number(numAffectedRows ?? 0)
  }
  return copied
}
