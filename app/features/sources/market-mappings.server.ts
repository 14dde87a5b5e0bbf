import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { definitionOf, isMarketType, isPeriod, type MarketType, PERIODS } from '#app/features/odds/markets.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type {
  Actor,
  Changes,
  Conflict,
  FieldProblem,
  SaveOutcome,
  Value,
  Values,
} from '#app/platform/edit/schema.ts'
import { sameValue } from '#app/platform/edit/values.ts'
import type { Services } from '#app/platform/services.ts'
import type { MappedMarket } from './contract.ts'
import type { marketMappingChange } from './mapping-change.ts'
import { findSource } from './registry.server.ts'

/** An operator's mappings of markets of a source that are not in the registry, by the source's keys. */
export interface Mappings {
  mapped: ReadonlyMap<string, MappedMarket>
  ignored: ReadonlySet<string>
}

/** The maximum number of markets on a screen; their table has all. */
const SHOWN = 20

export async function readMappings(db: Kysely<DB>, source: string): Promise<Mappings> {
  const rows = await db
    .selectFrom('market_mappings')
    .select(['key', 'type', 'period', 'participant'])
    .where('source', '=', source)
    .execute()
  const mapped = new Map<string, MappedMarket>()
  const ignored = new Set<string>()
  for (const { key, type, period, participant } of rows) {
    if (type === null || period === null) ignored.add(key)
    else if (isMarketType(type) && isPeriod(period)) {
      mapped.set(key, {
        type,
        period,
        participant: participant === 'home' || participant === 'away' ? participant : null,
      })
    }
  }
  return { mapped, ignored }
}

/** A market of a source that is not mapped. */
export interface UnmatchedMarket {
  source: string
  key: string
  example: string
  seen: number
  firstSeen: string
  /** Whether it is a whole market; otherwise it is an outcome of one, which can only be ignored. */
  isWhole: boolean
}

/**
 * The markets that sources send and the registry does not have, with what an operator says of them, as a table. Of a
 * mapping whose market no source has sent since, nothing else is known.
 */
export const mappedMarkets = (): RawBuilder<unknown> => sql`(
  select md5(source || '/' || key)::uuid as id, source, key, coalesce(u.example, '') as example,
    coalesce(u.seen, 0) as seen, u.first_seen, u.last_seen, m.period, m.participant, t.type,
    case when t.type in ('open', 'ignored') then t.type else 'matched' end as state
  from (
    select split_part(source, ':', 1) as source, key, max(example) as example, sum(seen)::bigint as seen,
      min(first_seen) as first_seen, max(last_seen) as last_seen
    from unknown_markets group by 1, 2
  ) u full join (select *, true as is_decided from market_mappings) m using (source, key)
    cross join lateral (select coalesce(m.type, case when m.is_decided then 'ignored' else 'open' end) as type) t)`

/** Counts unknown markets and outcomes, for an operator to map. */
export async function countUnknownMarkets(
  db: Kysely<DB>,
  source: string,
  unknown: readonly { key: string; example: string; count: number }[],
): Promise<void> {
  if (unknown.length === 0) return
  await sql`
    insert into unknown_markets as u (source, key, example, seen)
    select ${source}, r.key, r.example, r.count
    from json_to_recordset(${JSON.stringify(unknown)}::json) as r (key text, example text, count bigint)
    order by r.key
    on conflict (source, key) do update set seen = u.seen + excluded.seen, last_seen = now()`.execute(db)
}

/** Unmapped markets, the most frequent first; of one source, or of all. */
export async function listUnmatchedMarkets(
  db: Kysely<DB>,
  source?: string,
): Promise<{ markets: UnmatchedMarket[]; total: number }> {
  const { rows } = await sql<{
    source: string
    key: string
    example: string
    seen: string
    first_seen: Date
    total: string
  }>`
    select r.source, r.key, r.example, r.seen, r.first_seen, count(*) over () as total from ${mappedMarkets()} r
    where r.state = 'open' and (${source ?? null}::text is null or r.source = ${source ?? null})
    order by r.seen desc, r.source, r.key limit ${SHOWN}`.execute(db)
  return {
    total: Number(rows[0]?.total ?? 0),
    markets: rows.map(({ total: _, seen, first_seen, ...market }) => ({
      ...market,
      seen: Number(seen),
      firstSeen: first_seen.toISOString(),
      isWhole: isWhole(market.key),
    })),
  }
}

