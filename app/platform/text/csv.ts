/**
 * The first characters that a spreadsheet takes for a formula (OWASP, CSV injection), full-width forms included. After
 * apostrophes of its own, a text gets one more, so that reading it back removes the right one.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
/**
 * The same inside a text, after what ends a cell for a spreadsheet that separates by semicolons or tabs: it does not see
 * the quotes around a text in a file that is separated by commas. The hyphen of an item of a list is one, too.
 */
const INNER_FORMULA = /([;\t\r\n](?:[^\S\t\r\n]|")*)('*[=+\-@＝＋－＠])/g
const INNER_NEUTRALISED = /([;\t\r\n](?:[^\S\t\r\n]|")*)'('*[=+\-@＝＋－＠])/g
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
 * One line of CSV (RFC 4180). What a spreadsheet would execute of a text gets an apostrophe before it, which it does not
 * show at the start of a cell.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join()}\r\n`
}

/** The text of a cell that `csvLine` wrote: without the apostrophes before formulas. */
export function fromCsvCell(cell: string): string {
  const text = cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
  return text.replace(INNER_NEUTRALISED, '$1$2')
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const inner = cell.replace(INNER_FORMULA, "$1'$2")
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${inner}` : inner
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
