/** The answers of the API. The description, the reference page and the types of the routes are derived from them. */
import { z } from 'zod'
import { DELAYS } from '../matches/match-state.ts'
import { MARKET_TYPES, PERIODS } from '../odds/markets.ts'
import { PRICE_FORMATS } from '../odds/prices.ts'
import { CHANGE_TYPES } from './change-types.ts'

/** The schemas that the description lists by name. */
export const components = z.registry<{ id: string; description?: string }>()

function named<Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema {
  components.add(schema, { id, description })
  return schema
}

export const id = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)
  .meta({ format: 'uuid' })
/** An instant on the wire. A route may return a Date, which is written the same way. */
const instant = z.iso.datetime() as unknown as z.ZodType<string | Date>
const slug = z.string()
const count = z.int().min(0)
const price = z.number().min(1).describe('Decimal odds')
const outcomes = z
  .array(z.string())
  .describe('In a fixed order; for an outright, the names of the participants')
const prices = z.array(price.nullable()).describe('In the order of the outcomes; null if one is not on offer')

const sportRef = named('SportRef', 'A sport.', z.object({ id, name: z.string(), slug }))
const countryRef = named(
  'CountryRef',
  'A country of a sport.',
  z.object({ id, name: z.string(), slug, code: z.string() }),
)
const leagueRef = named('LeagueRef', 'A league.', z.object({ id, name: z.string(), slug }))
const bookmakerRef = named('BookmakerRef', 'A bookmaker.', z.object({ id, name: z.string(), slug }))

export const sport = named(
  'Sport',
  'A visible sport.',
  z.object({ id, name: z.string(), slug, match_count: count.describe('Matches that are not over') }),
)
export const country = named(
  'Country',
  'A country of a sport.',
  z.object({ id, name: z.string(), slug, code: z.string(), match_count: count }),
)
export const league = named(
  'League',
  'A league of a country.',
  z.object({ id, name: z.string(), slug, logo_url: z.string().nullable() }),
)

/** A position in the changes of matches. */
export const changeId = z
  .string()
  .regex(/^\d{1,15}$/)
  .meta({ examples: ['1204'] })

const status = z.enum(['scheduled', 'live', 'finished', 'cancelled'])
const best = named(
  'HeadlineBest',
  'The best price of each outcome of the headline market, net of commission.',
  z.object({ home: price, draw: price.nullable(), away: price }),
)
const ofMatch = {
  home: z.string(),
  away: z.string(),
  start_time: instant,
  status,
  home_score: count.nullable(),
  away_score: count.nullable(),
}
const delay = z
  .enum(DELAYS)
  .nullable()
  .describe(
    'Why a scheduled match may not begin, or go on, at its time: the time of day is open, it is postponed, or it is interrupted; else null',
  )
const headline = {
  best: best.nullable().describe('Null if no price counts'),
  bookmaker_count: count.describe('Brands whose prices are compared'),
  typed: z.boolean().describe('Whether an operator entered any of the best prices'),
}
const place = { sport: sportRef, country: countryRef, league: leagueRef }

export const listedMatch = named(
  'ListedMatch',
  'A match in a list.',
  z.object({ id, league_id: id, ...ofMatch, delay, ...headline }),
)

const valuesBefore = named(
  'ValuesBefore',
  'Values of a match before a change: those that belong to the type of the change.',
  z.object({
    start_time: instant.optional(),
    league_id: id.optional(),
    home: z.string().optional(),
    away: z.string().optional(),
    status: z.string().optional(),
    delay: delay.optional(),
    home_score: count.nullable().optional(),
    away_score: count.nullable().optional(),
  }),
)

const threePrices = named(
  'HeadlinePrices',
  'A price of each outcome of the headline market; null if it is not on offer.',
  z.object({ home: price.nullable(), draw: price.nullable(), away: price.nullable() }),
)

