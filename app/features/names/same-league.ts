import { foldToAscii } from '#app/features/catalogue/slug.ts'
import { splitLeagueSide } from './sides.ts'

/** What two leagues of a country have in common. */
export interface LeagueEvidence {
  names: readonly [string, string]
  /** Fixtures of different feeds with the same teams at the same minute. */
  joined: number
  /** Different teams in them. */
  teams: number
  /** Fixtures with the same teams at another time of the day: of the women, the youth. */
  elsewhere: number
  /** Fixtures of the one that lie within the other's time; of the smaller league. */
  covered: number
  /** One feed has both: it tells them apart. */
  shareSource: boolean
}

const LEAST_JOINED = 3
const LEAST_TEAMS = 4
/** Of the fixtures that both could have, so many must be the same. */
const LEAST_SHARE = 0.6
const MOST_ELSEWHERE = 0.25

/** Whether two leagues are certainly one under two names. */
export function areTwins(evidence: LeagueEvidence): boolean {
  const { names, joined, teams, elsewhere, covered, shareSource } = evidence
  return (
    mayBeTwins(evidence) &&
    !shareSource &&
    !areOtherTiers(...names) &&
    joined >= LEAST_JOINED &&
    teams >= LEAST_TEAMS &&
    joined >= covered * LEAST_SHARE &&
    elsewhere <= joined * MOST_ELSEWHERE
  )
}

/** Whether nothing in the names says that other sides play in them: women, an age, reserves. */
export function mayBeTwins({ names: [a, b] }: Pick<LeagueEvidence, 'names'>): boolean {
  const [one, other] = [splitLeagueSide(a), splitLeagueSide(b)]
  return one.women === other.women && one.age === other.age && isOfReserves(a) === isOfReserves(b)
}

function isOfReserves(league: string): boolean {
  return /\b(reserves?|reserve league|amateure)\b/.test(foldToAscii(league))
}

const ROMAN: Record<string, string> = { i: '1', ii: '2', iii: '3', iv: '4' }

/** 'Ligue 1' and 'Ligue 2', 'Serie A' and 'Serie B': both say a tier, and not the same. */
function areOtherTiers(a: string, b: string): boolean {
  const [one, other] = [tiersOf(a), tiersOf(b)]
  return one.length > 0 && other.length > 0 && !one.some((tier) => other.includes(tier))
}

function tiersOf(league: string): string[] {
  const words = foldToAscii(league).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word) => ROMAN[word] ?? (/^(\d|[a-d])$/.test(word) ? [word] : []))
}
