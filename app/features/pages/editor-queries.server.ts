import type { Services } from '#app/platform/services.ts'

type Reader = Pick<Services, 'database'>

/** A page as its editor shows it; columns by their database names. */
export interface EditorPage {
  id: string
  slug: string
  menu_position: number
  is_published: boolean
}

/** All pages, drafts included, in their order. */
export function listEditorPages({ database }: Reader): Promise<EditorPage[]> {
  return database.kysely
    .selectFrom('pages')
    .select(['id', 'slug', 'menu_position', 'is_published'])
    .orderBy('menu_position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The texts of all pages. */
export function listPageTexts({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_pages')
    .select(['page_id', 'language_id', 'title', 'body'])
    .execute()
}