const headlineQuote = named(
  'HeadlineQuote',
  "A bookmaker's prices of the headline market.",
  z.object({
    bookmaker: bookmakerRef,
    home: price.nullable(),
    draw: price.nullable(),
    away: price.nullable(),
    net: threePrices.describe('What a winner is paid, net of commission'),
    left_out: z
      .enum(['cancelled', 'started', 'suspended', 'incomplete', 'old'])
      .nullable()
      .describe('Why the quote does not count for best; null if it counts'),
    last_updated: instant,
    opening: threePrices.nullable().describe('The first prices; null if there were no others'),
  }),
)

const side = z.enum(['back', 'lay'])
const outcomeStatus = z.enum(['open', 'suspended', 'not_offered'])
const leftOut = z
  .enum(['inactive', 'cancelled', 'started', 'suspended', 'incomplete', 'old', 'lay'])
  .nullable()
  .describe('Why the quote does not count for best; null if it counts')

const quote = named(
  'Quote',
  "A bookmaker's prices of a market.",
  z.object({
    bookmaker: slug.describe('Slug of the bookmaker'),
    side,
    prices,
    quoted: z.array(z.string().nullable()).describe("The prices in the bookmaker's own notation"),
    format: z.enum(PRICE_FORMATS),
    status: z.array(outcomeStatus),
    opening: prices.describe('The first prices'),
    closing: prices
      .nullable()
      .describe('The last prices before the start; null before it, and if the event is cancelled'),
    changed_at: instant,
    seen_at: instant.describe('When the prices were last confirmed'),
    typed: z.boolean().describe('Whether the operator of the site typed the prices, at that time'),
    ranked: z.boolean().describe('Whether the quote counts for best'),
    left_out: leftOut,
    max_stake: z.number().nullable(),
    link: z.string().nullable(),
  }),
)

const bestOfOutcome = named(
  'BestPrice',
  'The best price of an outcome, ranked net of commission.',
  z.object({ price, net: price, bookmaker: slug }),
)

const marketOf = {
  key: z.enum(MARKET_TYPES),
  period: z.enum(PERIODS as [string, ...string[]]),
  line: z.number().nullable().describe("For a handicap, the home side's line"),
  participant: z.string().nullable().describe("For a team's total, home or away"),
}
const marketBest = {
  outcomes,
  best: z.array(bestOfOutcome.nullable()).describe('By outcome; null if no quote counts'),
  sum: z.number().nullable().describe("S, the sum of the best net prices' inverses"),
  payout: z.number().nullable().describe('1/S'),
  average: prices,
  count: count.describe('Brands whose quotes count'),
}

const market = named(
  'Market',
  'A market with every quote and the best price of each outcome.',
  z.object({
    ...marketOf,
    main: z.boolean().describe('True for one line of each kind'),
    ...marketBest,
    quotes: z.array(quote),
  }),
)

const changedMarket = named(
  'ChangedMarket',
  'A market whose best price has changed, with its best prices at the time of reading.',
  z.object({ ...marketOf, outcomes, best: marketBest.best }),
)

export const loggedChange = named(
  'Change',
  'Something that has happened to a match.',
  z.object({
    id: changeId.describe('Larger than those of earlier changes'),
    type: z.enum(CHANGE_TYPES),
    at: instant,
    match_id: id,
    league_id: id,
    before: valuesBefore.nullable().describe('Null if the type of the change has none'),
    match: listedMatch
      .nullable()
      .describe('The match and its best prices at the time of reading; null if it is no longer listed'),
    markets: z.array(changedMarket).describe('Of changed prices; empty if no best price has changed'),
  }),
)

export const changePage = named(
  'ChangePage',
  'A page of changes, oldest first.',
  z.object({
    data: z.array(loggedChange),
    next: z.string().nullable().describe('Pass it as cursor for the next page; null on the last page'),
    read: changeId.describe('Pass it as after to go on later, also from an empty page'),
    latest: changeId.describe('The id of the newest change'),
  }),
)

export const match = named(
  'Match',
  'A match with the prices of every bookmaker. `quotes`, `best` and `typed` are of the headline market.',
  z.object({
    id,
    ...ofMatch,
    delay,
    ...headline,
    ...place,
    quotes: z.array(headlineQuote),
    markets: z.array(market),
  }),
)

