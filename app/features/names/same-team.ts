import { INTERNATIONAL, knownCountryCode } from '#app/features/catalogue/countries.ts'
import { readCyrillic } from './cyrillic.ts'
import { isEqualSide, readForeignMarks, type Side, splitSide } from './sides.ts'
import { NICKNAMES } from './team-nicknames.ts'
import {
  AFFIXES,
  DIFFERENTIATORS,
  FOOTBALL_CLUB,
  GENERIC,
  joinCompounds,
  readSpelling,
  SHARED_PLACES,
  STATE_CODES,
  STOP_WORDS,
} from './team-words.ts'

export interface Word {
  text: string
  /** Whether a point ends the word: 'Petersb.' */
  cut: boolean
}

const READ_CACHE_LIMIT = 20_000
const readNames = new Map<string, ReadName>()

/** A team's name, parsed once for all comparisons. */
export interface ReadName {
  side: Side
  country: string | null
  /** The significant words: without legal forms, years and joining words, unless nothing else is left. */
  words: Word[]
  /** The words joined: 'Crystal Palace' equals 'CrystalPalace'. */
  compact: string
  /** The removed words that say more than 'football club': SV, AC, Real Club. */
  affixes: string[]
  /** The initials of all words in order, where a kind of club in letters stands for itself: 'CD' in 'Club Deportivo'. */
  initials: string
  /** Whether a stroke joins two names: 'LU/Daugava'. */
  isJoint: boolean
  /** Years and other numbers, by their last two digits: 1904 equals 04. */
  numbers: string[]
  /** Whether its only numbers are the years of a foundation, which feeds omit; later ones can mean another club. */
  isFounded: boolean
  nickname: number | undefined
}

export function readName(name: string): ReadName {
  const known = readNames.get(name)
  if (known) return known
  const { team, side } = splitSide(expandPlace(toOneAlphabet(readForeignMarks(name))))
  const all = toWords(team)
  const words = dropAffixes(all)
  const affixes = all.filter((word) => !words.includes(word) && !isNeutral(word)).map(({ text }) => text)
  const nickname = NICKNAME_GROUPS.get(toNicknameKey(all))
  const numbers = all.filter(({ text }) => YEAR.test(text)).map(({ text }) => text.slice(-2))
  const read = {
    side,
    country: stateOf(team),
    words,
    compact: toCompact(words),
    affixes,
    initials: all
      .map(({ text }) => (text.length < 4 && AFFIXES.has(text) ? text : text.slice(0, 1)))
      .join(''),
    isJoint: team.includes('/'),
    numbers,
    isFounded: all.every(
      ({ text }) => !YEAR.test(text) || (text.length === 4 && Number(text) <= LAST_FOUNDED),
    ),
    nickname,
  }
  if (readNames.size >= READ_CACHE_LIMIT) readNames.clear()
  readNames.set(name, read)
  return read
}

/** 'Europe' and 'World' are no countries, but two teams. */
function stateOf(team: string): string | null {
  const code = knownCountryCode(team)
  return code === INTERNATIONAL ? null : code
}

/** 'LA Lakers', 'NY Yankees': only in capitals and at the start, because 'La Equidad' is something else. */
function expandPlace(name: string): string {
  return name.replace(/^(LA|L\.A\.) (?=\S)/, 'Los Angeles ').replace(/^(NY|N\.Y\.) (?=\S)/, 'New York ')
}

/** Letters of other alphabets that look like Latin ones: a word that mixes alphabets is read as Latin. */
const LOOKALIKES = new Map(
  zip('аеорсухіјкмтнвАЕОРСУХІКМТНВαορνΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'aeopcyxijkmthbAEOPCYXIKMTHBaopvABEZHIKMNOPTYX'),
)

function zip(from: string, to: string): [string, string][] {
  return [...from].map((letter, at) => [letter, to[at] ?? letter])
}

function toOneAlphabet(name: string): string {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name)) return name
  return name.replace(/[\p{L}\p{M}]+/gu, (word) => {
    if (/\p{Script=Latin}/u.test(word))
      return word.replace(/./gu, (letter) => LOOKALIKES.get(letter) ?? letter)
    return readCyrillic(word)
  })
}

