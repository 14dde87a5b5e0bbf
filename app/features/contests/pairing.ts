/** Decides which stored match an event is, by names and kick-off. Pure: the caller passes the stored data. */

import { slug } from '#app/features/catalogue/slug.ts'
import {
  type ContestRules,
  contestRules,
  decidedOn,
  type Extent,
  extentOf,
  inLeague,
  isAgeAssumed,
  isPlaceholder,
  isSpeltAlike,
  isTelling,
  mayBeOneTeam,
  pairKey,
} from '#app/features/names/contestants.ts'
import { type KnownSide, sameSide } from '#app/features/names/sides.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import type { Doubt } from './schema.ts'

/** A smaller difference between kick-offs is ignored in every sport. */
export const AGREEMENT_MS = HOUR_MS
/** The games of a double-header are within this time of each other, and of the other feed's games. */
const DOUBLE_HEADER_MS = 6 * HOUR_MS
/** Within this difference, a kick-off may have been moved. */
export const DOUBT_MS = 96 * HOUR_MS

/** An event that no earlier import has linked, with its league. */
export interface Unlinked {
  home: string
  away: string
  start: Date
  /** The key that all names of the sport share. */
  sport: string
  /** The feeds' names of one league are different teams; undefined if all events are of one league. */
  league?: string
  /** The side that its league states, which names can leave out. */
  side?: KnownSide
}

export interface Candidate extends Omit<Unlinked, 'sport' | 'league' | 'side'> {
  id: string
  /** Whether the same feed has already linked it, under another id. */
  own: boolean
}

/** A match that an event may be. */
export interface DoubtfulPair<C> {
  candidate: C
  reason: Doubt
  /** Whether the sides are swapped. */
  turned: boolean
}

/** The result for an event: it is this match, or may be one of these. An event without a pairing is new. */
export type Pairing<C> =
  | { kind: 'same'; candidate: C; turned: boolean }
  | { kind: 'undecided'; pairs: DoubtfulPair<C>[] }

/** Operators' decisions about two names, by `pairKey` of the names as they are, or as their league means them (`inLeague`). */
export type NameDecisions = ReadonlyMap<string, boolean>

/** What is known about names. */
export interface Knowledge {
  decisions?: NameDecisions
  /** Further names that the events' feed uses, by league: those of events that are linked already. */
  named?: ReadonlyMap<string, readonly string[]>
}

/**
 * Pairs events with candidates, each at most once. A pair is certain only in these cases:
 * - Both contestants are on their sides, the kick-offs are at most an hour apart, or within the time in which the same
 *   two never meet twice in the sport, and there is no other candidate. Of one contestant, a part of the name is enough
 *   ('Newcastle', 'Newcastle United') unless another name of the league agrees, too.
 * - The sides are swapped, and the kick-off is the same.
 * - The games belong to a double-header of which both feeds have equally many games.
 * A name without a mark has the side that its league states. In team sports, an opponent with an identical name at the
 * same minute is evidence for a name that may be the same. A candidate of the same feed counts only with the same
 * spelling and kick-off, because a feed spells a team in one way and can list a pair twice.
 * @param candidatesOf the nearby candidates for the event at that index
 */
export function pairEvents<C extends Candidate>(
  events: readonly Unlinked[],
  candidatesOf: (index: number) => readonly C[],
  { decisions = new Map(), named = new Map() }: Knowledge = {},
): Map<number, Pairing<C>> {
  const pairing = new Pairings(events, candidatesOf, named)
  pairing.choose(knowing(decisions, new Set()))
  // Names that one pair has proved to be the same help to find the team's other matches.
  const aliases = pairing.aliases()
  if (aliases.size > 0) pairing.choose(knowing(decisions, aliases))
  return pairing.result()
}

type SameName = (a: string, b: string, rules: ContestRules) => boolean | undefined

/** True or false if the answer is known; undefined if only the rules can decide. */
function knowing(decisions: NameDecisions, aliases: ReadonlySet<string>): SameName {
  return (a, b, rules) =>
    decidedOn(decisions, [a, b], rules) ?? (aliases.has(pairKey(...inLeague(a, b, rules))) ? true : undefined)
}

