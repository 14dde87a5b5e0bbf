import { type Kysely, sql } from 'kysely'
import type { TranslatedTable } from '#app/features/translations/items.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { buttonTranslation } from './editor-schema.ts'

const BUTTONS: EditableList = {
  table: 'affiliate_buttons',
  columns: ['provider', 'button_text', 'button_link', 'bookmaker_id', 'is_active'],
  label: sql<string>`r.provider`,
}

export const BUTTON_TRANSLATIONS: TranslatedTable = {
  table: 'multilingual_affiliate_buttons',
  owner: { table: 'affiliate_buttons', column: 'affiliate_button_id' },
  schema: buttonTranslation,
  label: sql<string>`(select b.provider || ' (' || l.code || ')' from affiliate_buttons b, languages l
    where b.id = r.affiliate_button_id and l.id = r.language_id)`,
}

/** Saves an editor's changes of the buttons. Deleting a button deletes its translations and keeps its clicks. */
export function saveButtons(
  { database }: Pick<Services, 'database'>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return database.kysely.transaction().execute(async (tx) => {
    const problems = await missingBookmakers(tx, changes)
    if (problems.length > 0) return { kind: 'invalid', problems }
    return saveChanges(tx, BUTTONS, changes, actor)
  })
}

/** A bookmaker may have been deleted while the editor was open. */
async function missingBookmakers(tx: Kysely<DB>, changes: Changes): Promise<FieldProblem[]> {
  const chosen = [
    ...changes.create.map(({ id, values }) => ({ id, bookmaker: values.bookmaker_id })),
    ...changes.update.map(({ id, after }) => ({ id, bookmaker: after.bookmaker_id })),
  ].flatMap(({ id, bookmaker }) => (typeof bookmaker === 'string' ? [{ id, bookmaker }] : []))
  if (chosen.length === 0) return []
  const rows = await tx
    .selectFrom('bookmakers')
    .select('id')
    .where(
      'id',
      'in',
      chosen.map(({ bookmaker }) => bookmaker),
    )
    .forKeyShare()
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return chosen
    .filter(({ bookmaker }) => !known.has(bookmaker))
    .map(({ id }) => ({ id, column: 'bookmaker_id', problem: 'problem.bookmaker' }))
}
