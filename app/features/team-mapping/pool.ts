import type { WordWeight } from '#app/features/names/compare-words.ts'
import { isSameTeam, type ReadName, readName } from '#app/features/names/same-team.ts'
import { type KnownSide, type Side, splitLeagueSide, withSide } from '#app/features/names/sides.ts'
import { GENERIC, SHARED_PLACES } from '#app/features/names/team-words.ts'

export interface PoolTeam<T> {
  team: T
  /** The team's own name first. */
  names: readonly string[]
  leagues?: readonly string[]
  /** The database states that it is a women's team. */
  women?: boolean
}

export interface PoolEntry<T> {
  team: T
  name: string
  /** Including the side that the database states and the name does not. */
  full: string
  read: ReadName
  side: Side
  leagues: readonly string[]
}

/** The teams that a name can mean, read once, with the weights of their words. */
export interface TeamPool<T> {
  weigh: WordWeight
  all(): readonly PoolEntry<T>[]
  /** The teams that share the beginning of a word or a nickname with the name: no others can be similar. */
  near(wanted: ReadName): PoolEntry<T>[]
  /** Whether two names of the pool are known to be the same club, so that they are not rivals. */
  isOneClub(a: string, b: string): boolean
}

/** Words that many clubs have weigh less than their frequency in a small pool suggests. */
const COMMON_SHARE = 0.6
const LETTER_SHARE = 0.5
const LEAST_WEIGHT = 0.02
/** Added to the size of a pool: a word is not rare because the pool has few names. */
const UNSEEN = 20

/**
 * @param areNames whether the entries are names, several of which can be one club's; else each is a separate club
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

/** The side that all leagues of a team state; one league alone can be a friendly of another side. */
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

/** Words are only similar when they begin with the same letter. */
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
