import type { Kysely } from 'kysely'
import { SOURCES } from '#app/features/sources/registry.server.ts'
import type { DB } from '#app/platform/db/types.ts'

/** Creates a schedule for every source, and for every tool of one; it is off until an operator enables it. */
export async function addSchedules(db: Kysely<DB>): Promise<void> {
  const rows = SOURCES.flatMap(({ key, everyMinutes, countedMinutes = null, tools = {} }) => [
    ...(everyMinutes === null
      ? []
      : [{ source: key, every_minutes: everyMinutes, counted_minutes: countedMinutes, is_active: false }]),
    ...Object.entries(tools).map(([source, tool]) => ({
      source,
      every_minutes: tool.everyMinutes,
      counted_minutes: null,
      is_active: false,
    })),
  ])
  await db
    .insertInto('import_schedules')
    .values(rows)
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute()
}
