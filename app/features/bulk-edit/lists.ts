import { z } from 'zod'
import { NO_ROLE } from '#app/features/accounts/people.ts'
import {
  may,
  type Part,
  type Permission,
  STAFF_ROLES,
  type StaffRole,
} from '#app/features/accounts/permissions.ts'
import { SIGN_IN_OUTCOMES } from '#app/features/accounts/rules.ts'
import { BOOKMAKER_KINDS } from '#app/features/bookmakers/brands.ts'
import { DOUBTS } from '#app/features/contests/schema.ts'
import { MATCH_STATUSES } from '#app/features/matches/editor-schema.ts'
import { PERIODS } from '#app/features/odds/markets.ts'
import { MAPPING_STATES, MAPPING_TYPES, SIDES } from '#app/features/sources/mapping-change.ts'
import { MAPPING_STATUSES } from '#app/features/team-mapping/schema.ts'
import type { Changes, Value } from '#app/platform/edit/schema.ts'
import type { CsvProblem } from '#app/platform/text/read-csv.server.ts'

/** How a column is written in a file and edited on the screen; null if it is only read. */
export type ColumnKind = 'text' | 'number' | 'flag' | 'instant' | 'choice' | null

export interface ListColumn {
  key: string
  kind: ColumnKind
  /** The values of a choice. */
  choices?: readonly string[]
  /** Whether the screen has a column for it. A file has all. */
  isShown: boolean
}

export interface BulkList {
  /** What a reader must be allowed to read, and whoever edits to change. */
  part: Part
  columns: readonly ListColumn[]
  /** Where a file can add rows: the columns that are only read, and name what a new row is or belongs to. */
  namesOfNew?: readonly string[]
  /** The column of the filter by status, if there is one, with its values; a flag is `active` or `hidden`. */
  status: { column: string; values: readonly string[] } | null
  /** The most rows of one change, if each takes several queries. */
  most?: number
  /** The most new rows of a file, if it is not `MOST_NEW_ROWS`. */
  mostNew?: number
  /** Whether the ids of its rows are numbers, not UUIDs. */
  isNumbered?: true
  /** Whether a save asks for the password of whoever saves. */
  asksPassword?: true
}

const read = (key: string): ListColumn => ({ key, kind: null, isShown: true })
const edit = (key: string, kind: Exclude<ColumnKind, null | 'choice'>): ListColumn => ({
  key,
  kind,
  isShown: true,
})
const choose = (key: string, choices: readonly string[]): ListColumn => ({
  key,
  kind: 'choice',
  choices,
  isShown: true,
})
const inFile = (column: ListColumn): ListColumn => ({ ...column, isShown: false })

/** The most rows that one change or file can have; the most that Save Changes accepts. */
export const MOST_ROWS = 20_000

const SHOWN = { column: 'is_active', values: ['active', 'hidden'] } as const

const PLACE = [edit('display_name', 'text'), edit('menu_position', 'number'), edit('is_active', 'flag')]

