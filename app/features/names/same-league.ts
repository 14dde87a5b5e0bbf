import { foldToAscii } from '#app/features/catalogue/slug.ts'
import { splitLeagueSide } from './sides.ts'

/** The evidence that two leagues of a country are the same. */
export interface LeagueEvidence {
  names: readonly [string, string]
  /** Fixtures of different feeds with the same teams at the same minute. */
  joined: number
  /** The number of distinct teams in them. */
  teams: number
  /** Fixtures with the same teams at another time of the day, as of women or youth. */
  elsewhere: number
  /** Fixtures of the smaller league that are within the other league's time span. */
  covered: number
  /** Whether one feed has both leagues, which means that they are different. */
  shareSource: boolean
}

const MIN_JOINED = 3
const MIN_TEAMS = 4
/** The least share of equal fixtures among those that both leagues could have. */
const MIN_SHARE = 0.6
const MAX_ELSEWHERE = 0.25

/** Whether two leagues are certainly the same under two names. */
export function areSameLeague(evidence: LeagueEvidence): boolean {
  const { names, joined, teams, elsewhere, covered, shareSource } = evidence
  return (
    mayBeSameLeague(evidence) &&
    !shareSource &&
    !areOtherTiers(...names) &&
    joined >= MIN_JOINED &&
    teams >= MIN_TEAMS &&
    joined >= covered * MIN_SHARE &&
    elsewhere <= joined * MAX_ELSEWHERE
  )
}

/** Whether no name states another kind of side: women, an age group, reserves. */
export function mayBeSameLeague({ names: [a, b] }: Pick<LeagueEvidence, 'names'>): boolean {
  const [one, other] = [splitLeagueSide(a), splitLeagueSide(b)]
  return one.women === other.women && one.age === other.age && isOfReserves(a) === isOfReserves(b)
}

function isOfReserves(league: string): boolean {
  return /\b(reserves?|reservas?|rezerv[aey]?|rezerwy|aspirantes|beloften|amateure)\b/.test(
    foldToAscii(league),
  )
}

const ROMAN = new Map(Object.entries({ i: '1', ii: '2', iii: '3', iv: '4' }))

/** 'Ligue 1' and 'Ligue 2', 'Serie A' and 'Serie B': both names state a tier, and the tiers differ. */
export function areOtherTiers(a: string, b: string): boolean {
  const [one, other] = [tiersOf(a), tiersOf(b)]
  return one.length > 0 && other.length > 0 && !one.some((tier) => other.includes(tier))
}

function tiersOf(league: string): string[] {
  const words = foldToAscii(league).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word) => ROMAN.get(word) ?? (/^(\d|[a-d])$/.test(word) ? [word] : []))
}
