import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { type EditableList, saveChanges } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { type BulkChange, ODDS_COLUMNS, SCORE_COLUMNS } from './editor-schema.ts'

type Writer = Pick<Services, 'database'>

const MATCHES: EditableList = {
  table: 'matches',
  columns: [
    'start_time',
    'status',
    ...ODDS_COLUMNS,
    'odds_locked',
    ...SCORE_COLUMNS,
    'featured',
    'is_popular',
    'affiliate_link',
  ],
  label: sql<string>`r.home_team || ' – ' || r.away_team`,
}

/**
 * Stores the changes of an editor to matches. Typed odds lock the headline; unlocked, it is computed from the quotes
 * again, in the same transaction, and odds typed in the same save are ignored. A typed score stays: feeds and imports store
 * none where one is known.
 */
export function saveMatches({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return database.kysely.transaction().execute(async (tx) => {
    const quoted = await lockQuoted(
      tx,
      changes.update.map(({ id }) => id),
    )
    const problems = await scoreProblems(tx, changes)
    if (problems.length > 0) return { kind: 'invalid', problems }
    const update = changes.update.map(({ id, before, after }) => ({
      id,
      before: withQuoted(before, quoted.get(id)),
      after: withLock(after),
    }))
    const outcome = await saveChanges(tx, MATCHES, { create: [], update, remove: [] }, actor)
    const unlocked = update.flatMap(({ id, after }) => (after.odds_locked === false ? [id] : []))
    if (outcome.kind === 'saved' && unlocked.length > 0) {
      await sql`select refresh_headlines(${unlocked}::uuid[])`.execute(tx)
    }
    return outcome
  })
}

/** Sets flags or the status of many matches, for any current values; matches that no longer exist are left out. */
export function changeMatches(
  { database }: Writer,
  { ids, set }: BulkChange,
  actor: Actor,
): Promise<SaveOutcome> {
  return database.kysely.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('matches')
      .select(['id', 'status', 'featured', 'is_popular'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute()
    const update = rows.map(({ id, ...before }) => ({ id, before, after: { ...set } as Values }))
    return saveChanges(tx, MATCHES, { create: [], update, remove: [] }, actor)
  })
}

/** A score has both sides, and belongs to a match that has begun. */
async function scoreProblems(tx: Kysely<DB>, { update }: Changes): Promise<FieldProblem[]> {
  const scored = update.filter(({ after }) => SCORE_COLUMNS.some((column) => after[column] != null))
  const emptied = update.filter(({ after }) => SCORE_COLUMNS.some((column) => after[column] === null))
  const touched = new Map([...scored, ...emptied].map(({ id, after }) => [id, after]))
  if (touched.size === 0) return []
  const rows = await tx
    .selectFrom('matches')
    .select(['id', 'start_time', ...SCORE_COLUMNS])
    .where(sql<boolean>`id = any(${[...touched.keys()]}::uuid[])`)
    .execute()
  return rows.flatMap((row) => {
    const match = { ...row, ...touched.get(row.id) }
    const [missing, ...others] = SCORE_COLUMNS.filter((column) => match[column] === null)
    if (missing && others.length === 0)
      return [{ id: row.id, column: missing, problem: 'matches.problem-score' }]
    const hasBegun = new Date(String(match.start_time)) <= new Date()
    return missing || hasBegun
      ? []
      : [{ id: row.id, column: 'home_score', problem: 'matches.problem-score-early' }]
  })
}

function withLock(after: Values): Values {
  if (after.odds_locked === false) {
    return Object.fromEntries(Object.entries(after).filter(([column]) => !isOdds(column)))
  }
  return Object.keys(after).some(isOdds) ? { ...after, odds_locked: true } : after
}

const isOdds = (column: string) => (ODDS_COLUMNS as readonly string[]).includes(column)

/**
 * The values that an editor had loaded of a match that is not locked. Its odds change by themselves: a price that a
 * feed has changed since is not a conflict.
 */
function withQuoted(before: Values, quoted: Values | undefined): Values {
  if (!quoted) return before
  return before.odds_locked === false ? { ...before, ...quoted } : { odds_locked: false, ...before }
}

/** The odds of the matches that are not locked. Locks all rows, in the order in which they are saved. */
async function lockQuoted(tx: Kysely<DB>, ids: string[]): Promise<Map<string, Values>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('matches')
    .select(['id', 'odds_locked', 'home_odds', 'draw_odds', 'away_odds'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.flatMap(({ id, odds_locked, ...odds }) => (odds_locked ? [] : [[id, odds]])))
}
