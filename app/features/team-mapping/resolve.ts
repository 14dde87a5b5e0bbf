import { compareWords, type WordLikeness } from '#app/features/names/compare-words.ts'
import { isDistinctive, isSameTeam, type ReadName, readName } from '#app/features/names/same-team.ts'
import {
  isEqualSide,
  type KnownSide,
  splitLeagueSide,
  splitSide,
  withSide,
} from '#app/features/names/sides.ts'
import { nameSimilarity } from '#app/features/names/similarity.ts'
import { isGreek, readGreek, soundLikeness } from '#app/features/names/sound.ts'
import { DIFFERENTIATORS, GENERIC } from '#app/features/names/team-words.ts'
import type { TeamPool } from './pool.ts'

/** A team's name in the pool, compared with the name that is searched. */
interface Compared<T> {
  team: T
  name: string
  /** The similarity: the weighted words, adjusted by further agreements and differences. About 0 to 1.1. */
  score: number
  words: WordLikeness
  read: ReadName
  /** The leagues that the team plays in. */
  leagues: readonly string[]
  /** By the cautious rule for names in one league at one time. */
  isSame: boolean
}

export interface Candidate<T> {
  team: T
  score: number
}

/** The result for a name: sure of one team, several candidates for a person, or no similar team. */
export type Resolution<T> =
  | { kind: 'mapped'; team: T; score: number; candidates: Candidate<T>[] }
  | { kind: 'review'; candidates: Candidate<T>[] }
  | { kind: 'none' }

/** The required lead over the second: with a yes of the cautious rule or a high similarity; and with less evidence. */
const MARGIN = 0.05
const WIDE_MARGIN = 0.15
const ALIKE = 0.7
/** The minimum of shared weight that suffices with a rare word in common. */
const ENOUGH = 0.5
/** By sound only, for names that were transliterated. */
const SOUNDS_ALIKE = 0.7
const SOUND_MARGIN = 0.12
/** Names with less weight of shared words are not compared further. */
const WORTH_COMPARING = 0.12
/** Teams below this are not candidates. */
const WORTH_A_LOOK = 0.25
const CANDIDATES = 8
/** The rest of the name can mean a rival with this similarity. */
const CLOSE = 0.4
/** The factor of the similarity where each name has a word that the other lacks. */
const CONTRARY = 0.85

/**
 * Searches a name in a pool. It is sure only where one team is similar enough and no other club is close; sex, age
 * group and reserve side must always agree, as stated by names and leagues.
 */
export function resolveTeam<T>(given: string, pool: TeamPool<T>, league?: string): Resolution<T> {
  const known = splitLeagueSide(league ?? '')
  const name = isGreek(given) ? given : withSide(given, known)
  const wanted = readName(name)
  const ranked = isGreek(name) ? rankBySound(name, pool, known) : rankByWords(name, wanted, pool, league)
  const candidates = listCandidates(ranked)
  const chosen = isGreek(name) ? ranked.find(({ isSame }) => isSame) : ranked.find(isConvincing)
  if (!chosen) return candidates.length > 0 ? { kind: 'review', candidates } : { kind: 'none' }
  if (!isGreek(name) && isPartial(wanted, chosen) && !agreesInLeague(chosen, league)) {
    return { kind: 'review', candidates }
  }
  const isClear = isGreek(name)
    ? leads(chosen, rivalsOf(chosen, ranked, pool), SOUND_MARGIN)
    : isUnrivalled(wanted, chosen, rivalsOf(chosen, ranked, pool))
  if (!isClear) return { kind: 'review', candidates }
  return { kind: 'mapped', team: chosen.team, score: chosen.score, candidates }
}

function rankByWords<T>(
  name: string,
  wanted: ReadName,
  pool: TeamPool<T>,
  league: string | undefined,
): Compared<T>[] {
  const compared = pool
    .near(wanted)
    .filter(({ side }) => isEqualSide(side, wanted.side))
    .flatMap((entry): Compared<T>[] => {
      const words = compareWords(wanted.words, entry.read.words, pool.weigh)
      if (words.score < WORTH_COMPARING && !mayBeOne(wanted, entry.read)) return []
      const isSame = isSameTeam(name, entry.full)
      const isOne = wanted.compact === entry.read.compact || (isSame && sharesNickname(wanted, entry.read))
      const extra =
        0.04 * agreement(wanted.affixes, entry.read.affixes) +
        0.06 * agreement(wanted.numbers, entry.read.numbers, 0.2) +
        0.02 * nameSimilarity(name, entry.full) +
        (league ? 0.06 * Math.max(0, ...entry.leagues.map((other) => nameSimilarity(league, other))) : 0)
      const isContrary = words.restA.length > 0 && words.restB.length > 0
      const score = (isOne ? 1 : words.score * (isContrary ? CONTRARY : 1)) + extra
      const { team, read, leagues } = entry
      return [{ team, name: entry.name, read, leagues, words, score, isSame }]
    })
  return compared.filter(({ score, isSame }) => isSame || score >= WORTH_A_LOOK).sort(byScore)
}

/** Whether two names can be the same club although they share almost no word. */
function mayBeOne(a: ReadName, b: ReadName): boolean {
  return a.compact === b.compact || sharesNickname(a, b) || (a.country !== null && a.country === b.country)
}

function sharesNickname(a: ReadName, b: ReadName): boolean {
  return a.nickname !== undefined && a.nickname === b.nickname
}

/**
 * 1 where the two have an element in common, -1 where both have different ones, slightly below 0 where only one has
 * any.
 */
function agreement(a: readonly string[], b: readonly string[], lack = 0): number {
  if (a.some((text) => b.includes(text))) return 1
  if (a.length > 0 && b.length > 0) return -1
  return a.length + b.length > 0 ? -lack : 0
}

