import { sql } from 'kysely'
import type { TranslatedTable } from '#app/features/translations/items.server.ts'
import { bookmakerReview } from './editor-schema.ts'

/** The review of each bookmaker, in each language. */
export const BOOKMAKER_REVIEWS: TranslatedTable = {
  table: 'multilingual_bookmakers',
  owner: { table: 'bookmakers', column: 'bookmaker_id' },
  schema: bookmakerReview,
  label: sql<string>`(select b.name || ' (' || l.code || ')' from bookmakers b, languages l
    where b.id = r.bookmaker_id and l.id = r.language_id)`,
}