interface Fit<C> {
  index: number
  candidate: C
  /** Milliseconds between the kick-offs. */
  apart: number
  /** Whether both names are identical except for case, accents and punctuation. */
  exact: boolean
  turned: boolean
  /** Whether both contestants are known to be the same; otherwise why a person decides. */
  both: boolean
  doubt: 'opponent' | 'names'
}

class Pairings<C extends Candidate> {
  readonly #events: readonly Unlinked[]
  readonly #candidatesOf: (index: number) => readonly C[]
  readonly #found = new Map<number, { candidate: C; turned: boolean }>()
  readonly #taken = new Set<string>()
  readonly #rosters: Rosters
  #fits: Fit<C>[] = []

  constructor(
    events: readonly Unlinked[],
    candidatesOf: (index: number) => readonly C[],
    named: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#events = events
    this.#candidatesOf = candidatesOf
    this.#rosters = new Rosters(events, candidatesOf, named)
  }

  /** Adds the pairs that are certain with this knowledge of names. */
  choose(known: SameName): void {
    this.#fits = this.#events.flatMap((event, index) =>
      this.#candidatesOf(index).flatMap(
        (candidate) => fitOf(event, index, candidate, known, this.#rosters) ?? [],
      ),
    )
    this.#takeOwn()
    // The most certain pairs first: they then no longer rival the others.
    this.#takeUnrivalled(({ exact, apart }) => exact && apart === 0)
    this.#takeUnrivalled(({ apart }) => apart === 0)
    this.#takeUnrivalled(({ apart }) => apart <= AGREEMENT_MS, AGREEMENT_MS)
    this.#takeDoubleHeaders()
    this.#takeUnrivalled(
      ({ apart, turned, index }) => !turned && apart <= this.#rulesOf(index).onceWithin,
      DOUBT_MS,
    )
  }

  result(): Map<number, Pairing<C>> {
    const result = new Map<number, Pairing<C>>()
    for (const [index, pair] of this.#found) result.set(index, { kind: 'same', ...pair })
    for (const [index, fits] of Map.groupBy(this.#open(), ({ index }) => index)) {
      const pairs = fits.flatMap(({ candidate, turned, ...rest }) => {
        const reason = this.#doubtOf({ candidate, turned, ...rest }, fits)
        return reason ? [{ candidate, turned, reason }] : []
      })
      if (pairs.length > 0) result.set(index, { kind: 'undecided', pairs })
    }
    return result
  }

  /** Pairs of names that were found to mean one team although only a part of them agrees, or nothing. */
  aliases(): ReadonlySet<string> {
    const aliases = new Set<string>()
    for (const [index, { candidate, turned }] of this.#found) {
      const event = this.#events[index]
      if (!event) continue
      const rules = contestRules(event.sport, event.side)
      for (const [name, other] of sidesOf(event, candidate, turned)) {
        if (extentOf(name, other, rules) !== 'whole') aliases.add(pairKey(...inLeague(name, other, rules)))
      }
    }
    return aliases
  }

  #rulesOf(index: number): ContestRules {
    return contestRules(this.#events[index]?.sport ?? '')
  }

  /**
   * The feed's own matches that come again under another id. Several such matches at one minute are ambiguous and are
   * skipped.
   */
  #takeOwn(): void {
    for (const { index, candidate, exact, apart, turned } of this.#fits) {
      const again =
        candidate.own && exact && apart === 0 && !turned && this.#rulesOf(index).onceWithin > HOUR_MS
      if (again && !this.#found.has(index)) this.#found.set(index, { candidate, turned })
    }
  }

  /** Fits whose event and candidate are both unpaired. */
  #open(): Fit<C>[] {
    return this.#fits.filter(
      ({ index, candidate }) => !this.#found.has(index) && !this.#taken.has(candidate.id) && !candidate.own,
    )
  }

  /**
   * Takes the fits of a kind without a rival among the open fits: no other fit of the kind for the event or the
   * candidate, and with `within` no other fit in that time (milliseconds), including the feed's own other games.
   */
  #takeUnrivalled(isOfKind: (fit: Fit<C>) => boolean, within = -1): void {
    const open = this.#open().filter(({ both }) => both)
    const own = within > AGREEMENT_MS ? this.#fits.filter(({ candidate, both }) => candidate.own && both) : []
    const rivals = [...open.filter((one) => isOfKind(one) || one.apart <= within), ...own]
    const ofEvent = Map.groupBy(rivals, ({ index }) => index)
    const ofCandidate = Map.groupBy(rivals, ({ candidate }) => candidate.id)
    for (const one of open.filter(isOfKind)) {
      const others = [...(ofEvent.get(one.index) ?? []), ...(ofCandidate.get(one.candidate.id) ?? [])]
      if (others.every((other) => other === one)) this.#take(one)
    }
  }

  /** The games of one pair on one day, in order, if both feeds have equally many. */
  #takeDoubleHeaders(): void {
    const open = this.#open().filter(
      ({ both, turned, apart }) => both && !turned && apart <= DOUBLE_HEADER_MS,
    )
    for (const group of connect(open)) {
      const indices = [...new Set(group.map(({ index }) => index))]
      const candidates = [...new Set(group.map(({ candidate }) => candidate))]
      const mates = this.#gamesBeside(candidates)
      if (indices.length !== candidates.length || indices.length + mates < 2) continue
      indices.sort((a, b) => this.#startOf(a) - this.#startOf(b))
      candidates.sort((a, b) => a.start.getTime() - b.start.getTime())
      const inOrder = indices.map((index, at) =>
        group.find((one) => one.index === index && one.candidate === candidates[at]),
      )
      if (inOrder.every((one) => one !== undefined)) for (const one of inOrder) this.#take(one)
    }
  }

  /** The number of games of the same pair on that day that are already paired. */
  #gamesBeside(candidates: readonly C[]): number {
    const indices = new Set(
      this.#fits
        .filter(({ both, candidate }) => both && candidates.includes(candidate))
        .map(({ index }) => index),
    )
    const beside = this.#fits.filter(
      ({ index, candidate, both, apart }) =>
        both &&
        apart <= DOUBLE_HEADER_MS &&
        indices.has(index) &&
        (this.#taken.has(candidate.id) || candidate.own) &&
        candidates.some(
          ({ start }) => Math.abs(start.getTime() - candidate.start.getTime()) <= DOUBLE_HEADER_MS,
        ),
    )
    return new Set(beside.map(({ candidate }) => candidate.id)).size
  }

  #startOf(index: number): number {
    return this.#events[index]?.start.getTime() ?? 0
  }

  #take({ index, candidate, turned }: Fit<C>): void {
    if (this.#found.has(index) || this.#taken.has(candidate.id)) return
    this.#found.set(index, { candidate, turned })
    this.#taken.add(candidate.id)
  }

  /** Why a pair that was not taken needs a review; undefined if it does not. */
  #doubtOf(one: Fit<C>, fits: readonly Fit<C>[]): Doubt | undefined {
    const { onceWithin } = this.#rulesOf(one.index)
    if (!one.both) return one.apart <= Math.max(AGREEMENT_MS, onceWithin) ? one.doubt : undefined
    if (one.turned) return one.apart <= AGREEMENT_MS ? 'sides' : undefined
    const reach = onceWithin > 24 * HOUR_MS ? DOUBT_MS : Math.max(onceWithin, DOUBLE_HEADER_MS)
    if (one.apart > reach) return undefined
    const isRivalled = fits.filter(({ both, apart }) => both && apart <= reach).length > 1
    return isRivalled || one.apart <= onceWithin ? 'several' : 'kick-off'
  }
}

