import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { BYTE_ORDER_MARK, csvLine, streamLines } from '#app/platform/text/csv.ts'
import { type DayKey, endOfDay, formatDate, startOfDay } from '#app/platform/time.ts'
import { type ClickQuery, type ClickRange, daysOf, type Grouping } from './click-report.ts'

type Reader = Pick<Services, 'database'>

/** The most groups that a report lists, and the most series of its chart. */
const MAX_GROUPS = 100
const MAX_SERIES = 5
const ROWS_AT_ONCE = 1_000

export interface ClickGroup {
  /** A day, an id, or the value itself; null if the click has none. */
  key: string | null
  /** The display name, or the last one before a deletion; null if the key is the name. */
  label: string | null
  clicks: number
  /** Distinct visitors per day, summed over the days. */
  visitors: number
}

export interface ClickReport {
  total: number
  visitors: number
  /** Most clicks first; days in order. */
  groups: ClickGroup[]
  /** Whether there are more groups than listed. */
  more: boolean
  /** For each day, in order: the clicks of each of `series`, then those of all other groups. */
  days: { day: DayKey; counts: number[] }[]
  series: ClickGroup[]
}

/** The clicks of a range of days in a zone, grouped as the query says. */
export async function reportClicks(reader: Reader, query: ClickQuery, zone: string): Promise<ClickReport> {
  const all = await countGroups(reader, query, zone)
  const days = query.by === 'day'
  const { total, visitors } = await countAll(reader, query, zone)
  const groups = days ? fillDays(query, all) : all.slice(0, MAX_GROUPS)
  const series = days ? [] : groups.slice(0, MAX_SERIES)
  const counts = days
    ? groups.map(({ key, clicks }) => ({ day: key ?? '', counts: [clicks] }))
    : await countDays(reader, query, zone, series)
  return { total, visitors, groups, more: all.length > MAX_GROUPS && !days, days: counts, series }
}

/** Clicks of each day of a range. */
export async function countClicksByDay(
  reader: Reader,
  range: ClickRange,
  zone: string,
): Promise<{ day: DayKey; clicks: number }[]> {
  const groups = fillDays(range, await countGroups(reader, { ...range, by: 'day' }, zone))
  return groups.map(({ key, clicks }) => ({ day: key ?? '', clicks }))
}

