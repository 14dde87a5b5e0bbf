import type { Services } from '#app/platform/services.ts'
import type { LinkSection } from './schema.ts'

type Reader = Pick<Services, 'database'>

/** A footer link as its editor shows it; columns by their database names. */
export interface EditorLink {
  id: string
  section_type: LinkSection
  title: string
  url: string
  is_active: boolean
  menu_position: number
}

/** All links, including hidden ones, in order. */
export async function listEditorLinks({ database }: Reader): Promise<EditorLink[]> {
  const rows = await database.kysely
    .selectFrom('footer_links')
    .select(['id', 'section_type', 'title', 'url', 'is_active', 'menu_position'])
    .orderBy('section_type')
    .orderBy('menu_position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows as EditorLink[]
}

export function listLinkTranslations({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_footer_links')
    .select(['footer_link_id', 'language_id', 'title'])
    .execute()
}

export function listSectionTranslations({ database }: Reader) {
  return database.kysely
    .selectFrom('multilingual_footer_sections')
    .select([
      'language_id',
      'about_title',
      'about_text',
      'links_title',
      'legal_title',
      'social_title',
      'copyright_text',
    ])
    .execute()
}