/** Groups of fits that share events or candidates. */
function connect<C extends Candidate>(fits: readonly Fit<C>[]): Fit<C>[][] {
  const groups: Fit<C>[][] = []
  for (const one of fits) {
    const touched = groups.filter((group) =>
      group.some(({ index, candidate }) => index === one.index || candidate === one.candidate),
    )
    for (const group of touched) groups.splice(groups.indexOf(group), 1)
    groups.push([one, ...touched.flat()])
  }
  return groups
}

function fitOf<C extends Candidate>(
  event: Unlinked,
  index: number,
  candidate: C,
  known: SameName,
  rosters: Rosters,
): Fit<C> | undefined {
  const apart = Math.abs(candidate.start.getTime() - event.start.getTime())
  if (apart > DOUBT_MS) return undefined
  const exact = pairingKey(candidate) === pairingKey(event)
  // A feed spells a team in one way.
  if (candidate.own && !exact) return undefined
  const rules = contestRules(event.sport, event.side)
  for (const turned of [false, true]) {
    if (turned && (exact || apart > AGREEMENT_MS)) continue
    const sides = sidesOf(event, candidate, turned)
    const extents = sides.map((side) => knownExtent(side, known, rules))
    const isFilled = !sides.every(([name, other]) => isPlaceholder(name) || isPlaceholder(other))
    if (extents.every((extent) => extent !== undefined) && isFilled) {
      const both =
        exact ||
        (!sides.some((side) => isAgeAssumed(...side, rules)) &&
          isCertain(sides, extents, (name, other) => rosters.isShared(event, name, other, rules)))
      return { index, candidate, apart, exact, turned, both, doubt: 'names' }
    }
    if (turned || apart !== 0) continue
    const sharing = sharedSide(sides, known, rules)
    if (sharing)
      return { index, candidate, apart, exact, turned, both: sharing === 'evident', doubt: 'opponent' }
  }
  return undefined
}

