/**
 * How often the same contestants of a sport meet, and when two names mean one contestant. Runs in the browser and on
 * the server.
 */

import { foldToAscii, slug } from '#app/features/catalogue/slug.ts'
import { isOfPlayers } from '#app/features/catalogue/sport-words.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { agreementOf } from './agreement.ts'
import { compareWords } from './compare-words.ts'
import { isDistinctive, isSameTeam, likenessOf, type ReadName, readName } from './same-team.ts'
import { isEqualSide, type KnownSide, sameSide, splitSide, withSide } from './sides.ts'

export interface ContestRules {
  /** Each side is one person or a pair, so a replaced opponent means another contest. */
  individual: boolean
  /** Milliseconds within which the same two never meet twice: a smaller difference means a moved kick-off. */
  onceWithin: number
  /** What the league of both names states: women, an age group. */
  side?: KnownSide
}

const ONE_HOUR = HOUR_MS
const HALF_DAY = 12 * HOUR_MS
const DAY_AND_HALF = 36 * HOUR_MS

/** By the sport's key. Sports that are not listed may have several games a day. */
const ONCE_WITHIN: Readonly<Record<string, number>> = {
  soccer: DAY_AND_HALF,
  americanfootball: DAY_AND_HALF,
  aussierules: DAY_AND_HALF,
  rugby: DAY_AND_HALF,
  rugbyunion: DAY_AND_HALF,
  rugbyleague: DAY_AND_HALF,
  boxing: DAY_AND_HALF,
  mma: DAY_AND_HALF,
  handball: HALF_DAY,
  basketball: HALF_DAY,
  icehockey: HALF_DAY,
  volleyball: HALF_DAY,
  cricket: HALF_DAY,
  lacrosse: HALF_DAY,
  tennis: HALF_DAY,
}

/**
 * @param sportKey the key that all names of the sport share
 * @param side the side that the league of the contests states
 */
export function contestRules(sportKey: string, side?: KnownSide): ContestRules {
  const onceWithin = Object.hasOwn(ONCE_WITHIN, sportKey) ? ONCE_WITHIN[sportKey] : undefined
  return { individual: isOfPlayers(sportKey), onceWithin: onceWithin ?? ONE_HOUR, ...(side && { side }) }
}

/**
 * Two names of a league, both with the side that the league states where only one of them states it: 'Chelsea' and 'Chelsea W' among
 * women. Other names are returned as they are. In a league of youth without an age, the age is that of the name that has one.
 */
export function inLeague(a: string, b: string, { individual, side }: ContestRules): [string, string] {
  if (!side || individual || (!side.women && side.age === null)) return [a, b]
  const [one, other] = [readName(a).side, readName(b).side]
  if (isEqualSide(one, other)) return [a, b]
  const age = side.age === YOUTH ? (one.age ?? other.age ?? YOUTH) : side.age
  const known = { women: side.women, age }
  return [withSide(a, known), withSide(b, known)]
}

const YOUTH = 'youth'

/** What is known of two names by their key: as they are written, else as their league means them. */
export function decidedOn(
  decisions: Pick<ReadonlyMap<string, boolean>, 'get'>,
  [a, b]: readonly [string, string],
  rules: ContestRules,
): boolean | undefined {
  return decisions.get(pairKey(a, b)) ?? decisions.get(pairKey(...inLeague(a, b, rules)))
}

/** Whether two names agree only if the one without an age has that of the other, which their league does not say. */
export function isAgeAssumed(a: string, b: string, { individual, side }: ContestRules): boolean {
  if (individual || side?.age !== YOUTH) return false
  const ages = [readName(a).side.age, readName(b).side.age]
  return ages.includes(null) && ages.some((age) => age !== null && age !== YOUTH)
}

/** The key under which decisions about a name are stored: without case, accents and punctuation. */
export function nameKey(name: string): string {
  return slug(name) || foldToAscii(name).trim()
}

/** One key for two names, independent of their order. */
export function pairKey(a: string, b: string): string {
  return [nameKey(a), nameKey(b)].sort().join('\n')
}

/** A placeholder for a contestant that is not known yet: 'TBD' can be in several contests at once. */
const PLACEHOLDER =
  /^(tb[acd]|to be (announced|confirmed|determined|decided)|unknown|(winner|loser|runner)\b.*|qualifier\b.*|bye|team [a-z0-9])$/i

export function isPlaceholder(name: string): boolean {
  return PLACEHOLDER.test(name.trim())
}

/** Whether two names are identical except for case, accents and punctuation. */
export function isSpeltAlike(a: string, b: string): boolean {
  const key = slug(a)
  return key !== '' && key === slug(b)
}

/** Whether two names certainly mean one contestant. */
export function isSameContestant(name: string, otherName: string, rules: ContestRules): boolean {
  if (name === otherName) return true
  const [a, b] = inLeague(name, otherName, rules)
  return rules.individual ? isSamePlayer(a, b) : agreeInNumbers(a, b) && isSameTeam(a, b)
}

/** Whether the names of one contestant agree as a whole, or only in a part that another team could have, too. */
export type Extent = 'whole' | 'part'

