import { type Kysely, sql } from 'kysely'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import { contestRules, extentOf, inLeague, nameKey, pairKey } from '#app/features/names/contestants.ts'
import { splitLeagueSide } from '#app/features/names/sides.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import type { DecidedMatch, DecisionOutcome, Doubt } from './schema.ts'
import { mergeUndoably } from './undo-merge.server.ts'

type Target = Pick<Services, 'database'>

/** The administrator who decides. */
export type Administrator = Actor & { id: string }

export interface OpenReview {
  id: string
  reason: Doubt
  turned: boolean
  match_id: string
  candidate_id: string
  match_home: string
  match_away: string
  match_start: Date
  match_league: string
  candidate_home: string
  candidate_away: string
  candidate_start: Date
  candidate_start_typed: boolean
  candidate_league: string
  sport: string
  sport_id: string
  country_id: string
}

/**
 * Stores an operator's decision about two matches. If they are the same contest, the later one is merged into the
 * other, and names that no rule matches are stored as the same. If they are different, the pair is never suggested
 * again, and differing names are stored as different. Other open pairs that the decision settles are closed with it.
 */
export function decideReview(
  { database }: Target,
  { id, answer }: { id: string; answer: 'same' | 'different' },
  administrator: Administrator,
): Promise<DecisionOutcome> {
  return database.kysely.transaction().execute(async (trx) => {
    const settled = await decideOpen(trx, { id, answer }, administrator)
    return settled ? { kind: 'decided', answer } : { kind: 'refused', problem: 'unknown' }
  })
}

/** @returns the ids of the pairs that the decision settled; null if the pair is not open */
export async function decideOpen(
  trx: Kysely<DB>,
  { id, answer }: { id: string; answer: 'same' | 'different' },
  administrator: Administrator,
): Promise<string[] | null> {
  const [review] = await readOpen(trx, sql`r.id = ${id}`)
  if (!review) return null
  const isSame = answer === 'same'
  const names = decidedNames(review, isSame)
  const decision = await storeDecision(trx, review, names, isSame, administrator.id)
  const settled = [review, ...(await readSettled(trx, review, names, isSame))]
  for (const it of settled) await settle(trx, it, { decision, isSame, names }, administrator)
  return settled.map((it) => it.id)
}

/** What the answer "the same match" would make one. */
export async function readSameness(
  db: Kysely<DB>,
  id: string,
): Promise<{ review: OpenReview; names: [string, string][]; pairs: number } | null> {
  const [review] = await readOpen(db, sql`r.id = ${id}`, sql``)
  if (!review) return null
  const names = decidedNames(review, true)
  return { review, names, pairs: (await readSettled(db, review, names, true, sql``)).length }
}

/** Other open pairs of the country that follow from what is decided about names. */
async function readSettled(
  db: Kysely<DB>,
  review: OpenReview,
  names: readonly [string, string][],
  isSame: boolean,
  lock?: ReturnType<typeof sql>,
): Promise<OpenReview[]> {
  if (names.length === 0) return []
  const open = await readOpen(db, isOfPlace(review), lock)
  return open.filter((other) => other.id !== review.id && follows(other, keysOf(names), isSame))
}

/** Whether an open pair is decided by what is decided about names. */
export function follows(
  other: OpenReview,
  known: Pick<ReadonlySet<string>, 'has'>,
  isSame: boolean,
): boolean {
  const rest = decidedNames(other, isSame)
  return isAboutNames(other) && rest.length > 0 && rest.every(([a, b]) => known.has(pairKey(a, b)))
}

export const keysOf = (names: readonly (readonly [string, string])[]) =>
  new Set(names.map(([a, b]) => pairKey(a, b)))

function isOfPlace({ sport_id, country_id }: OpenReview) {
  return sql`m.sport_id = ${sport_id} and m.country_id = ${country_id}`
}

export async function readOpen(
  db: Kysely<DB>,
  condition: ReturnType<typeof sql>,
  lock = sql`for update of r`,
): Promise<OpenReview[]> {
  const { rows } = await sql<OpenReview>`
    select r.id, r.reason, r.turned, r.match_id, r.candidate_id, s.name as sport, m.sport_id, m.country_id,
      m.home_team as match_home, m.away_team as match_away, m.start_time as match_start, l.name as match_league,
      c.home_team as candidate_home, c.away_team as candidate_away, c.start_time as candidate_start, c.start_typed as candidate_start_typed,
      k.name as candidate_league
    from match_reviews r join matches m on m.id = r.match_id join matches c on c.id = r.candidate_id
    join leagues l on l.id = m.league_id join leagues k on k.id = c.league_id join sports s on s.id = m.sport_id
    where r.status = 'open' and ${condition} order by r.created_at, r.id ${lock}`.execute(db)
  return rows
}

