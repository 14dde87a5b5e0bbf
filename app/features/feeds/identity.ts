/** Which stored match an event is, decided on names and kick-off. Pure: what is stored is given. */

import { slug } from '#app/features/catalogue/slug.ts'
import { isSameTeam } from '#app/features/matches/names.ts'
import { sameSide } from '#app/features/matches/sides.ts'

export const KICK_OFF_TOLERANCE_MS = 3 * 60 * 60_000

/** An event that no earlier import has linked, in its league. */
export interface Unlinked {
  home: string
  away: string
  start: Date
}

export interface Candidate extends Unlinked {
  id: string
  /** Linked already by the same feed, under another id. */
  own: boolean
}

/**
 * Pairs events with candidates, each at most once: the same two teams on the same sides, within three hours; the
 * closest pair first, so that of two games on one day each finds its own. A candidate of the same feed counts only with
 * the same spelling and kick-off, for a feed does not spell one team in two ways, and may be met again.
 * @param candidatesOf the candidates within reach of the event at that index
 */
export function pairEvents<C extends Candidate>(
  events: readonly Unlinked[],
  candidatesOf: (index: number) => readonly C[],
): Map<number, C> {
  const found = new Map<number, C>()
  const taken = new Set<string>()
  choosePairs(events, candidatesOf, isSameName, found, taken)
  // What one pair has taught about a team's names helps to find its other matches.
  const aliases = aliasesOf(events, found)
  const isKnown: SameName = (a, b) => isSameName(a, b) || aliases.has(aliasKey(a, b))
  if (aliases.size > 0 && found.size < events.length) choosePairs(events, candidatesOf, isKnown, found, taken)
  return found
}

type SameName = (a: string, b: string) => boolean

/** Adds the pairs of events not yet found, the closest first. */
function choosePairs<C extends Candidate>(
  events: readonly Unlinked[],
  candidatesOf: (index: number) => readonly C[],
  sameName: SameName,
  found: Map<number, C>,
  taken: Set<string>,
): void {
  const pairs = events.flatMap((event, index) =>
    found.has(index)
      ? []
      : findPairs(event, candidatesOf(index), sameName).map((pair) => ({ index, ...pair })),
  )
  pairs.sort(
    (a, b) =>
      a.apart - b.apart ||
      Number(b.exact) - Number(a.exact) ||
      a.index - b.index ||
      (a.candidate.id < b.candidate.id ? -1 : 1),
  )
  for (const { index, candidate } of pairs) {
    if (found.has(index) || (taken.has(candidate.id) && !candidate.own)) continue
    found.set(index, candidate)
    taken.add(candidate.id)
  }
}

/** Pairs of names that were found to mean one team though they do not look it. */
function aliasesOf(events: readonly Unlinked[], found: ReadonlyMap<number, Unlinked>): ReadonlySet<string> {
  const aliases = new Set<string>()
  for (const [index, candidate] of found) {
    const event = events[index]
    if (!event) continue
    for (const side of ['home', 'away'] as const) {
      if (!isSameName(event[side], candidate[side])) aliases.add(aliasKey(event[side], candidate[side]))
    }
  }
  return aliases
}

function aliasKey(a: string, b: string): string {
  return `${slug(a)}\n${slug(b)}`
}

interface Pair<C> {
  candidate: C
  /** Milliseconds between the kick-offs. */
  apart: number
  exact: boolean
}

function findPairs<C extends Candidate>(
  event: Unlinked,
  candidates: readonly C[],
  sameName: SameName,
): Pair<C>[] {
  const key = pairingKey(event)
  const near = candidates.flatMap((candidate) => {
    const apart = Math.abs(candidate.start.getTime() - event.start.getTime())
    if (apart > (candidate.own ? 0 : KICK_OFF_TOLERANCE_MS)) return []
    const exact = pairingKey(candidate) === key
    return candidate.own && !exact ? [] : [{ candidate, apart, exact }]
  })
  const same = near.filter(({ apart, exact }) => exact && apart === 0)
  if (same.length > 0) return same
  const alike = near.filter(({ candidate, exact }) => exact || isSamePairing(event, candidate, sameName))
  if (alike.length > 0) return alike
  return near.filter(({ candidate, apart }) => apart === 0 && sharesATeam(event, candidate))
}

