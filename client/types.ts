// Generated from the description of the read API: npm run api:client

export type SportRef = {
  id: string
  name: string
  slug: string
}

export type CountryRef = {
  id: string
  name: string
  slug: string
  code: string
}

export type LeagueRef = {
  id: string
  name: string
  slug: string
}

export type BookmakerRef = {
  id: string
  name: string
  slug: string
}

export type Sport = {
  id: string
  name: string
  slug: string
  /** Matches that are not over */
  match_count: number
}

export type Country = {
  id: string
  name: string
  slug: string
  code: string
  match_count: number
}

export type League = {
  id: string
  name: string
  slug: string
  logo_url: string | null
}

export type HeadlineBest = {
  /** Decimal odds */
  home: number
  draw: number | null
  /** Decimal odds */
  away: number
}

export type ListedMatch = {
  id: string
  league_id: string
  home: string
  away: string
  start_time: string
  status: 'scheduled' | 'live' | 'finished' | 'cancelled'
  home_score: number | null
  away_score: number | null
  /** Why a scheduled match may not begin, or go on, at its time: the time of day is open, it is postponed, or it is interrupted; else null */
  delay: 'time_open' | 'postponed' | 'interrupted' | null
  /** Null if no price counts */
  best: HeadlineBest | null
  /** Brands whose prices are compared */
  bookmaker_count: number
  /** Whether an operator entered any of the best prices */
  typed: boolean
}

export type ValuesBefore = {
  start_time?: string
  league_id?: string
  home?: string
  away?: string
  status?: string
  /** Why a scheduled match may not begin, or go on, at its time: the time of day is open, it is postponed, or it is interrupted; else null */
  delay?: 'time_open' | 'postponed' | 'interrupted' | null
  home_score?: number | null
  away_score?: number | null
}

export type HeadlinePrices = {
  home: number | null
  draw: number | null
  away: number | null
}

export type HeadlineQuote = {
  bookmaker: BookmakerRef
  home: number | null
  draw: number | null
  away: number | null
  /** What a winner is paid, net of commission */
  net: HeadlinePrices
  /** Why the quote does not count for best; null if it counts */
  left_out: 'cancelled' | 'started' | 'suspended' | 'incomplete' | 'old' | null
  last_updated: string
  /** The first prices; null if there were no others */
  opening: HeadlinePrices | null
}

export type Quote = {
  /** Slug of the bookmaker */
  bookmaker: string
  side: 'back' | 'lay'
  /** In the order of the outcomes; null if one is not on offer */
  prices: (number | null)[]
  /** The prices in the bookmaker's own notation */
  quoted: (string | null)[]
  format: 'decimal' | 'american' | 'fractional' | 'hong-kong' | 'malay' | 'indonesian'
  status: ('open' | 'suspended' | 'not_offered')[]
  /** The first prices */
  opening: (number | null)[]
  /** The last prices before the start; null before it, and if the event is cancelled */
  closing: (number | null)[] | null
  changed_at: string
  /** When the prices were last confirmed */
  seen_at: string
  /** Whether the operator of the site typed the prices, at that time */
  typed: boolean
  /** Whether the quote counts for best */
  ranked: boolean
  /** Why the quote does not count for best; null if it counts */
  left_out: 'inactive' | 'cancelled' | 'started' | 'suspended' | 'incomplete' | 'old' | 'lay' | null
  max_stake: number | null
  link: string | null
}

export type BestPrice = {
  /** Decimal odds */
  price: number
  /** Decimal odds */
  net: number
  bookmaker: string
}

