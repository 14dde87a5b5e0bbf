import { type Kysely, type SqlBool, sql } from 'kysely'
import { isNotOver } from '#app/features/catalogue/match-length.server.ts'
import { LONGEST_MATCH_MS } from '#app/features/catalogue/match-length.ts'
import type { DB } from '#app/platform/db/types.ts'
import { type RemovalOption, type RemovalWindow, removalWindow } from './rules.ts'

/** What a removal would delete, for the confirmation. */
export interface RemovalCandidates extends RemovalWindow {
  option: RemovalOption
  matches: number
  odds: number
  /** Start of the oldest and of the latest match; null when there are none. */
  from: Date | null
  to: Date | null
}

/**
 * Whether the match `m` is in the window and not in play: it is finished or cancelled, or the duration of its sport has
 * passed at `now` and no feed has it as live, unless that is left from a match that is over for certain.
 */
export function isRemovable(before: Date, now: Date) {
  const earliest = new Date(now.getTime() - LONGEST_MATCH_MS)
  return sql<SqlBool>`(m.start_time < ${before} and (m.status in ('finished', 'cancelled')
    or not ${isNotOver(now)} and (m.status <> 'live' or m.start_time < ${earliest})))`
}

export async function readRemovalCandidates(
  db: Kysely<DB>,
  option: RemovalOption,
  now: Date,
): Promise<RemovalCandidates> {
  const window = removalWindow(option, now)
  const { matches, from, to } = await db
    .selectFrom('matches as m')
    .select(({ fn }) => [
      fn.countAll<number>().as('matches'),
      fn.min('start_time').as('from'),
      fn.max('start_time').as('to'),
    ])
    .where(isRemovable(window.before, now))
    .executeTakeFirstOrThrow()
  const { odds } = await db
    .selectFrom('odds')
    .innerJoin('matches as m', 'm.id', 'odds.match_id')
    .select(({ fn }) => fn.countAll<number>().as('odds'))
    .where(isRemovable(window.before, now))
    .executeTakeFirstOrThrow()
  return { option, ...window, matches: Number(matches), odds: Number(odds), from, to }
}
