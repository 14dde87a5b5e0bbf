import { createHash } from 'node:crypto'
import { symbolOf } from '#app/platform/numbers.ts'
import type { CsvProblem, CsvRow } from '#app/platform/text/read-csv.server.ts'
import {
  columnNames,
  fold,
  formatOf,
  kindOf,
  type Question,
  type ReportField,
  type ReportFormat,
} from './report-format.ts'
import { readReportTable } from './report-table.server.ts'
import { readAmountCell, readDateCell } from './report-values.ts'
import { AMOUNT, instantOf, type Transaction, transactionFields } from './schema.ts'

/** The most rows of a file; a report of a month of a large site has some ten thousand. */
const MAX_ROWS = 50_000

/** The rows that a preview shows as they are read. */
const SHOWN_ROWS = 6
const MOST_WORDS = 20
const LONGEST_KEY = 1_000
const LONGEST_TITLE = 100

export type RowProblem =
  | 'required'
  | 'too-long'
  | 'kind'
  | 'amount'
  | 'currency'
  | 'time'
  | 'characters'
  | 'ambiguous'

export type FileProblem = CsvProblem | { problem: 'empty' | 'too-many-rows' }

/** A row that cannot be stored: the line in the file, the field and a code. */
export interface Rejected {
  line: number
  field: ReportField
  problem: RowProblem
}

/** One of the first rows: the cells of its fields, as they are read if they can be. */
export interface ShownRow {
  line: number
  cells: Record<ReportField, string>
  problem: Pick<Rejected, 'field' | 'problem'> | null
}

export interface ReadReport {
  transactions: Transaction[]
  rejected: Rejected[]
  /** The line of the headings, and what stands before it and is not read. */
  headLine: number
  before: string[]
  /** Headings that are not read. */
  ignored: string[]
  /** Whether the file says when its transactions happened. */
  hasTimes: boolean
  /** The names of all columns. */
  columns: string[]
  /** What the first row has in each column. */
  examples: string[]
  /** The same for reports with the same columns. */
  headings: string
  format: ReportFormat
  /** While there are some, nothing of the file is stored. */
  questions: Question[]
  rows: ShownRow[]
  /** Words of the kind column that are unknown or explained, as the file writes them. */
  words: string[]
  /** Names of the bookmaker column that are no bookmaker of the site. */
  strangers: string[]
}

export type ReportFile = FileProblem | ReadReport

export interface ReportReading {
  /** What the operator chose in the preview. */
  format?: ReportFormat | undefined
  /** By the names of the columns: what was chosen for an earlier report. */
  remembered?: (headings: string) => ReportFormat | null
  /** The bookmaker of a name; null if there is none, or more than one. */
  bookmakerOf?: (name: string) => string | null
}

/** The transactions of a report as CSV, separated by commas, semicolons or tabs. */
export function readReport(text: string, reading: ReportReading = {}): ReportFile {
  const table = readReportTable(text, MAX_ROWS)
  if ('problem' in table) return table
  const { before, head, body } = table
  if (body.length > MAX_ROWS) return { problem: 'too-many-rows' }
  const columns = columnNames(head.cells)
  const headings = headingsKey(columns)
  const cellsOf = (column: string) => {
    const at = columns.indexOf(column)
    return body.map(({ cells }) => cells[at] ?? '')
  }
  const format = formatOf(columns, cellsOf, {
    chosen: reading.format ?? null,
    remembered: reading.remembered?.(headings) ?? null,
  })
  const cellOf = ({ cells }: CsvRow, field: ReportField) => cells[columns.indexOf(at(format, field))] ?? ''
  const transactions: Transaction[] = []
  const rejected: Rejected[] = []
  const rows: ShownRow[] = []
  const words = new Set<string>()
  const strangers = new Set<string>()
  const told = new Map<string, number>()
  const doubts = new Set<ReportField>()
  for (const row of body) {
    const read = readRow((field) => cellOf(row, field), format, doubts)
    const name = cellOf(row, 'bookmaker')
    if (read.problem) rejected.push({ line: row.line, ...read.problem })
    else {
      const bookmakerId = name === '' ? null : (reading.bookmakerOf?.(name) ?? null)
      if (name !== '' && bookmakerId === null) strangers.add(name)
      // Without a column the row itself tells the transaction; equal rows are counted.
      const id = at(format, 'transaction') === '' ? tellRow(read.transaction, name, told) : null
      transactions.push({
        ...read.transaction,
        ...(id !== null && { transaction: id }),
        ...(at(format, 'bookmaker') !== '' && { bookmakerId }),
      })
    }
    const word = cellOf(row, 'kind')
    const isExplained = Object.hasOwn(format.kinds, fold(word))
    if ((read.problem?.problem === 'kind' && word !== '') || isExplained) words.add(word)
    if (rows.length < SHOWN_ROWS)
      rows.push({
        line: row.line,
        cells: shownCells((field) => cellOf(row, field), read),
        problem: read.problem,
      })
  }
  const used = new Set<unknown>(Object.values(format.columns))
  return {
    ...{ transactions, rejected, columns, headings, format, rows },
    ignored: head.cells.filter((cell, index) => cell !== '' && !used.has(columns[index])),
    headLine: head.line,
    before: before.map(({ cells }) => cells.filter(Boolean).join(' ').slice(0, LONGEST_TITLE)),
    hasTimes: at(format, 'time') !== '',
    examples: columns.map((_, index) => (body[0]?.cells[index] ?? '').slice(0, 40)),
    questions: questionsOf(format, rejected, doubts),
    words: [...words].slice(0, MOST_WORDS),
    strangers: [...strangers].slice(0, MOST_WORDS),
  }
}

