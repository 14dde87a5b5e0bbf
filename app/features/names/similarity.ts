import { foldToAscii } from '#app/features/catalogue/slug.ts'
import { sameSide } from './sides.ts'

/**
 * Sørensen-Dice coefficient of character pairs, with multiplicity: 0 to 1. Case, accents and spaces are ignored. Equal
 * texts give 1; a text of fewer than two characters gives 0 unless equal.
 */
export function nameSimilarity(a: string, b: string): number {
  return diceOf(toLetters(a), toLetters(b))
}

function toLetters(text: string): string {
  return foldToAscii(text).replace(/\s+/g, '')
}

function diceOf(a: string, b: string): number {
  if (a === b) return 1
  if (a.length < 2 || b.length < 2) return 0
  const counts = new Map<string, number>()
  for (let at = 0; at + 1 < a.length; at++) {
    const pair = a.slice(at, at + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let at = 0; at + 1 < b.length; at++) {
    const pair = b.slice(at, at + 2)
    const left = counts.get(pair) ?? 0
    if (left === 0) continue
    counts.set(pair, left - 1)
    shared++
  }
  return (2 * shared) / (a.length + b.length - 2)
}

/** A team's name for the result look-up: without FC, United, City, punctuation and spaces. */
export function resultName(name: string): string {
  return foldToAscii(name)
    .replace(/\b(f\.?c\.?|united|city)(?![\p{L}\p{N}])/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

export interface TeamPair {
  home: string
  away: string
}

export interface PairSimilarity {
  home: number
  away: number
  /** The mean of both sides, 0 to 1. */
  score: number
}

/** The similarity of two pairs of teams, side by side, by their plain names. */
export function matchPairSimilarity(
  homeA: string,
  awayA: string,
  homeB: string,
  awayB: string,
): PairSimilarity {
  return toPair(nameSimilarity(homeA, homeB), nameSimilarity(awayA, awayB))
}

function toPair(home: number, away: number): PairSimilarity {
  return { home, away, score: (home + away) / 2 }
}

const MIN_SCORE = 0.5
const MIN_SIDE = 0.8

/**
 * The event that is this match, or undefined: identical names first, else the best by normalized names, with a mean
 * above 0.5, or with one side above 0.8 and the other not entirely different. Plain names break ties. Events that are
 * still tied are rejected, and so are other sides (women, under 21, reserves). Normalized names are used only while
 * they distinguish what the plain names distinguish: Manchester United and Manchester City have the same.
 */
export function findResultEvent<E extends TeamPair>(match: TeamPair, events: readonly E[]): E | undefined {
  const eligible = events.filter(
    (event) => sameSide(match.home, event.home) && sameSide(match.away, event.away),
  )
  const exact = eligible.filter(
    (event) =>
      toLetters(event.home) === toLetters(match.home) && toLetters(event.away) === toLetters(match.away),
  )
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined

  const toName = canNormalise([match, ...eligible]) ? resultName : toLetters
  const ranked = eligible
    .map((event) => ({
      event,
      likeness: toPair(
        diceOf(toName(match.home), toName(event.home)),
        diceOf(toName(match.away), toName(event.away)),
      ),
      plain: matchPairSimilarity(match.home, match.away, event.home, event.away).score,
    }))
    .filter(({ event, likeness }) => isAlikeEnough(likeness) && !isTurned(event, likeness))
    .sort((a, b) => b.likeness.score - a.likeness.score || b.plain - a.plain)
  // The swapped order is more similar: the return game.
  function isTurned(event: E, { score }: PairSimilarity): boolean {
    const turned = toPair(
      diceOf(toName(match.home), toName(event.away)),
      diceOf(toName(match.away), toName(event.home)),
    )
    return turned.score > score
  }
  const [best, second] = ranked
  if (best && second && best.likeness.score === second.likeness.score && best.plain === second.plain) {
    return undefined
  }
  return best?.event
}

function isAlikeEnough({ home, away, score }: PairSimilarity): boolean {
  if (score > MIN_SCORE) return true
  return Math.max(home, away) > MIN_SIDE && Math.min(home, away) > 0
}

/** Whether normalizing makes no two names equal that differ in more than 'FC'. */
function canNormalise(pairs: readonly TeamPair[]): boolean {
  const plainNames = new Map<string, string>()
  for (const name of pairs.flatMap(({ home, away }) => [home, away])) {
    const normal = resultName(name)
    const plain = toLetters(name.replace(/\bf\.?c\.?(?![\p{L}\p{N}])/giu, ''))
    const known = plainNames.get(normal)
    if (normal === '' || (known !== undefined && known !== plain && !isShortened(known, plain))) return false
    plainNames.set(normal, plain)
  }
  return true
}

/** 'Newcastle' and 'Newcastle United' may be one club; 'Manchester United' and 'Manchester City' are not. */
function isShortened(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a)
}
