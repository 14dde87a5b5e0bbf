import { sqlState } from '#app/platform/db/sql-state.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.ts'

/** A role or a password that PostgreSQL refuses, and a database that it does not have. */
const REFUSED = /^(28\w{3}|3D\w{3})$/

/** Failures that name their cause and the operator's way out. */
const EXPLAINED = [
  'EnvironmentError',
  'DataFolderInUseError',
  'DataFolderError',
  'MigrationError',
  'ServingProcessError',
]

/**
 * What a program prints before it ends: failures that the operator can fix with their message, all others with their
 * stack.
 * @param onPostgres whether its database is that of DATABASE_URL
 */
export function describeFailure(error: unknown, { onPostgres }: { onPostgres: boolean }): string {
  if (!(error instanceof Error)) return String(error)
  const code = sqlState(error)
  if (onPostgres && (REFUSED.test(code) || isDatabaseUnavailable(error)))
    return `PostgreSQL cannot be reached at DATABASE_URL${code && ` (${code})`}: ${error.message || 'no answer'}`
  return EXPLAINED.includes(error.name) ? error.message : (error.stack ?? error.message)
}
