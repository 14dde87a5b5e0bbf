import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { dayOf } from '#app/platform/time.ts'
import { createWriteSoon } from '#app/platform/write-soon.server.ts'
import type { Variant } from './schema.ts'

/**
 * New visitors, and clicks, of a network that an experiment counts: a script that inflates a variant sends more. A proxy
 * that is not trusted is one network.
 */
export const COUNTED_OF_NETWORK = { burst: 300, perSecond: 2 }

/** Visitors by experiment, day and variant, written as one row for each. */
const counted = createWriteSoon(() => new Map<string, number>(), write)

/** Counts a visitor who has seen a variant. */
export function countVisitor(services: Services, experiment: string, variant: Variant, at: Date): void {
  counted.hold(services, (visitors) => add(visitors, `${experiment} ${dayOf(at, 'UTC')} ${variant}`, 1))
}

/** Writes the counted visitors. */
export const writeVisitors = counted.flush

async function write(
  { database, log }: Pick<Services, 'database' | 'log'>,
  visitors: Map<string, number>,
): Promise<void> {
  const taken = [...visitors]
  visitors.clear()
  for (const [key, count] of taken) {
    const [experiment = '', day = '', variant = ''] = key.split(' ')
    try {
      await sql`
        insert into experiment_visitors (experiment_id, day, variant, visitors)
        select id, ${day}::date, ${variant}::text, ${count}::int from experiments where id = ${experiment}::uuid
        on conflict (experiment_id, day, variant) do update
          set visitors = experiment_visitors.visitors + excluded.visitors`.execute(database.kysely)
    } catch (error) {
      log.error({ err: error, visitors: count }, 'visitors of an experiment could not be written')
      add(visitors, key, count)
    }
  }
}

function add(visitors: Map<string, number>, key: string, count: number): void {
  visitors.set(key, (visitors.get(key) ?? 0) + count)
}
