import { CsvError, parse } from 'csv-parse/sync'

/** A row with the line of the file on which it ends; the first line is 1. */
export interface CsvRow {
  cells: string[]
  line: number
}

/** The rows of a file, or the line on which it cannot be read. */
export type CsvFile = { rows: CsvRow[] } | { problem: 'not-csv'; line: number | null }

/**
 * Reads CSV (RFC 4180), separated by commas, semicolons or tabs: the first line decides. Spaces around a cell do not count, and
 * neither do empty lines.
 * @param most the number of rows after which reading ends, with the headings
 */
export function readCsv(text: string, most: number): CsvFile {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      info: true,
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

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((best, it) => (count(it) > count(best) ? it : best))
}
