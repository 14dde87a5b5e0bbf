/** Whether the database can store a text: PostgreSQL accepts neither NUL nor unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * Whether a new text may be stored: without control characters except line breaks and tabs, and without unpaired
 * surrogates.
 */
export function isClean(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(text)
}
