import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor, FieldProblem, Values } from '#app/platform/edit/schema.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import { SealError, seal, unseal } from '#app/platform/vault.ts'
import type { Source, SourceSettings, Variable } from './contract.ts'
import { LONGEST_SETTING } from './limits.ts'
import { problemOf, readSettings, type SourcesEnv } from './settings.ts'

/** Replaces a secret in the history. */
const HIDDEN = '•••'

/** A variable of a source as the back office shows it; the value of a secret never leaves the server. */
export interface ShownVariable {
  name: string
  word: Variable['word']
  isSecret: boolean
  /** The origin of its value. `unreadable`: it was saved with another APP_SECRET, and must be entered again. */
  from: 'environment' | 'kept' | 'unreadable' | 'default' | 'nowhere'
  /** Null for a secret, and where there is no value. */
  value: string | null
  keptAt: string | null
}

/** The settings of a source: the environment first, then the back office, then the defaults. */
export async function findSettings(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
  typed: SourceSettings = {},
): Promise<SourceSettings> {
  const kept = await openKept(db, env, source)
  const stated = Object.fromEntries(
    Object.keys(source.variables).map((name) => [
      name,
      env.variables[name] || typed[name] || (kept.get(name)?.value ?? undefined),
    ]),
  )
  return readSettings(source, { variables: stated })
}

/** The variables of a source, for the screen on which an operator edits them. */
export async function describeSettings(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
): Promise<ShownVariable[]> {
  const kept = await openKept(db, env, source)
  return Object.entries(source.variables).map(([name, variable]) => {
    const own = kept.get(name)
    const from = env.variables[name]
      ? 'environment'
      : own
        ? own.value === null
          ? 'unreadable'
          : 'kept'
        : variable.default === undefined
          ? 'nowhere'
          : 'default'
    const isSecret = variable.isSecret === true
    const value = (env.variables[name] || own?.value) ?? variable.default ?? null
    return {
      name,
      word: variable.word,
      isSecret,
      from,
      value: isSecret ? null : value,
      keptAt: own?.at ?? null,
    }
  })
}

/** The problems of values that are too long, by the variables' names. */
export function findTooLong(source: Source, values: Readonly<Record<string, string | null>>): FieldProblem[] {
  return Object.entries(values)
    .filter(([, value]) => (value?.length ?? 0) > LONGEST_SETTING)
    .map(([column]) => ({ id: source.key, column, problem: 'problem.too-long' }))
}

/**
 * Saves values of a source's variables, or deletes them (null). The history records who changed which one, without
 * secrets.
 * @returns problems of the values, by the variables' names; if there are any, nothing is stored
 */
export async function keepSettings(
  db: Kysely<DB>,
  env: SourcesEnv,
  {
    source,
    values,
    actor,
  }: { source: Source; values: Readonly<Record<string, string | null>>; actor: Actor },
): Promise<FieldProblem[]> {
  const tooLong = findTooLong(source, values)
  if (tooLong.length > 0) return tooLong
  const problems = Object.entries(values).flatMap(([name, value]): FieldProblem[] => {
    const problem = !source.variables[name]
      ? 'problem.required'
      : env.variables[name]
        ? 'sources.problem-environment'
        : value !== null && problemOf(source, name, { [name]: value })
          ? 'problem.web-address'
          : null
    return problem ? [{ id: source.key, column: name, problem }] : []
  })
  if (problems.length > 0) return problems
  const secret = await readSecret(db, env)
  const before = await describeSettings(db, env, source)
  await db.transaction().execute(async (tx) => {
    for (const [variable, value] of Object.entries(values)) {
      if (value === null) {
        await tx
          .deleteFrom('source_settings')
          .where('source', '=', source.key)
          .where('variable', '=', variable)
          .execute()
        continue
      }
      const sealed = seal(secret, placeOf(source, variable), value)
      await tx
        .insertInto('source_settings')
        .values({ source: source.key, variable, sealed })
        .onConflict((conflict) =>
          conflict.columns(['source', 'variable']).doUpdateSet({ sealed, updated_at: sql`now()` }),
        )
        .execute()
    }
    const shown = (name: string, value: string | null) =>
      value !== null && source.variables[name]?.isSecret ? HIDDEN : value
    const names = Object.keys(values)
    const was: Values = Object.fromEntries(
      before
        .filter(({ name }) => names.includes(name))
        .map(({ name, from, value, isSecret }) => [name, from !== 'kept' ? null : isSecret ? HIDDEN : value]),
    )
    await recordAudit(tx, actor, [
      {
        entity: 'source_settings',
        entityId: source.key,
        label: source.label,
        action: 'update',
        before: was,
        after: Object.fromEntries(names.map((name) => [name, shown(name, values[name] ?? null)])),
      },
    ])
  })
  return []
}

interface Kept {
  /** Null where it cannot be decrypted. */
  value: string | null
  at: string
}

async function openKept(db: Kysely<DB>, env: SourcesEnv, source: Source): Promise<Map<string, Kept>> {
  const rows = await db
    .selectFrom('source_settings')
    .select(['variable', 'sealed', 'updated_at'])
    .where('source', '=', source.key)
    .execute()
  if (rows.length === 0) return new Map()
  const secret = await readSecret(db, env)
  return new Map(
    rows.map(({ variable, sealed, updated_at }) => [
      variable,
      { value: openOne(secret, placeOf(source, variable), sealed), at: updated_at.toISOString() },
    ]),
  )
}

function openOne(secret: string, place: string, sealed: string): string | null {
  try {
    return unseal(secret, place, sealed)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

const placeOf = (source: Source, variable: string) => `${source.key}/${variable}`
