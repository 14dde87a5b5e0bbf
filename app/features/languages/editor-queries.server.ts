import type { Services } from '#app/platform/services.ts'
import { countContent } from './content.server.ts'
import type { EditorLanguage, LanguageContent } from './editor-schema.ts'

/** All languages, including inactive ones, the default first, then by name, with the number of their texts. */
export async function listEditorLanguages({
  database,
}: Pick<Services, 'database'>): Promise<(EditorLanguage & { content: LanguageContent })[]> {
  const rows = await database.kysely
    .selectFrom('languages')
    .select(['id', 'code', 'name', 'native_name', 'flag_code', 'is_default', 'is_active', 'rtl'])
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .execute()
  const content = await countContent(database.kysely)
  return rows.map((row) => ({ ...row, content: content.get(row.id) ?? {} }))
}