const isWhole = (key: string): boolean => !key.includes(': ')

/** An operator's decision on a market: its type, or (type null) that it is ignored. */
export const marketDecision = z.object({
  kind: z.literal('market'),
  source: z.string().refine((key) => findSource(key) !== undefined),
  key: z.string().min(1).max(100),
  type: z
    .string()
    .refine((type): type is MarketType => isMarketType(type) && type !== 'outright')
    .nullable(),
  period: z.string().refine(isPeriod).nullable(),
  participant: z.enum(['home', 'away']).nullable(),
})
export type MarketDecision = z.infer<typeof marketDecision>

/** Saves an operator's decision on a market; it applies from the next import on. */
export async function decideMarket(
  db: Kysely<DB>,
  { source, key, type, period, participant }: MarketDecision,
  actor: Actor,
): Promise<{ kind: 'saved'; count: number } | { kind: 'refused'; problem: string }> {
  if ((type === null) !== (period === null)) return { kind: 'refused', problem: 'problem.required' }
  await db.transaction().execute(async (tx) => {
    await lockMappings(tx)
    const before = await readStored(tx, source, key)
    await storeMapping(
      tx,
      { source, key, before, after: { type: type ?? 'ignored', period, participant } },
      actor,
    )
  })
  return { kind: 'saved', count: 1 }
}

/** A mapping, as its list has it. */
type Mapping = z.infer<typeof marketMappingChange>

const OPEN: Mapping = { type: 'open', period: null, participant: null }

/** Serializes writers: a row that is not there yet cannot be locked. */
async function lockMappings(tx: Kysely<DB>): Promise<void> {
  await sql`lock table market_mappings in share row exclusive mode`.execute(tx)
}

async function readStored(tx: Kysely<DB>, source: string, key: string): Promise<Mapping> {
  const stored = await tx
    .selectFrom('market_mappings')
    .select(['type', 'period', 'participant'])
    .where('source', '=', source)
    .where('key', '=', key)
    .executeTakeFirst()
  return stored ? ({ ...stored, type: stored.type ?? 'ignored' } as Mapping) : OPEN
}

/** Stores what an operator says of a market, with its entry in the history. */
async function storeMapping(
  tx: Kysely<DB>,
  { source, key, before, after }: { source: string; key: string; before: Mapping; after: Mapping },
  actor: Actor,
): Promise<void> {
  const { type, period, participant } = settle(after)
  if (type === 'open')
    await tx.deleteFrom('market_mappings').where('source', '=', source).where('key', '=', key).execute()
  else {
    const values = { type: type === 'ignored' ? null : type, period, participant }
    await tx
      .insertInto('market_mappings')
      .values({ source, key, ...values })
      .onConflict((conflict) => conflict.columns(['source', 'key']).doUpdateSet(values))
      .execute()
  }
  await recordAudit(tx, actor, [
    {
      entity: 'market_mappings',
      entityId: historyId(source, key),
      label: `${source}: ${key}`,
      action: 'update',
      before: { ...before },
      after: { type, period, participant },
    },
  ])
}

/** A mapping without values that its type does not have. A market without a part of the match is of the first one. */
function settle({ type, period, participant }: Mapping): Mapping {
  if (type === 'open' || type === 'ignored') return { ...OPEN, type }
  const hasSide = definitionOf(type).hasParticipant
  return { type, period: period ?? PERIODS[0] ?? null, participant: hasSide ? participant : null }
}

interface MappedRow extends Mapping {
  id: string
  source: string
  key: string
}

