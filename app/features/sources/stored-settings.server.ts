import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor, FieldProblem, Values } from '#app/platform/edit/schema.ts'
import { readSecret } from '#app/platform/secret.server.ts'
import { SealError, seal, unseal } from '#app/platform/vault.ts'
import type { Source, SourceSettings, Variable } from './contract.ts'
import { LONGEST_SETTING } from './limits.ts'
import { addressVariable, originOf, problemOf, readSettings, type SourcesEnv, secretsOf } from './settings.ts'

/** The problem of an address that a key of the environment is not sent to. */
const ENVIRONMENT_KEY = 'sources.problem-environment-key'

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
  /** Why a secret is not sent to the address that applies; a key of texts. */
  problem: string | null
}

/**
 * The settings of a source: the environment first, then the back office, then the defaults. A secret that was entered
 * for another address is absent.
 * @param typed values that are not saved yet
 */
export async function findSettings(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
  typed: SourceSettings = {},
): Promise<SourceSettings> {
  const kept = await openKept(db, env, source)
  const strays = findStrays(source, env, kept, typed).map(({ secret }) => secret)
  const stated = Object.entries(layer(source, env.variables, typed, valuesOf(kept)))
  return readSettings(source, {
    variables: Object.fromEntries(stated.filter(([name]) => !strays.includes(name))),
  })
}

/** The variables of a source, for the screen on which an operator edits them. */
export async function describeSettings(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
): Promise<ShownVariable[]> {
  const kept = await openKept(db, env, source)
  const strays = findStrays(source, env, kept, {})
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
      problem: strays.find(({ field }) => field === name)?.problem ?? null,
    }
  })
}

/** The variable of the address, where a key of the environment is only missing because the address is not set there. */
export async function findUnsetAddress(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
): Promise<string | null> {
  const settings = await describeSettings(db, env, source)
  return settings.find(({ problem }) => problem === ENVIRONMENT_KEY)?.name ?? null
}

/**
 * The problems of values that are to be saved (null: deleted) or tested, by the variables' names. A changed address does
 * not get a secret that was entered for another host: it has to be entered with it.
 */
export async function findTypedProblems(
  db: Kysely<DB>,
  env: SourcesEnv,
  source: Source,
  values: Readonly<Record<string, string | null>>,
): Promise<FieldProblem[]> {
  const problems = Object.entries(values).flatMap(([column, value]): FieldProblem[] => {
    const problem =
      (value?.length ?? 0) > LONGEST_SETTING
        ? 'problem.too-long'
        : !source.variables[column]
          ? 'problem.required'
          : env.variables[column]
            ? 'sources.problem-environment'
            : value !== null && problemOf(source, column, { [column]: value })
              ? 'problem.web-address'
              : null
    return problem ? [{ id: source.key, column, problem }] : []
  })
  const address = addressVariable(source)
  if (problems.length > 0 || !address || !values[address]) return problems
  const strays = findStrays(source, env, without(await openKept(db, env, source), values), typedOf(values))
  return strays.map(({ field, problem }) => ({ id: source.key, column: field, problem }))
}

/**
 * Saves values of a source's variables, or deletes them (null). A secret is stored with the origin of the address that
 * applies, to which alone it is sent. The history records who changed which one, without
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
  const problems = await findTypedProblems(db, env, source, values)
  if (problems.length > 0) return problems
  const secret = await readSecret(db, env)
  const before = await describeSettings(db, env, source)
  const kept = await openKept(db, env, source)
  const secrets = secretsOf(source)
  const goesTo = (stored: Stored, typed: Variables) =>
    originOf(source, layer(source, env.variables, typed, valuesOf(stored)))
  const wentTo = goesTo(kept, {})
  const origin = goesTo(without(kept, values), typedOf(values))
  await db.transaction().execute(async (tx) => {
    // A secret that a previous release has stored has no origin: it is the one of the address before this change.
    if (secrets.length > 0)
      await tx
        .updateTable('source_settings')
        .set({ origin: wentTo })
        .where('source', '=', source.key)
        .where('variable', 'in', secrets)
        .where('origin', 'is', null)
        .execute()
    for (const [variable, value] of Object.entries(values)) {
      if (value === null) {
        await tx
          .deleteFrom('source_settings')
          .where('source', '=', source.key)
          .where('variable', '=', variable)
          .execute()
        continue
      }
      const entry = {
        sealed: seal(secret, placeOf(source, variable), value),
        origin: secrets.includes(variable) ? origin : null,
      }
      await tx
        .insertInto('source_settings')
        .values({ source: source.key, variable, ...entry })
        .onConflict((conflict) =>
          conflict.columns(['source', 'variable']).doUpdateSet({ ...entry, updated_at: sql`now()` }),
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

type Variables = SourcesEnv['variables']

interface Kept {
  /** Null where it cannot be decrypted. */
  value: string | null
  at: string
  /** Of the address for which a secret was entered; null: the one that is stored. */
  origin: string | null
}
type Stored = ReadonlyMap<string, Kept>

/** A secret that is not sent to the address that applies, and the field that says so. */
interface Stray {
  secret: string
  field: string
  problem: string
}

/**
 * The secrets that were entered for another origin than the one of the address that applies. A secret of the environment is
 * for the environment's address, or the source's own.
 */
function findStrays(source: Source, env: SourcesEnv, kept: Stored, typed: Variables): Stray[] {
  const origin = originOf(source, layer(source, env.variables, typed, valuesOf(kept)))
  const wentTo = originOf(source, layer(source, env.variables, valuesOf(kept)))
  return secretsOf(source).flatMap((secret): Stray[] => {
    if (env.variables[secret]) {
      const isStray = originOf(source, env.variables) !== origin
      const field = addressVariable(source) ?? secret
      return isStray ? [{ secret, field, problem: ENVIRONMENT_KEY }] : []
    }
    const own = kept.get(secret)
    if (typed[secret] || !own?.value || (own.origin ?? wentTo) === origin) return []
    return [{ secret, field: secret, problem: 'sources.problem-key-again' }]
  })
}

/** The value of each variable from the first of several places that has one. */
function layer(source: Source, ...places: readonly Variables[]): Variables {
  return Object.fromEntries(
    Object.keys(source.variables).map((name) => [name, places.map((place) => place[name]).find(Boolean)]),
  )
}

const valuesOf = (kept: Stored): Variables =>
  Object.fromEntries([...kept].map(([name, { value }]) => [name, value ?? undefined]))

const typedOf = (values: Readonly<Record<string, string | null>>): Variables =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]))

/** The stored values without those that are deleted. */
const without = (kept: Stored, values: Readonly<Record<string, string | null>>): Stored =>
  new Map([...kept].filter(([name]) => values[name] !== null))

async function openKept(db: Kysely<DB>, env: SourcesEnv, source: Source): Promise<Stored> {
  const rows = await db
    .selectFrom('source_settings')
    .select(['variable', 'sealed', 'origin', 'updated_at'])
    .where('source', '=', source.key)
    .execute()
  if (rows.length === 0) return new Map()
  const secret = await readSecret(db, env)
  return new Map(
    rows.map(({ variable, sealed, origin, updated_at }) => [
      variable,
      { value: openOne(secret, placeOf(source, variable), sealed), at: updated_at.toISOString(), origin },
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