export const change = named(
  'PriceChange',
  'A change of a quote. A withdrawn quote has no prices.',
  z.object({ bookmaker: slug, side, at: instant, prices, status: z.array(outcomeStatus) }),
)

const closingQuote = named(
  'ClosingQuote',
  "A bookmaker's last prices before the start that counted then.",
  z.object({ bookmaker: slug, prices, net: prices.describe('Net of commission') }),
)

const closingMarket = named(
  'ClosingMarket',
  'A market at the start of its match.',
  z.object({ ...marketOf, main: z.boolean(), ...marketBest, quotes: z.array(closingQuote) }),
)

export const closing = named(
  'Closing',
  'The closing prices of a match or an outright.',
  z.object({
    id,
    start_time: instant,
    started: z
      .boolean()
      .describe('Before the start, and of an event that is cancelled, there are no closing prices'),
    markets: z.array(closingMarket),
  }),
)

export const result = named(
  'Result',
  'A match that is over. The scores are null if none is known.',
  z.object({ id, league_id: id, ...ofMatch }),
)

const tableRow = named(
  'TableRow',
  "A team's row of a table. Rows that no criterion separates have the same rank.",
  z.object({
    rank: count,
    team: z.string(),
    slug,
    played: count,
    won: count,
    drawn: count,
    lost: count,
    scored: count,
    conceded: count,
    points: z.number().nullable().describe('Null where the win share decides'),
    win_share: z.number().describe('0 to 1'),
    form: z.array(z.enum(['win', 'draw', 'lose'])).describe('The last matches, the newest first'),
  }),
)

export const standings = named(
  'Standings',
  'The table of a season, computed from its results.',
  z.object({
    league_id: id,
    season: z
      .object({ year: z.int().describe('In which it begins'), from: instant, until: instant })
      .nullable()
      .describe('Null if the league has no results'),
    results: count.describe('The number of results that the table is computed from'),
    covered: z
      .object({ first: instant, last: instant })
      .nullable()
      .describe('The first and the last of these matches'),
    rows: z.array(tableRow).describe('Empty with too few results, and in sports without tables'),
  }),
)

const matchOfList = named(
  'MatchRef',
  'A match and its place.',
  z.object({ id, home: z.string(), away: z.string(), start_time: instant, status, ...place }),
)

const leg = named(
  'SureBetLeg',
  'One bet of a sure bet.',
  z.object({
    outcome: z.string(),
    bookmaker: slug,
    price,
    net: price,
    share: z.number().describe('The share of the whole outlay to stake on it, for an equal return'),
    seen_at: instant,
    typed: z.boolean().describe('Whether the operator of the site typed the price'),
  }),
)

export const sureBet = named(
  'SureBet',
  'A market whose best net prices return more than is staked, whatever the result, unless stakes are returned (`may_push`).',
  z.object({
    match: matchOfList,
    market: z.object({ ...marketOf, outcomes }),
    return: z.number().describe('The return on the whole outlay: 0.045 is 4.5 %'),
    legs: z.array(leg),
    oldest_price_at: instant,
    warnings: z.array(z.enum(['old-price', 'match-begun'])),
    may_push: z
      .boolean()
      .describe(
        'Whether stakes can be returned, so that there is no profit: on a line that lands exactly, or where neither side is ahead',
      ),
  }),
)

export const heldBackBet = named(
  'HeldBackBet',
  'A market whose best prices seem to return more than is staked, and that is not offered as a sure bet.',
  z.object({
    match: matchOfList,
    market: z.object({ ...marketOf, outcomes }),
    return: z.number().describe('The return on the whole outlay: 0.12 is 12 %'),
    reason: z
      .enum(['too-high'])
      .describe('too-high: above 10 %, which is nearly always a price that is wrong or out of date'),
  }),
)

export const sureBets = named(
  'SureBets',
  'A page of sure bets, and the ones that are held back.',
  pageOfList(sureBet).extend({
    held_back: z.array(heldBackBet).describe('On the first page only, as on the page of the site'),
  }),
)

