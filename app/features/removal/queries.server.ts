import type { Kysely } from 'kysely'
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

export async function readRemovalCandidates(
  db: Kysely<DB>,
  option: RemovalOption,
  now: Date,
): Promise<RemovalCandidates> {
  const window = removalWindow(option, now)
  const { matches, from, to } = await db
    .selectFrom('matches')
    .select(({ fn }) => [
      fn.countAll<number>().as('matches'),
      fn.min('start_time').as('from'),
      fn.max('start_time').as('to'),
    ])
    .where('start_time', '<', window.before)
    .executeTakeFirstOrThrow()
  const { odds } = await db
    .selectFrom('odds')
    .innerJoin('matches', 'matches.id', 'odds.match_id')
    .select(({ fn }) => fn.countAll<number>().as('odds'))
    .where('matches.start_time', '<', window.before)
    .executeTakeFirstOrThrow()
  return { option, ...window, matches: Number(matches), odds: Number(odds), from, to }
}