export type Market = {
  key:
    | 'match_result'
    | 'moneyline'
    | 'total'
    | 'handicap'
    | 'both_to_score'
    | 'double_chance'
    | 'draw_no_bet'
    | 'team_total'
    | 'corners_total'
    | 'half_time_full_time'
    | 'odd_even'
    | 'correct_score'
    | 'outright'
  period:
    | 'full_time'
    | 'with_overtime'
    | 'half_1'
    | 'half_2'
    | 'quarter_1'
    | 'quarter_2'
    | 'quarter_3'
    | 'quarter_4'
    | 'period_1'
    | 'period_2'
    | 'period_3'
    | 'set_1'
    | 'set_2'
    | 'set_3'
    | 'set_4'
    | 'set_5'
    | 'inning_1'
    | 'inning_2'
    | 'inning_3'
    | 'inning_4'
    | 'inning_5'
    | 'inning_6'
    | 'inning_7'
    | 'inning_8'
    | 'inning_9'
  /** For a handicap, the home side's line */
  line: number | null
  /** For a team's total, home or away */
  participant: string | null
  /** True for one line of each kind */
  main: boolean
  /** In a fixed order; for an outright, the names of the participants */
  outcomes: string[]
  /** By outcome; null if no quote counts */
  best: (BestPrice | null)[]
  /** S, the sum of the best net prices' inverses */
  sum: number | null
  /** 1/S */
  payout: number | null
  /** In the order of the outcomes; null if one is not on offer */
  average: (number | null)[]
  /** Brands whose quotes count */
  count: number
  quotes: Quote[]
}

export type ChangedMarket = {
  key:
    | 'match_result'
    | 'moneyline'
    | 'total'
    | 'handicap'
    | 'both_to_score'
    | 'double_chance'
    | 'draw_no_bet'
    | 'team_total'
    | 'corners_total'
    | 'half_time_full_time'
    | 'odd_even'
    | 'correct_score'
    | 'outright'
  period:
    | 'full_time'
    | 'with_overtime'
    | 'half_1'
    | 'half_2'
    | 'quarter_1'
    | 'quarter_2'
    | 'quarter_3'
    | 'quarter_4'
    | 'period_1'
    | 'period_2'
    | 'period_3'
    | 'set_1'
    | 'set_2'
    | 'set_3'
    | 'set_4'
    | 'set_5'
    | 'inning_1'
    | 'inning_2'
    | 'inning_3'
    | 'inning_4'
    | 'inning_5'
    | 'inning_6'
    | 'inning_7'
    | 'inning_8'
    | 'inning_9'
  /** For a handicap, the home side's line */
  line: number | null
  /** For a team's total, home or away */
  participant: string | null
  /** In a fixed order; for an outright, the names of the participants */
  outcomes: string[]
  /** By outcome; null if no quote counts */
  best: (BestPrice | null)[]
}

export type Change = {
  /** Larger than those of earlier changes */
  id: string
  type:
    | 'match.added'
    | 'match.moved'
    | 'match.changed'
    | 'match.score'
    | 'match.ended'
    | 'match.removed'
    | 'prices.changed'
  at: string
  match_id: string
  league_id: string
  /** Null if the type of the change has none */
  before: ValuesBefore | null
  /** The match and its best prices at the time of reading; null if it is no longer listed */
  match: ListedMatch | null
  /** Of changed prices; empty if no best price has changed */
  markets: ChangedMarket[]
}

export type ChangePage = {
  data: Change[]
  /** Pass it as cursor for the next page; null on the last page */
  next: string | null
  /** Pass it as after to go on later, also from an empty page */
  read: string
  /** The id of the newest change */
  latest: string
}

export type Match = {
  id: string
  home: string
  away: string
  start_time: string
  status: 'scheduled' | 'live' | 'finished' | 'cancelled'
  home_score: number | null
  away_score: number | null
  /** Why a scheduled match may not begin, or go on, at its time: the time of day is open, it is postponed, or it is interrupted; else null */
  delay: 'time_open' | 'postponed' | 'interrupted' | null
  /** Null if no price counts */
  best: HeadlineBest | null
  /** Brands whose prices are compared */
  bookmaker_count: number
  /** Whether an operator entered any of the best prices */
  typed: boolean
  sport: SportRef
  country: CountryRef
  league: LeagueRef
  quotes: HeadlineQuote[]
  markets: Market[]
}

export type PriceChange = {
  bookmaker: string
  side: 'back' | 'lay'
  at: string
  /** In the order of the outcomes; null if one is not on offer */
  prices: (number | null)[]
  status: ('open' | 'suspended' | 'not_offered')[]
}

export type ClosingQuote = {
  bookmaker: string
  /** In the order of the outcomes; null if one is not on offer */
  prices: (number | null)[]
  /** Net of commission */
  net: (number | null)[]
}

