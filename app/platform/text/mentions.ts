/**
 * Whether a text names something, such as a bookmaker, however it writes the name: one function for every text of the operator.
 */

/** Shorter names are words of other texts. */
const SHORTEST_NAME = 3
/** The ways in which texts name a bookmaker: 'Betfair Exchange (UK)' is also 'betfairexchange'. */
export function spellingsOf(name: string): string[] {
  const words = normalise(name.replace(/\([^)]*\)/g, ' '))
  const compact = words.replaceAll(' ', '')
  return [...new Set([words, compact])].filter((it) => it.length >= SHORTEST_NAME)
}

/**
 * Whether one of the texts mentions one of the names. A text may write a name with other spaces, as 'Bright Mere' and 'Bright-mere'.
 * The words of 'bet safe' are ordinary ones, so parts count only where they are written as names are.
 * @param names as `spellingsOf` returns them
 */
export function mentionsName(names: readonly string[], ...texts: (string | null | undefined)[]): boolean {
  if (names.length === 0) return false
  const compact = names.map((name) => name.replaceAll(' ', ''))
  return texts.some((text) => {
    if (!text) return false
    const words = ` ${normalise(text)} `
    return names.some((name) => words.includes(` ${name} `)) || partsOneOf(compact, withoutMarks(text))
  })
}

/** Whether consecutive words of a text make up a name, where they are written as parts of a name. */
function partsOneOf(names: readonly string[], text: string): boolean {
  // In capitals every word begins as a name does.
  const isShouted = !/\p{Ll}/u.test(text)
  const words = [...text.matchAll(/([\p{L}\p{N}]+)([^\p{L}\p{N}]*)/gu)].map(([, word = '', gap = '']) => ({
    word: word.toLowerCase(),
    gap,
    isProper: !/^\p{Ll}/u.test(word),
  }))
  return words.some(({ word }, start) => {
    let joined = word
    let open = names.filter((name) => name.startsWith(joined))
    for (let at = start; open.length > 0; at += 1) {
      if (open.includes(joined)) return true
      const [one, next] = [words[at], words[at + 1]]
      if (!one || !next || isShouted || !isOneName(one, next)) return false
      joined += next.word
      open = open.filter((name) => name.startsWith(joined))
    }
    return false
  })
}

/** Of two words with a space between them both begin with a capital or a digit, of two with a hyphen or point one does. */
function isOneName(one: { gap: string; isProper: boolean }, next: { isProper: boolean }): boolean {
  if (/^\s$/.test(one.gap)) return one.isProper && next.isProper
  return /^[-._–]$/.test(one.gap) && (one.isProper || next.isProper)
}

/** Words in lower case without marks, one space between them. */
function normalise(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}
