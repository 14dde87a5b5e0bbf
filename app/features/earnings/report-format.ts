import { z } from 'zod'
import {
  DATE_ORDERS,
  type DateOrder,
  DECIMAL_MARKS,
  type DecimalMark,
  markOfCell,
  orderOfCell,
} from './report-values.ts'
import { KINDS, type Kind } from './schema.ts'

/** What a column of a report can be. */
export const REPORT_FIELDS = [
  'transaction',
  'kind',
  'amount',
  'currency',
  'time',
  'click_id',
  'bookmaker',
] as const
export type ReportField = (typeof REPORT_FIELDS)[number]

const column = z.union([z.string().max(500), z.null()]).optional()

/** How the columns of a report are read. */
export const reportFormat = z.object({
  /** The name of each field's column; null for none on purpose, undefined while nobody has decided. */
  columns: z.object({
    transaction: column,
    kind: column,
    amount: column,
    currency: column,
    time: column,
    click_id: column,
    bookmaker: column,
  }),
  /** Of every row, if no column says it. */
  kind: z.enum(KINDS).nullable().default(null),
  /** Of every row, if no column says it (ISO 4217). */
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
  /** Null while each date has to say it. */
  dates: z.enum(DATE_ORDERS).nullable().default(null),
  /** Null while each amount has to say it. */
  decimal: z.enum(DECIMAL_MARKS).nullable().default(null),
  /** What words of the kind column mean, folded, besides the known ones. */
  kinds: z.record(z.string().max(200), z.enum(KINDS)).default({}),
})
export type ReportFormat = z.infer<typeof reportFormat>

/** What an operator has to decide before a report is stored. */
export type Question = 'transaction' | 'kind' | 'currency' | 'time' | 'dates' | 'decimal'

/** Headings of programmes and networks, in lower case without spaces and marks, by the field that they mean. */
const HEADINGS: Record<ReportField, readonly string[]> = {
  transaction: ['transaction', 'transactionid', 'txid', 'id', 'conversionid', 'referenceid', 'reference'],
  kind: ['kind', 'type', 'event', 'eventtype', 'goal', 'action'],
  amount: ['amount', 'commission', 'revenue', 'payout', 'earnings'],
  currency: ['currency', 'currencycode'],
  time: ['time', 'date', 'datetime', 'timestamp', 'happenedat', 'eventdate', 'conversiondate'],
  click_id: ['clickid', 'subid', 'sub1', 'subid1', 'afp', 'var1', 'click'],
  bookmaker: ['bookmaker', 'brand', 'advertiser', 'merchant', 'operator'],
}

/** The number of fields that some of these headings mean. */
export function countKnown(cells: readonly string[]): number {
  const folded = cells.map(fold)
  return REPORT_FIELDS.filter((field) => HEADINGS[field].some((it) => folded.includes(it))).length
}

/** Other words for kinds, in lower case without spaces and marks. */
const KIND_WORDS: Record<string, Kind> = {
  reg: 'registration',
  registered: 'registration',
  signup: 'registration',
  lead: 'registration',
  ftd: 'deposit',
  firstdeposit: 'deposit',
  firsttimedeposit: 'deposit',
  revshare: 'revenue',
  revenueshare: 'revenue',
  cpa: 'revenue',
  sale: 'revenue',
  commission: 'revenue',
  reversal: 'chargeback',
  refund: 'chargeback',
}

/** In lower case, without spaces and marks. */
export function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The kind that a word of a report means; undefined if it is unknown. */
export function kindOf(word: string, { kinds }: Pick<ReportFormat, 'kinds'>): Kind | undefined {
  const folded = fold(word)
  const own = Object.hasOwn(kinds, folded) ? kinds[folded] : undefined
  const known = Object.hasOwn(KIND_WORDS, folded) ? KIND_WORDS[folded] : undefined
  return own ?? KINDS.find((it) => it === folded) ?? known
}

/** A distinct name of each column: its heading, with a number if it is empty or not the first one. */
export function columnNames(cells: readonly string[]): string[] {
  const taken = new Set(cells)
  const seen = new Set<string>()
  const numbers = new Map<string, number>()
  return cells.map((cell, at) => {
    const name = cell === '' ? `#${at + 1}` : cell
    let free = name
    while (seen.has(free) || (free !== cell && taken.has(free))) {
      const number = (numbers.get(name) ?? 1) + 1
      numbers.set(name, number)
      free = `${name} #${number}`
    }
    seen.add(free)
    return free
  })
}

/** The format that the headings suggest. A field that no heading means stays undecided. */
function guessColumns(names: readonly string[]): ReportFormat['columns'] {
  const folded = names.map(fold)
  const entries = REPORT_FIELDS.map((field) => {
    const heading = HEADINGS[field].find((it) => folded.includes(it))
    return [field, heading === undefined ? undefined : names[folded.indexOf(heading)]]
  })
  return Object.fromEntries(entries)
}

/**
 * The format of a report: what the operator chose in the preview, else the remembered one, else a guess. Where nobody has decided, dates
 * and amounts have the form that all cells of the file agree on. A remembered form that the file contradicts is asked for again.
 */
export function formatOf(
  names: readonly string[],
  cellsOf: (column: string) => string[],
  { chosen, remembered }: { chosen: ReportFormat | null; remembered: ReportFormat | null },
): ReportFormat {
  const known = chosen ?? remembered
  const columns = known?.columns ?? guessColumns(names)
  const seenDates = columns.time ? seenIn(cellsOf(columns.time).map(orderOfCell)) : []
  const seenMarks = columns.amount ? seenIn(cellsOf(columns.amount).map(markOfCell)) : []
  return {
    ...(known ?? { kind: null, currency: null, kinds: {} }),
    columns,
    dates: chosen?.dates ?? agreed<DateOrder>(seenDates, chosen ? null : (remembered?.dates ?? null)),
    decimal: chosen?.decimal ?? agreed<DecimalMark>(seenMarks, chosen ? null : (remembered?.decimal ?? null)),
  }
}

function seenIn<Form extends string>(forms: readonly (Form | 'ambiguous' | null)[]) {
  return [...new Set(forms)].filter(
    (it): it is Exclude<Form, 'ambiguous'> => it !== null && it !== 'ambiguous',
  )
}

function agreed<Form>(seen: readonly Form[], remembered: Form | null): Form | null {
  if (remembered !== null) return seen.every((it) => it === remembered) ? remembered : null
  return seen.length === 1 ? (seen[0] ?? null) : null
}
