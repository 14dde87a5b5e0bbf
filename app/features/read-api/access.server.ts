import { CLIENT_ADDRESS_HEADER } from '#app/features/accounts/client-address.ts'
import { network } from '#app/platform/http/network.server.ts'
import { noteChangeAt, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { hashKey, isKey } from './keys.ts'
import type { ErrorCode } from './schemas.ts'
import { createUsage, type Quota, type Usage } from './usage.server.ts'
import { isKeyValid } from './valid-key.server.ts'

export type { Quota }

type Admission =
  /** With the id of the API key, if there is one. */
  { ok: true; quota: Quota | null; key: string | null } | { ok: false; error: ErrorCode; quota: Quota | null }

const HEADER = 'x-api-key'

/** The API key of a request. A bearer token that is not a key is a user's. */
export function apiKeyOf(headers: Headers): string | null {
  const given = headers.get(HEADER)
  if (given !== null) return given.trim()
  const token = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return token && isKey(token) ? token : null
}

/** Counts a request to the API, and decides whether it is answered. Without a key the limit is of its network. */
export async function admit(services: Services, headers: Headers): Promise<Admission> {
  const { settings, keys } = await readAccess(services)
  const given = apiKeyOf(headers)
  const from = network(headers.get(CLIENT_ADDRESS_HEADER) ?? '')
  if (given !== null) {
    const key = keys.get(hashKey(given))
    if (key && isCurrent(key)) return count(services, `key:${key.id}`, key.limit, key.id)
  }
  // Guesses of keys use the limit of their network.
  const counted = count(services, `net:${from}`, settings.anonymousLimit)
  if (!counted.ok) return counted
  if (given !== null) return { ok: false, error: 'invalid-key', quota: counted.quota }
  return settings.needsKey ? { ok: false, error: 'no-key', quota: counted.quota } : counted
}

/** Whether a key, by its id, still admits requests. */
export async function isValidKey(services: Services, id: string): Promise<boolean> {
  const { keys } = await readAccess(services)
  return [...keys.values()].some((key) => key.id === id && isCurrent(key))
}

const isCurrent = ({ expiresAt }: AccessKey) => expiresAt === null || expiresAt > new Date()

function count(services: Services, client: string, limit: number, key: string | null = null): Admission {
  // An unknown network: the request comes from the process itself.
  if (client === 'net:') return { ok: true, quota: null, key }
  const { admitted, quota } = usageOf(services).take(client, limit)
  return admitted ? { ok: true, quota, key } : { ok: false, error: 'too-many-requests', quota }
}

const usages = new WeakMap<Services['database'], Usage>()

function usageOf({ database, log }: Services): Usage {
  const known = usages.get(database)
  if (known) return known
  const made = createUsage(database, log)
  usages.set(database, made)
  return made
}

interface AccessKey {
  id: string
  limit: number
  expiresAt: Date | null
}

/** Whether a key is needed, and the limit of requests per minute without one. */
export async function readAccessSettings(services: Services) {
  return (await readAccess(services)).settings
}

function readAccess(services: Services) {
  return services.memo.get('api-access', async () => {
    noteRead('api-keys')
    const { kysely } = services.database
    const settings = await kysely
      .selectFrom('api_settings')
      .select(['needs_key', 'anonymous_limit'])
      .executeTakeFirstOrThrow()
    const rows = await kysely
      .selectFrom('api_keys as k')
      .select(['id', 'hash', 'limit_per_minute', 'expires_at'])
      .where(isKeyValid(new Date()))
      .execute()
    for (const { expires_at } of rows) if (expires_at) noteChangeAt(expires_at)
    return {
      settings: { needsKey: settings.needs_key, anonymousLimit: settings.anonymous_limit },
      keys: new Map(
        rows.map((row): [string, AccessKey] => [
          row.hash,
          { id: row.id, limit: row.limit_per_minute, expiresAt: row.expires_at },
        ]),
      ),
    }
  })
}