function byScore<T>(a: Compared<T>, b: Compared<T>): number {
  return b.score - a.score
}

function rankBySound<T>(name: string, pool: TeamPool<T>, known: KnownSide): Compared<T>[] {
  // The mark of a side is read in its original letters: 'β' alone is the second team, not a 'v'.
  const { team, side: told } = splitSide(name)
  const latin = readGreek(team)
  const side = { ...told, women: told.women || known.women, age: told.age ?? known.age }
  return pool
    .all()
    .filter((entry) => isEqualSide(entry.side, side))
    .map((entry): Compared<T> => {
      const score = soundLikeness(latin, entry.name)
      const words = { score, same: [], restA: [], restB: [] }
      return {
        team: entry.team,
        name: entry.name,
        read: entry.read,
        leagues: entry.leagues,
        words,
        score,
        isSame: score >= SOUNDS_ALIKE,
      }
    })
    .filter(({ score }) => score >= WORTH_A_LOOK + 0.15)
    .sort(byScore)
}

/** Whether one comparison suffices: a yes of the cautious rule, or a distinctive word in common and few differences. */
function isConvincing<T>({ isSame, score, words }: Compared<T>): boolean {
  const rest = [...words.restA, ...words.restB]
  // 'Sturm Graz A.' are the amateurs.
  if (rest.includes('a')) return false
  // 'Gimnasia y Esgrima de Jujuy' is not every 'Gimnasia y Esgrima'.
  if (words.restA.some(isDistinctive) && words.same.length > 0 && !words.same.some(isDistinctive))
    return false
  if (isSame) return true
  if (score < ENOUGH || !words.same.some(isDistinctive)) return false
  if (rest.some((word) => DIFFERENTIATORS.has(word))) return false
  return words.restA.length === 0 || words.restB.length === 0
}

/**
 * Whether a club that is missing from the database could have such a name, too: only a place agrees and the forms of
 * club differ, or each word that agrees is next to one that would identify another club ('Beveren',
 * 'Waasland-Beveren'), next to several, a single letter or the kind of club at the end ('Leeds', 'Leeds City').
 */
function isPartial<T>(wanted: ReadName, { read, words }: Compared<T>): boolean {
  if (wanted.compact === read.compact) {
    return (
      !wanted.words.some(({ text }) => isDistinctive(text)) && wanted.affixes.join() !== read.affixes.join()
    )
  }
  if (sharesNickname(wanted, read)) return false
  const rest = [...words.restA, ...words.restB]
  const telling = words.same.filter(isDistinctive).length
  if (words.same.length === 0 || rest.some((word) => word.length === 1)) return true
  if (rest.length === 0 || telling > 1) return false
  if (telling === 0 || rest.length > 1 || rest.some(isDistinctive)) return true
  // 'San José', 'Atlético Belgrano': many clubs have such a name with a further word.
  if (words.same.some((word) => GENERIC.has(word))) return true
  const longer = words.restA.length > 0 ? wanted.words : read.words
  return rest.some((word) => GENERIC.has(word) && longer.at(-1)?.text === word)
}

/** The minimum similarity of two leagues' names: 'La Liga', 'Spanish La Liga'. */
const SAME_LEAGUE = 0.5

function agreesInLeague<T>({ leagues }: Compared<T>, league: string | undefined): boolean {
  return league !== undefined && leagues.some((other) => nameSimilarity(league, other) >= SAME_LEAGUE)
}

function rivalsOf<T>(chosen: Compared<T>, ranked: readonly Compared<T>[], pool: TeamPool<T>): Compared<T>[] {
  return ranked.filter((other) => other.team !== chosen.team && !pool.isOneClub(chosen.name, other.name))
}

function isUnrivalled<T>(wanted: ReadName, chosen: Compared<T>, rivals: readonly Compared<T>[]): boolean {
  const { words, read } = chosen
  const isPart = words.restA.length === 0 && words.restB.length > 0 && words.same.length < 2
  const partOfAnother = rivals.some((rival) => rival.words.restA.length === 0 && rival.words.same.length > 0)
  const needsMore = (isPart && partOfAnother) || (!chosen.isSame && chosen.score < ALIKE)
  // Hercules is not a rival of Heracles.
  const serious = words.same.length > 0 ? rivals.filter((rival) => rival.words.same.length > 0) : rivals
  if (!leads(chosen, serious, needsMore ? WIDE_MARGIN : MARGIN)) return false
  const close = rivals.filter((rival) => rival.score >= CLOSE)
  // A word that the chosen team lacks is in the name of another: 'Rayo Zuliano' is Rayo rather than Zulia.
  if (
    close.some((rival) =>
      words.restA.some((word) => word.length > 3 && isDistinctive(word) && rival.words.same.includes(word)),
    )
  )
    return false
  // The word is only similar, and another team has exactly that word.
  if (words.same.length === 0 && rivals.some((rival) => rival.words.same.some(isDistinctive))) return false
  const lacksNumber = wanted.numbers.length > 0 && agreement(wanted.numbers, read.numbers) < 1
  return !(lacksNumber && close.some((rival) => agreement(wanted.numbers, rival.read.numbers) === 1))
}

function leads<T>(chosen: Compared<T>, rivals: readonly Compared<T>[], margin: number): boolean {
  return rivals.every((rival) => chosen.score - rival.score >= margin)
}

function listCandidates<T>(ranked: readonly Compared<T>[]): Candidate<T>[] {
  const found = new Map<T, number>()
  for (const { team, score } of ranked) {
    if (!found.has(team)) found.set(team, score)
    if (found.size === CANDIDATES) break
  }
  return [...found].map(([team, score]) => ({ team, score }))
}
