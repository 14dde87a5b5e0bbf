import { type Kysely, sql } from 'kysely'
import { sportKey } from '#app/features/catalogue/place-names.ts'
import { contestRules, extentOf, nameKey, pairKey } from '#app/features/names/contestants.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { mergeMatches } from './merge.server.ts'
import type { DecisionOutcome, DecisionRequest, Doubt } from './schema.ts'

type Target = Pick<Services, 'database'>

/** The administrator who decides. */
type Administrator = Actor & { id: string }

interface OpenReview {
  id: string
  reason: Doubt
  turned: boolean
  match_id: string
  candidate_id: string
  match_home: string
  match_away: string
  match_start: Date
  candidate_home: string
  candidate_away: string
  sport: string
  sport_id: string
  country_id: string
}

/**
 * Stores an operator's decision about two matches. If they are the same contest, the later one is merged into the
 * other, and names that no rule matches are stored as the same. If they are different, the pair is never suggested
 * again, and differing names are stored as different. Other open pairs that the decision settles are closed.
 */
export function decideReview(
  { database }: Target,
  { id, answer }: DecisionRequest,
  administrator: Administrator,
): Promise<DecisionOutcome> {
  return database.kysely.transaction().execute(async (trx) => {
    const [review] = await readOpen(trx, sql`r.id = ${id}`)
    if (!review) return { kind: 'refused', problem: 'unknown' }
    const isSame = answer === 'same'
    const decided = decidedNames(review, isSame)
    await storeNameDecisions(trx, review, decided, isSame, administrator.id)
    await settle(trx, review, isSame, administrator)
    for (const other of decided.length > 0 ? await readOpen(trx, isOfPlace(review)) : []) {
      const rest = decidedNames(other, isSame).map(([a, b]) => pairKey(a, b))
      const known = new Set(decided.map(([a, b]) => pairKey(a, b)))
      if (!isAboutNames(other) || rest.length === 0 || !rest.every((key) => known.has(key))) continue
      await settle(trx, other, isSame, administrator)
    }
    return { kind: 'decided', answer }
  })
}

function isOfPlace({ sport_id, country_id }: OpenReview) {
  return sql`m.sport_id = ${sport_id} and m.country_id = ${country_id}`
}

async function readOpen(trx: Kysely<DB>, condition: ReturnType<typeof sql>): Promise<OpenReview[]> {
  const { rows } = await sql<OpenReview>`
    select r.id, r.reason, r.turned, r.match_id, r.candidate_id, s.name as sport, m.sport_id, m.country_id,
      m.home_team as match_home, m.away_team as match_away, m.start_time as match_start,
      c.home_team as candidate_home, c.away_team as candidate_away
    from match_reviews r join matches m on m.id = r.match_id join matches c on c.id = r.candidate_id
    join sports s on s.id = m.sport_id
    where r.status = 'open' and ${condition} order by r.created_at, r.id for update of r`.execute(trx)
  return rows
}

/**
 * The pairs of names that the decision is about: those that no rule is sure of. If the contests are different and two
 * pairs are uncertain, one of them can be the same.
 */
function decidedNames(review: OpenReview, isSame: boolean): [string, string][] {
  const { match_home, match_away, candidate_home, candidate_away, turned } = review
  const [home, away] = turned ? [candidate_away, candidate_home] : [candidate_home, candidate_away]
  const sides: [string, string][] = [
    [match_home, home],
    [match_away, away],
  ]
  const rules = contestRules(sportKey(review.sport))
  const uncertain = sides.filter(([a, b]) => extentOf(a, b, rules) !== 'whole')
  if (isSame) return uncertain
  return isAboutNames(review) && uncertain.length === 1 ? uncertain : []
}

function isAboutNames({ reason }: OpenReview): boolean {
  return reason === 'opponent' || reason === 'names'
}

async function storeNameDecisions(
  trx: Kysely<DB>,
  { sport_id, country_id }: OpenReview,
  names: readonly [string, string][],
  is_same: boolean,
  decided_by: string,
): Promise<void> {
  const distinct = new Map(names.map(([a, b]) => [pairKey(a, b), [a, b] as const]))
  const rows = [...distinct.values()].flatMap(([a, b]) => {
    const [name_a = '', name_b = ''] = [nameKey(a), nameKey(b)].sort()
    return name_a === '' || name_a === name_b
      ? []
      : [{ sport_id, country_id, name_a, name_b, is_same, decided_by }]
  })
  if (rows.length === 0) return
  await trx
    .insertInto('team_name_decisions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['country_id', 'name_a', 'name_b']).doUpdateSet((eb) => ({
        is_same: eb.ref('excluded.is_same'),
        decided_by: eb.ref('excluded.decided_by'),
        decided_at: sql`now()`,
      })),
    )
    .execute()
}

async function settle(
  trx: Kysely<DB>,
  review: OpenReview,
  isSame: boolean,
  administrator: Administrator,
): Promise<void> {
  const label = `${review.match_home} - ${review.match_away}`
  const values = { home_team: review.match_home, away_team: review.match_away }
  if (isSame) {
    await mergeMatches(trx, { keep: review.candidate_id, gone: review.match_id, turned: review.turned })
    await recordAudit(trx, administrator, [
      {
        entity: 'matches',
        entityId: review.match_id,
        label,
        action: 'delete',
        before: values,
        after: { joined_with: review.candidate_id },
      },
    ])
    return
  }
  await trx
    .updateTable('match_reviews')
    .set({ status: 'different', decided_by: administrator.id, decided_at: sql`now()` })
    .where('id', '=', review.id)
    .execute()
  await recordAudit(trx, administrator, [
    {
      entity: 'match_reviews',
      entityId: review.id,
      label: `${label} / ${review.candidate_home} - ${review.candidate_away}`,
      action: 'update',
      before: { status: 'open' },
      after: { status: 'different' },
    },
  ])
}
