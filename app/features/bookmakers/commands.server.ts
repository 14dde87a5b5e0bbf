import { sql } from 'kysely'
import { isUniqueViolation } from '#app/platform/db/sql-state.server.ts'
import { type EditableList, recordAudit, saveUpdates } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'

type Writer = Pick<Services, 'database'>

const BOOKMAKERS: EditableList = {
  table: 'bookmakers',
  columns: [
    'name',
    'logo_url',
    'website_url',
    'kind',
    'commission',
    'brand',
    'region',
    'licence',
    'offered_in',
    'rating',
    'menu_position',
    'is_active',
    'is_reference',
  ],
  label: sql<string>`r.name`,
}

/**
 * Saves an editor's changes. If a bookmaker is hidden or shown, or its commission or brand changes, the headlines of its
 * matches are refreshed.
 */
export function saveBookmakers({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return saveUpdates(database.kysely, BOOKMAKERS, changes, actor)
}

/**
 * Creates a bookmaker that no feed has brought. Its key begins so that no feed's key is the same.
 * @param slug what its slug begins with
 * @returns its id; null when one with this name exists
 */
export async function createBookmaker(
  { database }: Writer,
  actor: Actor,
  { name, slug }: { name: string; slug: string },
): Promise<string | null> {
  try {
    return await database.kysely.transaction().execute(async (trx) => {
      const same = await trx
        .selectFrom('bookmakers')
        .select('id')
        .where(sql`lower(name)`, '=', name.toLowerCase())
        .executeTakeFirst()
      if (same) return null
      const taken = await trx
        .selectFrom('bookmakers')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirst()
      const { id } = await trx
        .insertInto('bookmakers')
        .values({
          key: `hand:${slug}`,
          name,
          slug: taken ? `${slug}-by-hand` : slug,
          menu_position: sql<number>`(select coalesce(max(menu_position), 0) + 1 from bookmakers)`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordAudit(trx, actor, [
        { entity: 'bookmakers', entityId: id, label: name, action: 'create', after: { name } },
      ])
      return id
    })
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}
