import { type Kysely, sql } from 'kysely'
import { placeKey, sportKey } from '#app/features/catalogue/place-names.ts'
import { englishName } from '#app/features/catalogue/translated-names.server.ts'
import { nameKey, pairKey } from '#app/features/names/contestants.ts'
import type { DB } from '#app/platform/db/types.ts'
import { Rollback, recordAudit, saveTogether } from '#app/platform/edit/save-list.server.ts'
import type { Changes, FieldProblem, SaveOutcome } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import {
  type Administrator,
  decidedNames,
  decideOpen,
  follows,
  keysOf,
  type OpenReview,
  readOpen,
  settle,
} from './commands.server.ts'
import type { NewNames } from './decision-changes.ts'
import { endDecision, findLinks, partNames } from './undo-decision.server.ts'

type Target = Pick<Services, 'database'>
type Answer = 'same' | 'different'

/** What decisions do besides: matches that are merged, names that are decided, other pairs that follow, links that are removed. */
export interface DecisionEffects {
  merges: number
  names: number
  pairs: number
  parted: number
}

const idsOf = (changes: readonly { id: string }[]) => sql`r.id = any(${changes.map(({ id }) => id)}::uuid[])`
const NO_LOCK = sql``

/** Answers many open pairs, in full or not at all. A pair that an answer before it has settled in the same way stays so. */
export function decideReviews(
  { database }: Target,
  { update }: Changes,
  by: Administrator,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (trx) => {
    const open = new Map((await readOpen(trx, idsOf(update))).map((review) => [review.id, review]))
    const gone = update.filter(({ id }) => !open.has(id))
    if (gone.length > 0)
      return {
        kind: 'conflict',
        conflicts: gone.map(({ id, after }) => ({
          id,
          label: '',
          column: 'answer',
          mine: after.answer ?? null,
        })),
      }
    const settled = new Map<string, Answer>()
    for (const { id, after } of update) {
      const answer = after.answer as Answer
      const before = settled.get(id)
      if (before && before !== answer)
        throw new Rollback({
          kind: 'invalid',
          problems: [{ id, column: 'answer', problem: 'review.problem-contradiction' }],
        })
      for (const it of (await decideOpen(trx, { id, answer }, by)) ?? []) settled.set(it, answer)
    }
    return { kind: 'saved', count: update.length }
  })
}

/** What `decideReviews` would do besides. */
export async function findReviewEffects(
  { database }: Target,
  update: Changes['update'],
): Promise<DecisionEffects> {
  const asked = new Map(update.map(({ id, after }) => [id, after.answer as Answer]))
  const decided = (await readOpen(database.kysely, idsOf(update), NO_LOCK)).map((review) => {
    const isSame = asked.get(review.id) === 'same'
    const names = decidedNames(review, isSame)
    return { review, isSame, names, keys: keysOf(names) }
  })
  const byPlace = Map.groupBy(decided, ({ review }) => review.country_id)
  const others = (await readOpen(database.kysely, ofCountries([...byPlace.keys()]), NO_LOCK)).flatMap(
    (other) => {
      const by = asked.has(other.id)
        ? undefined
        : byPlace.get(other.country_id)?.find(({ keys, isSame }) => follows(other, keys, isSame))
      return by ? [by.isSame] : []
    },
  )
  return {
    merges: decided.filter(({ isSame }) => isSame).length + others.filter(Boolean).length,
    names: new Set(
      decided.flatMap(({ review, names }) => names.map(([a, b]) => `${review.country_id} ${pairKey(a, b)}`)),
    ).size,
    pairs: others.length,
    parted: 0,
  }
}

const ofCountries = (ids: readonly string[]) => sql`m.country_id = any(${ids}::uuid[])`

interface Named {
  id: string
  sport_id: string
  country_id: string
  names: [string, string]
  is_same: boolean
}

/** Ends decisions, and stores new ones about names, in full or not at all. */
export function saveDecisions(
  { database }: Target,
  { create, update }: Changes,
  by: Administrator,
): Promise<SaveOutcome> {
  return saveTogether(database.kysely, async (trx) => {
    for (const { id, after } of update) {
      const { kind } = await endDecision(trx, id, by)
      const conflict = { id, label: '', column: 'answer', mine: after.answer ?? null }
      if (kind === 'refused') throw new Rollback({ kind: 'conflict', conflicts: [conflict] })
    }
    const { problems, fresh } = await readNew(trx, create)
    if (problems.length > 0) throw new Rollback({ kind: 'invalid', problems })
    await storeNames(trx, fresh, by)
    return { kind: 'saved', count: update.length + create.length }
  })
}

/** What a save would refuse of new decisions about names, and which are decided in the same way already. */
export async function checkNewNames({ database }: Target, create: Changes['create']) {
  const { problems, fresh } = await readNew(database.kysely, create)
  const isOpen = new Set([...problems, ...fresh].map(({ id }) => id))
  return { problems, known: create.flatMap(({ id }) => (isOpen.has(id) ? [] : id)) }
}

/** What `saveDecisions` would do besides. */
export async function findNamesEffects(
  { database }: Target,
  create: Changes['create'],
): Promise<DecisionEffects> {
  const { fresh } = await readNew(database.kysely, create)
  const settled = await readSettled(database.kysely, fresh, NO_LOCK)
  let parted = 0
  for (const place of differentByPlace(fresh))
    parted += (await findLinks(database.kysely, place, place.keys)).length
  return {
    merges: settled.filter(({ decision }) => decision.is_same).length,
    names: fresh.length,
    pairs: settled.length,
    parted,
  }
}

