import { KINDS, type Kind, type Transaction, transactionFields } from '#app/features/earnings/schema.ts'
import { readCsv } from '#app/platform/text/read-csv.server.ts'

/** The most rows of a file; a report of a month of a large site has some ten thousand. */
const MAX_ROWS = 50_000

/** Headings of programmes and networks, in lower case without spaces and marks, by the field that they mean. */
const HEADINGS: Record<string, readonly string[]> = {
  transaction: ['transaction', 'transactionid', 'txid', 'id', 'conversionid', 'referenceid', 'reference'],
  kind: ['kind', 'type', 'event', 'eventtype', 'goal', 'action'],
  amount: ['amount', 'commission', 'revenue', 'payout', 'earnings'],
  currency: ['currency', 'currencycode'],
  time: ['time', 'date', 'datetime', 'timestamp', 'happenedat', 'eventdate', 'conversiondate'],
  click_id: ['clickid', 'subid', 'sub1', 'subid1', 'afp', 'var1', 'click'],
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

/**
 * The reader of reports whose columns have fixed names, as it was before operators could choose them: what it read is still read the
 * same. @returns null for a file that it refused
 */
export function readFixedReport(text: string): { transaction: Transaction; line: number }[] | null {
  const file = readCsv(text, MAX_ROWS + 2)
  if ('problem' in file) return null
  const [head, ...body] = file.rows
  if (!head || body.length === 0 || body.length > MAX_ROWS) return null
  const headings = head.cells.map(fold)
  const columns = Object.fromEntries(
    Object.entries(HEADINGS).map(([field, names]) => [field, indexOf(headings, names)]),
  )
  if (columns.transaction === -1 || columns.kind === -1) return null
  return body.flatMap(({ cells, line }) => {
    const read = transactionFields.safeParse(fieldsOf(cells, columns))
    return read.success ? [{ transaction: read.data, line }] : []
  })
}

function indexOf(headings: readonly string[], names: readonly string[]): number {
  for (const name of names) {
    const at = headings.indexOf(name)
    if (at >= 0) return at
  }
  return -1
}

function fieldsOf(cells: readonly string[], columns: Record<string, number>) {
  const cell = (field: string) => cells[columns[field] ?? -1] ?? ''
  const kind = fold(cell('kind'))
  const time = cell('time')
  return {
    transaction: cell('transaction'),
    kind: KINDS.find((it) => it === kind) ?? KIND_WORDS[kind] ?? kind,
    amount: withPoint(cell('amount')),
    currency: cell('currency'),
    time: time === '' ? undefined : withZone(time),
    click_id: cell('click_id'),
  }
}

/**
 * An amount with a decimal point: '1.234,5' and '1,234.50' have separators of thousands, '12,34' has a decimal comma. What can be
 * read in two ways, such as '1,234', stays as it is and is refused.
 */
function withPoint(amount: string): string {
  if (/^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/.test(amount))
    return amount.replaceAll('.', '').replace(',', '.')
  return /^[+-]?[1-9]\d{0,2}(,\d{3})+\.\d{1,2}$/.test(amount) ? amount.replaceAll(',', '') : amount
}

/** '2026-11-20 10:30', as spreadsheets write it, is a time of UTC. */
function withZone(time: string): string {
  const [, day, hour, seconds = ':00'] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d)?$/.exec(time) ?? []
  return day ? `${day}T${hour}${seconds}Z` : time
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
