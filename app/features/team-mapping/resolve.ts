import { agreement, agreementOf, sharesNickname } from '#app/features/names/agreement.ts'
import { compareWords, type WordLikeness } from '#app/features/names/compare-words.ts'
import { areOtherTiers } from '#app/features/names/same-league.ts'
import { isDistinctive, isSameTeam, type ReadName, readName } from '#app/features/names/same-team.ts'
import {
  isEqualSide,
  type KnownSide,
  SIDE_OR_NAME,
  splitLeagueSide,
  splitSide,
  withSide,
} from '#app/features/names/sides.ts'
import { nameSimilarity } from '#app/features/names/similarity.ts'
import { isGreek, readGreek, soundLikeness, soundsInEachWord } from '#app/features/names/sound.ts'
import { DIFFERENTIATORS } from '#app/features/names/team-words.ts'
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
/** What further agreements add to the similarity, and differences take away. */
const EXTRA = { affix: 0.04, number: 0.06, letters: 0.02, league: 0.06 }
/** The factor of the similarity where each name has a word that the other lacks. */
const CONTRARY = 0.85

/**
 * Searches a name in a pool. It is sure only where one team is similar enough and no other club is close; sex, age
 * group and reserve side must always agree, as stated by names and leagues. A part of a name is enough only in the
 * team's own league, and if no other team of the match's league is nearer.
 * @param others the names of the teams in the match's league
 */
export function resolveTeam<T>(
  given: string,
  pool: TeamPool<T>,
  league?: string,
  others: readonly string[] = [],
): Resolution<T> {
  const known = splitLeagueSide(league ?? '')
  const name = isGreek(given) ? given : withSide(given, known)
  const wanted = readName(name)
  const ranked = isGreek(name) ? rankBySound(name, pool, known) : rankByWords(name, wanted, pool, league)
  const candidates = listCandidates(ranked)
  const chosen = isGreek(name)
    ? ranked.find(({ isSame }) => isSame)
    : ranked.find((one) => isConvincing(wanted, one))
  if (!chosen) return candidates.length > 0 ? { kind: 'review', candidates } : { kind: 'none' }
  if (!isGreek(name)) {
    const extent = agreementOf(wanted, chosen.read, chosen)
    const isKnown =
      extent === 'whole' ||
      (extent === 'part' && agreesInLeague(chosen, league) && !isClaimed(wanted, chosen, others, pool))
    if (!isKnown) return { kind: 'review', candidates }
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
        EXTRA.affix * agreement(wanted.affixes, entry.read.affixes) +
        EXTRA.number * agreement(wanted.numbers, entry.read.numbers, 0.2) +
        EXTRA.letters * nameSimilarity(name, entry.full) +
        (league
          ? EXTRA.league * Math.max(0, ...entry.leagues.map((other) => nameSimilarity(league, other)))
          : 0)
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
      const words = { score, same: [], exact: [], restA: [], restB: [] }
      return {
        team: entry.team,
        name: entry.name,
        read: entry.read,
        leagues: entry.leagues,
        words,
        score,
        isSame: score >= SOUNDS_ALIKE && soundsInEachWord(latin, entry.name),
      }
    })
    .filter(({ score }) => score >= WORTH_A_LOOK + 0.15)
    .sort(byScore)
}

/** Whether one comparison suffices: a yes of the cautious rule, or a distinctive word in common and few differences. */
function isConvincing<T>(wanted: ReadName, { isSame, score, words }: Compared<T>): boolean {
  const rest = [...words.restA, ...words.restB]
  // 'Sturm Graz A.' are the amateurs.
  if (rest.includes('a')) return false
  // 'Häcken Dam' are women, unless it is the name of another club.
  if (!wanted.side.women && rest.some((word) => SIDE_OR_NAME.has(word))) return false
  // 'Gimnasia y Esgrima de Jujuy' is not every 'Gimnasia y Esgrima'.
  if (words.restA.some(isDistinctive) && words.same.length > 0 && !words.same.some(isDistinctive))
    return false
  if (isSame) return true
  if (score < ENOUGH || !words.same.some(isDistinctive)) return false
  if (rest.some((word) => DIFFERENTIATORS.has(word))) return false
  return words.restA.length === 0 || words.restB.length === 0
}

/** The minimum similarity of two leagues' names: 'La Liga', 'Spanish La Liga'. */
const SAME_LEAGUE = 0.5

function agreesInLeague<T>({ leagues }: Compared<T>, league: string | undefined): boolean {
  return (
    league !== undefined &&
    leagues.some((other) => nameSimilarity(league, other) >= SAME_LEAGUE && !areOtherTiers(league, other))
  )
}

/**
 * Whether another team of the match's league is at least as near to the chosen team, so that the name belongs to that
 * team: 'Middlesbrough' is not 'Middlesbrough Ironopolis' in a league that has both.
 */
function isClaimed<T>(
  wanted: ReadName,
  chosen: Compared<T>,
  others: readonly string[],
  pool: TeamPool<T>,
): boolean {
  const nearness = ({ words, compact, affixes, numbers }: ReadName) =>
    (compact === chosen.read.compact ? 1 : compareWords(words, chosen.read.words, pool.weigh).score) +
    EXTRA.affix * agreement(affixes, chosen.read.affixes) +
    EXTRA.number * agreement(numbers, chosen.read.numbers, 1)
  const own = nearness(wanted)
  return others
    .map(readName)
    .some(
      (other) => isEqualSide(other.side, wanted.side) && !isOneName(other, wanted) && nearness(other) >= own,
    )
}

/** Whether two names of a league are only spellings of one. */
function isOneName(a: ReadName, b: ReadName): boolean {
  return (
    a.compact === b.compact && agreement(a.affixes, b.affixes) >= 0 && agreement(a.numbers, b.numbers, 1) >= 0
  )
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
