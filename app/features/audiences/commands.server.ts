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
import { audienceChange, audienceTranslation } from './editor-schema.ts'
import {
  type GroupColumns,
  permitsBookmaker,
  permitsEveryBookmaker,
  strictest,
  toGroup,
} from './permissions.ts'

export const MOST_AUDIENCES = 8

export const AUDIENCE_TRANSLATIONS = {
  table: 'multilingual_audiences',
  owner: { table: 'audiences', column: 'audience_id' },
  schema: audienceTranslation,
  label: sql<string>`(select a.name || ' (' || l.code || ')' from audiences a, languages l
    where a.id = r.audience_id and l.id = r.language_id)`,
} satisfies TranslatedTable

const AUDIENCES: EditableList = {
  table: 'audiences',
  columns: Object.keys(audienceChange.shape),
  label: sql<string>`r.name`,
  owned: ownedTexts(AUDIENCE_TRANSLATIONS),
}

/**
 * Saves an editor's changes of the groups of countries. They apply at once; the best prices of a new set of bookmakers are
 * computed when a visitor asks for them, and by the sweep of every minute.
 */
export function saveAudiences(
  { database }: Pick<Services, 'database'>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, (tx) => saveAudiencesWithin(tx, changes, actor))
}

/** The same in the caller's transaction. @throws Rollback for what cannot be saved */
export async function saveAudiencesWithin(
  tx: Kysely<DB>,
  changes: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  // Two saves must not together exceed the number of groups, or give two groups one country.
  await sql`lock table audiences in share row exclusive mode`.execute(tx)
  const outcome = await saveChanges(tx, AUDIENCES, changes, actor)
  if (outcome.kind !== 'saved') return outcome
  const rows = await tx
    .selectFrom('audiences')
    .select(['id', 'countries', 'is_rest', 'bookmaker_rule', 'bookmakers'])
    .select(['promotions_on', 'links_on', 'alerts_on', 'minimum_age', 'adult_mark'])
    .orderBy('menu_position')
    .orderBy('created_at')
    .execute()
  const problems = [...findProblems(rows), ...(await findMergedApart(tx, rows))]
  if (problems.length > 0) throw new Rollback({ kind: 'invalid', problems })
  await writePriceSets(tx, rows)
  return outcome
}

/** What cannot hold at once: more than eight groups, two for the rest, and a country in two of them. */
function findProblems(rows: readonly GroupColumns[]): FieldProblem[] {
  const problems: FieldProblem[] = []
  const taken = new Set<string>()
  let hasRest = false
  for (const [index, { id, countries, is_rest: isRest }] of rows.entries()) {
    if (index >= MOST_AUDIENCES) problems.push({ id, column: 'name', problem: 'audiences.problem.too-many' })
    if (isRest && hasRest) problems.push({ id, column: 'is_rest', problem: 'audiences.problem.rest' })
    hasRest ||= isRest
    const own = countries.split(' ').filter(Boolean)
    if (own.some((code) => taken.has(code)))
      problems.push({ id, column: 'countries', problem: 'audiences.problem.taken' })
    for (const code of own) taken.add(code)
  }
  return problems
}

/**
 * The groups that bar a bookmaker and not the one it is merged into, or the other way round: its prices are shown as
 * those of the other.
 */
async function findMergedApart(tx: Kysely<DB>, rows: readonly GroupColumns[]): Promise<FieldProblem[]> {
  const merged = await tx
    .selectFrom('bookmakers as b')
    .innerJoin('bookmakers as kept', 'kept.id', 'b.merged_into')
    .select(['b.key', 'kept.key as kept'])
    .execute()
  return rows
    .map(toGroup)
    .filter(({ bookmakers: rule }) =>
      merged.some(({ key, kept }) => permitsBookmaker(rule, key) !== permitsBookmaker(rule, kept)),
    )
    .map(({ id }) => ({ id, column: 'bookmakers', problem: 'audiences.problem.merged' }))
}

/** Sets are added and removed, never changed; the best prices of removed ones stay until the night. */
async function writePriceSets(tx: Kysely<DB>, rows: readonly GroupColumns[]): Promise<void> {
  const rules = JSON.stringify(rulesOf(rows).map(({ isExcept, keys }) => ({ is_except: isExcept, keys })))
  const wanted = sql`json_to_recordset(${rules}::json) as r (is_except boolean, keys text[])`
  await sql`
    delete from price_sets s where s.no <> 0 and not exists (
      select 1 from ${wanted} where r.is_except = s.is_except and r.keys = s.keys)`.execute(tx)
  await sql`
    insert into price_sets (is_except, keys) select distinct r.is_except, r.keys from ${wanted}
    where not exists (select 1 from price_sets s where r.is_except = s.is_except and r.keys = s.keys)`.execute(
    tx,
  )
}

/** The rules by which bookmakers are left out: of each group, and of visitors from unknown countries. */
function rulesOf(rows: readonly GroupColumns[]) {
  const groups = rows.map(toGroup)
  return [...groups, strictest(groups)]
    .map(({ bookmakers }) => bookmakers)
    .filter((rule) => !permitsEveryBookmaker(rule))
}

/** Deletes the best prices and closing odds of sets of bookmakers that have been removed. */
export async function deleteUnusedBests({ database: { kysely } }: Pick<Services, 'database'>): Promise<void> {
  await sql`delete from set_headlines where price_set not in (select no from price_sets)`.execute(kysely)
  await sql`delete from set_closing_odds where price_set not in (select no from price_sets)`.execute(kysely)
  await sql`delete from line_closing_odds where price_set <> 0 and price_set not in (select no from price_sets)`.execute(
    kysely,
  )
  await sql`delete from market_bests where audience not in (select no from price_sets)`.execute(kysely)
}
