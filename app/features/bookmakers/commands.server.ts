import { sql } from 'kysely'
import { type EditableList, saveUpdates } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'

const BOOKMAKERS: EditableList = {
  table: 'bookmakers',
  columns: ['logo_url', 'website_url', 'commission', 'menu_position', 'is_active'],
  label: sql<string>`r.name`,
}

/**
 * Saves an editor's changes. If a bookmaker is hidden or shown, or its commission changes, the headlines of its matches
 * are refreshed.
 */
export function saveBookmakers(
  { database }: Pick<Services, 'database'>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return saveUpdates(database.kysely, BOOKMAKERS, changes, actor)
}
