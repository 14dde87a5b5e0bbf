import { isDistinctive, isOneWord, type Likeness, likenessOf, type Word } from './same-team.ts'
import { soundOf } from './sound.ts'

/** The weight of a word in a set of names: 1 if at most one name has it, towards 0 if all have it. */
export type WordWeight = (word: string) => number

type Kinship = Likeness | 'sound' | 'shortened'

const QUALITY: Record<Kinship, number> = { same: 1, near: 0.75, sound: 0.75, shortened: 0.6, initial: 0.5 }
const KINSHIPS = Object.keys(QUALITY) as Kinship[]
/** The similarity of initials that stand for several words: 'CZ' for 'Carl Zeiss'. */
const INITIALS_QUALITY = 0.85

export interface WordLikeness {
  /** The weight of the shared words divided by the weight of all words, 0 to 1. */
  score: number
  /** Words that are the same in both names; of two forms ('Grazer', 'Graz') the less distinctive one. */
  same: string[]
  /** Those of them that are certainly one word (`isOneWord`). */
  exact: string[]
  /** Words without a partner. */
  restA: string[]
  restB: string[]
}

interface Side {
  rest: Word[]
  shared: number
}

/** Pairs the words of two names, the most similar first, and weighs the shared ones. */
export function compareWords(a: readonly Word[], b: readonly Word[], weigh: WordWeight): WordLikeness {
  const one: Side = { rest: [...a], shared: 0 }
  const other: Side = { rest: [...b], shared: 0 }
  const same: string[] = []
  const exact: string[] = []
  let shared = 0
  for (const kinship of KINSHIPS) {
    for (const word of [...one.rest]) {
      const partner = other.rest.find((candidate) => kinshipOf(word, candidate) === kinship)
      if (!partner) continue
      const common = isDistinctive(word.text) ? partner.text : word.text
      if (kinship === 'same') same.push(common)
      if (kinship === 'same' && isOneWord(word, partner)) exact.push(common)
      shared += QUALITY[kinship] * (take(one, [word], weigh) + take(other, [partner], weigh))
    }
  }
  shared += pairInitials(one, other, weigh) + pairInitials(other, one, weigh)
  const total = one.shared + other.shared + weightOf(one.rest, weigh) + weightOf(other.rest, weigh)
  return {
    score: total === 0 ? 0 : shared / total,
    same,
    exact,
    restA: one.rest.map(({ text }) => text),
    restB: other.rest.map(({ text }) => text),
  }
}

function take(side: Side, words: readonly Word[], weigh: WordWeight): number {
  side.rest = side.rest.filter((word) => !words.includes(word))
  const weight = weightOf(words, weigh)
  side.shared += weight
  return weight
}

function weightOf(words: readonly Word[], weigh: WordWeight): number {
  return words.reduce((total, { text }) => total + weigh(text), 0)
}

function kinshipOf(a: Word, b: Word): Kinship | null {
  const known = likenessOf(a, b)
  const [shorter, longer] = a.text.length <= b.text.length ? [a, b] : [b, a]
  const [short, long] = [shorter.text, longer.text]
  const soundsAlike = mayDiffer(short, long) && soundOf(short) === soundOf(long)
  // A typo rarely affects the first letter: Dudelange is not Rumelange.
  if (known === 'near' && short[0] !== long[0] && !soundsAlike) return null
  if (known) return known
  if (soundsAlike) return 'sound'
  return (shorter.cut || short.length > 2) && isShortened(short, long) ? 'shortened' : null
}

/** Whether the words are long enough, and similar enough in length, to be two spellings of one word. */
function mayDiffer(short: string, long: string): boolean {
  return short.length >= 5 && long.length - short.length <= 3 && short[0] === long[0]
}

/** 'Hgo' for Hidalgo, 'Melb' for Melbourne: the same first letters, and all letters in the order of the long word. */
function isShortened(short: string, long: string): boolean {
  if (short.length < 2 || short.length > long.length * 0.6 || short[0] !== long[0]) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

function pairInitials(short: Side, long: Side, weigh: WordWeight): number {
  for (const word of short.rest) {
    const { length } = word.text
    if (length < 2 || length > 5) continue
    const at = long.rest.findIndex((_, start) =>
      isInitials(word.text, long.rest.slice(start, start + length)),
    )
    if (at < 0) continue
    const partners = long.rest.slice(at, at + length)
    return INITIALS_QUALITY * (take(short, [word], weigh) + take(long, partners, weigh))
  }
  return 0
}

function isInitials(text: string, words: readonly Word[]): boolean {
  return (
    words.length === text.length &&
    words.every((word, at) => word.text.length > 1 && word.text[0] === text[at])
  )
}
