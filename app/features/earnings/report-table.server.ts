import {
  type CsvProblem,
  type CsvRow,
  findWideRow,
  parseCsv,
  SEPARATORS,
  separatorOf,
} from '#app/platform/text/read-csv.server.ts'
import { countKnown, fold } from './report-format.ts'
import { readAmountCell, readDateCell } from './report-values.ts'

/** The rows at the start of a file in which the headings are looked for, and those that are compared with them. */
const MOST_BEFORE = 20
const COMPARED = 60
const MOST_CHARACTERS = 30_000

/** The headings of a report with its rows, and the rows before the headings, which say nothing of transactions. */
export interface ReportTable {
  before: CsvRow[]
  head: CsvRow
  body: CsvRow[]
}

interface Found {
  separator: string
  /** The place of the headings among the rows. */
  at: number
  /** The number of fields that known headings mean. */
  known: number
  width: number
  /** Whether most rows below have as many cells. */
  isUsual: boolean
}

/**
 * The rows of a report. Titles and empty lines can stand before the headings: the headings are the first row if it can be, else the row
 * that has known headings, or the only one that looks like headings and has at least twice as many cells as each row before it.
 * @param most the number of rows below the headings; one more is read, if there is one
 */
export function readReportTable(text: string, most: number): ReportTable | CsvProblem | { problem: 'empty' } {
  const { separator, at } = findHeadings(text)
  const file = parseCsv(text, { most: most + MOST_BEFORE + 2, separator })
  if ('problem' in file) return file
  // Rows of separators only say nothing before the headings, and are refused with their line below them.
  const start = file.rows.filter(({ cells }) => lengthOf(cells) > 0)[at]
  const [head, ...body] = start ? file.rows.slice(file.rows.indexOf(start)) : []
  if (!head || body.length === 0) return { problem: 'empty' }
  const wide = findWideRow([head, ...body])
  const before = file.rows.slice(0, file.rows.indexOf(head)).filter(({ cells }) => lengthOf(cells) > 0)
  return wide ? { problem: 'cells', line: wide.line } : { before, head, body }
}

function findHeadings(text: string): Pick<Found, 'separator' | 'at'> {
  const usual = separatorOf(text)
  const rest = SEPARATORS.filter((it) => it !== usual)
  const own = headingsOf(text, usual)
  const first = own.find(({ at }) => at === 0)
  if (first && first.known > 0) return first
  const found = [...own, ...rest.flatMap((separator) => headingsOf(text, separator))]
  const known = found.filter((it) => it.known > 1)
  if (known.length > 0) return known.reduce((best, it) => (it.known > best.known ? it : best))
  const [likely, ...others] = found.filter(
    (it) => it !== first && (!first?.isUsual || it.width > first.width),
  )
  if (likely && others.length === 0) return likely
  return { separator: usual, at: 0 }
}

/** The rows at the start that can be the headings, if cells are separated so. */
function headingsOf(text: string, separator: string): Found[] {
  const file = parseCsv(firstLines(text), { most: MOST_BEFORE + COMPARED, separator })
  if ('problem' in file) return []
  const rows = file.rows
    .map(({ cells }) => cells.slice(0, lengthOf(cells)))
    .filter((cells) => cells.length > 0)
  return rows.slice(0, MOST_BEFORE).flatMap((cells, at): Found[] => {
    const width = cells.length
    const known = countKnown(cells)
    const later = rows.slice(at + 1, at + 1 + COMPARED)
    if (!looksLikeHeadings(cells) || later.length === 0 || later.some((it) => it.length > width)) return []
    const isUsual = later.filter((it) => it.length === width).length * 2 >= later.length
    const found = { separator, at, known, width, isUsual }
    if (at === 0 && separator === separatorOf(text)) return [found]
    const isOtherwise = cells.some((cell) => SEPARATORS.some((it) => cell.includes(it)))
    const areTitles = rows.slice(0, at).every((it) => it.filter(Boolean).length * 2 <= width)
    return !isOtherwise && isUsual && (areTitles || known > 1) ? [found] : []
  })
}

/** The start of a text, up to the end of a line: a cell that is cut within its quotes could not be read. */
function firstLines(text: string): string {
  const start = text.slice(0, MOST_CHARACTERS)
  return start === text ? text : start.replace(/[\r\n][^\r\n]*$/, '\n')
}

/** The cells of a row up to the last one that is not empty. */
const lengthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== '') + 1

function looksLikeHeadings(cells: readonly string[]): boolean {
  return (
    cells.length > 1 &&
    new Set(cells.map(fold)).size === cells.length &&
    cells.every((cell) => /\p{L}/u.test(cell) && !isValue(cell))
  )
}

function isValue(cell: string): boolean {
  return !('problem' in readAmountCell(cell, '.')) || !('problem' in readDateCell(cell, 'day-first'))
}