export type ClosingMarket = {
  key:
    | 'match_result'
    | 'moneyline'
    | 'total'
    | 'handicap'
    | 'both_to_score'
    | 'double_chance'
    | 'draw_no_bet'
    | 'team_total'
    | 'corners_total'
    | 'half_time_full_time'
    | 'odd_even'
    | 'correct_score'
    | 'outright'
  period:
    | 'full_time'
    | 'with_overtime'
    | 'half_1'
    | 'half_2'
    | 'quarter_1'
    | 'quarter_2'
    | 'quarter_3'
    | 'quarter_4'
    | 'period_1'
    | 'period_2'
    | 'period_3'
    | 'set_1'
    | 'set_2'
    | 'set_3'
    | 'set_4'
    | 'set_5'
    | 'inning_1'
    | 'inning_2'
    | 'inning_3'
    | 'inning_4'
    | 'inning_5'
    | 'inning_6'
    | 'inning_7'
    | 'inning_8'
    | 'inning_9'
  /** For a handicap, the home side's line */
  line: number | null
  /** For a team's total, home or away */
  participant: string | null
  main: boolean
  /** In a fixed order; for an outright, the names of the participants */
  outcomes: string[]
  /** By outcome; null if no quote counts */
  best: (BestPrice | null)[]
  /** S, the sum of the best net prices' inverses */
  sum: number | null
  /** 1/S */
  payout: number | null
  /** In the order of the outcomes; null if one is not on offer */
  average: (number | null)[]
  /** Brands whose quotes count */
  count: number
  quotes: ClosingQuote[]
}

export type Closing = {
  id: string
  start_time: string
  /** Before the start, and of an event that is cancelled, there are no closing prices */
  started: boolean
  markets: ClosingMarket[]
}

export type Result = {
  id: string
  league_id: string
  home: string
  away: string
  start_time: string
  status: 'scheduled' | 'live' | 'finished' | 'cancelled'
  home_score: number | null
  away_score: number | null
}

export type TableRow = {
  rank: number
  team: string
  slug: string
  played: number
  won: number
  drawn: number
  lost: number
  scored: number
  conceded: number
  /** Null where the win share decides */
  points: number | null
  /** 0 to 1 */
  win_share: number
  /** The last matches, the newest first */
  form: ('win' | 'draw' | 'lose')[]
}

export type Standings = {
  league_id: string
  /** Null if the league has no results */
  season: {
    /** In which it begins */
    year: number
    from: string
    until: string
  } | null
  /** The number of results that the table is computed from */
  results: number
  /** The first and the last of these matches */
  covered: {
    first: string
    last: string
  } | null
  /** Empty with too few results, and in sports without tables */
  rows: TableRow[]
}

export type MatchRef = {
  id: string
  home: string
  away: string
  start_time: string
  status: 'scheduled' | 'live' | 'finished' | 'cancelled'
  sport: SportRef
  country: CountryRef
  league: LeagueRef
}

export type SureBetLeg = {
  outcome: string
  bookmaker: string
  /** Decimal odds */
  price: number
  /** Decimal odds */
  net: number
  /** The share of the whole outlay to stake on it, for an equal return */
  share: number
  seen_at: string
  /** Whether the operator of the site typed the price */
  typed: boolean
}

export type SureBet = {
  match: MatchRef
  market: {
    key:
      | 'match_result'
      | 'moneyline'
      | 'total'
      | 'handicap'
      | 'both_to_score'
      | 'double_chance'
      | 'draw_no_bet'
      | 'team_total'
      | 'corners_total'
      | 'half_time_full_time'
      | 'odd_even'
      | 'correct_score'
      | 'outright'
    period:
      | 'full_time'
      | 'with_overtime'
      | 'half_1'
      | 'half_2'
      | 'quarter_1'
      | 'quarter_2'
      | 'quarter_3'
      | 'quarter_4'
      | 'period_1'
      | 'period_2'
      | 'period_3'
      | 'set_1'
      | 'set_2'
      | 'set_3'
      | 'set_4'
      | 'set_5'
      | 'inning_1'
      | 'inning_2'
      | 'inning_3'
      | 'inning_4'
      | 'inning_5'
      | 'inning_6'
      | 'inning_7'
      | 'inning_8'
      | 'inning_9'
    /** For a handicap, the home side's line */
    line: number | null
    /** For a team's total, home or away */
    participant: string | null
    /** In a fixed order; for an outright, the names of the participants */
    outcomes: string[]
  }
  /** The return on the whole outlay: 0.045 is 4.5 % */
  return: number
  legs: SureBetLeg[]
  oldest_price_at: string
  warnings: ('old-price' | 'match-begun')[]
  /** Whether stakes can be returned, so that there is no profit: on a line that lands exactly, or where neither side is ahead */
  may_push: boolean
}

