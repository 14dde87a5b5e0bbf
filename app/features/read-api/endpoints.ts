/** Every address of the API: its parameters, its answer and an example. */
import { z } from 'zod'
import { parseDay } from '#app/platform/time.ts'
import { DROP_BOOKS, DROP_MARKETS, DROP_WINDOWS, DROPS, MOST_SURE } from '../movements/drops-query.ts'
import { MARKET_TYPES, PERIODS } from '../odds/markets.ts'
import { TABLE_KINDS } from '../statistics/standings.ts'
import { CHANGE_TYPES } from './change-types.ts'
import { OUTRIGHT_LISTS } from './outright-lists.ts'
import type { ErrorCode } from './schemas.ts'
import * as answers from './schemas.ts'
import { isServedTime } from './times.ts'

export const LIMIT_MAX = 100
const LIMIT_DEFAULT = 50
const CURSOR_MAX = 200

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

const id = (of: string) => answers.id.describe(`The id of a ${of}`)
const slug = (of: string) => z.string().min(1).max(200).describe(`The slug of a ${of}`)
const instant = (of: string) =>
  z
    .string()
    .regex(ISO)
    .refine((text) => parseDay(text.slice(0, 10)) !== null && isServedTime(new Date(text)))
    .optional()
    .meta({ description: of, examples: ['2026-03-01T00:00:00Z'] })

/** The parameters of every list. */
const paged = {
  limit: z.int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT).describe('The number of entries of a page'),
  cursor: z
    .string()
    .max(CURSOR_MAX)
    .optional()
    .describe('What the previous page has named as next. A cursor is opaque'),
}
const ofMatch = { id: id('match') }

const oneMarket = {
  market: z.enum(MARKET_TYPES).describe('The key of a market'),
  period: z.enum(PERIODS as [string, ...string[]]).default('full_time'),
  line: z
    .string()
    .regex(/^[+-]?\d{1,4}(\.\d{1,2})?$/)
    .optional()
    .describe('The line of a total or handicap, such as 2.5'),
  participant: z.enum(['home', 'away']).optional().describe("The team of a team's total"),
}

const sportFilter = slug('sport').optional().describe('The slug of a sport; all sports without it')

const afterChange = answers.changeId
  .optional()
  .describe('Only changes after this id. The field Last-Event-ID of a request counts first')
const changesOf = {
  league: id('league').optional(),
  type: z.enum(CHANGE_TYPES).optional().describe('Only changes of this type'),
}

/** An address of the API. Parameters in the path have the names of `params`. */
export interface Endpoint {
  path: string
  summary: string
  params: z.ZodObject
  query: z.ZodObject
  answer: z.ZodType
  /** Whether it needs the bearer token of a user. */
  isPersonal: boolean
  /** Whether the answer is a stream of server-sent events, each with the answer's schema; it needs an API key. */
  isStream: boolean
  /** Errors that other addresses do not have. */
  errors: readonly ErrorCode[]
  /** The query of the example; ids in braces stand for those of an earlier answer. */
  example: string
}

function endpoint<Params extends z.ZodRawShape, Query extends z.ZodRawShape, Answer extends z.ZodType>(of: {
  path: string
  summary: string
  params?: Params
  query?: Query
  answer: Answer
  isPersonal?: boolean
  isStream?: boolean
  errors?: readonly ErrorCode[]
  example?: string
}) {
  return {
    ...of,
    params: z.object(of.params ?? ({} as Params)),
    query: z.object(of.query ?? ({} as Query)),
    isPersonal: of.isPersonal ?? false,
    isStream: of.isStream ?? false,
    errors: of.errors ?? [],
    example: of.example ?? '',
  } satisfies Endpoint
}

