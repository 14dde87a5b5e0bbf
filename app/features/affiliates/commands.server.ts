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
import { findButtonState } from './editor-queries.server.ts'
import { buttonChange, buttonTranslation, templateChange } from './editor-schema.ts'
import { hasPlaceholder, SUBS } from './link-template.ts'

export const BUTTON_TRANSLATIONS = {
  table: 'multilingual_affiliate_buttons',
  owner: { table: 'affiliate_buttons', column: 'affiliate_button_id' },
  schema: buttonTranslation,
  label: sql<string>`(select b.provider || ' (' || l.code || ')' from affiliate_buttons b, languages l
    where b.id = r.affiliate_button_id and l.id = r.language_id)`,
} satisfies TranslatedTable

const BUTTONS: EditableList = {
  table: 'affiliate_buttons',
  columns: ['provider', 'button_text', 'button_link', 'bookmaker_id', 'is_active'],
  label: sql<string>`r.provider`,
  owned: ownedTexts(BUTTON_TRANSLATIONS),
}

/** Saves an editor's changes of the buttons. Deleting a button deletes its translations and keeps its clicks. */
export function saveButtons(
  { database }: Pick<Services, 'database'>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return database.kysely.transaction().execute((tx) => saveButtonsWithin(tx, changes, actor))
}

/** The same in the caller's transaction. */
export async function saveButtonsWithin(
  tx: Kysely<DB>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  const problems = await missingBookmakers(tx, changes)
  if (problems.length > 0) return { kind: 'invalid', problems }
  return saveChanges(tx, BUTTONS, changes, actor)
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

const TEMPLATES: EditableList = {
  table: 'link_templates',
  columns: Object.keys(templateChange.shape),
  label: sql<string>`(select b.name || coalesce(' (' || r.country || ')', '') from bookmakers b where b.id = r.bookmaker_id)`,
}

/** Saves an editor's changes of the links of bookmakers. Each country has one, and what a link uses is defined. */
export function saveTemplates(
  { database }: Pick<Services, 'database'>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, (tx) => saveTemplatesWithin(tx, changes, actor))
}

/**
 * The same in the caller's transaction. A bookmaker without a button gets one with its link for every country.
 * @throws Rollback for what cannot be saved
 */
export async function saveTemplatesWithin(
  tx: Kysely<DB>,
  changes: Changes,
  actor: Actor,
): Promise<Extract<SaveOutcome, { kind: 'saved' }>> {
  const refuse = (problems: FieldProblem[]) => {
    if (problems.length > 0) throw new Rollback({ kind: 'invalid', problems })
  }
  // Two saves must not give a country two links.
  await sql`lock table link_templates in share row exclusive mode`.execute(tx)
  refuse(await missingBookmakers(tx, changes))
  const changed = [...changes.create, ...changes.update].map(({ id }) => id)
  refuse(await findTwice(tx, changes))
  const outcome = await saveChanges(tx, TEMPLATES, changes, actor)
  if (outcome.kind !== 'saved') throw new Rollback(outcome)
  const rows = await tx
    .selectFrom('link_templates')
    .select(['id', 'template', ...SUBS])
    .where(sql<boolean>`id = any (${changed}::uuid[])`)
    .execute()
  refuse(
    rows
      .filter((row) => SUBS.some((name) => row[name] === null && hasPlaceholder(row.template, name)))
      .map(({ id }) => ({ id, column: 'template', problem: 'problem.sub' })),
  )
  // Whoever has deleted a button gets none because a link is edited.
  const placed = [...changes.create, ...changes.update.filter(({ after }) => 'country' in after)]
  const ids = placed.map(({ id }) => id)
  const made = await createButtons(tx, ids, actor)
  return { ...outcome, count: outcome.count + made }
}

/**
 * Prices lead out through the button of their bookmaker: one without a button gets it with a link for every country.
 * @param links those that are new, or for other countries than before
 * @returns the number of new buttons
 */
async function createButtons(tx: Kysely<DB>, links: readonly string[], actor: Actor): Promise<number> {
  const rows = await tx
    .selectFrom('link_templates as l')
    .innerJoin('bookmakers as b', 'b.id', 'l.bookmaker_id')
    .select(['b.id', 'b.name', 'b.website_url', 'l.template'])
    .where(sql<boolean>`l.id = any (${links}::uuid[])`)
    .where('l.country', 'is', null)
    .where('b.merged_into', 'is', null)
    .execute()
  let made = 0
  for (const { id, name, website_url, template } of rows) {
    if ((await findButtonState(tx, id)) !== 'none') continue
    // A button's link takes fewer placeholders than a template.
    const values = [template, website_url]
      .map((button_link) =>
        buttonChange.safeParse({
          ...{ provider: name, button_text: name, button_link },
          ...{ bookmaker_id: id, is_active: true },
        }),
      )
      .find(({ success }) => success)?.data
    if (!values) continue
    await saveChanges(
      tx,
      BUTTONS,
      { create: [{ id: crypto.randomUUID(), values }], update: [], remove: [] },
      actor,
    )
    made += 1
  }
  return made
}

/** The rows that would give a bookmaker a second link for a country. */
async function findTwice(tx: Kysely<DB>, changes: Changes): Promise<FieldProblem[]> {
  const rows = await tx.selectFrom('link_templates').select(['id', 'bookmaker_id', 'country']).execute()
  const stored = new Map(rows.map(({ id, bookmaker_id, country }) => [id, { bookmaker_id, country }]))
  for (const { id } of changes.remove) stored.delete(id)
  for (const { id, after } of changes.update) {
    const row = stored.get(id)
    if (row) stored.set(id, { ...row, ...after } as typeof row)
  }
  const created = changes.create.map(
    ({ id, values }) => [id, values as Record<string, string | null>] as const,
  )
  const all = [...new Map<string, Record<string, unknown>>([...stored, ...created])]
  const keyOf = (row: Record<string, unknown>) => `${row.bookmaker_id} ${row.country ?? ''}`
  const changed = new Set([...changes.create, ...changes.update].map(({ id }) => id))
  return all
    .filter(
      ([id, row]) => changed.has(id) && all.some(([other, it]) => other !== id && keyOf(it) === keyOf(row)),
    )
    .map(([id]) => ({ id, column: 'country', problem: 'problem.country-twice' }))
}