export type HeldBackBet = {
  match: MatchRef
  market: {
    key:
      | 'match_result'
      | 'moneyline'
      | 'total'
      | 'handicap'
      | 'both_to_score'
      | 'double_chance'
      | 'draw_no_bet'
      | 'team_total'
      | 'corners_total'
      | 'half_time_full_time'
      | 'odd_even'
      | 'correct_score'
      | 'outright'
    period:
      | 'full_time'
      | 'with_overtime'
      | 'half_1'
      | 'half_2'
      | 'quarter_1'
      | 'quarter_2'
      | 'quarter_3'
      | 'quarter_4'
      | 'period_1'
      | 'period_2'
      | 'period_3'
      | 'set_1'
      | 'set_2'
      | 'set_3'
      | 'set_4'
      | 'set_5'
      | 'inning_1'
      | 'inning_2'
      | 'inning_3'
      | 'inning_4'
      | 'inning_5'
      | 'inning_6'
      | 'inning_7'
      | 'inning_8'
      | 'inning_9'
    /** For a handicap, the home side's line */
    line: number | null
    /** For a team's total, home or away */
    participant: string | null
    /** In a fixed order; for an outright, the names of the participants */
    outcomes: string[]
  }
  /** The return on the whole outlay: 0.12 is 12 % */
  return: number
  /** too-high: above 10 %, which is nearly always a price that is wrong or out of date */
  reason: 'too-high'
}

export type SureBets = {
  data: SureBet[]
  /** Pass it as cursor for the next page; null on the last page */
  next: string | null
  /** On the first page only, as on the page of the site */
  held_back: HeldBackBet[]
}

export type Drop = {
  match: MatchRef
  market: {
    key:
      | 'match_result'
      | 'moneyline'
      | 'total'
      | 'handicap'
      | 'both_to_score'
      | 'double_chance'
      | 'draw_no_bet'
      | 'team_total'
      | 'corners_total'
      | 'half_time_full_time'
      | 'odd_even'
      | 'correct_score'
      | 'outright'
    period:
      | 'full_time'
      | 'with_overtime'
      | 'half_1'
      | 'half_2'
      | 'quarter_1'
      | 'quarter_2'
      | 'quarter_3'
      | 'quarter_4'
      | 'period_1'
      | 'period_2'
      | 'period_3'
      | 'set_1'
      | 'set_2'
      | 'set_3'
      | 'set_4'
      | 'set_5'
      | 'inning_1'
      | 'inning_2'
      | 'inning_3'
      | 'inning_4'
      | 'inning_5'
      | 'inning_6'
      | 'inning_7'
      | 'inning_8'
      | 'inning_9'
    /** For a handicap, the home side's line */
    line: number | null
    /** For a team's total, home or away */
    participant: string | null
    /** In a fixed order; for an outright, the names of the participants */
    outcomes: string[]
  }
  outcome: string
  /** The smaller one of the two falls below: 0.1 is 10 % */
  share: number
  of_best: number
  of_average: number
  /** The best net price at the start of the window */
  was: number
  /** The best net price */
  now: number
  /** Who offers the best price */
  bookmaker: string
  /** Brands that quoted the market at both ends of the window */
  bookmaker_count: number
  moved_at: string
  confirmed_at: string
}

export type ListedOutright = {
  id: string
  league_id: string
  name: string
  start_time: string
  status: 'scheduled' | 'live' | 'finished' | 'cancelled'
  /** The number of participants */
  participants: number
  /** The names of the participants that have won; empty as long as nobody has stored them */
  winners: string[]
}

export type Outright = {
  id: string
  name: string
  start_time: string
  status: 'scheduled' | 'live' | 'finished' | 'cancelled'
  /** The names of the participants that have won; empty as long as nobody has stored them */
  winners: string[]
  sport: SportRef
  country: CountryRef
  league: LeagueRef
  markets: Market[]
}

