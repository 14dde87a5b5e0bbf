import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import {
  definitionOf,
  isMarketType,
  isPeriod,
  MARKET_TYPES,
  type MarketType,
} from '#app/features/odds/markets.ts'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor } from '#app/platform/edit/schema.ts'
import type { MappedMarket } from './contract.ts'
import { findSource } from './registry.server.ts'

/** An operator's mappings of markets of a source that are not in the registry, by the source's keys. */
export interface Mappings {
  mapped: ReadonlyMap<string, MappedMarket>
  ignored: ReadonlySet<string>
}

/** The maximum number of markets on a screen. */
const SHOWN = 100

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
    select u.source, u.key, u.example, u.seen, u.first_seen, count(*) over () as total from (
      select split_part(source, ':', 1) as source, key, max(example) as example, sum(seen) as seen,
        min(first_seen) as first_seen
      from unknown_markets group by 1, 2
    ) u
    where not exists (select 1 from market_mappings m where m.source = u.source and m.key = u.key)
      and (${source ?? null}::text is null or u.source = ${source ?? null})
    order by u.seen desc, u.source, u.key limit ${SHOWN}`.execute(db)
  return {
    total: Number(rows[0]?.total ?? 0),
    markets: rows.map(({ total: _, seen, first_seen, ...market }) => ({
      ...market,
      seen: Number(seen),
      firstSeen: first_seen.toISOString(),
      isWhole: !market.key.includes(': '),
    })),
  }
}

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

/** The types that a market of a source can be mapped to. */
export const MAPPABLE_TYPES: readonly { type: MarketType; hasParticipant: boolean }[] = MARKET_TYPES.filter(
  (type) => type !== 'outright',
).map((type) => ({ type, hasParticipant: definitionOf(type).hasParticipant }))

/** Saves an operator's decision on a market; it applies from the next import on. */
export async function decideMarket(
  db: Kysely<DB>,
  { source, key, type, period, participant }: MarketDecision,
  actor: Actor,
): Promise<{ kind: 'saved'; count: number } | { kind: 'refused'; problem: string }> {
  if ((type === null) !== (period === null)) return { kind: 'refused', problem: 'problem.required' }
  const side = type !== null && definitionOf(type).hasParticipant ? participant : null
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('market_mappings')
      .values({ source, key, type, period, participant: side })
      .onConflict((conflict) =>
        conflict.columns(['source', 'key']).doUpdateSet({ type, period, participant: side }),
      )
      .execute()
    await recordAudit(tx, actor, [
      {
        entity: 'market_mappings',
        entityId: `${source}/${key}`,
        label: `${source}: ${key}`,
        action: 'update',
        after: { type: type ?? 'ignored', period, participant: side },
      },
    ])
  })
  return { kind: 'saved', count: 1 }
}
