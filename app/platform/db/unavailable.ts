/**
 * Connection failures, resource limits and operator interventions of PostgreSQL, and a statement that took longer than its
 * limit: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const STATES = /^(08\w{3}|53\w{3}|57P0[1-5]|57014)$/
const SYSTEM = /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** node-postgres and its pool give these no code. The rollback of a transaction whose connection broke fails with the last ones. */
const TEXTS =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/**
 * Whether an error means that the database cannot be reached or is overloaded: the same request can succeed later. Errors
 * of queries are no such error.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && (STATES.test(code) || SYSTEM.test(code))) return true
  // The socket file of a stopped server.
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (TEXTS.test(error.message)) return true
  const inner = error instanceof AggregateError ? error.errors : []
  return [error.cause, ...inner].some(isDatabaseUnavailable)
}

/** When a client should try again. */
export const RETRY_AFTER_SECONDS = 5
