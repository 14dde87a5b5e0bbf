import { type Kysely, sql } from 'kysely'
import { ownedTexts, type TranslatedTable } from '#app/features/translations/items.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes } from '#app/platform/edit/schema.ts'
import { linkChange, linkTranslation, sectionsTranslation } from './editor-schema.ts'

export const LINK_TRANSLATIONS = {
  table: 'multilingual_footer_links',
  owner: { table: 'footer_links', column: 'footer_link_id' },
  schema: linkTranslation,
  label: sql<string>`(select f.title || ' (' || l.code || ')' from footer_links f, languages l
    where f.id = r.footer_link_id and l.id = r.language_id)`,
} satisfies TranslatedTable

const LINKS: EditableList = {
  table: 'footer_links',
  columns: Object.keys(linkChange.shape),
  label: sql<string>`r.title`,
  owned: ownedTexts(LINK_TRANSLATIONS),
}

export const SECTION_TRANSLATIONS: TranslatedTable = {
  table: 'multilingual_footer_sections',
  owner: null,
  schema: sectionsTranslation,
  label: sql<string>`(select 'Footer (' || l.code || ')' from languages l where l.id = r.language_id)`,
}

/**
 * Saves an editor's changes of the links in the caller's transaction. Deleting a link deletes its translations. Each
 * section is numbered 1, 2, 3 … in its order. Of two links with one position, that which this save has created or moved up is
 * first, and that which it has moved down last: the history puts a link back in its place.
 */
export async function saveLinks(tx: Kysely<DB>, changes: Changes, actor: Actor) {
  const outcome = await saveChanges(tx, LINKS, changes, actor)
  if (outcome.kind === 'saved' && outcome.count > 0) {
    const places = [
      ...changes.create.map(({ id }) => ({ id, place: -1 })),
      ...changes.update.map(({ id, before, after }) => ({
        id,
        place:
          'menu_position' in after
            ? Math.sign(Number(after.menu_position) - Number(before.menu_position))
            : 0,
      })),
    ]
    await sql`
      update footer_links f set menu_position = n.position
      from (select l.id, row_number() over (
          partition by l.section_type order by l.menu_position, coalesce(p.place, 0), l.created_at, l.id) as position
        from footer_links l left join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (id uuid, place integer) using (id)) n
      where n.id = f.id and f.menu_position <> n.position`.execute(tx)
  }
  return outcome
}
