/** How much of two names agrees, and what the rest of them can mean. */
import type { WordLikeness } from './compare-words.ts'
import { isDistinctive, type ReadName } from './same-team.ts'
import { GENERIC, SHARED_PLACES } from './team-words.ts'

/** How much of two names agrees: all of it; a part that another club could have, too; or too little. */
export type Agreement = 'whole' | 'part' | 'weak'

/**
 * @param words the comparison of the two names' words
 * @param isSame the answer of the strict comparison (`isSameTeam`)
 */
export function agreementOf(
  wanted: ReadName,
  read: ReadName,
  { words, isSame }: { words: WordLikeness; isSame: boolean },
): Agreement {
  if (sharesNickname(wanted, read)) return 'whole'
  const isCompact = wanted.compact === read.compact
  const rest = isCompact
    ? []
    : [
        ...words.restA.filter((word) => !isKindOfClub(word, wanted, read)),
        ...words.restB.filter((word) => !isKindOfClub(word, read, wanted)),
      ]
  const telling = isCompact ? wanted.words.map(({ text }) => text) : words.exact
  if (!telling.some(isDistinctive)) {
    // 'Lech' and 'Lechia', 'Parana' and 'Paranaense': the beginning of a word is not the word.
    if (telling.length === 0 || rest.length > 0 || (!isCompact && wanted.words.length < 2)) {
      return isSame && words.same.length === 0 ? 'part' : 'weak'
    }
    // 'CSKA Sofia' and 'CSKA 1948 Sofia' are two clubs: among words that many clubs have, the year is the name.
    if (agreement(wanted.numbers, read.numbers, 1) < 0) return 'weak'
    if (wanted.affixes.join() !== read.affixes.join()) return 'part'
  }
  // 'San José', 'Atlético Belgrano': many clubs have such a name with a further word.
  if (
    !isCompact &&
    words.restA.length + words.restB.length > 0 &&
    words.same.some((word) => GENERIC.has(word))
  )
    return 'part'
  // 'Orlen Koronas' and 'Orlen Koronaian': one word is only the beginning of the other.
  if (!isCompact && words.same.length > words.exact.length) return 'part'
  // 'Astana' and 'Astana-64', 'Dinamo Minsk' and 'Dinamo-93 Minsk' are two clubs each.
  if (agreement(wanted.numbers, read.numbers, 1) < 0 && !(wanted.isFounded && read.isFounded)) return 'part'
  const [more, further] = rest
  if (more === undefined) return 'whole'
  // The town after a club's own name only says where it is: 'Feyenoord Rotterdam'. 'Dundee Hibernian' is not Hibernian.
  const longer = words.restA.length > 0 ? wanted.words : read.words
  return further === undefined && SHARED_PLACES.has(more) && longer.at(-1)?.text === more ? 'whole' : 'part'
}

/** Whether a word that only one name has is a legal form in letters (AO, SF), or what the other name abbreviates. */
function isKindOfClub(word: string, own: ReadName, other: ReadName): boolean {
  if (word.length === 2 && !own.isJoint) return true
  if (word.length > 1 && word.length < 5 && other.initials.includes(word)) return true
  return (
    GENERIC.has(word) &&
    other.affixes.some(
      (affix) =>
        affix.length > 1 &&
        affix.includes(word.slice(0, 1)) &&
        own.initials.includes(affix) &&
        !own.affixes.includes(affix),
    )
  )
}

export function sharesNickname(a: ReadName, b: ReadName): boolean {
  return a.nickname !== undefined && a.nickname === b.nickname
}

/**
 * 1 where the two have an element in common, -1 where both have different ones, slightly below 0 where only one has
 * any.
 */
export function agreement(a: readonly string[], b: readonly string[], lack = 0): number {
  if (a.some((text) => b.includes(text))) return 1
  if (a.length > 0 && b.length > 0) return -1
  return a.length + b.length > 0 ? -lack : 0
}
