/** The SQLSTATE of an error of the database, such as '23505' for a unique index (PostgreSQL, appendix A); else ''. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505'
}

/** A row that another one refers to is gone, or a row is still referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503'
}

/** A value that the database will refuse at each attempt: of a wrong form (class 22), or against a constraint (class 23). */
export function isRefusedValue(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error))
}
