/**
 * The first characters that a spreadsheet takes for a formula (OWASP, CSV injection), full-width forms included. After
 * apostrophes of its own, a text gets one more, so that reading it back removes the right one.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
/** A negative number is no formula: with an apostrophe a spreadsheet would not sum it. */
const NUMBER = /^-\d+(?:\.\d+)?$/

/** The first character of a file: spreadsheets recognize UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Lines as a stream, which reads them on demand and never holds all of them. */
export function streamLines(lines: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return()
    },
  })
}

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would execute gets a leading apostrophe, which it does not
 * show.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join()}\r\n`
}

/** The text of a cell that `csvLine` wrote: without the apostrophe before a formula. */
export function fromCsvCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