/** Most candidates whose names are compared at length; a league seldom has as many matches within six hours. */
const COMPARED = 150

/** The stored matches of some leagues, for finding those that an event may be without looking at all. */
export class CandidatePool<C extends Candidate> {
  readonly #byKey = new Map<string, C[]>()
  /** Matches that the feed has not linked, by league, in the order of their kick-offs. */
  readonly #open = new Map<string, C[]>()

  constructor(candidates: readonly (C & { leagueId: string })[]) {
    const ordered = [...candidates].sort((a, b) => a.start.getTime() - b.start.getTime())
    for (const candidate of ordered) {
      append(this.#byKey, `${candidate.leagueId} ${pairingKey(candidate)}`, candidate)
      if (!candidate.own) append(this.#open, candidate.leagueId, candidate)
    }
  }

  /** Those spelt like the event, and the open ones around its kick-off: the most alike where there are many. */
  near(event: Unlinked, leagueId: string): C[] {
    const alike = this.#byKey.get(`${leagueId} ${pairingKey(event)}`) ?? []
    const time = event.start.getTime()
    if (alike.some((candidate) => candidate.start.getTime() === time)) return alike
    const open = this.#open.get(leagueId) ?? []
    const from = firstFrom(open, time - KICK_OFF_TOLERANCE_MS)
    const around = open.slice(from, firstFrom(open, time + KICK_OFF_TOLERANCE_MS + 1))
    return [...new Set([...alike, ...(around.length > COMPARED ? mostAlike(event, around) : around)])]
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Index of the first candidate that starts at `time` or later. */
function firstFrom(ordered: readonly Candidate[], time: number): number {
  let low = 0
  let high = ordered.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ordered[middle]?.start.getTime() ?? Number.POSITIVE_INFINITY) < time) low = middle + 1
    else high = middle
  }
  return low
}

function mostAlike<C extends Candidate>(event: Unlinked, candidates: readonly C[]): C[] {
  const words = new Set(wordsOf(event))
  return candidates
    .map((candidate) => ({ candidate, shared: wordsOf(candidate).filter((word) => words.has(word)).length }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, COMPARED)
    .map(({ candidate }) => candidate)
}

function wordsOf({ home, away }: Unlinked): string[] {
  return `${home} ${away}`.toLowerCase().split(/\s+/)
}

/** Spelt alike but for case, accents and punctuation. */
export function pairingKey({ home, away }: Pick<Unlinked, 'home' | 'away'>): string {
  return `${slug(home) || home}\n${slug(away) || away}`
}

function isSamePairing(a: Unlinked, b: Unlinked, sameName: SameName): boolean {
  return sameName(a.home, b.home) && sameName(a.away, b.away)
}

/**
 * At one kick-off in one league, a team plays one match: where one side is spelt alike, the other is the same team under
 * another name ('TNS', 'The New Saints'), unless it says that it is another side of a club.
 */
function sharesATeam(a: Unlinked, b: Unlinked): boolean {
  const shares = (one: 'home' | 'away', other: 'home' | 'away') =>
    isSpeltAlike(a[one], b[one]) && sameSide(a[other], b[other]) && agreeInNumbers(a[other], b[other])
  return shares('home', 'away') || shares('away', 'home')
}

/** A place that is not yet filled is no team: 'TBD' may stand in several matches at once. */
const PLACEHOLDER =
  /^(tb[acd]|to be (announced|confirmed|determined|decided)|unknown|(winner|loser|runner)\b.*|qualifier\b.*|team [a-z0-9])$/i

function isSpeltAlike(a: string, b: string): boolean {
  const key = slug(a)
  return key !== '' && key === slug(b) && !PLACEHOLDER.test(a.trim())
}

function isSameName(a: string, b: string): boolean {
  return agreeInNumbers(a, b) && isSameTeam(a, b)
}

/** Numbers in names are mostly years, which feeds leave out or shorten; two that differ name two teams. */
function agreeInNumbers(a: string, b: string): boolean {
  const [one, other] = [numbersOf(a), numbersOf(b)]
  return one.length === 0 || other.length === 0 || one.some((number) => other.includes(number))
}

function numbersOf(name: string): number[] {
  return (name.match(/\d{2,}/g) ?? []).map((digits) => Number(digits) % 100)
}
