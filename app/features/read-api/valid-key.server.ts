import { sql } from 'kysely'

/** Whether an API key, the table `k` of a query, is neither revoked nor expired. */
export const isKeyValid = (now: Date) =>
  sql<boolean>`(k.revoked_at is null and coalesce(k.expires_at > ${now}, true))`
