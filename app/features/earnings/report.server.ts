import { type RawBuilder, sql } from 'kysely'
import {
  CLICK_JOINS,
  CLICK_KEYS,
  CLICK_LABELS,
  clickedNames,
  dayIn,
  ownerOf,
  withinDays,
} from '#app/features/affiliates/click-report.server.ts'
import { type ClickRange, daysOf } from '#app/features/affiliates/click-report.ts'
import type { Services } from '#app/platform/services.ts'
import { BYTE_ORDER_MARK, csvLine, streamLines } from '#app/platform/text/csv.ts'
import type { DayKey } from '#app/platform/time.ts'
import type { EarningGrouping, EarningQuery } from './report.ts'
import { NO_CURRENCY } from './schema.ts'

type Reader = Pick<Services, 'database'>

/** The most groups that a report lists, except the days of its range. */
const MAX_GROUPS = 200
const ROWS_AT_ONCE = 1_000

/** What was earned in a currency; the site converts none. */
export interface Sum {
  /** ISO 4217. */
  currency: string
  /** With two decimals, exact. */
  amount: string
}

export interface EarningGroup {
  /** A day, an id, or the value itself; null if the earnings or clicks have none. */
  key: string | null
  /** The display name; null if the key is the name. */
  label: string | null
  clicks: number
  registrations: number
  deposits: number
  chargebacks: number
  sums: Sum[]
}

export interface EarningReport {
  total: Omit<EarningGroup, 'key' | 'label'>
  /** Every day of the range, in order. */
  days: { day: DayKey; clicks: number; sums: Sum[] }[]
  groups: EarningGroup[]
  /** Whether there are more groups than listed. */
  more: boolean
}

