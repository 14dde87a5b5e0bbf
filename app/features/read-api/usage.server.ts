/**
 * How much clients have used of their limits in the current minute. Each process counts in memory, adds its count to
 * the database every second, and gets the sum of all processes. Between two exchanges a process does not know what the
 * others have admitted: with P processes a client can exceed its limit by what P - 1 of them admit in a second.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Logger } from '#app/platform/log.ts'
import { MINUTE_MS } from '#app/platform/time.ts'

const EXCHANGE_MS = 1_000
const MOST_CLIENTS = 20_000

export interface Quota {
  limit: number
  left: number
  resetSeconds: number
}

interface Count {
  minute: number
  /** Of all processes at the last exchange, and what this one has counted since. */
  shared: number
  unsent: number
}

export interface Usage {
  /** Counts a request, unless the limit is used up. */
  take(client: string, limit: number): { admitted: boolean; quota: Quota }
  /** Exchanges the counts with the other processes now. */
  exchange(): Promise<void>
}

/** @param now milliseconds; in tests a controlled clock */
export function createUsage(
  database: Pick<Database, 'kysely'>,
  log: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): Usage {
  // For a number instead of a size, the cache takes the memory of all of them at once.
  const counts = new LRUCache<string, Count>({ maxSize: MOST_CLIENTS, sizeCalculation: () => 1 })
  /** Clients whose last uses were not sent before their minute was over. */
  const overdue: string[] = []
  let planned: NodeJS.Timeout | undefined
  let lastCleared = 0

  function countOf(client: string, minute: number): Count {
    const known = counts.get(client)
    if (known?.minute === minute) return known
    if (known && known.unsent > 0) overdue.push(client)
    const made = { minute, shared: 0, unsent: 0 }
    counts.set(client, made)
    return made
  }

  function plan(): void {
    if (planned) return
    planned = setTimeout(() => {
      planned = undefined
      exchange().catch((error: unknown) =>
        log.warn({ err: error }, 'the use of the API was not exchanged with other processes'),
      )
    }, EXCHANGE_MS)
    planned.unref()
  }

  async function exchange(): Promise<void> {
    const minute = Math.floor(now() / MINUTE_MS)
    const unsent = [...counts.entries()].filter(([, it]) => it.unsent > 0)
    const changed = unsent.filter(([, it]) => it.minute === minute)
    // Uses of a minute that is over no longer count against a limit, but are uses.
    for (const [, count] of unsent) if (count.minute !== minute) count.unsent = 0
    const clients = [...new Set([...unsent.map(([client]) => client), ...overdue.splice(0)])]
    if (changed.length === 0) {
      if (clients.length > 0) await noteUse(clients)
      return
    }
    const sent = changed.map(([client, count]) => ({ client, used: count.unsent }))
    for (const [, count] of changed) {
      count.shared += count.unsent
      count.unsent = 0
    }
    const at = new Date(minute * MINUTE_MS)
    const { rows } = await sql<{ client: string; used: number }>`
      insert into api_usage as u (client, minute, used)
      select client, ${at}::timestamptz, used
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as r (client text, used int) order by client
      on conflict (client, minute) do update set used = u.used + excluded.used
      returning client, used`.execute(database.kysely)
    for (const { client, used } of rows) {
      const count = counts.peek(client)
      if (count?.minute === minute) count.shared = Math.max(count.shared, used)
    }
    await noteUse(clients)
    if (lastCleared === minute) return
    lastCleared = minute
    await sql`delete from api_usage where minute < ${at}::timestamptz - interval '1 minute'`.execute(
      database.kysely,
    )
  }

  async function noteUse(clients: readonly string[]): Promise<void> {
    const keys = clients.flatMap((client) => (client.startsWith('key:') ? [client.slice(4)] : []))
    if (keys.length === 0) return
    await sql`
      insert into api_key_uses (key, last_used_at)
      select id, ${new Date(now())}::timestamptz from api_keys where id = any (${keys}::uuid[]) order by id
      on conflict (key) do update set last_used_at = excluded.last_used_at`.execute(database.kysely)
  }

  return {
    exchange,
    take(client, limit) {
      const at = now()
      const minute = Math.floor(at / MINUTE_MS)
      const count = countOf(client, minute)
      const used = count.shared + count.unsent
      const admitted = used < limit
      if (admitted) {
        count.unsent += 1
        plan()
      }
      const left = Math.max(0, limit - used - (admitted ? 1 : 0))
      const resetSeconds = Math.ceil(((minute + 1) * MINUTE_MS - at) / 1_000)
      return { admitted, quota: { limit, left, resetSeconds } }
    },
  }
}
