import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import {
  type EditableList,
  Rollback,
  recordAudit,
  saveChanges,
  saveTogether,
} from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, Conflict, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { copyPageTexts, countContent } from './content.server.ts'
import type { LanguageValues } from './editor-schema.ts'

type Writer = Pick<Services, 'database'>

/** `problem` is a translation key of the back office. */
interface Refusal {
  kind: 'refused'
  problem: string
}

const LANGUAGES: EditableList = {
  table: 'languages',
  columns: ['code', 'name', 'native_name', 'flag_code', 'is_active', 'rtl'],
  label: sql<string>`r.name`,
}

interface LanguageRow {
  id: string
  code: string
  name: string
  is_default: boolean
  is_active: boolean
}

/** All languages, locked: other writers wait. A row that is not there yet cannot be locked, so the table is. */
async function lockLanguages(tx: Kysely<DB>): Promise<LanguageRow[]> {
  await sql`lock table languages in share row exclusive mode`.execute(tx)
  return tx
    .selectFrom('languages')
    .select(['id', 'code', 'name', 'is_default', 'is_active'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Notes that an operator has chosen the languages, which is a first step of a new site. */
async function noteChoice(tx: Kysely<DB>): Promise<void> {
  await tx
    .updateTable('site_settings')
    .set({ languages_chosen: true })
    .where('languages_chosen', '=', false)
    .execute()
}

/** Saves an editor's changes of the list of languages; exactly one language is the default afterwards. */
export async function saveLanguages(
  { database }: Writer,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (tx) => {
    const languages = await lockLanguages(tx)
    const wanted = changes.update.find(({ after }) => after.is_default === true)
    const nextDefault = languages.find(({ id }) => id === wanted?.id)
    if (wanted && !nextDefault) return { kind: 'conflict', conflicts: conflictsOfDeleted(wanted) }
    const update = changes.update.map((change) => {
      const { is_default: _, ...after } = change.after
      if (change.id === nextDefault?.id) delete after.is_active
      return { ...change, after }
    })
    const abandoned = languages.find(
      ({ id, is_default }) =>
        is_default && changes.update.some((change) => change.id === id && change.after.is_default === false),
    )
    const problems = await findProblems(tx, languages, update, nextDefault)
    if (abandoned && !nextDefault)
      problems.push({ id: abandoned.id, column: 'is_default', problem: 'languages.default-needed' })
    if (problems.length > 0) return { kind: 'invalid', problems }
    if (nextDefault) await makeDefault(tx, languages, nextDefault, actor)
    const outcome = await saveChanges(tx, LANGUAGES, { create: [], update, remove: [] }, actor)
    if (outcome.kind !== 'saved') throw new Rollback(outcome)
    await noteChoice(tx)
    return outcome
  })
}

const conflictsOfDeleted = ({ id, after }: Changes['update'][number]): Conflict[] =>
  Object.entries(after).map(([column, mine]) => ({ id, label: '', column, mine }))

async function findProblems(
  tx: Kysely<DB>,
  languages: readonly LanguageRow[],
  updates: Changes['update'],
  nextDefault: LanguageRow | undefined,
): Promise<FieldProblem[]> {
  const content = await countContent(tx)
  return updates.flatMap(({ id, after }) => {
    const row = languages.find((it) => it.id === id)
    const problems: FieldProblem[] = []
    if (row?.is_default && !nextDefault && after.is_active === false) {
      problems.push({ id, column: 'is_active', problem: 'languages.default-active' })
    }
    if (row && after.code !== undefined && after.code !== row.code) {
      const problem = content.has(id)
        ? 'languages.code-fixed'
        : (isTaken(languages, id, after.code) || isWantedTwice(updates, after.code)) && 'languages.code-taken'
      if (problem) problems.push({ id, column: 'code', problem })
    }
    return problems
  })
}

const isTaken = (languages: readonly LanguageRow[], id: string | null, code: unknown) =>
  languages.some((it) => it.id !== id && it.code === code)

const isWantedTwice = (updates: Changes['update'], code: unknown) =>
  updates.filter(({ after }) => after.code === code).length > 1

/** The default language is always active. */
async function makeDefault(
  tx: Kysely<DB>,
  languages: readonly LanguageRow[],
  nextDefault: LanguageRow,
  actor: Actor,
): Promise<void> {
  const before = languages.filter(({ id, is_default }) => is_default && id !== nextDefault.id)
  await tx.updateTable('languages').set({ is_default: false }).where('is_default', '=', true).execute()
  await tx
    .updateTable('languages')
    .set({ is_default: true, is_active: true })
    .where('id', '=', nextDefault.id)
    .execute()
  const line = (row: LanguageRow, values: Partial<LanguageRow>) => ({
    entity: 'languages',
    entityId: row.id,
    label: row.name,
    action: 'update' as const,
    before: Object.fromEntries(Object.keys(values).map((key) => [key, row[key as keyof LanguageRow]])),
    after: values,
  })
  if (nextDefault.is_default) return
  await recordAudit(tx, actor, [
    ...before.map((row) => line(row, { is_default: false })),
    line(nextDefault, { is_default: true, ...(!nextDefault.is_active && { is_active: true }) }),
  ])
}

/** Copies the labels of one language to another, in a transaction. @returns the number of labels */
export type CopyLabels = (tx: Kysely<DB>, from: LanguageRow, to: LanguageRow) => Promise<number>

/** Adds a language, optionally with a copy of another language's texts. */
export function addLanguage(
  { database }: Writer,
  { is_default, ...values }: LanguageValues,
  copy: { from: string; copyLabels: CopyLabels } | null,
  actor: Actor,
): Promise<{ kind: 'added'; copied: number } | Refusal> {
  return database.kysely.transaction().execute(async (tx) => {
    const languages = await lockLanguages(tx)
    if (isTaken(languages, null, values.code)) return { kind: 'refused', problem: 'languages.code-taken' }
    const source = languages.find(({ id }) => id === copy?.from)
    if (copy && !source) return { kind: 'refused', problem: 'languages.source-gone' }
    const added = await tx
      .insertInto('languages')
      .values(values)
      .returning(['id', 'code', 'name', 'is_default', 'is_active'])
      .executeTakeFirstOrThrow()
    const copied =
      copy && source
        ? (await copy.copyLabels(tx, source, added)) + (await copyPageTexts(tx, source.id, added.id))
        : 0
    await recordAudit(tx, actor, [
      {
        entity: 'languages',
        entityId: added.id,
        label: added.name,
        action: 'create',
        after: { ...values, ...(source && { copied_from: source.name, copied_texts: copied }) },
      },
    ])
    if (is_default) await makeDefault(tx, [...languages, added], added, actor)
    await noteChoice(tx)
    return { kind: 'added', copied }
  })
}

export function setDefaultLanguage(
  { database }: Writer,
  id: string,
  actor: Actor,
): Promise<{ kind: 'default-set' } | Refusal> {
  return database.kysely.transaction().execute(async (tx) => {
    const languages = await lockLanguages(tx)
    const nextDefault = languages.find((row) => row.id === id)
    if (!nextDefault) return { kind: 'refused', problem: 'languages.gone' }
    await makeDefault(tx, languages, nextDefault, actor)
    await noteChoice(tx)
    return { kind: 'default-set' }
  })
}

/** Deletes a language with all its texts; profiles that preferred it get the default. */
export function deleteLanguage(
  { database }: Writer,
  id: string,
  actor: Actor,
): Promise<{ kind: 'deleted' } | Refusal> {
  return database.kysely.transaction().execute(async (tx) => {
    const row = (await lockLanguages(tx)).find((it) => it.id === id)
    if (!row) return { kind: 'refused', problem: 'languages.gone' }
    if (row.is_default) return { kind: 'refused', problem: 'languages.delete-default' }
    const content = (await countContent(tx)).get(id) ?? {}
    await tx
      .updateTable('profiles')
      .set({ preferred_language: null })
      .where('preferred_language', '=', row.code)
      .execute()
    await tx.deleteFrom('languages').where('id', '=', id).execute()
    await noteChoice(tx)
    await recordAudit(tx, actor, [
      {
        entity: 'languages',
        entityId: id,
        label: row.name,
        action: 'delete',
        before: { code: row.code, name: row.name, is_active: row.is_active, ...content },
      },
    ])
    return { kind: 'deleted' }
  })
}

/** Saves the language of a user's profile. */
export async function savePreferredLanguage(
  { database }: Pick<Services, 'database'>,
  userId: string,
  code: string,
): Promise<void> {
  await database.kysely
    .updateTable('profiles')
    .set({ preferred_language: code })
    .where('id', '=', userId)
    .execute()
}
