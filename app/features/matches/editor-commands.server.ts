import { type Kysely, sql, type Transaction } from 'kysely'
import { textKey } from '#app/features/history/schema.ts'
import type { DB } from '#app/platform/db/types.ts'
import {
  type EditableList,
  Rollback,
  recordAudit,
  saveChanges,
  saveTogether,
} from '#app/platform/edit/save-list.server.ts'
import type { Actor, Changes, FieldProblem, SaveOutcome, Values } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { matchSlug, slug } from '../catalogue/slug.ts'
import { storeTyped, type TypedOfMatch } from '../odds/typed-prices.server.ts'
import { type RecordedQuote, readTypedQuotes, recordedText } from '../odds/typed-prices.ts'
import { type BulkChange, ODDS_COLUMNS, SCORE_COLUMNS, TEAM_COLUMNS } from './editor-schema.ts'

type Writer = Pick<Services, 'database'>

const MATCHES: EditableList = {
  table: 'matches',
  columns: [
    ...TEAM_COLUMNS,
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
 * again, in the same transaction, and odds typed in the same save are ignored. A typed score is that of the match's fixture
 * as well, and stays for any feed, until it is removed; what was settled by another score is settled again. Typed prices of
 * bookmakers are stored as quotes. The teams of a match that no feed sends can be corrected, and it can be deleted.
 */
export function saveMatches({ database }: Writer, changes: Changes, actor: Actor): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (tx) => {
    const stored = await lockMatches(
      tx,
      [...changes.update, ...changes.remove].map(({ id }) => id),
    )
    const problems = [...scoreProblems(changes.update, stored), ...teamProblems(changes, stored)]
    if (problems.length > 0) return { kind: 'invalid', problems }
    const removed = await removeMatches(tx, changes.remove, actor)
    if (removed.kind !== 'saved') return removed
    const update = changes.update.map(({ id, before, after }) => {
      const match = stored.get(id)
      return withEnd({ id, before: withQuoted(before, match), after: withLock(after) }, match)
    })
    const outcome = await saveUpdates(tx, update, actor)
    const unlocked = update.flatMap(({ id, after }) => (after.odds_locked === false ? [id] : []))
    if (outcome.kind === 'saved' && unlocked.length > 0) {
      await sql`select refresh_headlines(${unlocked}::uuid[])`.execute(tx)
    }
    if (outcome.kind !== 'saved') return outcome
    const typed = new Map(changes.update.map(({ id, after }) => [id, readTypedQuotes(after.typed_prices)]))
    return { ...outcome, count: removed.count + outcome.count + (await saveTyped(tx, typed, actor)) }
  })
}

/** Deletes matches with their prices. What changes by itself, such as odds, is no reason to refuse it. */
async function removeMatches(tx: Kysely<DB>, remove: Changes['remove'], actor: Actor): Promise<SaveOutcome> {
  const ids = remove.map(({ id }) => id)
  if (ids.length > 0) {
    await tx.deleteFrom('odds').where('match_id', 'in', ids).execute()
    await tx.deleteFrom('old_slugs').where('entity', '=', 'match').where('target_id', 'in', ids).execute()
  }
  const named = remove.map(({ id, before = {} }) => ({
    id,
    before: Object.fromEntries(
      TEAM_COLUMNS.flatMap((column) => (column in before ? [[column, before[column] ?? null]] : [])),
    ),
  }))
  return saveChanges(tx, MATCHES, { create: [], update: [], remove: named }, actor)
}

/** What a feed sends is corrected in the mapping of teams, and would come back after a deletion. */
function teamProblems({ update, remove }: Changes, stored: ReadonlyMap<string, StoredMatch>): FieldProblem[] {
  const fed = (id: string) => stored.get(id)?.is_fed === true
  const removed = remove.filter(({ id }) => fed(id))
  return [
    ...removed.map(({ id }) => ({ id, column: 'home_team', problem: 'matches.problem-fed' })),
    ...update.flatMap(({ id, after }) => {
      const row = stored.get(id)
      const column = TEAM_COLUMNS.find((name) => name in after && after[name] !== row?.[name])
      if (!row || !column) return []
      if (row.is_fed) return { id, column, problem: 'matches.problem-fed' }
      const [home, away] = TEAM_COLUMNS.map((name) => slug(String(after[name] ?? row[name])))
      return home === away ? { id, column, problem: 'matches.problem-same-team' } : []
    }),
  ]
}

/**
 * Stores typed prices of matches whose rows are locked, with an entry in the history for each match.
 * @returns the number of matches
 * @throws Rollback for prices that cannot be stored
 */
export async function saveTyped(tx: Kysely<DB>, typed: TypedOfMatch, actor: Actor): Promise<number> {
  const asked = new Map([...typed].filter(([, quotes]) => quotes.length > 0))
  if (asked.size === 0) return 0
  const stored = await storeTyped(tx as Transaction<DB>, asked)
  if ('problems' in stored) throw new Rollback({ kind: 'invalid', problems: stored.problems })
  const labels = await tx
    .selectFrom('matches as r')
    .select(['r.id', MATCHES.label.as('label')])
    .where(sql<boolean>`r.id = any(${[...asked.keys()]}::uuid[])`)
    .execute()
  const labelOf = new Map(labels.map(({ id, label }) => [id, label]))
  const lines = stored.changes.map(({ match, before, after }) => ({
    ...{ entity: 'matches', entityId: match, label: labelOf.get(match) ?? '', action: 'update' as const },
    ...{ before: recordOf(before), after: recordOf(after) },
  }))
  await recordAudit(tx, actor, lines)
  return lines.length
}

