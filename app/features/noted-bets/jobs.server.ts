import { sql } from 'kysely'
import { z } from 'zod'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Services } from '#app/platform/services.ts'
import { audienceOfCountry, readAudiences } from '../audiences/queries.server.ts'
import { readMarketsFor } from '../odds/market-queries.server.ts'
import { measureBets, readStoredBets } from './measure.server.ts'
import { KEPT_FOR_MS } from './schema.ts'

const payload = z.object({})

type Site = Pick<Services, 'database' | 'log' | 'memo'>

const BATCH = 100

/** Hourly: keeps closing prices and results of noted bets, for the time when their matches or prices are removed. */
export function betsJob(site: Omit<Site, 'memo'>): JobKind<z.infer<typeof payload>> {
  return {
    name: 'noted-bets',
    payload,
    exclusive: true,
    cron: '20 * * * *',
    expireInSeconds: 1_800,
    handle: async (_, signal) => {
      // Nothing tells the worker of changes, so that nothing is remembered from one run to the next.
      await keepClosings({ ...site, memo: createMemo() }, new Date(), signal)
    },
  }
}

/**
 * Stores what is known of bets whose matches have begun: of new ones, and of those whose match has changed, however long ago it
 * began.
 * @returns the number of bets that changed
 */
export async function keepClosings(site: Site, now: Date, signal?: AbortSignal): Promise<number> {
  const { kysely } = site.database
  const audiences = await readAudiences(site)
  const since = new Date(now.getTime() - KEPT_FOR_MS)
  let changed = 0
  for (let after: string | null = null; !signal?.aborted; ) {
    const rows = await readStoredBets(
      kysely,
      sql`where m.start_time <= ${now}::timestamptz
        and greatest(m.start_time, m.updated_at, f.updated_at, b.created_at) >= ${since}::timestamptz
        and (${after}::uuid is null or b.id > ${after}::uuid) order by b.id limit ${BATCH}`,
    )
    after = rows.at(-1)?.id ?? null
    if (after === null) break
    for (const [country, list] of Map.groupBy(rows, (row) => row.country)) {
      const audience = audienceOfCountry(audiences, country ?? undefined)
      const measured = await measureBets(kysely, list, {
        now,
        read: (ids) => readMarketsFor(site, ids, audience),
      })
      const known = list.map(({ id }, at) => {
        const { closing = null, result = null } = measured[at] ?? {}
        return { id, best: closing?.best ?? null, fair: closing?.fair ?? null, result }
      })
      const { numAffectedRows = 0n } = await sql`
        update noted_bets b set closing_best = r.best, closing_fair = r.fair, result = r.result
        from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as r (id uuid, best bigint, fair bigint, result text)
        where b.id = r.id and (b.closing_best, b.closing_fair, b.result) is distinct from (r.best, r.fair, r.result)`.execute(
        kysely,
      )
      changed += Number(numAffectedRows)
    }
  }
  return changed
}