/** How much of two names of one contestant agrees; undefined if they do not certainly mean one (`isSameContestant`). */
export function extentOf(name: string, otherName: string, rules: ContestRules): Extent | undefined {
  const [a, b] = inLeague(name, otherName, rules)
  if (!isSameContestant(a, b, rules)) return undefined
  if (rules.individual || isSpeltAlike(a, b)) return 'whole'
  const [one, other] = [readName(a), readName(b)]
  if (one.country !== null && one.country === other.country) return 'whole'
  if (one.compact !== other.compact && isPermuted(one, other)) return 'part'
  const words = compareWords(one.words, other.words, () => 1)
  const isWhole = agreementOf(one, other, { words, isSame: true }) === 'whole'
  return isWhole && words.exact.every((word) => isWrittenInBoth(word, one, other)) ? 'whole' : 'part'
}

/** Whether both names have the word, or its abbreviation, without an ending: in one league, 'Koronas' is not 'Korona'. */
function isWrittenInBoth(word: string, a: ReadName, b: ReadName): boolean {
  return a.words.some((one) =>
    b.words.some(
      (other) =>
        (one.text === word || other.text === word) &&
        (one.text === other.text ||
          (one.cut && other.text.startsWith(one.text)) ||
          (other.cut && one.text.startsWith(other.text))),
    ),
  )
}

/** Whether two names have the same words in another order, as 'Kobe Vissel', or as two clubs of a town. */
function isPermuted(a: ReadName, b: ReadName): boolean {
  const [one, other] = [a, b].map(({ words }) =>
    words
      .map(({ text }) => text)
      .sort()
      .join(' '),
  )
  return one === other
}

/** Whether a name is more than a place or a word that many teams share. */
export function isTelling(name: string): boolean {
  const { words } = readName(name)
  return words.length > 1 || words.some(({ text }) => isDistinctive(text))
}

/** The players of a doubles pair can be in any order. Only age marks of sides cannot be initials. */
function isSamePlayer(a: string, b: string): boolean {
  if (splitSide(a).side.age !== splitSide(b).side.age) return false
  const [ones, others] = [playersOf(a), playersOf(b)]
  if (ones.length !== others.length || ones.length === 0) return false
  const rest = [...others]
  return ones.every((one) => {
    const at = rest.findIndex((other) => isSamePerson(one, other))
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
}

function playersOf(name: string): string[][] {
  return name
    .split(/\s*(?:[/&+]|\band\b)\s*/i)
    .map((player) => foldToAscii(player).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .filter((words) => words.length > 0)
}

/** The shortest family name, in letters, in which one letter may differ. */
const LONG_NAME = 8

/**
 * Whether the words of two names are those of one person: one full word is shared, the others are equal, initials of
 * each other, or missing on one side.
 */
function isSamePerson(a: readonly string[], b: readonly string[]): boolean {
  const [rest, others] = [[...a], [...b]]
  const takeOff = (alike: (one: string, other: string) => boolean) => {
    let taken = 0
    for (const word of [...rest]) {
      const at = others.findIndex((other) => alike(word, other))
      if (at < 0) continue
      rest.splice(rest.indexOf(word), 1)
      others.splice(at, 1)
      taken += 1
    }
    return taken
  }
  const equal = takeOff((one, other) => one === other && one.length > 2)
  takeOff((one, other) => one === other)
  takeOff((one, other) => isInitial(one, other) || isInitial(other, one))
  const near = takeOff(
    (one, other) =>
      Math.min(one.length, other.length) >= LONG_NAME &&
      likenessOf({ text: one, cut: false }, { text: other, cut: false }) === 'near',
  )
  if (rest.length > 0 && others.length > 0) return false
  return equal > 0 || (near > 0 && rest.length === 0 && others.length === 0)
}

function isInitial(short: string, long: string): boolean {
  return short.length === 1 && long.startsWith(short)
}

/** Numbers in names are mostly years, which feeds omit or shorten. Two different ones mean two teams. */
function agreeInNumbers(a: string, b: string): boolean {
  const [one, other] = [numbersOf(a), numbersOf(b)]
  return one.length === 0 || other.length === 0 || one.some((number) => other.includes(number))
}

/** Without those of an age group. */
function numbersOf(name: string): number[] {
  if (!/\d{2}/.test(name)) return []
  return (splitSide(name).team.match(/\d{2,}/g) ?? []).map((digits) => Number(digits) % 100)
}

/**
 * Whether two names may mean one team, given the same opponent and minute: one is the other's initials ('TNS', 'The New
 * Saints'), or omits a part, and the shared part identifies a club, not only its city.
 */
export function mayBeOneTeam(a: string, b: string): boolean {
  if (!sameSide(a, b) || !agreeInNumbers(a, b)) return false
  const [one, other] = [readName(a), readName(b)]
  if (one.country && other.country) return false
  if (one.nickname !== undefined && other.nickname !== undefined) return false
  if (isAcronym(a, b) || isAcronym(b, a)) return true
  const { exact, restA, restB } = compareWords(one.words, other.words, () => 1)
  return (restA.length === 0 || restB.length === 0) && exact.some(isDistinctive)
}

/** Whether the letters are the initials of all words of the long name, or of all except short joining words. */
function isAcronym(short: string, long: string): boolean {
  const letters = foldToAscii(short).replace(/[^\p{L}]/gu, '')
  if (letters.length < 3 || letters.length > 5 || /\s/.test(short.trim())) return false
  const words = foldToAscii(long).match(/\p{L}+/gu) ?? []
  const initials = (list: readonly string[]) => list.map((word) => word.slice(0, 1)).join('')
  return (
    initials(words) === letters ||
    (words.length > 1 && initials(words.filter(({ length }) => length > 3)) === letters)
  )
}
