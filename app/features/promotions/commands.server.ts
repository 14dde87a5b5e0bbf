import { type Kysely, sql } from 'kysely'
import { ownedTexts, type TranslatedTable } from '#app/features/translations/items.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import {
  promotionChange,
  promotionTranslation,
  spinWheelChange,
  spinWheelTranslation,
} from './editor-schema.ts'

type Writer = Pick<Services, 'database'>

export const PROMOTION_TRANSLATIONS = {
  table: 'multilingual_promotions',
  owner: { table: 'promotions', column: 'promotion_id' },
  schema: promotionTranslation,
  label: sql<string>`(select p.title || ' (' || l.code || ')' from promotions p, languages l
    where p.id = r.promotion_id and l.id = r.language_id)`,
} satisfies TranslatedTable

const PROMOTIONS: EditableList = {
  table: 'promotions',
  columns: Object.keys(promotionChange.shape),
  label: sql<string>`r.title`,
  owned: ownedTexts(PROMOTION_TRANSLATIONS),
}

const SPIN_WHEEL: EditableList = {
  table: 'site_settings',
  columns: Object.keys(spinWheelChange.shape),
  label: sql<string>`r.spin_wheel_title`,
}

export const SPIN_WHEEL_TRANSLATIONS: TranslatedTable = {
  table: 'multilingual_spin_wheel',
  owner: null,
  schema: spinWheelTranslation,
  label: sql<string>`(select r.title || ' (' || l.code || ')' from languages l where l.id = r.language_id)`,
}

/** Saves an editor's changes of the promotions. Deleting a promotion deletes its translations. */
export function savePromotions({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return database.kysely.transaction().execute((tx) => savePromotionsWithin(tx, changes, actor))
}

/** The same in the caller's transaction. */
export const savePromotionsWithin = (tx: Kysely<DB>, changes: Changes, actor: Actor): Promise<SaveOutcome> =>
  saveChanges(tx, PROMOTIONS, changes, actor)

/**
 * Saves where the spin wheel is shown, or its texts. The popup of the mobile bar follows the sidebar until one of the
 * two is set; from then on they are independent.
 */
export function saveSpinWheel({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return database.kysely.transaction().execute(async (tx) => {
    const stored = await tx
      .selectFrom('site_settings')
      .select(['id', 'spin_wheel_sidebar_on', 'spin_wheel_enabled'])
      .forUpdate()
      .executeTakeFirst()
    const update = changes.update.map((change) => {
      const { id, before, after } = change
      const follows = id === stored?.id && stored.spin_wheel_enabled === null
      if (!follows || !('spin_wheel_sidebar_on' in after) || 'spin_wheel_enabled' in after) return change
      return {
        id,
        before: { ...before, spin_wheel_enabled: null },
        after: { ...after, spin_wheel_enabled: stored.spin_wheel_sidebar_on },
      }
    })
    return saveChanges(tx, SPIN_WHEEL, { create: [], update, remove: [] }, actor)
  })
}