/** The same for reports with the same columns, in any order. Longer ones are a hash: an index takes no long text. */
function headingsKey(names: readonly string[]): string {
  const sorted = JSON.stringify(names.toSorted())
  if (Buffer.byteLength(sorted) <= LONGEST_KEY) return sorted
  return `sha256:${createHash('sha256').update(sorted).digest('hex')}`
}

/** The name of a field's column; empty if it has none. */
function at(format: ReportFormat, field: ReportField): string {
  return format.columns[field] ?? ''
}

type ReadRow =
  | { transaction: Transaction; problem: null }
  | { transaction: null; problem: Pick<Rejected, 'field' | 'problem'> }

/** @param doubts gets the fields of cells that can be read in two ways */
function readRow(
  cellOf: (field: ReportField) => string,
  format: ReportFormat,
  doubts: Set<ReportField>,
): ReadRow {
  const amount = amountOf(cellOf('amount'), format)
  const time = timeOf(cellOf('time'), format)
  if (amount.isAmbiguous) doubts.add('amount')
  if (time === 'ambiguous') doubts.add('time')
  const refused = (field: ReportField, problem: RowProblem): ReadRow => ({
    transaction: null,
    problem: { field, problem },
  })
  const hasId = at(format, 'transaction') !== ''
  // Without an id, a row is told by its date, too.
  if (format.columns.transaction === null && time === '') return refused('time', 'required')
  const word = cellOf('kind')
  const isNegative = amount.text.startsWith('-') && /[1-9]/.test(amount.text)
  // A negative row of a report of revenue takes back.
  const all = format.kind === 'revenue' && isNegative ? 'chargeback' : format.kind
  const ownCurrency = at(format, 'currency') === '' ? format.currency : cellOf('currency')
  const read = transactionFields.safeParse({
    transaction: hasId ? cellOf('transaction') : '-',
    kind: at(format, 'kind') === '' ? (all ?? '') : (kindOf(word, format) ?? fold(word)),
    amount: amount.text,
    currency: ownCurrency || amount.currency || '',
    time: time === '' || time === 'ambiguous' ? undefined : time,
    click_id: cellOf('click_id'),
  })
  if (!read.success) {
    const [issue] = read.error.issues
    const field = String(issue?.path[0] ?? '') as ReportField
    const isAmbiguous = field === 'amount' && amount.isAmbiguous
    return refused(field, isAmbiguous ? 'ambiguous' : ((issue?.message ?? 'required') as RowProblem))
  }
  if (time === 'ambiguous') return refused('time', 'ambiguous')
  // 'USD 12.50', or '$12.50', in a row of euros.
  const { currency } = read.data
  if (amount.currency !== null && amount.currency !== currency) return refused('currency', 'currency')
  if (amount.isDollar && !symbolOf(currency).includes('$')) return refused('currency', 'currency')
  return { transaction: read.data, problem: null }
}

function amountOf(cell: string, format: ReportFormat) {
  const read = readAmountCell(cell, format.decimal)
  if ('problem' in read)
    return { text: cell, currency: null, isDollar: false, isAmbiguous: read.problem === 'ambiguous' }
  const text = AMOUNT.test(read.amount) ? read.amount : cell
  return { text, currency: read.currency, isDollar: read.isDollar, isAmbiguous: false }
}

/** What the schema reads as a time; empty for none. */
function timeOf(cell: string, format: ReportFormat): string {
  const text = withZone(cell)
  if (text === '' || instantOf(text)) return text
  const read = readDateCell(cell, format.dates)
  if ('time' in read) return read.time
  return read.problem === 'ambiguous' ? 'ambiguous' : cell
}

/** '2026-11-20 10:30', as spreadsheets write it, is a time of UTC. */
function withZone(time: string): string {
  const [, day, hour, seconds = ':00'] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d)?$/.exec(time) ?? []
  return day ? `${day}T${hour}${seconds}Z` : time
}

/** The id of a row without one, from what it says; the second equal row of a file is another transaction. */
function tellRow(transaction: Transaction, bookmaker: string, told: Map<string, number>): string {
  const { kind, amount, currency, happenedAt, clickId } = transaction
  const said = [kind, Number(amount).toFixed(2), currency, happenedAt.toISOString(), clickId, fold(bookmaker)]
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32)
  const count = (told.get(hash) ?? 0) + 1
  told.set(hash, count)
  return `row-${hash}-${count}`
}

function questionsOf(
  format: ReportFormat,
  rejected: readonly Rejected[],
  doubts: ReadonlySet<ReportField>,
): Question[] {
  const { columns } = format
  const lacksCurrency = rejected.some((it) => it.field === 'currency' && it.problem === 'required')
  const asked: Record<Question, boolean> = {
    transaction: columns.transaction === undefined,
    // A report without ids and dates would be read as new each time.
    time: columns.transaction === null && at(format, 'time') === '',
    kind: at(format, 'kind') === '' && format.kind === null,
    currency: at(format, 'currency') === '' && format.currency === null && lacksCurrency,
    dates: format.dates === null && doubts.has('time'),
    decimal: format.decimal === null && doubts.has('amount'),
  }
  return (Object.keys(asked) as Question[]).filter((question) => asked[question])
}

function shownCells(cellOf: (field: ReportField) => string, { transaction }: ReadRow): ShownRow['cells'] {
  return {
    transaction: cellOf('transaction'),
    kind: transaction?.kind ?? cellOf('kind'),
    amount: transaction?.amount ?? cellOf('amount'),
    currency: transaction?.currency ?? cellOf('currency'),
    time: transaction && cellOf('time') !== '' ? transaction.happenedAt.toISOString() : cellOf('time'),
    click_id: cellOf('click_id'),
    bookmaker: cellOf('bookmaker'),
  }
}
