import { sql } from 'kysely'
import type { StoredImage } from '#app/features/media/image.server.ts'
import { fetchGuarded } from '#app/platform/http/fetch-guarded.server.ts'
import type { Services } from '#app/platform/services.ts'

const MAX_BYTES = 2 * 1024 * 1024
const TIMEOUT_MS = 10_000

/**
 * A team's badge, fetched from its address in the sports database and served by the site: browsers send no request to
 * another host for it.
 * @param address as stored with a team; other addresses are not fetched
 * @returns null for an address that no team has, and where no image arrived
 */
export async function fetchBadge(
  { database, env, log }: Pick<Services, 'database' | 'env' | 'log'>,
  address: string,
): Promise<StoredImage | null> {
  const known = await sql<{ known: boolean }>`
    select exists (select from sportsdb_teams where badge_url = ${address})
      or exists (select from team_mappings where sportsdb_team_badge_url = ${address}) as known
  `.execute(database.kysely)
  if (!known.rows[0]?.known || !/^https?:/i.test(address)) return null
  try {
    const { body } = await fetchGuarded(address, {
      maxBytes: MAX_BYTES,
      totalTimeoutMs: TIMEOUT_MS,
      attempts: 1,
      allowPrivateAddresses: env.allowPrivateFeeds,
    })
    const { remakeImage } = await import('#app/features/media/image.server.ts')
    const parts: Uint8Array[] = []
    for await (const part of body) parts.push(part)
    const made = await remakeImage(Buffer.concat(parts), 'badge')
    return made.kind === 'image' ? made.image : null
  } catch (error) {
    log.warn({ err: error }, 'a badge could not be fetched')
    return null
  }
}
