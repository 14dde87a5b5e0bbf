import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { SEO_TEXTS } from '../seo/schema.ts'
import type { LanguageContent } from './editor-schema.ts'

/** The tables whose rows are in a language, with what they hold besides it. */
const CONTENT = {
  translations: ['namespace_id', 'key', 'value'],
  multilingual_promotions: ['promotion_id', 'title', 'subtitle', 'description', 'button_text'],
  multilingual_affiliate_buttons: ['affiliate_button_id', 'button_text'],
  multilingual_spin_wheel: ['title', 'sub_title', 'button_text'],
  multilingual_footer_links: ['footer_link_id', 'title'],
  multilingual_footer_sections: [
    'about_title',
    'about_text',
    'links_title',
    'legal_title',
    'social_title',
    'copyright_text',
  ],
  multilingual_match_content: [
    'title_template',
    'description_template',
    'history_odds_title',
    'history_odds_template',
    'highest_win_title',
    'highest_win_template',
    'safest_bet_title',
    'safest_bet_template',
  ],
  multilingual_seo_settings: SEO_TEXTS,
} as const satisfies Partial<Record<keyof DB, readonly string[]>>

type ContentTable = keyof typeof CONTENT

const TABLES = Object.keys(CONTENT) as ContentTable[]

/** Those of the tables that hold texts of pages, not of the interface. */
const PAGE_TABLES = TABLES.filter((table) => table !== 'translations')

/** How many rows each language has in each table that keeps texts, and how many profiles prefer it. */
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

/** Gives a language the texts of pages that another has: promotions, footer, match content and the like. */
export async function copyPageTexts(db: Kysely<DB>, from: string, to: string): Promise<number> {
  let copied = 0
  for (const table of PAGE_TABLES) {
    const columns = sql.join(CONTENT[table].map((column) => sql.ref(column)))
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (language_id, ${columns})
      select ${to}::uuid, ${columns} from ${sql.table(table)} where language_id = ${from}`.execute(db)
    copied += Number(numAffectedRows ?? 0)
  }
  return copied
}
