import type { WordWeight } from '#app/features/names/compare-words.ts'
import { isSameTeam, type ReadName, readName } from '#app/features/names/same-team.ts'
import { type KnownSide, type Side, splitLeagueSide, withSide } from '#app/features/names/sides.ts'
import { GENERIC, SHARED_PLACES } from '#app/features/names/team-words.ts'

export interface PoolTeam<T> {
  team: T
  /** Its own name first. */
  names: readonly string[]
  leagues?: readonly string[]
  /** The database says that it is a women's team. */
  women?: boolean
}

export interface PoolEntry<T> {
  team: T
  name: string
  /** With what the database says of the side and the name does not. */
  full: string
  read: ReadName
  side: Side
  leagues: readonly string[]
}

/** The teams that a name may mean, read once, and what their words tell among them. */
export interface TeamPool<T> {
  weigh: WordWeight
  all(): readonly PoolEntry<T>[]
  /** Those that share the beginning of a word or a nickname with the name: no other can be alike. */
  near(wanted: ReadName): PoolEntry<T>[]
  /** Whether two names of the pool are known to be one club's, so that neither stands in the other's way. */
  isOneClub(a: string, b: string): boolean
}

/** Words that many clubs have tell less than their number in a small pool says. */
const COMMON_SHARE = 0.6
const LETTER_SHARE = 0.5
const LEAST_WEIGHT = 0.02
/** A pool counts as larger than it is by this: a word is not rare because few names are there. */
const UNSEEN = 20

/**
 * @param areNames that the teams are names, of which several may be one club's; else each is a club of its own
 */
export function createTeamPool<T>(teams: readonly PoolTeam<T>[], areNames = false): TeamPool<T> {
  const entries = teams.flatMap(({ team, names, leagues = [], women = false }) => {
    const known = knownSide(leagues)
    return names.map((name): PoolEntry<T> => {
      const full = withSide(name, { ...known, women: women || known.women })
      return { team, name, full, read: readName(name), side: readName(full).side, leagues }
    })
  })
  const byKey = new Map<string, PoolEntry<T>[]>()
  const teamsByWord = new Map<string, Set<T>>()
  for (const entry of entries) {
    for (const key of keysOf(entry.read)) addTo(byKey, key, entry)
    for (const { text } of entry.read.words) {
      const known = teamsByWord.get(text)
      if (known) known.add(entry.team)
      else teamsByWord.set(text, new Set([entry.team]))
    }
  }
  const size = Math.log(teams.length + UNSEEN)
  return {
    weigh(word) {
      const holders = teamsByWord.get(word)?.size ?? 1
      const share = word.length === 1 ? LETTER_SHARE : isCommon(word) ? COMMON_SHARE : 1
      return Math.max(share * (1 - Math.log(holders) / size), LEAST_WEIGHT)
    },
    all: () => entries,
    near: (wanted) => [...new Set(keysOf(wanted).flatMap((key) => byKey.get(key) ?? []))],
    isOneClub: (a, b) => areNames && isSameTeam(a, b),
  }
}

/** What all leagues of a team say of its side; one of them alone may be a friendly of another. */
function knownSide(leagues: readonly string[]): KnownSide {
  const [first, ...others] = leagues.map(splitLeagueSide)
  if (!first) return { women: false, age: null }
  return {
    women: first.women && others.every(({ women }) => women),
    age: others.every(({ age }) => age === first.age) ? first.age : null,
  }
}

function isCommon(word: string): boolean {
  return GENERIC.has(word) || SHARED_PLACES.has(word)
}

/** Words are only ever alike when they begin with the same letter. */
function keysOf({ words, compact, nickname }: ReadName): string[] {
  const keys = new Set(words.map(({ text }) => text.slice(0, 1)))
  keys.add(compact.slice(0, 1))
  if (nickname !== undefined) keys.add(`#${nickname}`)
  return [...keys]
}

function addTo<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
