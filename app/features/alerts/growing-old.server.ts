import type { Kysely } from 'kysely'
import { readScheduleHealth } from '#app/features/feed-health/facts.server.ts'
import { joinGrowingOld, readGrowingOld } from '#app/features/feed-health/growing-old.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import type { DB } from '#app/platform/db/types.ts'
import { membersOf } from './group-by-source.ts'
import type { FoundTrouble } from './schema.ts'
import { type AdminTexts, growingOldText } from './texts.ts'

/** The sentence about the prices that stop counting while a trouble of schedules lasts; null if there are none. */
export async function tellGrowingOld(
  db: Kysely<DB>,
  env: SourcesEnv,
  texts: AdminTexts,
  { trouble, now, zone }: { trouble: Pick<FoundTrouble, 'subject' | 'detail'>; now: Date; zone: string },
): Promise<string | null> {
  const members = new Set(membersOf(trouble))
  const health = (await readScheduleHealth(db, env, now)).filter(({ id }) => members.has(id))
  const growingOld = joinGrowingOld(await readGrowingOld(db, health, now))
  return growingOld && growingOldText(texts, growingOld, { now, zone })
}