export type SearchResults = {
  sports: SportRef[]
  countries: {
    id: string
    name: string
    slug: string
    code: string
    sport: {
      name: string
      slug: string
    }
  }[]
  leagues: {
    id: string
    name: string
    slug: string
    sport: {
      name: string
      slug: string
    }
    country: {
      name: string
      slug: string
      code: string
    }
  }[]
  teams: {
    name: string
    slug: string
    sport: {
      name: string
      slug: string
    }
    country: {
      name: string
      slug: string
      code: string
    }
  }[]
  matches: {
    id: string
    home: string
    away: string
    start_time: string
    status: 'scheduled' | 'live' | 'finished' | 'cancelled'
    sport: {
      name: string
      slug: string
    }
    country: {
      name: string
      slug: string
      code: string
    }
    league: {
      name: string
      slug: string
    }
  }[]
}

export type Favourite = {
  id: string
  league: LeagueRef
  sport: {
    name: string
    slug: string
  }
  country: {
    name: string
    slug: string
    code: string
  }
}

export type Profile = {
  id: string
  email: string
  username: string | null
  full_name: string | null
  phone: string | null
  country: string | null
  preferred_language: string | null
}

export type Problem = {
  /** Address of its explanation */
  type: string
  title: string
  status: number
  detail: string
  error: {
    code:
      | 'bad-request'
      | 'no-token'
      | 'invalid-token'
      | 'no-key'
      | 'invalid-key'
      | 'not-found'
      | 'method'
      | 'gone'
      | 'too-many-streams'
      | 'too-many-requests'
      | 'internal'
      | 'unavailable'
    message: string
  }
}