/**
 * The pairs of names that the decision is about: those that no rule is sure of. If the contests are different and two
 * pairs are uncertain, one of them can be the same.
 */
export function decidedNames(review: OpenReview, isSame: boolean): [string, string][] {
  const { match_home, match_away, candidate_home, candidate_away, turned } = review
  const [home, away] = turned ? [candidate_away, candidate_home] : [candidate_home, candidate_away]
  const sides: [string, string][] = [
    [match_home, home],
    [match_away, away],
  ]
  const rules = contestRules(sportKey(review.sport), splitLeagueSide(review.match_league))
  const uncertain = sides
    .filter(([a, b]) => extentOf(a, b, rules) !== 'whole')
    // Elsewhere the plain name is that of another side.
    .map(([a, b]) => inLeague(a, b, rules))
  if (isSame) return uncertain
  return isAboutNames(review) && uncertain.length === 1 ? uncertain : []
}

function isAboutNames({ reason }: OpenReview): boolean {
  return reason === 'opponent' || reason === 'names'
}

/** Stores the decision, and what it says about names. @returns its id */
async function storeDecision(
  trx: Kysely<DB>,
  review: OpenReview,
  names: readonly [string, string][],
  is_same: boolean,
  decided_by: string,
): Promise<string> {
  const { sport_id, country_id } = review
  const distinct = new Map(names.map(([a, b]) => [pairKey(a, b), [a, b] as const]))
  const pairs = [...distinct.values()].filter(([a, b]) => nameKey(a) !== '' && nameKey(a) !== nameKey(b))
  const { id } = await trx
    .insertInto('review_decisions')
    .values({
      ...{ sport_id, country_id, decided_by },
      answer: is_same ? 'same' : 'different',
      pair: JSON.stringify({
        match: decidedMatch(review, 'match'),
        candidate: decidedMatch(review, 'candidate'),
      }),
      names: JSON.stringify(pairs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (pairs.length === 0) return id
  const rows = pairs.map(([a, b]) => {
    const [name_a = '', name_b = ''] = [nameKey(a), nameKey(b)].sort()
    return { sport_id, country_id, name_a, name_b, is_same, decided_by, decision_id: id }
  })
  await trx
    .insertInto('team_name_decisions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['country_id', 'name_a', 'name_b']).doUpdateSet((eb) => ({
        is_same: eb.ref('excluded.is_same'),
        decided_by: eb.ref('excluded.decided_by'),
        decision_id: eb.ref('excluded.decision_id'),
        decided_at: sql`now()`,
      })),
    )
    .execute()
  return id
}

function decidedMatch(review: OpenReview, of: 'match' | 'candidate'): DecidedMatch {
  return {
    home: review[`${of}_home`],
    away: review[`${of}_away`],
    league: review[`${of}_league`],
    startTime: review[`${of}_start`].toISOString(),
  }
}

export async function settle(
  trx: Kysely<DB>,
  review: OpenReview,
  { decision, isSame, names }: { decision: string; isSame: boolean; names: readonly [string, string][] },
  administrator: Administrator,
): Promise<void> {
  const label = `${review.match_home} - ${review.match_away}`
  const candidate = `${review.candidate_home} - ${review.candidate_away}`
  if (isSame) {
    const { candidate_id: keep, match_id: gone, turned, reason } = review
    if (!(await isOpen(trx, review.id))) return
    const start = reason === 'postponed' && !review.candidate_start_typed ? { start: review.match_start } : {}
    await mergeUndoably(trx, { keep, gone, turned, reason, decision, ...start })
    await recordAudit(trx, administrator, [
      {
        entity: 'matches',
        entityId: gone,
        label,
        action: 'delete',
        before: { home_team: review.match_home, away_team: review.match_away },
        after: { joined_with: candidate, ...(names.length > 0 && { same_names: namesText(names) }) },
      },
    ])
    return
  }
  await trx
    .updateTable('match_reviews')
    .set({
      status: 'different',
      decided_by: administrator.id,
      decided_at: sql`now()`,
      decision_id: decision,
    })
    .where('id', '=', review.id)
    .execute()
  await recordAudit(trx, administrator, [
    {
      entity: 'match_reviews',
      entityId: review.id,
      label: `${label} / ${candidate}`,
      action: 'update',
      before: { status: 'open' },
      after: { status: 'different' },
    },
  ])
}

export const namesText = (names: readonly (readonly [string, string])[]) =>
  names.map(([a, b]) => `${a} = ${b}`).join(', ')

/** Whether a pair is still there: a merge before can have taken one of its matches. */
async function isOpen(trx: Kysely<DB>, id: string): Promise<boolean> {
  const review = await trx.selectFrom('match_reviews').select('id').where('id', '=', id).executeTakeFirst()
  return review !== undefined
}
