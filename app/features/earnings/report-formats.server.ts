import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { type FileProblem, type ReadReport, readReport } from './read-report.server.ts'
import { fold, kindOf, REPORT_FIELDS, type ReportFormat, reportFormat } from './report-format.ts'
import type { Transaction } from './schema.ts'
import { type Stored, storeEarnings } from './store-earnings.server.ts'

/** The largest number of values of a statement. */
const VALUES = 1_000

export interface CheckedReport {
  report: ReadReport
  /** What storing would do with each transaction, in order. */
  outcomes: Stored[]
  /** Why some of the new transactions may be stored already under other ids; null if nothing says so. */
  again: Again | null
}

export interface Again {
  /** New transactions that equal a stored one with another id. */
  alike: number
  /** The column whose ids the last report with these columns was stored under; null for none, undefined if it is the same. */
  otherColumn?: string | null
  /** Whether the last report with these columns was read in another way. Rows without ids are then other ones. */
  otherReading?: true
}

/**
 * Reads a report as its sender's last one with the same columns was read, or as the operator chose, and compares it with what is
 * stored. Stores nothing.
 */
export async function checkReport(
  db: Kysely<DB>,
  sender: string,
  text: string,
  format?: ReportFormat,
): Promise<FileProblem | CheckedReport> {
  const [formats, bookmakers] = [await readFormats(db, sender), await readBookmakers(db)]
  const report = readReport(text, {
    format,
    remembered: (headings) => formats.get(headings) ?? null,
    bookmakerOf: (name) => bookmakers.get(fold(name)) ?? null,
  })
  if ('problem' in report) return report
  const outcomes = await storeEarnings(db, sender, report.transactions, 'preview')
  const fresh = report.transactions.filter((_, index) => outcomes[index] === 'stored')
  const alike = await countAlike(db, sender, report, fresh)
  const last = fresh.length > 0 ? formats.get(report.headings) : undefined
  const before = last?.columns.transaction
  const isOther = before !== undefined && before !== report.format.columns.transaction
  const isReadOtherwise = last !== undefined && before === null && isOtherReading(last, report.format)
  const again: Again = {
    alike,
    ...(isOther && { otherColumn: before }),
    ...(isReadOtherwise && !isOther && { otherReading: true }),
  }
  return { report, outcomes, again: alike > 0 || isOther || isReadOtherwise ? again : null }
}

/** Whether a row can say something else than before. What nobody had decided says nothing of earlier rows. */
function isOtherReading(before: ReportFormat, now: ReportFormat): boolean {
  const isChanged = <Value>(one: Value | null, other: Value | null) =>
    one !== null && other !== null && one !== other
  return (
    REPORT_FIELDS.some((field) => (before.columns[field] ?? null) !== (now.columns[field] ?? null)) ||
    isChanged(before.kind, now.kind) ||
    isChanged(before.currency, now.currency) ||
    isChanged(before.dates, now.dates) ||
    isChanged(before.decimal, now.decimal) ||
    Object.entries(before.kinds).some(([word, kind]) => kindOf(word, now) !== kind)
  )
}

/** Keeps how a report was read for the next one of its sender with the same columns. */
export async function rememberFormat(
  db: Kysely<DB>,
  sender_id: string,
  { headings, format }: Pick<ReadReport, 'headings' | 'format'>,
): Promise<void> {
  const columns = Object.fromEntries(
    Object.entries(reportFormat.shape.columns.shape).map(([field]) => [
      field,
      // What nobody has decided is none from now on.
      format.columns[field as keyof ReportFormat['columns']] ?? null,
    ]),
  )
  const row = { format: JSON.stringify({ ...format, columns }), saved_at: new Date() }
  await db
    .insertInto('report_formats')
    .values({ sender_id, headings, ...row })
    .onConflict((conflict) => conflict.columns(['sender_id', 'headings']).doUpdateSet(row))
    .execute()
}

async function readFormats(db: Kysely<DB>, sender: string): Promise<Map<string, ReportFormat>> {
  const rows = await db
    .selectFrom('report_formats')
    .select(['headings', 'format'])
    .where('sender_id', '=', sender)
    .execute()
  return new Map(
    rows.flatMap(({ headings, format }): [string, ReportFormat][] => {
      const read = reportFormat.safeParse(format)
      return read.success ? [[headings, read.data]] : []
    }),
  )
}

/** The bookmakers by their folded names and keys, without names that several have. */
async function readBookmakers(db: Kysely<DB>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('bookmakers').select(['id', 'name', 'key', 'merged_into']).execute()
  const found = new Map<string, Set<string>>()
  for (const { id, name, key, merged_into } of rows)
    for (const folded of new Set([fold(name), fold(key)]))
      found.set(folded, (found.get(folded) ?? new Set()).add(merged_into ?? id))
  return new Map([...found].flatMap(([name, ids]) => (ids.size === 1 ? [[name, [...ids][0] ?? '']] : [])))
}

/**
 * Counts new transactions that a stored one of another id equals: kind, amount, currency, click and time. Without times, only those
 * of a click can be compared.
 */
async function countAlike(
  db: Kysely<DB>,
  sender: string,
  { transactions, hasTimes }: ReadReport,
  fresh: readonly Transaction[],
): Promise<number> {
  const own = new Set(transactions.map(({ transaction }) => transaction))
  const keyOf = (it: Omit<Transaction, 'transaction'>) =>
    JSON.stringify([
      ...[it.kind, Number(it.amount).toFixed(2), it.currency, it.clickId],
      hasTimes ? it.happenedAt.getTime() : null,
    ])
  const compared = fresh.filter(({ clickId }) => hasTimes || clickId !== null)
  const wanted = new Map<string, number>()
  for (const one of compared) wanted.set(keyOf(one), (wanted.get(keyOf(one)) ?? 0) + 1)
  const values = hasTimes
    ? [...new Set(compared.map(({ happenedAt }) => happenedAt.getTime()))].map((time) => new Date(time))
    : [...new Set(compared.map(({ clickId }) => clickId ?? ''))]
  let count = 0
  for (let from = 0; from < values.length; from += VALUES) {
    const some = values.slice(from, from + VALUES)
    const stored = await db
      .selectFrom('earnings')
      .select([
        'transaction',
        'kind',
        'amount',
        'currency',
        'click_id as clickId',
        'happened_at as happenedAt',
      ])
      .where('sender_id', '=', sender)
      .where((eb) =>
        hasTimes ? eb('happened_at', 'in', some as Date[]) : eb('click_id', 'in', some as string[]),
      )
      .execute()
    for (const { transaction, amount, kind, ...row } of stored) {
      if (own.has(transaction)) continue
      const key = keyOf({ ...row, kind: kind as Transaction['kind'], amount: String(amount) })
      const left = wanted.get(key) ?? 0
      if (left === 0) continue
      wanted.set(key, left - 1)
      count += 1
    }
  }
  return count
}