export const ENDPOINTS = {
  listSports: endpoint({
    path: '/sports',
    summary: 'The visible sports, in menu order',
    query: paged,
    answer: answers.pageOfList(answers.sport),
  }),
  listCountries: endpoint({
    path: '/countries',
    summary: 'The countries of a sport',
    query: { sport: slug('sport'), ...paged },
    answer: answers.pageOfList(answers.country),
    example: '?sport=soccer',
  }),
  listLeagues: endpoint({
    path: '/leagues',
    summary: 'The leagues of a country',
    query: { country: id('country'), ...paged },
    answer: answers.pageOfList(answers.league),
    example: '?country={country}',
  }),
  listMatches: endpoint({
    path: '/matches',
    summary: 'The matches of a league by kick-off, without those whose scheduled time is over',
    query: { league: id('league'), from: instant('Starts the list at a time, also in the past'), ...paged },
    answer: answers.pageOfList(answers.listedMatch),
    example: '?league={league}&limit=10',
  }),
  readMatch: endpoint({
    path: '/matches/{id}',
    summary: "A match with every market and every bookmaker's prices",
    params: ofMatch,
    answer: answers.match,
  }),
  listHistory: endpoint({
    path: '/matches/{id}/history',
    summary: 'Every price change of one market of a match, oldest first',
    params: ofMatch,
    query: { ...oneMarket, ...paged },
    answer: answers.pageOfList(answers.change),
    example: '?market=total&period=full_time&line=2.5',
  }),
  readClosing: endpoint({
    path: '/matches/{id}/closing',
    summary: 'The last prices of every market before the start of a match, and the best of them',
    params: ofMatch,
    answer: answers.closing,
  }),
  listResults: endpoint({
    path: '/results',
    summary: 'The matches of a league that are over, the latest first',
    query: {
      league: id('league'),
      from: instant('The earliest kick-off'),
      to: instant('Kick-offs before this time'),
      ...paged,
    },
    answer: answers.pageOfList(answers.result),
    example: '?league={league}&limit=10',
  }),
  readStandings: endpoint({
    path: '/standings',
    summary: 'The table of a league, computed from its results',
    query: {
      league: id('league'),
      season: z
        .int()
        .min(1990)
        .max(2199)
        .optional()
        .describe('The year in which the season begins; the latest without it'),
      table: z
        .enum(TABLE_KINDS)
        .default('overall')
        .describe('All matches, those at home or away, or the last ones'),
    },
    answer: answers.standings,
    example: '?league={league}',
  }),
  listSureBets: endpoint({
    path: '/sure-bets',
    summary: `Sure bets of matches to come, the highest return first; at most ${MOST_SURE} of a sport, or of all together`,
    query: { sport: sportFilter, ...paged },
    answer: answers.sureBets,
    example: '?sport=soccer',
  }),
  listDrops: endpoint({
    path: '/dropping-odds',
    summary: "The largest falls of best prices that the market's average confirms, the largest first",
    query: {
      since: z
        .enum(DROP_WINDOWS)
        .default(DROPS.since)
        .describe("Hours back from now, or opening for each bookmaker's first price"),
      sport: sportFilter,
      league: id('league').optional().describe('The id of a league; all leagues without it'),
      market: z.enum(DROP_MARKETS).optional().describe('The key of a market; all markets without it'),
      bookmakers: z
        .enum(DROP_BOOKS)
        .default(DROPS.books)
        .describe('The least number of bookmakers that quote the market at both ends of the window'),
      ...paged,
    },
    answer: answers.pageOfList(answers.drop),
    example: '?since=24&bookmakers=3',
  }),
  listChanges: endpoint({
    path: '/changes',
    summary: 'What has happened to matches, oldest first: kept for three days',
    query: { after: afterChange, ...changesOf, ...paged },
    answer: answers.changePage,
    errors: ['gone'],
    example: '?limit=10',
  }),
  streamChanges: endpoint({
    path: '/changes/stream',
    summary: 'The same as server-sent events: the type of the change, its id, and the change as data',
    query: { after: afterChange, ...changesOf },
    answer: answers.loggedChange,
    isStream: true,
    errors: ['gone', 'too-many-streams'],
    example: '?after=0',
  }),
  search: endpoint({
    path: '/search',
    summary: 'Sports, countries, leagues, teams and matches to come by their names',
    query: {
      q: z.string().min(2).max(100).describe('Words of the names; case and accents are ignored'),
      lang: z
        .string()
        .regex(/^[a-z]{2}$/)
        .optional()
        .describe("The language of the names; the site's own without it"),
    },
    answer: answers.found,
    example: '?q=milan',
  }),
  listOutrights: endpoint({
    path: '/outrights',
    summary:
      'The outrights of a league: those that have not begun by their start, or the closed ones, the latest first',
    query: {
      league: id('league'),
      status: z
        .enum(OUTRIGHT_LISTS)
        .default('open')
        .describe('Open outrights, or those whose prices have closed'),
      from: instant(
        'The earliest start. With it, the list of open ones has those that have begun since, too',
      ),
      ...paged,
    },
    answer: answers.pageOfList(answers.outright),
    example: '?league={league}',
  }),
  readOutright: endpoint({
    path: '/outrights/{id}',
    summary: "An outright with every participant's prices",
    params: { id: id('outright') },
    answer: answers.outrightMarkets,
  }),
  readOutrightClosing: endpoint({
    path: '/outrights/{id}/closing',
    summary: 'The last prices of every participant before the start of an outright, and the best of them',
    params: { id: id('outright') },
    answer: answers.closing,
  }),
  readProfile: endpoint({
    path: '/me',
    summary: "The profile of the token's user",
    answer: answers.profile,
    isPersonal: true,
  }),
  listFavourites: endpoint({
    path: '/favourites',
    summary: "The favourite leagues of the token's user, in the order in which they were added",
    query: paged,
    answer: answers.pageOfList(answers.favourite),
    isPersonal: true,
  }),
}