/** Every address of the API, by the name of its operation. */
export interface Operations {
  /** The visible sports, in menu order */
  listSports: {
    parameters: {
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: Sport[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
  /** The countries of a sport */
  listCountries: {
    parameters: {
      /** The slug of a sport */
      sport: string
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: Country[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
  /** The leagues of a country */
  listLeagues: {
    parameters: {
      /** The id of a country */
      country: string
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: League[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
  /** The matches of a league by kick-off, without those whose scheduled time is over */
  listMatches: {
    parameters: {
      /** The id of a league */
      league: string
      /** Starts the list at a time, also in the past */
      from?: string
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: ListedMatch[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
  /** A match with every market and every bookmaker's prices */
  readMatch: {
    parameters: {
      /** The id of a match */
      id: string
    }
    answer: Match
  }
  /** Every price change of one market of a match, oldest first */
  listHistory: {
    parameters: {
      /** The id of a match */
      id: string
      /** The key of a market */
      market:
        | 'match_result'
        | 'moneyline'
        | 'total'
        | 'handicap'
        | 'both_to_score'
        | 'double_chance'
        | 'draw_no_bet'
        | 'team_total'
        | 'corners_total'
        | 'half_time_full_time'
        | 'odd_even'
        | 'correct_score'
        | 'outright'
      period?:
        | 'full_time'
        | 'with_overtime'
        | 'half_1'
        | 'half_2'
        | 'quarter_1'
        | 'quarter_2'
        | 'quarter_3'
        | 'quarter_4'
        | 'period_1'
        | 'period_2'
        | 'period_3'
        | 'set_1'
        | 'set_2'
        | 'set_3'
        | 'set_4'
        | 'set_5'
        | 'inning_1'
        | 'inning_2'
        | 'inning_3'
        | 'inning_4'
        | 'inning_5'
        | 'inning_6'
        | 'inning_7'
        | 'inning_8'
        | 'inning_9'
      /** The line of a total or handicap, such as 2.5 */
      line?: string
      /** The team of a team's total */
      participant?: 'home' | 'away'
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: PriceChange[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
  /** The last prices of every market before the start of a match, and the best of them */
  readClosing: {
    parameters: {
      /** The id of a match */
      id: string
    }
    answer: Closing
  }
  /** The matches of a league that are over, the latest first */
  listResults: {
    parameters: {
      /** The id of a league */
      league: string
      /** The earliest kick-off */
      from?: string
      /** Kick-offs before this time */
      to?: string
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: Result[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
  /** The table of a league, computed from its results */
  readStandings: {
    parameters: {
      /** The id of a league */
      league: string
      /** The year in which the season begins; the latest without it */
      season?: number
      /** All matches, those at home or away, or the last ones */
      table?: 'overall' | 'home' | 'away' | 'form'
    }
    answer: Standings
  }
  /** Sure bets of matches to come, the highest return first; at most 500 of a sport, or of all together */
  listSureBets: {
    parameters: {
      /** The slug of a sport; all sports without it */
      sport?: string
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: SureBets
  }
  /** The largest falls of best prices that the market's average confirms, the largest first */
  listDrops: {
    parameters: {
      /** Hours back from now, or opening for each bookmaker's first price */
      since?: '1' | '3' | '12' | '24' | 'opening'
      /** The slug of a sport; all sports without it */
      sport?: string
      /** The id of a league; all leagues without it */
      league?: string
      /** The key of a market; all markets without it */
      market?:
        | 'match_result'
        | 'moneyline'
        | 'total'
        | 'handicap'
        | 'both_to_score'
        | 'double_chance'
        | 'draw_no_bet'
        | 'team_total'
        | 'corners_total'
        | 'half_time_full_time'
        | 'odd_even'
      /** The least number of bookmakers that quote the market at both ends of the window */
      bookmakers?: '2' | '3' | '5' | '8'
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: Drop[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
  /** What has happened to matches, oldest first: kept for three days */
  listChanges: {
    parameters: {
      /** Only changes after this id. The field Last-Event-ID of a request counts first */
      after?: string
      /** The id of a league */
      league?: string
      /** Only changes of this type */
      type?:
        | 'match.added'
        | 'match.moved'
        | 'match.changed'
        | 'match.score'
        | 'match.ended'
        | 'match.removed'
        | 'prices.changed'
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: ChangePage
  }
  /** The same as server-sent events: the type of the change, its id, and the change as data */
  streamChanges: {
    parameters: {
      /** Only changes after this id. The field Last-Event-ID of a request counts first */
      after?: string
      /** The id of a league */
      league?: string
      /** Only changes of this type */
      type?:
        | 'match.added'
        | 'match.moved'
        | 'match.changed'
        | 'match.score'
        | 'match.ended'
        | 'match.removed'
        | 'prices.changed'
    }
    answer: Change
  }
  /** Sports, countries, leagues, teams and matches to come by their names */
  search: {
    parameters: {
      /** Words of the names; case and accents are ignored */
      q: string
      /** The language of the names; the site's own without it */
      lang?: string
    }
    answer: SearchResults
  }
  /** The outrights of a league: those that have not begun by their start, or the closed ones, the latest first */
  listOutrights: {
    parameters: {
      /** The id of a league */
      league: string
      /** Open outrights, or those whose prices have closed */
      status?: 'open' | 'closed'
      /** The earliest start. With it, the list of open ones has those that have begun since, too */
      from?: string
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: ListedOutright[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
  /** An outright with every participant's prices */
  readOutright: {
    parameters: {
      /** The id of a outright */
      id: string
    }
    answer: Outright
  }
  /** The last prices of every participant before the start of an outright, and the best of them */
  readOutrightClosing: {
    parameters: {
      /** The id of a outright */
      id: string
    }
    answer: Closing
  }
  /** The profile of the token's user */
  readProfile: { parameters: Record<string, never>; answer: Profile }
  /** The favourite leagues of the token's user, in the order in which they were added */
  listFavourites: {
    parameters: {
      /** The number of entries of a page */
      limit?: number
      /** What the previous page has named as next. A cursor is opaque */
      cursor?: string
    }
    answer: {
      data: Favourite[]
      /** Pass it as cursor for the next page; null on the last page */
      next: string | null
    }
  }
}

/** The addresses after /api/v1. */
export const PATHS: Readonly<Record<keyof Operations, string>> = {
  listSports: '/sports',
  listCountries: '/countries',
  listLeagues: '/leagues',
  listMatches: '/matches',
  readMatch: '/matches/{id}',
  listHistory: '/matches/{id}/history',
  readClosing: '/matches/{id}/closing',
  listResults: '/results',
  readStandings: '/standings',
  listSureBets: '/sure-bets',
  listDrops: '/dropping-odds',
  listChanges: '/changes',
  streamChanges: '/changes/stream',
  search: '/search',
  listOutrights: '/outrights',
  readOutright: '/outrights/{id}',
  readOutrightClosing: '/outrights/{id}/closing',
  readProfile: '/me',
  listFavourites: '/favourites',
}
