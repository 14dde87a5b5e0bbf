import { type Kysely, sql } from 'kysely'
import { ownedTexts, type TranslatedTable } from '#app/features/translations/items.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import {
  type EditableList,
  Rollback,
  saveChanges,
  saveTogether,
} from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
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
  return saveTogether(database.kysely, (tx) => savePromotionsWithin(tx, changes, actor))
}

/** The same in the caller's transaction. @throws Rollback for what cannot be saved */
export async function savePromotionsWithin(
  tx: Kysely<DB>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  const outcome = await saveChanges(tx, PROMOTIONS, changes, actor)
  if (outcome.kind !== 'saved') return outcome
  const problems = [...endsBeforeStart(changes.create), ...(await findEndProblems(tx, changes.update))]
  if (problems.length > 0) throw new Rollback({ kind: 'invalid', problems })
  return outcome
}

/** The promotions that such changes would end before they begin. One that does so already can be changed otherwise. */
export async function findEndProblems(db: Kysely<DB>, update: Changes['update']): Promise<FieldProblem[]> {
  const touched = update.filter(({ after }) => 'start_date' in after || 'end_date' in after)
  if (touched.length === 0) return []
  const rows = await db
    .selectFrom('promotions')
    .select(['id', 'start_date', 'end_date'])
    .where('id', '=', sql<string>`any(${touched.map(({ id }) => id)}::uuid[])`)
    .execute()
  const stored = new Map(rows.map((row) => [row.id, row]))
  return endsBeforeStart(touched.map(({ id, after }) => ({ id, values: { ...stored.get(id), ...after } })))
}

/** Those of whole promotions that end before they begin, or at the same time: they would never be shown. */
export function endsBeforeStart(
  promotions: readonly { id: string; values: Partial<Record<'start_date' | 'end_date', unknown>> }[],
): FieldProblem[] {
  const timeOf = (instant: unknown) => new Date(instant as Date | string).getTime()
  return promotions
    .filter(({ values }) => values.end_date && timeOf(values.end_date) <= timeOf(values.start_date))
    .map(({ id }) => ({ id, column: 'end_date', problem: 'promotions.problem-end' }))
}

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