/** The lists that can be searched, changed at once, and exchanged as files. Columns by their database names. */
export const LISTS = {
  sports: {
    part: 'catalogue',
    namesOfNew: ['name'],
    status: SHOWN,
    columns: [read('name'), ...PLACE],
  },
  countries: {
    part: 'catalogue',
    namesOfNew: ['sport', 'name'],
    status: SHOWN,
    columns: [read('sport'), read('name'), inFile(read('code')), ...PLACE],
  },
  leagues: {
    part: 'catalogue',
    namesOfNew: ['sport', 'country', 'name'],
    status: SHOWN,
    columns: [
      read('sport'),
      read('country'),
      read('name'),
      ...PLACE.slice(0, 1),
      inFile(edit('logo_url', 'text')),
      ...PLACE.slice(1),
    ],
  },
  // Their names come from matches; how feeds name them is decided in the mapping of teams.
  teams: {
    part: 'catalogue',
    namesOfNew: ['sport', 'country', 'name'],
    status: null,
    columns: [read('sport'), read('country'), read('name'), read('slug')],
  },
  matches: {
    part: 'matches',
    status: { column: 'status', values: MATCH_STATUSES },
    columns: [
      inFile(read('sport')),
      inFile(read('country')),
      read('league'),
      read('home_team'),
      read('away_team'),
      read('start_time'),
      choose('status', MATCH_STATUSES),
      edit('featured', 'flag'),
      edit('is_popular', 'flag'),
      inFile(edit('home_score', 'number')),
      inFile(edit('away_score', 'number')),
      inFile(edit('affiliate_link', 'text')),
    ],
  },
  match_prices: {
    part: 'matches',
    status: null,
    columns: [
      inFile(read('sport')),
      read('league'),
      read('home_team'),
      read('away_team'),
      read('start_time'),
      read('bookmaker'),
      edit('home_odds', 'number'),
      edit('draw_odds', 'number'),
      edit('away_odds', 'number'),
      read('typed_at'),
    ],
  },
  bookmakers: {
    part: 'bookmakers',
    namesOfNew: [],
    status: SHOWN,
    columns: [
      edit('name', 'text'),
      choose('kind', BOOKMAKER_KINDS),
      edit('brand', 'text'),
      edit('region', 'text'),
      inFile(edit('licence', 'text')),
      inFile(edit('offered_in', 'text')),
      inFile(edit('link_hosts', 'text')),
      edit('rating', 'number'),
      inFile(edit('logo_url', 'text')),
      inFile(edit('website_url', 'text')),
      edit('commission', 'number'),
      edit('menu_position', 'number'),
      edit('is_active', 'flag'),
    ],
  },
  affiliate_buttons: {
    part: 'links',
    namesOfNew: ['bookmaker'],
    status: SHOWN,
    columns: [
      read('bookmaker'),
      edit('provider', 'text'),
      edit('button_text', 'text'),
      edit('button_link', 'text'),
      edit('is_active', 'flag'),
    ],
  },
  // Of buttons, bookmakers, promotions and matches. Whoever changes bookmakers may change all of these.
  checked_links: {
    part: 'bookmakers',
    status: { column: 'state', values: ['broken', 'skipped', 'unclear', 'unchecked', 'works'] },
    columns: [
      read('kind'),
      read('name'),
      read('bookmaker'),
      edit('link', 'text'),
      read('state'),
      inFile(read('reason')),
      read('status'),
      read('since'),
      read('checked_at'),
    ],
  },
  promotions: {
    part: 'promotions',
    namesOfNew: ['bookmaker'],
    status: SHOWN,
    columns: [
      read('bookmaker'),
      edit('title', 'text'),
      inFile(edit('subtitle', 'text')),
      inFile(edit('description', 'text')),
      inFile(edit('image_url', 'text')),
      inFile(edit('button_text', 'text')),
      inFile(edit('button_link', 'text')),
      edit('visible_home', 'flag'),
      edit('visible_casino', 'flag'),
      edit('visible_live_casino', 'flag'),
      edit('side_menu_offer', 'flag'),
      inFile(edit('star_rating', 'number')),
      edit('start_date', 'instant'),
      edit('end_date', 'instant'),
      edit('menu_position', 'number'),
      edit('is_active', 'flag'),
    ],
  },
  pages: {
    part: 'pages',
    namesOfNew: [],
    status: { column: 'is_published', values: ['active', 'hidden'] },
    columns: [
      edit('slug', 'text'),
      read('title'),
      edit('menu_position', 'number'),
      edit('is_published', 'flag'),
    ],
  },
  team_mappings: {
    part: 'matching',
    status: { column: 'status', values: MAPPING_STATUSES },
    columns: [
      read('sport'),
      read('country'),
      read('league'),
      read('team'),
      choose('status', ['rejected', 'unmapped']),
      edit('sportsdb_team_id', 'number'),
      read('sportsdb_team_name'),
      read('confidence_level'),
      inFile(read('score')),
      read('candidate_id'),
      read('candidate'),
      read('candidate_score'),
      inFile(read('decided_by')),
      inFile(read('decided_at')),
    ],
  },
  match_reviews: {
    part: 'matching',
    status: { column: 'reason', values: DOUBTS },
    // Each answer merges matches or settles other pairs.
    most: 500,
    columns: [
      choose('answer', ['same', 'different']),
      read('reason'),
      read('sport'),
      read('country'),
      read('league'),
      read('home_team'),
      read('away_team'),
      read('start_time'),
      inFile(read('other_league')),
      read('other_home_team'),
      read('other_away_team'),
      read('other_start_time'),
      inFile(read('sources')),
    ],
  },
  review_decisions: {
    part: 'matching',
    namesOfNew: ['sport', 'country', 'name', 'other_name'],
    status: { column: 'answer', values: ['same', 'different'] },
    // The end of a decision parts matches.
    most: 500,
    mostNew: MOST_ROWS,
    columns: [
      choose('answer', ['open']),
      read('sport'),
      read('country'),
      read('name'),
      read('other_name'),
      inFile(read('more_names')),
      read('match'),
      inFile(read('other_match')),
      read('decided_by'),
      read('decided_at'),
    ],
  },
  // Those that feeds send and the registry does not have, with what an operator says of them.
  market_mappings: {
    part: 'feeds',
    status: { column: 'state', values: MAPPING_STATES },
    columns: [
      read('source'),
      read('key'),
      choose('type', MAPPING_TYPES),
      choose('period', PERIODS),
      choose('participant', SIDES),
      read('seen'),
      read('first_seen'),
      inFile(read('last_seen')),
      read('example'),
    ],
  },
  import_schedules: {
    part: 'feeds',
    status: SHOWN,
    columns: [
      read('source'),
      edit('name', 'text'),
      edit('every_minutes', 'number'),
      edit('cron', 'text'),
      edit('time_zone', 'text'),
      inFile(edit('counted_minutes', 'number')),
      inFile(edit('in_play', 'flag')),
      edit('sports', 'text'),
      inFile(edit('markets', 'text')),
      inFile(edit('event_markets', 'text')),
      inFile(edit('horizon_hours', 'number')),
      inFile(edit('credits_a_day', 'number')),
      read('last_run_at'),
      edit('is_active', 'flag'),
    ],
  },
  profiles: {
    part: 'people',
    asksPassword: true,
    status: { column: 'state', values: ['active', 'blocked', 'unconfirmed'] },
    // Each is checked and signed out on its own.
    most: 500,
    columns: [
      read('email'),
      inFile(read('username')),
      choose('back_office_role', [NO_ROLE, ...STAFF_ROLES]),
      choose('state', ['active', 'blocked']),
      read('two_factor_enabled'),
      edit('sessions', 'number'),
      read('created_at'),
      read('signed_in_at'),
    ],
  },
  sign_ins: {
    part: 'people',
    status: { column: 'outcome', values: SIGN_IN_OUTCOMES },
    columns: [read('at'), read('email'), read('outcome'), read('ip_address'), read('user_agent')],
  },
  audit_log: {
    part: 'history',
    status: { column: 'action', values: ['create', 'update', 'delete', 'run'] },
    columns: [
      read('at'),
      read('user_email'),
      read('action'),
      read('entity'),
      read('label'),
      inFile(read('entity_id')),
      inFile(read('before')),
      inFile(read('after')),
    ],
  },
  webhook_deliveries: {
    part: 'api',
    isNumbered: true,
    status: { column: 'state', values: ['waiting', 'delivered', 'failed'] },
    columns: [
      read('created_at'),
      read('webhook'),
      read('type'),
      choose('state', ['waiting']),
      read('attempts'),
      read('status'),
      read('error'),
      inFile(read('next_at')),
      read('delivered_at'),
    ],
  },
} as const satisfies Record<string, BulkList>

