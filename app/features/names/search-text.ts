/** What is typed into a search, apart from how it is compared: browsers load this, and nothing else, of a search. */

export const MIN_LENGTH = 2
export const MAX_LENGTH = 100

/** A visitor's search text, trimmed and cut at 100 characters; null if fewer than two characters remain. */
export function readSearchText(typed: string | null): string | null {
  const characters = [...(typed ?? '').toWellFormed().trim()]
  return characters.length < MIN_LENGTH ? null : characters.slice(0, MAX_LENGTH).join('').trim()
}