function toWords(team: string): Word[] {
  const plain = joinCompounds(team)
    .replace(/['·]/g, '')
    .replace(/\b(?:\p{L}\.){2,}/gu, (initials) => `${initials.replaceAll('.', '')} `)
  const found = plain.match(/[\p{L}\p{M}\p{N}]+\.?/gu) ?? []
  return found.flatMap((written, index): Word[] => {
    const dotted = written.endsWith('.')
    const text = readSpelling(dotted ? written.slice(0, -1) : written)
    // A letter at the end is an initial, not a joining 'a' or 'i'.
    const cut = dotted || (written.length === 1 && index === found.length - 1)
    return index === 0 && text === '1' ? [] : [{ text, cut }]
  })
}

/** The significant words: removes affixes, years and joining words, unless nothing else is left. */
function dropAffixes(all: Word[]): Word[] {
  const named = firstNonEmpty(
    all.filter((word) => !isAffix(word) && !isFiller(word)),
    all.filter((word) => !isFiller(word)),
    all,
  )
  const own = named.filter(({ text }) => !STATE_CODES.has(text))
  return own.some(({ text }) => isDistinctive(text)) ? own : named
}

/** 'UE' is a kind of club, and its spelling without the e is not an initial: 'U. Las Palmas' is the university. */
function isAffix({ text, cut }: Word): boolean {
  return AFFIXES.has(text) && !(cut && text.length === 1)
}

const YEAR = /^(\d{2}|\d{4})$/
/** A later year in a name often marks a successor or a namesake: 'Astana-1964', 'Dinamo-93'. */
const LAST_FOUNDED = 1950

function isFiller({ text, cut }: Word): boolean {
  return (STOP_WORDS.has(text) && !cut) || YEAR.test(text)
}

function isNeutral(word: Word): boolean {
  return FOOTBALL_CLUB.has(word.text) || isFiller(word)
}

function firstNonEmpty<T>(...lists: T[][]): T[] {
  return lists.find((list) => list.length > 0) ?? []
}

function toCompact(words: readonly Word[]): string {
  return words.map(({ text }) => text).join('')
}

/** Keeps distinctive affixes: 'FSV Frankfurt' is another club. */
function toNicknameKey(all: readonly Word[]): string {
  return toCompact(
    firstNonEmpty(
      all.filter((word) => !isNeutral(word)),
      [...all],
    ),
  )
}

const NICKNAME_GROUPS = new Map(
  NICKNAMES.flatMap((names, group) =>
    names.map((name) => [toNicknameKey(toWords(splitSide(expandPlace(name)).team)), group] as const),
  ),
)

/**
 * Whether two names mean one team (or player), given that both appear in the same league at the same time. It is
 * strict: two rows for one match are better than mixed prices of two matches. Sex, age group and reserve level must
 * agree. It tolerates accents, legal forms, years, abbreviations, translated places, typos, initials, and a name that
 * omits a part of the other, unless several clubs share the rest (Milan, United, Real).
 */
export function isSameTeam(a: string, b: string): boolean {
  if (a === b) return true
  const one = readName(a)
  const other = readName(b)
  if (!isEqualSide(one.side, other.side)) return false
  if (one.country && other.country) return one.country === other.country
  if (!one.compact || !other.compact) return false
  if (one.nickname !== undefined && other.nickname !== undefined) return one.nickname === other.nickname
  if (one.compact === other.compact) return one.words.some(isOwn) || !contradict(one.affixes, other.affixes)
  return alignsWith(one.words, other.words)
}

function isOwn({ text }: Word): boolean {
  return isDistinctive(text)
}

/** If a name is only a place or a common word, different affixes mean different clubs: VfB and SV Stuttgart. */
function contradict(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((affix) => b.includes(affix))
}

export type Likeness = 'same' | 'near' | 'initial'

interface Shared {
  a: string
  b: string
  likeness: Likeness
  isOne: boolean
}

function alignsWith(a: readonly Word[], b: readonly Word[]): boolean {
  const restA = [...a]
  const restB = [...b]
  const shared: Shared[] = []
  for (const likeness of ['same', 'near', 'initial'] as const) {
    for (const word of [...restA]) {
      const at = restB.findIndex((candidate) => likenessOf(word, candidate) === likeness)
      const partner = restB[at]
      if (!partner) continue
      restA.splice(restA.indexOf(word), 1)
      restB.splice(at, 1)
      shared.push({ a: word.text, b: partner.text, likeness, isOne: isOneWord(word, partner) })
    }
  }
  if (restA.length > 0 && restB.length > 0) return false
  const rest = [...restA, ...restB].map(({ text }) => text)
  if (rest.length === 0) return isConvincing(shared)
  if (rest.some((word) => DIFFERENTIATORS.has(word) || /^\d$/.test(word))) return false
  return isEnough(shared.filter(({ likeness, isOne }) => likeness === 'same' && isOne))
}

/**
 * All words are paired. It is enough if one pair is identical (exactly, next to initials), or if a single long word is
 * nearly identical.
 */
function isConvincing(shared: readonly Shared[]): boolean {
  const hasInitials = shared.some(({ a, b }) => Math.min(a.length, b.length) === 1)
  if (hasInitials) return shared.some(({ a, b }) => a === b && a.length > 1)
  if (shared.some(({ a, likeness, isOne }) => likeness === 'same' && isOne && a.length > 2)) return true
  return (
    shared.length === 1 &&
    shared.every(({ a, b, likeness }) => likeness === 'near' && a.length + b.length >= 15)
  )
}

/** One name omits a part of the other. The shared words must name a club, or be a common word and one more. */
function isEnough(shared: readonly Shared[]): boolean {
  if (shared.some(({ a, b }) => isDistinctive(a) && isDistinctive(b))) return true
  return shared.length > 1 && shared.some(({ a }) => GENERIC.has(a))
}

/** Whether a word alone identifies a club. */
export function isDistinctive(word: string): boolean {
  return word.length >= 3 && !GENERIC.has(word) && !SHARED_PLACES.has(word)
}

/** Endings of a place's name in a club's: 'Helsingborgs IF', 'Pápai FC', 'Erzincanspor'. */
const ENDINGS = new Set(['s', 'i', 'spor'])
const INFLECTED_MINIMUM = 5

/**
 * Whether two words are certainly one: written alike, abbreviated with a point, or inflected. 'Lech' and 'Lechia' can be
 * two.
 */
export function isOneWord(a: Word, b: Word): boolean {
  if (a.text === b.text || a.cut || b.cut) return true
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text]
  return short.length >= INFLECTED_MINIMUM && long.startsWith(short) && ENDINGS.has(long.slice(short.length))
}

const PREFIX_MINIMUM = 4
const PREFIX_SHARE = 0.65

export function likenessOf(a: Word, b: Word): Likeness | null {
  if (a.text === b.text) return 'same'
  const [short, long] = a.text.length <= b.text.length ? [a, b] : [b, a]
  const begins = long.text.startsWith(short.text)
  if (begins && short.text.length === 1) return 'initial'
  if (begins && short.cut) return short.text.length >= PREFIX_MINIMUM ? 'same' : 'near'
  if (GENERIC.has(a.text) || GENERIC.has(b.text)) return null
  const isStem = short.text.length >= PREFIX_MINIMUM && short.text.length >= long.text.length * PREFIX_SHARE
  if (begins && isStem) return 'same'
  return isMisspelt(short.text, long.text) ? 'near' : null
}

/** One different letter in words of five to eight letters, two in longer ones. */
function isMisspelt(short: string, long: string): boolean {
  if (short.length < 5) return false
  const limit = short.length >= 9 ? 2 : 1
  return long.length - short.length <= limit && editDistance(short, long) <= limit
}

/** The number of insertions, deletions and replacements between two words. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