async function readRows(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, MappedRow>> {
  const { rows } = await sql<MappedRow>`
    select r.id, r.source, r.key, r.type, r.period, r.participant from ${mappedMarkets()} r
    where r.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function problemsOf(update: Changes['update'], rows: ReadonlyMap<string, MappedRow>): FieldProblem[] {
  return update.flatMap(({ id, after }) => {
    const row = rows.get(id)
    if (!row) return { id, column: 'type', problem: 'bulk.problem-unknown' }
    const { type, period, participant } = { ...row, ...after } as Mapping
    const isMatched = type !== 'open' && type !== 'ignored'
    if (isMatched && !isWhole(row.key)) return { id, column: 'type', problem: 'sources.outcome-only' }
    if (after.period && !isMatched) return { id, column: 'period', problem: 'sources.problem-no-market' }
    if (isMatched && 'period' in after && !period)
      return { id, column: 'period', problem: 'problem.required' }
    const hasSide = isMatched && definitionOf(type).hasParticipant
    return after.participant && participant && !hasSide
      ? { id, column: 'participant', problem: 'sources.problem-no-side' }
      : []
  })
}

/** What a save of mappings from their list would refuse. */
export async function findMarketProblems(
  { database }: Pick<Services, 'database'>,
  update: Changes['update'],
): Promise<FieldProblem[]> {
  const rows = await readRows(
    database.kysely,
    update.map(({ id }) => id),
  )
  return problemsOf(update, rows)
}

/** Saves mappings from their list, in full or not at all; they apply from the next import on. */
export function saveMarketMappings(
  { database }: Pick<Services, 'database'>,
  { update }: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  return database.kysely.transaction().execute(async (tx) => {
    await lockMappings(tx)
    const rows = await readRows(
      tx,
      update.map(({ id }) => id),
    )
    const problems = problemsOf(update, rows)
    if (problems.length > 0) return { kind: 'invalid', problems }
    const conflicts = update.flatMap(({ id, before, after }) =>
      conflictsOf(rows.get(id), { id, before, after }),
    )
    if (conflicts.length > 0) return { kind: 'conflict', conflicts }
    for (const { id, after } of update) {
      const { source, key, type, period, participant } = rows.get(id) as MappedRow
      const now = { type, period, participant }
      await storeMapping(tx, { source, key, before: now, after: { ...now, ...after } as Mapping }, actor)
    }
    return { kind: 'saved', count: update.length }
  })
}

function conflictsOf(
  row: MappedRow | undefined,
  { id, before, after }: Changes['update'][number],
): Conflict[] {
  return Object.entries(after).flatMap(([column, mine]) => {
    const theirs = (row?.[column as keyof Mapping] ?? null) as Value
    if (sameValue(theirs, before[column] ?? null) || sameValue(theirs, mine)) return []
    return { id, label: `${row?.source}: ${row?.key}`, column, mine, theirs }
  })
}

/** What the history calls a mapping. */
const historyId = (source: string, key: string) => `${source}/${key}`

/** The current mapping of an item of the history; null if no source sends its market and it is not mapped. */
export async function readMapping(db: Kysely<DB>, id: string): Promise<Values | null> {
  const { rows } = await sql<Mapping & { id: string }>`
    select r.id, r.type, r.period, r.participant from ${mappedMarkets()} r
    where r.source || '/' || r.key = ${id}`.execute(db)
  const [row] = rows
  return row ? { ...row } : null
}

/** Puts an earlier mapping back, by the rules of the list. */
export async function putMappingBack(
  { database }: Pick<Services, 'database'>,
  { update }: Changes,
  actor: Actor,
): Promise<SaveOutcome> {
  const changed = await Promise.all(
    update.map(async (change) => {
      const now = await readMapping(database.kysely, change.id)
      return { ...change, id: String(now?.id) }
    }),
  )
  return saveMarketMappings({ database }, { create: [], update: changed, remove: [] }, actor)
}