const recordOf = (quotes: RecordedQuote[]): Values => ({
  typed_prices: JSON.stringify(quotes),
  [textKey('typed_prices')]: recordedText(quotes),
})

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
    return saveUpdates(tx, update, actor)
  })
}

/** Stores other affiliate links of matches, in the caller's transaction. */
export const saveLinksOfMatches = (
  tx: Kysely<DB>,
  { update }: Pick<Changes, 'update'>,
  actor: Actor,
): Promise<SaveOutcome> => saveChanges(tx, MATCHES, { create: [], update, remove: [] }, actor)

async function saveUpdates(tx: Kysely<DB>, update: Changes['update'], actor: Actor) {
  const outcome = await saveChanges(tx, MATCHES, { create: [], update, remove: [] }, actor)
  if (outcome.kind === 'saved') {
    await applyScores(tx, update)
    await markStarts(tx, update)
    await renewSlugs(tx, update)
  }
  return outcome
}

/** The address of a match follows its teams; the old one leads there. */
async function renewSlugs(tx: Kysely<DB>, update: Changes['update']): Promise<void> {
  const renamed = update.flatMap(({ id, after }) =>
    TEAM_COLUMNS.some((column) => column in after) ? [id] : [],
  )
  if (renamed.length === 0) return
  const rows = await tx
    .selectFrom('matches')
    .select(['id', ...TEAM_COLUMNS])
    .where(sql<boolean>`id = any(${renamed}::uuid[])`)
    .execute()
  for (const { id, home_team, away_team } of rows)
    await tx
      .updateTable('matches')
      .set({ slug: matchSlug(home_team, away_team) ?? '' })
      .where('id', '=', id)
      .execute()
}

/**
 * A kick-off that an operator enters stays for the match's feed. That of a match without a feed gives way to the first
 * one that sends it.
 */
async function markStarts(tx: Kysely<DB>, update: Changes['update']): Promise<void> {
  const ids = update.filter(({ after }) => 'start_time' in after).map(({ id }) => id)
  if (ids.length > 0)
    await sql`
      update matches m set start_typed = true where id = any (${ids}::uuid[])
        and exists (select from match_sources s where s.match_id = m.id)`.execute(tx)
}

/** Locks typed scores, and releases removed ones. What a source said of how the match ended stays with a typed one. */
async function applyScores(tx: Kysely<DB>, update: Changes['update']): Promise<void> {
  const scored = update
    .filter(({ before, after }) =>
      SCORE_COLUMNS.some((column) => column in after && after[column] !== before[column]),
    )
    .map(({ id }) => id)
  if (scored.length > 0)
    await sql`update matches set score_locked = home_score is not null,
        score_code = case when home_score is not null then score_code end
      where id = any(${scored}::uuid[])`.execute(tx)
}

/** A typed score with both sides ends a match that was to come. */
function withEnd(
  change: Changes['update'][number],
  stored: StoredMatch | undefined,
): Changes['update'][number] {
  const { before, after } = change
  const isTyped = SCORE_COLUMNS.some((column) => typeof after[column] === 'number')
  if (!isTyped || 'status' in after || stored?.status !== 'scheduled') return change
  return {
    ...change,
    before: { ...before, status: stored.status },
    after: { ...after, status: 'finished' },
  }
}

/** What a save of these changes of matches would refuse because of their scores. */
export async function findScoreProblems(
  { database }: Writer,
  update: Changes['update'],
): Promise<FieldProblem[]> {
  const ids = update.map(({ id }) => id)
  return scoreProblems(update, await readMatches(database.kysely, ids))
}

/** A score has both sides, and belongs to a match that has begun. */
function scoreProblems(update: Changes['update'], stored: ReadonlyMap<string, StoredMatch>): FieldProblem[] {
  return update.flatMap(({ id, after }) => {
    const row = stored.get(id)
    const touched = [...SCORE_COLUMNS, 'start_time' as const].find((column) => column in after)
    if (!row || !touched) return []
    const match = { ...row, ...after }
    const [missing, ...others] = SCORE_COLUMNS.filter((column) => match[column] === null)
    if (missing) return others.length > 0 ? [] : [{ id, column: missing, problem: 'matches.problem-score' }]
    const hasBegun = new Date(String(match.start_time)) <= new Date()
    return hasBegun ? [] : [{ id, column: touched, problem: 'matches.problem-score-early' }]
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
function withQuoted(before: Values, stored: StoredMatch | undefined): Values {
  if (!stored || stored.odds_locked) return before
  const { home_odds, draw_odds, away_odds } = stored
  return before.odds_locked === false
    ? { ...before, home_odds, draw_odds, away_odds }
    : { odds_locked: false, ...before }
}

type StoredMatch = Awaited<ReturnType<typeof readMatches>> extends Map<string, infer Match> ? Match : never

/** The stored values of matches. Locks all rows, in the order in which they are saved. */
async function lockMatches(tx: Kysely<DB>, ids: readonly string[]) {
  await sql`select 1 from matches where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  return readMatches(tx, ids)
}

async function readMatches(db: Kysely<DB>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('matches')
    .select(['id', 'start_time', 'status', 'odds_locked', ...ODDS_COLUMNS, ...SCORE_COLUMNS, ...TEAM_COLUMNS])
    .select(sql<boolean>`exists (select 1 from match_sources f where f.match_id = matches.id)`.as('is_fed'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...match }) => [id, match]))
}
