import { sqlState } from '#app/platform/db/sql-state.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.ts'

/** A role or a password that PostgreSQL refuses, and a database that it does not have. */
const REFUSED = /^(28\w{3}|3D\w{3})$/

/** A full disk or memory, and a statement that took too long: PostgreSQL has answered. */
const REACHED = /^(53[124]\w{2}|57014)$/

/** `sslmode` asks for TLS that the server does not have, or its certificate does not hold for the address. */
const NO_TLS =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/
const NO_TLS_TEXT = 'The server does not support SSL connections'

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
  if (EXPLAINED.includes(error.name)) return error.message
  const isRefused = REFUSED.test(code) || NO_TLS.test(code) || error.message === NO_TLS_TEXT
  if (onPostgres && (isRefused || (isDatabaseUnavailable(error) && !REACHED.test(code))))
    return `PostgreSQL cannot be reached at DATABASE_URL${code && ` (${code})`}: ${error.message || 'no answer'}`
  return error.stack ?? error.message
}