/** The decisions that nobody has made yet, with their places. */
async function readNew(
  db: Kysely<DB>,
  create: Changes['create'],
): Promise<{ problems: FieldProblem[]; fresh: Named[] }> {
  const problems: FieldProblem[] = []
  const fresh: Named[] = []
  if (create.length === 0) return { problems, fresh }
  const placeOf = await readPlaces(db)
  const decided = await db
    .selectFrom('team_name_decisions')
    .select(['country_id', 'name_a', 'name_b', 'is_same'])
    .execute()
  const known = new Map(decided.map((it) => [`${it.country_id}\n${it.name_a}\n${it.name_b}`, it.is_same]))
  for (const { id, values } of create) {
    const { sport, country, name, other_name, answer } = values as NewNames
    const place = placeOf(sport, country)
    const key = pairKey(name, other_name)
    const isSame = answer === 'same'
    const before = place && known.get(`${place.country_id}\n${key}`)
    const problem = (column: string, text: string) => problems.push({ id, column, problem: text })
    if (!place) problem('country', 'review.problem-place')
    else if (nameKey(name) === '' || nameKey(other_name) === '' || nameKey(name) === nameKey(other_name))
      problem('other_name', 'review.problem-names')
    else if (before === undefined) {
      known.set(`${place.country_id}\n${key}`, isSame)
      fresh.push({ id, ...place, names: [name, other_name], is_same: isSame })
    } else if (before !== isSame) problem('answer', 'review.problem-contradiction')
  }
  return { problems, fresh }
}

/** A function that finds a country by its names and those of its sport, stored, shown or in any language of the site. */
async function readPlaces(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('countries as c')
    .innerJoin('sports as s', 's.id', 'c.sport_id')
    .select(['c.id as country_id', 's.id as sport_id', 'c.name', 'c.display_name'])
    .select(['s.name as sport', 's.display_name as sport_shown'])
    .execute()
  const keyOf = (sport: string, country: string) => `${sportKey(sport)}\n${placeKey(country)}`
  const places = new Map(
    rows.flatMap(({ sport_id, country_id, name, display_name, sport, sport_shown }) =>
      [sport, sport_shown || sport].flatMap((one) =>
        [name, display_name || name].map((other) => [keyOf(one, other), { sport_id, country_id }] as const),
      ),
    ),
  )
  return (sport: string, country: string) =>
    places.get(keyOf(sport, country)) ??
    places.get(keyOf(englishName('sports', sport) ?? sport, englishName('countries', country) ?? country))
}

async function storeNames(trx: Kysely<DB>, fresh: readonly Named[], by: Administrator): Promise<void> {
  if (fresh.length === 0) return
  const rows = fresh.map(({ names: [a, b], ...decision }) => {
    const [name_a, name_b] = [nameKey(a), nameKey(b)].sort()
    return { ...decision, names: [[a, b]], name_a, name_b }
  })
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, sport_id uuid, country_id uuid,
    names jsonb, name_a text, name_b text, is_same boolean)`
  await sql`
    insert into review_decisions (id, sport_id, country_id, answer, names, decided_by)
    select id, sport_id, country_id, case when is_same then 'same' else 'different' end, names, ${by.id}
    from ${given}`.execute(trx)
  await sql`
    insert into team_name_decisions (sport_id, country_id, name_a, name_b, is_same, decided_by, decision_id)
    select sport_id, country_id, name_a, name_b, is_same, ${by.id}, id from ${given}`.execute(trx)
  await recordAudit(
    trx,
    by,
    fresh.map(({ id, names, is_same }) => ({
      ...{ entity: 'match_reviews', entityId: id, label: names.join(' / '), action: 'create' },
      after: { status: is_same ? 'same' : 'different' },
    })),
  )
  for (const { review, decision } of await readSettled(trx, fresh)) {
    const { id, is_same: isSame, names } = decision
    await settle(trx, review, { decision: id, isSame, names: [names] }, by)
  }
  for (const place of differentByPlace(fresh))
    await partNames(trx, { ...place, decided_at: new Date(0) }, place.keys)
}

/** The open pairs that follow from new decisions about names, each with one of them. */
async function readSettled(
  db: Kysely<DB>,
  fresh: readonly Named[],
  lock?: ReturnType<typeof sql>,
): Promise<{ review: OpenReview; decision: Named }[]> {
  const decided = [true, false].map((isSame) => {
    const byPlace = Map.groupBy(
      fresh.filter(({ is_same }) => is_same === isSame),
      ({ country_id }) => country_id,
    )
    const byKey = ([country, decisions]: [string, Named[]]) =>
      [country, new Map(decisions.map((it) => [pairKey(...it.names), it]))] as const
    return { isSame, byPlace: new Map([...byPlace].map(byKey)) }
  })
  const open = await readOpen(db, ofCountries(fresh.map(({ country_id }) => country_id)), lock)
  return open.flatMap((review) =>
    decided.flatMap(({ isSame, byPlace }) => {
      const known = byPlace.get(review.country_id)
      if (!known || !follows(review, known, isSame)) return []
      const decision = decidedNames(review, isSame).flatMap(([a, b]) => known.get(pairKey(a, b)) ?? [])[0]
      return decision ? [{ review, decision }] : []
    }),
  )
}

/** What is decided as different, by its place. */
function differentByPlace(fresh: readonly Named[]) {
  const groups = Map.groupBy(
    fresh.filter(({ is_same }) => !is_same),
    ({ country_id }) => country_id,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first
      ? [
          {
            sport_id: first.sport_id,
            country_id: first.country_id,
            keys: keysOf(group.map(({ names }) => names)),
          },
        ]
      : []
  })
}