export const LIST_KEYS = Object.keys(LISTS) as (keyof typeof LISTS)[]
export type ListKey = keyof typeof LISTS

/** A list by its key, with the general type. */
export const listOf = (key: ListKey): BulkList => LISTS[key]

/** Whether the filter by status is of a flag, with the values `active` and `hidden`. */
export function hasFlagStatus(list: ListKey): boolean {
  const { columns, status } = listOf(list)
  return columns.some(({ key, kind }) => key === status?.column && kind === 'flag')
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Whether a text can be the id of a row of a list. */
export const isRowId = (list: ListKey, id: string): boolean =>
  (listOf(list).isNumbered ? /^\d{1,18}$/ : UUID).test(id)

/** The lists that a person may read. */
export const listsFor = (role: StaffRole): ListKey[] =>
  LIST_KEYS.filter((key) => may(role, `${LISTS[key].part}.read`))

export const ROWS_A_PAGE = 100
/** Of a file: each new place takes several queries, in one transaction, which others wait for. */
export const MOST_NEW_ROWS = 500

const filterSchema = z.object({
  list: z.enum(LIST_KEYS).catch('leagues'),
  search: z.string().trim().max(200).catch(''),
  sport: z.uuid().nullable().catch(null),
  /** One of the values of the list's filter, or null for all. */
  status: z.string().max(50).nullable().catch(null),
  /** A column; the list's own order if it has none of that name. */
  sort: z.string().max(50).nullable().catch(null),
  descending: z.boolean(),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
/** Which rows of which list, in which order. */
export type ListFilter = z.infer<typeof filterSchema>

/** The filter of a URL. Invalid values are ignored. */
export function parseListFilter(params: URLSearchParams): ListFilter {
  const filter = filterSchema.parse({
    list: params.get('list'),
    search: params.get('q') ?? '',
    sport: params.get('sport'),
    status: params.get('status'),
    sort: params.get('sort'),
    descending: params.get('order') === 'desc',
    page: params.get('page') ?? 1,
  })
  const isKnown = filter.status !== null && listOf(filter.list).status?.values.includes(filter.status)
  return isKnown ? filter : { ...filter, status: null }
}

/** What is needed to read or to change the list of a URL. */
export function permissionOf(params: URLSearchParams, wanted: 'read' | 'change'): Permission {
  return `${listOf(parseListFilter(params).list).part}.${wanted}`
}

/** The URL's parameters of a filter, without those at their defaults. */
export function toParams(filter: Partial<ListFilter> & { list: ListKey }): URLSearchParams {
  const { list, search, sport, status, sort, descending, page } = filter
  const entries = { list, q: search, sport, status, sort, order: descending ? 'desc' : null, page }
  return new URLSearchParams(
    Object.entries(entries).flatMap(([key, value]) =>
      value && !(key === 'page' && value === 1) ? [[key, String(value)]] : [],
    ),
  )
}

/** A row as the screen and files show it. */
export interface ListRow {
  id: string
  values: Record<string, Value>
}

/** Why a row of a file cannot be saved; `problem` is a key of the back office's texts. */
export interface LineProblem {
  line: number
  column: string | null
  problem: string
}

/** What a change of many rows would do; nothing is stored yet. */
export interface Plan {
  kind: 'plan'
  list: ListKey
  /** The rows that would change, with their values as read now. */
  update: Changes['update']
  /** The rows that would be added, with all their values. */
  create: Changes['create']
  /** The names of both for people, by id. */
  labels: Record<string, string>
  /** The rows that already are as asked. */
  unchanged: number
  /** What the save does besides. */
  effects: Effect[]
}

/** What a save does besides, with how many; the texts are `bulk.effect.*`. */
export interface Effect {
  effect: 'merges' | 'names' | 'pairs' | 'parted'
  number: number
}

/** Why nothing can be planned; the texts are `bulk.refused.*`. */
export type PlanRefusal =
  | { kind: 'plan-refused'; problem: 'empty' | 'no-id' | 'no-column' }
  | { kind: 'plan-refused'; problem: 'too-many' | 'too-many-new'; most: number }
  | ({ kind: 'plan-refused' } & CsvProblem)
  | { kind: 'plan-refused'; problem: 'lines'; lines: LineProblem[]; more: number }
  | { kind: 'plan-refused'; problem: 'value'; column: string; text: string }

export type PlanOutcome = (Plan & { ignored: string[] }) | PlanRefusal
