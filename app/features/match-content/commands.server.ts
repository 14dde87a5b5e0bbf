import { sql } from 'kysely'
import type { TranslatedTable } from '../translations/items.server.ts'
import { matchContentTranslation } from './editor-schema.ts'

/** The texts of match pages, one row per language. */
export const MATCH_CONTENT: TranslatedTable = {
  table: 'multilingual_match_content',
  owner: null,
  schema: matchContentTranslation,
  label: sql<string>`(select l.name from languages l where l.id = r.language_id)`,
}