export const drop = named(
  'Drop',
  "A fall of an outcome's best price that the average of the market confirms.",
  z.object({
    match: matchOfList,
    market: z.object({ ...marketOf, outcomes }),
    outcome: z.string(),
    share: z.number().describe('The smaller one of the two falls below: 0.1 is 10 %'),
    of_best: z.number(),
    of_average: z.number(),
    was: price.describe('The best net price at the start of the window'),
    now: price.describe('The best net price'),
    bookmaker: slug.describe('Who offers the best price'),
    bookmaker_count: count.describe('Brands that quoted the market at both ends of the window'),
    moved_at: instant,
    confirmed_at: instant,
  }),
)

const winners = z
  .array(z.string())
  .describe('The names of the participants that have won; empty as long as nobody has stored them')

export const outright = named(
  'ListedOutright',
  'An outright in a list.',
  z.object({
    id,
    league_id: id,
    name: z.string(),
    start_time: instant,
    status,
    participants: count.describe('The number of participants'),
    winners,
  }),
)

export const outrightMarkets = named(
  'Outright',
  'An outright with the prices of every participant.',
  z.object({
    id,
    name: z.string(),
    start_time: instant,
    status,
    winners,
    ...place,
    markets: z.array(market),
  }),
)

const named2 = { name: z.string(), slug }
const foundPlace = { sport: z.object(named2), country: z.object({ ...named2, code: z.string() }) }

export const found = named(
  'SearchResults',
  'What a search found, each list best first.',
  z.object({
    sports: z.array(sportRef),
    countries: z.array(z.object({ id, ...foundPlace.country.shape, sport: foundPlace.sport })),
    leagues: z.array(z.object({ id, ...named2, ...foundPlace })),
    teams: z.array(z.object({ ...named2, ...foundPlace })),
    matches: z.array(
      z.object({
        id,
        home: z.string(),
        away: z.string(),
        start_time: instant,
        status,
        ...foundPlace,
        league: z.object(named2),
      }),
    ),
  }),
)

export const favourite = named(
  'Favourite',
  'A favourite league.',
  z.object({
    id,
    league: leagueRef,
    sport: z.object(named2),
    country: z.object({ ...named2, code: z.string() }),
  }),
)

export const profile = named(
  'Profile',
  "The profile of the token's user.",
  z.object({
    id,
    email: z.string(),
    username: z.string().nullable(),
    full_name: z.string().nullable(),
    phone: z.string().nullable(),
    country: z.string().nullable(),
    preferred_language: z.string().nullable(),
  }),
)

/** The codes of errors, each with its status and title. */
export const ERRORS = {
  'bad-request': { status: 400, message: 'A parameter is missing or not understood' },
  'no-token': { status: 401, message: 'A bearer token is needed' },
  'invalid-token': { status: 401, message: 'The token is not valid' },
  'no-key': { status: 401, message: 'An API key is needed' },
  'invalid-key': { status: 401, message: 'The API key is not valid' },
  'not-found': { status: 404, message: 'There is no such thing' },
  method: { status: 405, message: 'The API is read with GET' },
  gone: {
    status: 410,
    message: 'The changes after this id are no longer kept, or it is of another database',
  },
  'too-many-streams': { status: 429, message: 'There are too many open streams' },
  'too-many-requests': { status: 429, message: 'The limit of requests per minute is used up' },
  internal: { status: 500, message: 'Something went wrong' },
  unavailable: { status: 503, message: 'The data cannot be read now' },
} as const
export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

named(
  'Problem',
  'An error (RFC 9457). `error` has the same code and text, for older clients.',
  z.object({
    type: z.string().describe('Address of its explanation'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    error: z.object({ code: z.enum(ERROR_CODES), message: z.string() }),
  }),
)

/** A page of a list. */
export function pageOfList<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    next: z.string().nullable().describe('Pass it as cursor for the next page; null on the last page'),
  })
}
