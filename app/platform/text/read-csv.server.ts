import { CsvError, parse } from 'csv-parse/sync'

/** A row with the line of the file on which it ends; the first line is 1. */
export interface CsvRow {
  cells: string[]
  line: number
}

/** Why a file cannot be read: it is no CSV, or a row has more cells than the headings. */
export type CsvProblem = { problem: 'not-csv'; line: number | null } | { problem: 'cells'; line: number }

/** The rows of a file, or the line on which it cannot be read. */
export type CsvFile = { rows: CsvRow[] } | CsvProblem

/**
 * Reads CSV (RFC 4180), separated by commas, semicolons or tabs: the first line decides. Spaces around a cell do not count, and
 * neither do empty lines. Lines may end differently, as in a file that was put together from two.
 * @param most the number of rows after which reading ends, with the headings
 */
export function readCsv(text: string, most: number): CsvFile {
  const file = parseCsv(text, { most, separator: separatorOf(text) })
  if ('problem' in file) return file
  const wide = findWideRow(file.rows)
  return wide ? { problem: 'cells', line: wide.line } : file
}

/** The same with a known separator, and rows of any length. */
export function parseCsv(
  text: string,
  { most, separator }: { most: number; separator: string },
): { rows: CsvRow[] } | { problem: 'not-csv'; line: number | null } {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: separator,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      to: most,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return { rows: rows.map(({ record, info }) => ({ cells: record, line: info.lines })) }
  } catch (error) {
    const line = error instanceof CsvError ? Number(error.lines) : Number.NaN
    return { problem: 'not-csv', line: Number.isInteger(line) ? line : null }
  }
}

/** The first row that has more cells than the headings, which are the first one. */
export function findWideRow(rows: readonly CsvRow[]): CsvRow | undefined {
  const width = rows[0]?.cells.length ?? 0
  return rows.find(({ cells }) => cells.slice(width).some((cell) => cell !== ''))
}

export const SEPARATORS = [',', ';', '\t'] as const

/** The separator that the first line has most often. */
export function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => line.split(separator).length
  return SEPARATORS.reduce((best, it) => (count(it) > count(best) ? it : best))
}