/** The bookmaker into which a bookmaker is merged, or itself; also of a deleted one. */
export function ownerOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select o.merged_into from bookmakers o where o.id = ${id}), ${id})`
}

/** What clicks and their earnings are grouped by; `c` is the click, and `own` and `played` are of `CLICK_JOINS`. */
type ClickDimension = Exclude<Grouping, 'day'>

export const CLICK_KEYS: Record<ClickDimension, RawBuilder<string | null>> = {
  button: sql`c.button_id::text`,
  promotion: sql`c.promotion_id::text`,
  bookmaker: sql`coalesce(own.merged_into, c.bookmaker_id)::text`,
  league: sql`played.league_id::text`,
  match: sql`c.match_id::text`,
  // Its type: each match has its own lines and participants.
  market: sql`split_part(c.market, ' ', 1)`,
  page: sql`c.page`,
  position: sql`c.position::text`,
  country: sql`c.country`,
  language: sql`c.language`,
}

/** The joins to the click `c` that its keys need. A subquery for each click would take three times as long. */
export const CLICK_JOINS: Partial<Record<Grouping, RawBuilder<unknown>>> = {
  bookmaker: sql`left join bookmakers own on own.id = c.bookmaker_id`,
  league: sql`left join matches played on played.id = c.match_id`,
}

/** The stored name of something that was deleted after the click. */
const storedName = (id: RawBuilder<unknown>) =>
  sql`(select concat_ws(' – ', d.name, d.second_name) from clicked_before_deletion d where d.id = ${id})`
const KEY = sql`g.key::uuid`

/** The display names of the groups `g`. Only the rows of listed groups are read. */
export const CLICK_LABELS: Record<Grouping, RawBuilder<string | null>> = {
  day: sql`null`,
  button: sql`coalesce((select b.provider || ' – ' || b.button_text from affiliate_buttons b where b.id = ${KEY}),
    ${storedName(KEY)})`,
  promotion: sql`coalesce((select p.title from promotions p where p.id = ${KEY}), ${storedName(KEY)})`,
  bookmaker: sql`coalesce((select k.name from bookmakers k where k.id = ${KEY}), ${storedName(KEY)})`,
  league: sql`(select coalesce(nullif(l.display_name, ''), l.name) from leagues l where l.id = ${KEY})`,
  match: sql`coalesce((select m.home_team || ' – ' || m.away_team from matches m where m.id = ${KEY}),
    ${storedName(KEY)})`,
  market: sql`null`,
  page: sql`null`,
  position: sql`null`,
  country: sql`null`,
  language: sql`(select l.native_name from languages l where l.code = g.key)`,
}

const deletedName = (id: RawBuilder<unknown>, column: 'name' | 'second_name') =>
  sql`(select d.${sql.ref(column)} from clicked_before_deletion d where d.id = ${id})`

/**
 * The names of what was clicked, also if it was deleted later: columns, and the joins to the click `c` that they need.
 * @param bookmaker the id of the bookmaker, if it is not that of the click
 */
export function clickedNames(bookmaker = ownerOf(sql`c.bookmaker_id`)) {
  const [button, match] = [sql`c.button_id`, sql`c.match_id`]
  const columns = sql`coalesce(b.provider, ${deletedName(button, 'name')}) as provider,
    coalesce(b.button_text, ${deletedName(button, 'second_name')}) as button_text,
    coalesce(k.name, ${deletedName(bookmaker, 'name')}) as bookmaker,
    coalesce(m.home_team, ${deletedName(match, 'name')}) as home_team,
    coalesce(m.away_team, ${deletedName(match, 'second_name')}) as away_team,
    coalesce(p.title, ${deletedName(sql`c.promotion_id`, 'name')}) as promotion`
  const joins = sql`left join affiliate_buttons b on b.id = c.button_id
    left join bookmakers k on k.id = ${bookmaker}
    left join matches m on m.id = c.match_id
    left join promotions p on p.id = c.promotion_id`
  return { columns, joins }
}

/** The day of an instant in a zone. */
export const dayIn = (column: RawBuilder<unknown>, zone: string) =>
  sql<string>`(${column} at time zone ${zone})::date::text`

const CLICKED_AT = sql`c.clicked_at`

/** Distinct visitors; the order of bytes is enough to tell them apart, and faster. */
const VISITORS = sql<number>`count(distinct c.visitor_hash collate "C")`

const keyOf = (by: Grouping, zone: string) => (by === 'day' ? dayIn(CLICKED_AT, zone) : CLICK_KEYS[by])

const joinsOf = (by: Grouping) => CLICK_JOINS[by] ?? sql``

/** The condition that an instant is in a range of days; can use an index of the column. */
export const withinDays = (column: RawBuilder<unknown>, { from, to }: ClickRange, zone: string) =>
  sql`${column} >= ${startOfDay(from, zone)} and ${column} < ${endOfDay(to, zone)}`

const within = (range: ClickRange, zone: string) => withinDays(CLICKED_AT, range, zone)

async function countGroups({ database }: Reader, query: ClickQuery, zone: string): Promise<ClickGroup[]> {
  const order = query.by === 'day' ? sql`1` : sql`3 desc, 1`
  const limit = query.by === 'day' ? sql`` : sql`limit ${MAX_GROUPS + 1}`
  const { rows } = await sql<ClickGroup>`
    select g.key, ${CLICK_LABELS[query.by]} as label, g.clicks, g.visitors from (
      select ${keyOf(query.by, zone)} as key, count(*) as clicks, ${VISITORS} as visitors
      from clicks c ${joinsOf(query.by)} where ${within(query, zone)} group by 1) g
    order by ${order} ${limit}`.execute(database.kysely)
  return rows
}

async function countAll({ database }: Reader, query: ClickQuery, zone: string) {
  const { rows } = await sql<{ total: number; visitors: number }>`
    select count(*) as total, ${VISITORS} as visitors
    from clicks c where ${within(query, zone)}`.execute(database.kysely)
  return rows[0] ?? { total: 0, visitors: 0 }
}

function fillDays(range: ClickRange, groups: readonly ClickGroup[]): ClickGroup[] {
  const known = new Map(groups.map((group) => [group.key, group]))
  return daysOf(range).map((key) => known.get(key) ?? { key, label: null, clicks: 0, visitors: 0 })
}

async function countDays(
  { database }: Reader,
  query: ClickQuery,
  zone: string,
  series: readonly ClickGroup[],
): Promise<ClickReport['days']> {
  const keys = series.map(({ key }) => key ?? '')
  const { rows } = await sql<{ day: DayKey; at: number; clicks: number }>`
    select ${dayIn(CLICKED_AT, zone)} as day, coalesce(array_position(${keys}::text[], coalesce(${keyOf(query.by, zone)}, '')),
      ${keys.length + 1}) as at, count(*) as clicks
    from clicks c ${joinsOf(query.by)} where ${within(query, zone)} group by 1, 2`.execute(database.kysely)
  const counts = new Map(daysOf(query).map((day) => [day, new Array<number>(keys.length + 1).fill(0)]))
  for (const { day, at, clicks } of rows) counts.get(day)?.splice(at - 1, 1, clicks)
  return [...counts].map(([day, ofDay]) => ({ day, counts: ofDay }))
}

const COLUMNS = [
  'clicked_at_utc',
  'clicked_at_site',
  'provider',
  'button_text',
  'bookmaker',
  'home_team',
  'away_team',
  'outcome',
  'page',
  'language',
  'visitor_of_the_day',
  'click_id',
  'market',
  'price',
  'position',
  'country',
  'experiment',
  'variant',
  'promotion',
]

interface ExportRow {
  id: number
  /** With full precision, as the cursor of the next page. */
  at: string
  clicked_at: Date
  provider: string | null
  button_text: string | null
  bookmaker: string | null
  home_team: string | null
  away_team: string | null
  outcome: string | null
  page: string | null
  language: string | null
  visitor_hash: string
  click_id: string | null
  market: string | null
  price: number | null
  position: number | null
  country: string | null
  experiment: string | null
  variant: string | null
  promotion: string | null
}

/** Every click of a range as CSV. */
export function exportClicks(reader: Reader, range: ClickRange, zone: string): ReadableStream<Uint8Array> {
  return streamLines(exportLines(reader, range, zone))
}

async function* exportLines(reader: Reader, range: ClickRange, zone: string): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  let rows = await readClicks(reader, range, zone, undefined)
  while (rows.length > 0) {
    yield rows.map((row) => csvLine(cellsOf(row, zone))).join('')
    if (rows.length < ROWS_AT_ONCE) return
    rows = await readClicks(reader, range, zone, rows.at(-1))
  }
}

function cellsOf(row: ExportRow, zone: string): (string | number | null)[] {
  const { provider, button_text, bookmaker, home_team, away_team, outcome, page, language, click_id } = row
  const local = formatDate(row.clicked_at, 'exact', 'en', zone)
  return [
    ...[row.clicked_at.toISOString(), local, provider, button_text, bookmaker, home_team, away_team],
    ...[
      outcome,
      page,
      language,
      row.visitor_hash,
      click_id,
      row.market,
      row.price,
      row.position,
      row.country,
      row.experiment,
      row.variant,
      row.promotion,
    ],
  ]
}

async function readClicks(
  { database }: Reader,
  range: ClickRange,
  zone: string,
  last: ExportRow | undefined,
): Promise<ExportRow[]> {
  const { columns, joins } = clickedNames()
  const after = last ? sql`and (c.clicked_at, c.id) > (${last.at}::timestamptz, ${last.id})` : sql``
  const { rows } = await sql<ExportRow>`
    select c.id, c.clicked_at::text as at, c.clicked_at, ${columns}, c.outcome, c.page, c.language,
      c.visitor_hash, c.click_id, c.market, c.price, c.position, c.country,
      (select x.name from experiments x where x.id = c.experiment_id) as experiment, c.variant
    from clicks c ${joins}
    where ${within(range, zone)} ${after}
    order by c.clicked_at, c.id limit ${ROWS_AT_ONCE}`.execute(database.kysely)
  return rows
}
