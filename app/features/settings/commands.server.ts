import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import {
  type EditableList,
  Rollback,
  saveChanges,
  saveTogether,
} from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { readHeadScripts } from './head-scripts.server.ts'
import { type EditableSettings, settingsChange } from './schema.ts'

type Writer = Pick<Services, 'database'>

const COLUMNS = Object.keys(settingsChange.shape) as (keyof EditableSettings & keyof DB['site_settings'])[]

const SETTINGS: EditableList = {
  table: 'site_settings',
  columns: COLUMNS,
  label: sql<string>`r.site_name`,
}

export type EditorSettings = { id: string } & EditableSettings

/** The settings for their editor. If there are none, those of a new site are stored first. */
export function openSettings({ database }: Writer): Promise<EditorSettings> {
  return database.kysely.transaction().execute(async (tx) => {
    const read = () =>
      tx
        .selectFrom('site_settings')
        .select(['id', ...COLUMNS])
        .executeTakeFirst()
    const stored = await read()
    if (stored) return stored as EditorSettings
    await tx
      .insertInto('site_settings')
      .defaultValues()
      .onConflict((it) => it.doNothing())
      .execute()
    return (await read()) as EditorSettings
  })
}

/** Saves another list of the same screen in the transaction of the settings. */
export type SaveAlong = (tx: Kysely<DB>) => Promise<Exclude<SaveOutcome, { kind: 'invalid' }>>

/** Saves changed settings and the lists that are saved with them, all or nothing. */
export async function saveSettings(
  { database }: Writer,
  changes: Changes,
  actor: Actor,
  saveAlong: SaveAlong = async () => ({ kind: 'saved', count: 0 }),
): Promise<SaveOutcome> {
  const problems = [...headScriptsProblems(changes), ...(await twoFactorProblems(database, changes, actor))]
  if (problems.length > 0) return { kind: 'invalid', problems }
  return saveTogether(database.kysely, async (tx) => {
    const own = { create: [], update: changes.update, remove: [] }
    const outcomes = [await saveChanges(tx, SETTINGS, own, actor), await saveAlong(tx)]
    const conflicts = outcomes.flatMap((it) => (it.kind === 'conflict' ? it.conflicts : []))
    if (conflicts.length > 0) throw new Rollback({ kind: 'conflict', conflicts })
    return {
      kind: 'saved',
      count: outcomes.reduce((sum, it) => sum + (it.kind === 'saved' ? it.count : 0), 0),
    }
  })
}

/** An administrator who requires a second factor must have one, to prevent a lockout. */
async function twoFactorProblems(
  { kysely }: Writer['database'],
  { update }: Changes,
  actor: Actor,
): Promise<FieldProblem[]> {
  const asking = update.filter(({ after }) => after.require_admin_two_factor === true)
  if (asking.length === 0 || actor.id === null) return []
  const profile = await kysely
    .selectFrom('profiles')
    .select('two_factor_enabled')
    .where('id', '=', actor.id)
    .executeTakeFirst()
  if (profile?.two_factor_enabled) return []
  return asking.map(({ id }) => ({
    id,
    column: 'require_admin_two_factor',
    problem: 'settings.own-two-factor',
  }))
}

function headScriptsProblems({ update }: Changes): FieldProblem[] {
  return update.flatMap(({ id, after }) => {
    const outcome = readHeadScripts(String(after.head_scripts ?? ''))
    return outcome.kind === 'refused' ? [{ id, column: 'head_scripts', problem: outcome.problem }] : []
  })
}
