/** Whether the database can hold a text: PostgreSQL has no NUL and no half characters. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Whether a text may be stored anew: without control characters, but for line breaks and tabs, and of whole characters. */
export function isClean(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(text)
}
