import type { OutcomePrices } from '#app/features/odds/rules.ts'
import type { Headline } from '#app/features/odds/schema.ts'
import type { MatchAddress } from '#app/platform/paths.ts'
import type { CountrySummary, LeagueSummary, SportSummary } from '../catalogue/schema.ts'

export type MatchStatus = 'scheduled' | 'live' | 'finished' | 'cancelled'

/** A match in a list. Times are ISO 8601 in UTC. */
export interface MatchSummary {
  id: string
  slug: string
  /** True when another match of the league has the same slug: links then contain the id. */
  ambiguous: boolean
  home: string
  away: string
  homeBadge: string | null
  awayBadge: string | null
  startTime: string
  status: MatchStatus
  /** The duration of a match of its sport. */
  minutes: number
  homeScore: number | null
  awayScore: number | null
  /** As in `FoundScore`, of a match with a score; absent where its source does not say it. */
  scoreCode?: string
  /** From the fixture, if there is one: 1H, HT, FT, ... and the minute. */
  liveStatus: string | null
  elapsed: number | null
  featured: boolean
  headline: Headline
  /** The best prices at kick-off, while the match is in play; null if nobody quoted by then. */
  closing: OutcomePrices | null
  sport: Pick<SportSummary, 'id' | 'name' | 'slug'>
  country: Pick<CountrySummary, 'id' | 'name' | 'slug' | 'code'>
  league: Pick<LeagueSummary, 'id' | 'name' | 'slug' | 'logoUrl'>
  /** The operator's own link for this match, instead of the first affiliate button's. */
  affiliateLink: string | null
  /** A score found among the events of the sports database; null when there is none, absent when none was looked up. */
  result?: FoundScore | null
}

export interface Fixture {
  statusShort: string | null
  statusLong: string | null
  elapsed: number | null
  round: string | null
  homeLogo: string | null
  awayLogo: string | null
  goals: PartialScore
  halfTime: PartialScore
  fullTime: PartialScore
  extraTime: PartialScore
  penalties: PartialScore
  venue: string | null
  city: string | null
  referee: string | null
}

/** A score; either side can be unknown. */
export interface PartialScore {
  home: number | null
  away: number | null
}

export interface Score {
  home: number
  away: number
}

/** A score from another source than the fixture. */
export interface FoundScore extends Score {
  /** How the match ended: FT, AET (also after overtime) or PEN; absent where the source does not say it. */
  code?: string
}

/** One of a team's other matches, for the outcome dots. */
export interface PastMatch {
  id: string
  home: string
  away: string
  startTime: string
  homeScore: number | null
  awayScore: number | null
  homeOdds: number | null
  drawOdds: number | null
  awayOdds: number | null
  /** Of its page; null if it has none. */
  address: MatchAddress | null
  /**
   * An invented example for a team without past matches, labelled as such; the opponent's name is then only a number.
   */
  example: boolean
}