function knownExtent(
  [name, other]: readonly [string, string],
  known: SameName,
  rules: ContestRules,
): Extent | undefined {
  const answer = known(name, other, rules)
  if (answer !== undefined) return answer ? 'whole' : undefined
  return extentOf(name, other, rules)
}

/**
 * Whether two contestants are certainly the same: both names agree as a whole, or one does that identifies a team, and
 * of the other a part that no further name of the league has.
 */
function isCertain(
  sides: Sides,
  extents: readonly Extent[],
  isShared: (name: string, other: string) => boolean,
): boolean {
  const at = extents.indexOf('part')
  if (at < 0) return true
  const [part, whole] = at === 0 ? sides : sides.toReversed()
  if (!part || !whole || extents[1 - at] === 'part') return false
  return whole.every(isTelling) && !isShared(...part)
}

/** The names that the feed of the events and the stored matches have in each league. */
class Rosters {
  readonly #told = new Map<string, Set<string>>()
  readonly #stored = new Map<string, Set<string>>()

  constructor(
    events: readonly Unlinked[],
    candidatesOf: (index: number) => readonly Candidate[],
    named: ReadonlyMap<string, readonly string[]>,
  ) {
    for (const [league, names] of named) addAll(this.#told, league, names)
    for (const [index, { home, away, league = '' }] of events.entries()) {
      addAll(this.#told, league, [home, away])
      for (const candidate of candidatesOf(index))
        addAll(this.#stored, league, [candidate.home, candidate.away])
    }
  }

  /** Whether another team of the league, in the feed or stored, could be the team of either name. */
  isShared({ league = '' }: Unlinked, name: string, other: string, rules: ContestRules): boolean {
    const isRival = (rival: string, own: string, opposite: string) =>
      !isSpeltAlike(rival, own) &&
      !isSpeltAlike(rival, opposite) &&
      extentOf(rival, own, rules) !== 'whole' &&
      extentOf(rival, opposite, rules) !== undefined
    return (
      [...(this.#told.get(league) ?? [])].some((rival) => isRival(rival, name, other)) ||
      [...(this.#stored.get(league) ?? [])].some((rival) => isRival(rival, other, name))
    )
  }
}

function addAll(lists: Map<string, Set<string>>, key: string, names: readonly string[]): void {
  const known = lists.get(key) ?? new Set<string>()
  for (const name of names) known.add(name)
  lists.set(key, known)
}

type Sides = [readonly [string, string], readonly [string, string]]

/** The event's names paired with the match's. */
function sidesOf(
  event: Pick<Unlinked, 'home' | 'away'>,
  match: Pick<Unlinked, 'home' | 'away'>,
  turned: boolean,
): Sides {
  return turned
    ? [
        [event.home, match.away],
        [event.away, match.home],
      ]
    : [
        [event.home, match.home],
        [event.away, match.away],
      ]
}

/**
 * At one kick-off in one league, a contestant has one opponent. If one side is the same, the pair goes to review. In a
 * team sport, an identical name on one side is evidence for the other side if its name may be the same. There is no
 * review if the other name states another side of the club, or if an operator decided that it is different.
 */
function sharedSide(sides: Sides, known: SameName, rules: ContestRules): 'evident' | 'doubtful' | undefined {
  for (const [shared, other] of [sides, sides.toReversed()]) {
    if (!shared || !other || slug(shared[0]) === '' || isPlaceholder(shared[0])) continue
    const isAlike = isSpeltAlike(...shared)
    if (!isAlike && !knownExtent(shared, known, rules)) continue
    if (other.some(isPlaceholder) || known(...other, rules) === false) continue
    const meant = inLeague(...other, rules)
    if (!sameSide(...meant)) continue
    const isEvident = !rules.individual && isAlike && isTelling(shared[0]) && mayBeOneTeam(...meant)
    return isEvident && !isAgeAssumed(...other, rules) ? 'evident' : 'doubtful'
  }
  return undefined
}

/** Every match of the league within this time of an event is compared with it. */
const AROUND_MS = 3 * HOUR_MS
/** The most candidates whose names are compared in full; a league rarely has as many matches within six hours. */
const COMPARED = 150

/** The stored matches of some leagues; finds the candidates of an event without reading all matches. */
export class CandidatePool<C extends Candidate> {
  readonly #byKey = new Map<string, C[]>()
  /** Matches that the feed has not linked, by league, ordered by kick-off. */
  readonly #open = new Map<string, C[]>()

  constructor(candidates: readonly (C & { leagueId: string })[]) {
    const ordered = [...candidates].sort((a, b) => a.start.getTime() - b.start.getTime())
    for (const candidate of ordered) {
      append(this.#byKey, `${candidate.leagueId} ${pairingKey(candidate)}`, candidate)
      if (!candidate.own) append(this.#open, candidate.leagueId, candidate)
    }
  }

  /**
   * Matches with the event's names, and the open ones around its kick-off, the most similar first if there are many.
   * Further away, within the time by which a kick-off may be moved, matches that share a word with the event on either
   * side.
   */
  near(event: Unlinked, leagueId: string): C[] {
    const alike = this.#byKey.get(`${leagueId} ${pairingKey(event)}`) ?? []
    const time = event.start.getTime()
    if (alike.some((candidate) => candidate.start.getTime() === time)) return alike
    const open = this.#open.get(leagueId) ?? []
    const between = (from: number, to: number) => open.slice(firstFrom(open, from), firstFrom(open, to + 1))
    const around = between(time - AROUND_MS, time + AROUND_MS)
    const words = [wordsOf(event.home), wordsOf(event.away)]
    const further = between(time - DOUBT_MS, time + DOUBT_MS).filter(
      ({ home, away, start }) =>
        Math.abs(start.getTime() - time) > AROUND_MS &&
        [home, away].every((name, at) => wordsOf(name).some((word) => words[at]?.includes(word))),
    )
    return [...new Set([...alike, ...closest(event, around), ...closest(event, further)])]
  }
}

function closest<C extends Candidate>(event: Unlinked, candidates: readonly C[]): readonly C[] {
  return candidates.length > COMPARED ? mostAlike(event, candidates) : candidates
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The index of the first candidate that starts at `time` or later. */
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
  const words = new Set([...wordsOf(event.home), ...wordsOf(event.away)])
  return candidates
    .map((candidate) => ({
      candidate,
      shared: [...wordsOf(candidate.home), ...wordsOf(candidate.away)].filter((word) => words.has(word))
        .length,
    }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, COMPARED)
    .map(({ candidate }) => candidate)
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/\s+/)
}

/** Equal for names that differ only in case, accents and punctuation. */
export function pairingKey({ home, away }: Pick<Unlinked, 'home' | 'away'>): string {
  return `${slug(home) || home}\n${slug(away) || away}`
}
