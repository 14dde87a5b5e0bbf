import { z } from 'zod'
import { checkPlaceholders, withPlainPlaceholders } from '#app/features/affiliates/link-template.ts'
import { isOperatorLink } from '#app/platform/text/link.ts'
import { placeName } from '../catalogue/editor-schema.ts'
import { slug } from '../catalogue/slug.ts'
import { typedPrice, typedQuotesText } from '../odds/typed-prices.ts'
import type { MatchStatus } from './schema.ts'

export const MATCH_STATUSES = ['scheduled', 'live', 'finished', 'cancelled'] as const

/** The three columns that `odds_locked` keeps at the values of an administrator. */
export const ODDS_COLUMNS = ['home_odds', 'draw_odds', 'away_odds'] as const
export type OddsColumn = (typeof ODDS_COLUMNS)[number]

export const SCORE_COLUMNS = ['home_score', 'away_score'] as const
export type ScoreColumn = (typeof SCORE_COLUMNS)[number]

/** The names of a match that no feed sends can be corrected. */
export const TEAM_COLUMNS = ['home_team', 'away_team'] as const

/** A match in its editor; columns by their database names, places by the names that the site shows. */
export interface EditorMatch {
  id: string
  home_team: string
  away_team: string
  /** ISO 8601 in UTC. */
  start_time: string
  status: MatchStatus
  home_odds: number
  draw_odds: number | null
  away_odds: number
  odds_locked: boolean
  /**
   * The number of bookmakers whose quotes count. Without one, and without a lock, the prices are the columns' defaults.
   */
  bookmaker_count: number
  featured: boolean
  is_popular: boolean
  affiliate_link: string | null
  home_score: number | null
  away_score: number | null
  sport_name: string
  country_name: string
  league_name: string
  /** Whether a feed sends the match, and so sets its time. */
  is_fed: boolean
  /** The bookmakers' prices that an editor has typed, as JSON; '' before. */
  typed_prices: string
}

export interface MatchPage {
  matches: EditorMatch[]
  /** In the whole list, up to the limit of counting. */
  count: number
  /** Whether there are more than were counted. */
  isMore: boolean
  /** The cursors of the pages before and after this one; null at the ends. */
  previous: string | null
  next: string | null
}

export interface MatchLists {
  upcoming: MatchPage
  past: MatchPage
  /** Matches that are not shown because their league, country or sport is missing. */
  skipped: number
}

const score = z
  .number('matches.problem-score')
  .int('matches.problem-score')
  .min(0, 'matches.problem-score')
  .max(999, 'matches.problem-score')
  .or(z.literal(''))
  .nullable()
  // An empty cell of a file.
  .transform((value) => (value === '' ? null : value))

/** A web address, a page of this site, or `#`, which is no link. */
const link = z
  .string()
  .trim()
  .max(2_000, 'problem.too-long')
  .transform(withPlainPlaceholders)
  .refine((text) => text === '' || isOperatorLink(text), 'matches.problem-link')
  .refine(...checkPlaceholders('problem.placeholder'))
  .nullable()
  .transform((text) => text || null)

/** A mistyped year would remove the match from every list. */
const YEARS_AROUND = 5

function isPlausibleStart(instant: string): boolean {
  return Math.abs(new Date(instant).getFullYear() - new Date().getFullYear()) <= YEARS_AROUND
}

/** The fields of a match that an editor can change. The messages are keys of the texts of the back office. */
export const matchChange = z.object({
  home_team: placeName,
  away_team: placeName,
  start_time: z.iso
    .datetime('matches.problem-start')
    .refine(isPlausibleStart, 'matches.problem-start')
    .transform((instant) => new Date(instant).toISOString()),
  status: z.enum(MATCH_STATUSES, 'matches.problem-status'),
  home_odds: typedPrice,
  draw_odds: typedPrice.nullable(),
  away_odds: typedPrice,
  odds_locked: z.boolean(),
  home_score: score,
  away_score: score,
  featured: z.boolean(),
  is_popular: z.boolean(),
  affiliate_link: link,
  typed_prices: typedQuotesText,
})

// An empty cell of a file has no price.
const typed = z.preprocess((value) => (value === '' ? null : value), typedPrice.nullable())

/** A bookmaker's prices of the headline market in a file. */
export const priceChange = z.object({ home_odds: typed, draw_odds: typed, away_odds: typed })

/** A match that an operator makes, without a feed. The place is found by its names, or created. */
export const newMatch = z
  .object({
    ...{ sport: placeName, country: placeName, league: placeName },
    ...{ home_team: placeName, away_team: placeName },
    start_time: matchChange.shape.start_time,
  })
  .refine(({ home_team, away_team }) => slug(home_team) !== slug(away_team), {
    path: ['away_team'],
    message: 'matches.problem-same-team',
    when: ({ value }) => z.object({ home_team: z.string(), away_team: z.string() }).safeParse(value).success,
  })
export type NewMatch = z.output<typeof newMatch>

/** The fields that can be set for many matches at once. */
export const bulkChange = z.object({
  ids: z.array(z.uuid()).min(1).max(2_000),
  set: matchChange
    .pick({ status: true, featured: true, is_popular: true })
    .partial()
    .refine((set) => Object.keys(set).length > 0),
})
export type BulkChange = z.infer<typeof bulkChange>