/** What clicks or earnings are grouped by, and the joins that it needs. */
interface Keys {
  key: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

const NONE: Keys = { key: sql`null`, joins: sql`` }

/** The groups of clicks `c` and of earnings `e` of a sender `s`, whose click is `c` if it is known. */
function keysOf(by: EarningGrouping, zone: string): { click: Keys; earning: Keys } {
  switch (by) {
    case 'day':
      return {
        click: { ...NONE, key: dayIn(sql`c.clicked_at`, zone) },
        earning: { ...NONE, key: dayIn(sql`e.happened_at`, zone) },
      }
    // A click does not say who will report its earnings.
    case 'sender':
      return { click: NONE, earning: { ...NONE, key: sql`e.sender_id::text` } }
    case 'bookmaker':
      return {
        click: ofClick(by),
        earning: {
          key: sql`coalesce(own.merged_into, ${NAMED_BOOKMAKER})::text`,
          joins: sql`left join bookmakers own on own.id = ${NAMED_BOOKMAKER}`,
        },
      }
    default:
      return { click: ofClick(by), earning: ofClick(by) }
  }
}

function ofClick(by: Exclude<EarningGrouping, 'day' | 'sender'>): Keys {
  return { key: CLICK_KEYS[by], joins: CLICK_JOINS[by] ?? NONE.joins }
}

/** The bookmaker of an earning: the sender's, or for a network that of the report's row or of the click. */
const NAMED_BOOKMAKER = sql`coalesce(s.bookmaker_id, e.bookmaker_id, c.bookmaker_id)`

function labelOf(by: EarningGrouping): RawBuilder<string | null> {
  if (by === 'sender') return sql`(select s.name from postback_senders s where s.id = g.key::uuid)`
  return CLICK_LABELS[by]
}

interface Row {
  key: string | null
  label: string | null
  clicks: number
  registrations: number
  deposits: number
  chargebacks: number
  sums: Record<string, string> | null
}

/** Clicks and earnings of a range of days in a zone, each by its own time, grouped as the query says. */
export async function reportEarnings(
  reader: Reader,
  query: EarningQuery,
  zone: string,
): Promise<EarningReport> {
  const all = await readGroups(reader, query, zone, { click: NONE, earning: NONE }, sql`null`)
  const daily = await readGroups(reader, { ...query, by: 'day' }, zone, keysOf('day', zone), sql`null`)
  const rows =
    query.by === 'day'
      ? daily
      : await readGroups(reader, query, zone, keysOf(query.by, zone), labelOf(query.by))
  const most = query.by === 'day' ? rows.length : MAX_GROUPS
  const { key, label, ...total } = toGroup(all[0])
  return {
    total,
    days: fillDays(query, daily.map(toGroup)),
    groups: rows.slice(0, most).map(toGroup),
    more: rows.length > most,
  }
}

function fillDays(range: ClickRange, groups: readonly EarningGroup[]): EarningReport['days'] {
  const known = new Map(groups.map((group) => [group.key, group]))
  return daysOf(range).map((day) => {
    const { clicks, sums } = known.get(day) ?? { clicks: 0, sums: [] }
    return { day, clicks, sums }
  })
}

const NOTHING: Row = {
  key: null,
  label: null,
  clicks: 0,
  registrations: 0,
  deposits: 0,
  chargebacks: 0,
  sums: null,
}

function toGroup({ sums, ...row }: Row = NOTHING): EarningGroup {
  return {
    ...row,
    clicks: Number(row.clicks),
    registrations: Number(row.registrations),
    deposits: Number(row.deposits),
    chargebacks: Number(row.chargebacks),
    sums: Object.entries(sums ?? {})
      .filter(([currency]) => currency !== NO_CURRENCY)
      .map(([currency, amount]) => ({ currency, amount }))
      .sort((a, b) => a.currency.localeCompare(b.currency, 'en')),
  }
}

/** Days from the latest, or groups by what they earned in the currency of most transactions, then by other amounts. */
async function readGroups(
  { database }: Reader,
  query: EarningQuery,
  zone: string,
  { click, earning }: ReturnType<typeof keysOf>,
  label: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with clicked as (
      select ${click.key} as key, count(*) as clicks
      from clicks c ${click.joins} where ${withinDays(sql`c.clicked_at`, query, zone)} group by 1
    ), earned as (
      select ${earning.key} as key, e.currency, sum(e.amount) as amount, count(*) as transactions,
        count(*) filter (where e.kind = 'registration') as registrations,
        count(*) filter (where e.kind = 'deposit') as deposits,
        count(*) filter (where e.kind = 'chargeback') as chargebacks
      from earnings e
        join postback_senders s on s.id = e.sender_id
        left join clicks c on c.click_id = e.click_id
        ${earning.joins}
      where ${withinDays(sql`e.happened_at`, query, zone)} group by 1, 2
    ), main as (
      select currency from earned where currency <> ${NO_CURRENCY}
      group by currency order by sum(transactions) desc, currency limit 1
    ), summed as (
      select key, sum(registrations) as registrations, sum(deposits) as deposits,
        sum(chargebacks) as chargebacks, max(amount) filter (where currency = (select currency from main)) as main,
        max(amount) as most, jsonb_object_agg(currency, amount::text) as sums
      from earned group by 1
    )
    select g.key, ${label} as label, g.clicks, g.registrations, g.deposits, g.chargebacks, g.sums from (
      select key, sum(clicks) as clicks, sum(registrations) as registrations, sum(deposits) as deposits,
        sum(chargebacks) as chargebacks, max(main) as main, max(most) as most, (array_agg(sums) filter (where sums is not null))[1] as sums
      from (
        select key, clicks, 0 as registrations, 0 as deposits, 0 as chargebacks, null::numeric as main,
          null::numeric as most, null::jsonb as sums
        from clicked
        union all
        select key, 0, registrations, deposits, chargebacks, main, most, sums from summed
      ) both_of
      group by key
    ) g
    order by ${query.by === 'day' ? sql`g.key desc` : sql`g.main desc nulls last, g.most desc nulls last, g.clicks desc, g.key`}
    ${query.by === 'day' ? sql`` : sql`limit ${MAX_GROUPS + 1}`}`.execute(database.kysely)
  return rows
}

const COLUMNS = [
  'happened_at_utc',
  'received_at_utc',
  'sender',
  'transaction',
  'kind',
  'amount',
  'currency',
  'click_id',
  'clicked_at_utc',
  'bookmaker',
  'league',
  'home_team',
  'away_team',
  'outcome',
  'page',
  'language',
  'market',
  'price',
  'position',
  'country',
  'promotion',
]

interface ExportRow {
  id: number
  happened_at: Date
  received_at: Date
  sender: string
  transaction: string
  kind: string
  amount: string
  currency: string
  click_id: string | null
  clicked_at: Date | null
  bookmaker: string | null
  league: string | null
  home_team: string | null
  away_team: string | null
  outcome: string | null
  page: string | null
  language: string | null
  market: string | null
  price: number | null
  position: number | null
  country: string | null
  promotion: string | null
}

/** Every transaction of a range as CSV, with what is known of its click. */
export function exportEarnings(reader: Reader, range: ClickRange, zone: string): ReadableStream<Uint8Array> {
  return streamLines(exportLines(reader, range, zone))
}

async function* exportLines(
  { database }: Reader,
  range: ClickRange,
  zone: string,
): AsyncGenerator<string, void> {
  const { columns, joins } = clickedNames(ownerOf(NAMED_BOOKMAKER))
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  let after = 0
  for (;;) {
    const { rows } = await sql<ExportRow>`
      select e.id, e.happened_at, e.received_at, s.name as sender, e.transaction, e.kind, e.amount::text as amount,
        e.currency, e.click_id, c.clicked_at, ${columns}, l.name as league, c.outcome, c.page, c.language,
        c.market, c.price, c.position, c.country
      from earnings e
        join postback_senders s on s.id = e.sender_id
        left join clicks c on c.click_id = e.click_id
        ${joins}
        left join leagues l on l.id = m.league_id
      where ${withinDays(sql`e.happened_at`, range, zone)} and e.id > ${after}
      order by e.id limit ${ROWS_AT_ONCE}`.execute(database.kysely)
    yield rows.map((row) => csvLine(cellsOf(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.id
  }
}

function cellsOf({ happened_at, received_at, clicked_at, amount, ...row }: ExportRow) {
  const { sender, transaction, kind, currency, click_id, bookmaker, league, home_team, away_team } = row
  return [
    ...[happened_at.toISOString(), received_at.toISOString(), sender, transaction, kind],
    // A number, so that a spreadsheet sums it.
    ...[
      Number(amount),
      currency === NO_CURRENCY ? null : currency,
      click_id,
      clicked_at?.toISOString() ?? null,
    ],
    ...[bookmaker, league, home_team, away_team, row.outcome, row.page, row.language],
    ...[row.market, row.price, row.position, row.country, row.promotion],
  ]
}
