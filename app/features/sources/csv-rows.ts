import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { RunError } from '#app/features/runs/schema.ts'

/** A row of a file of comma-separated values. */
export interface CsvRow {
  /** The row's last line in the file, from 1. */
  line: number
  cells: string[]
}

/** The maximum length of a row; up to two pieces of the body more are accepted. */
const MAX_BYTES = 1024 * 1024
const PIECE_BYTES = 64 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows = new TextDecoder('windows-1252')

/**
 * The rows of a body, as a stream; rows without text are skipped. Each cell is UTF-8, or else Windows-1252; a byte order
 * mark can say UTF-16.
 * @param isHeadings recognises the row that says whether cells are separated by commas, semicolons or tabs; titles can be
 * above it
 * @throws RunError malformed_body for quotes that are not closed, or a row that is too long
 */
export async function* readCsvRows(
  body: AsyncIterable<Uint8Array>,
  isHeadings: (cells: string[]) => boolean,
): AsyncGenerator<CsvRow> {
  const { start, rest } = await readStart(inUtf8(inPieces(body)))
  const delimiter = findDelimiter(decode(start), isHeadings) ?? DELIMITERS[0]
  const parser = parse({
    // The parser's own handling of a byte order mark would decode the cells.
    bom: false,
    delimiter,
    encoding: null,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  // Ends the input when the consumer stops reading or the parser fails.
  const feeding = pipeline(limitRows(rest, parser), parser)
  feeding.catch(() => {})
  let last = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Buffer[]
      info: { lines: number }
    }>) {
      const cells = delimiter === ',' ? record.map(decode) : record.map(decode).map(withPoint)
      const line = Math.max(last + 1, info.lines)
      last = line
      if (cells.some(Boolean)) yield { line, cells }
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) throw error
    throw new RunError('malformed_body', `The file is not CSV: ${error.message.slice(0, 200)}`, {
      cause: error,
    })
  } finally {
    parser.destroy()
  }
  await feeding
}

/** Fails when the parser has read too much without a row. Of cells that are bytes, it limits each, not the row. */
async function* limitRows(
  pieces: AsyncIterable<Uint8Array>,
  { info }: ReturnType<typeof parse>,
): AsyncGenerator<Uint8Array> {
  let [rows, length] = [0, 0]
  for await (const piece of pieces) {
    const read = info.records + info.empty_lines
    length = piece.length + (read === rows ? length : 0)
    rows = read
    if (length > MAX_BYTES + PIECE_BYTES) {
      throw new RunError('malformed_body', `A row is longer than ${MAX_BYTES} bytes.`)
    }
    yield piece
  }
}

async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES)
  }
}

/** Separators of cells, the usual one first. */
const DELIMITERS = [',', ';', '\t'] as const

/** The separator that makes a row of the start headings. */
export function findDelimiter(start: string, isHeadings: (cells: string[]) => boolean): string | undefined {
  for (const row of start.split(/[\r\n]+/)) {
    const cellsOf = (delimiter: string) => row.split(delimiter).map((it) => it.replaceAll('"', '').trim())
    const found = DELIMITERS.find((delimiter) => isHeadings(cellsOf(delimiter)))
    if (found) return found
  }
}

/** Where no comma separates cells, a number can have one. */
const withPoint = (cell: string) => (/^-?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell)

/** The start of a body, and the whole body. */
async function readStart(
  pieces: AsyncGenerator<Uint8Array>,
): Promise<{ start: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  const read: Uint8Array[] = []
  let length = 0
  while (length < PIECE_BYTES) {
    const { value, done } = await pieces.next()
    if (done) break
    read.push(value)
    length += value.length
  }
  const start = Buffer.concat(read)
  async function* all() {
    if (start.length > 0) yield start
    yield* pieces
  }
  return { start, rest: all() }
}

/** Byte order marks, with the name of the encoding; UTF-8 is left as it is. */
const BYTE_ORDER_MARKS = [
  { mark: Buffer.from('\ufeff'), encoding: null },
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const
const LONGEST_MARK = 3

const findMark = (start: Buffer) => BYTE_ORDER_MARKS.find(({ mark }) => start.indexOf(mark) === 0)

/** The text of the first part of a body, in the encodings that {@link readCsvRows} reads. */
export function decodeStart(start: Buffer): string {
  const encoding = findMark(start)?.encoding
  return encoding ? new TextDecoder(encoding).decode(start) : decode(start)
}

/** The body without a byte order mark, and in UTF-8 if that says UTF-16. */
async function* inUtf8(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0)
  while (start.length < LONGEST_MARK) {
    const { value, done } = await pieces.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const found = findMark(start)
  const first = found ? start.subarray(found.mark.length) : start
  if (!found?.encoding) {
    if (first.length > 0) yield first
    yield* pieces
    return
  }
  const decoder = new TextDecoder(found.encoding)
  yield Buffer.from(decoder.decode(first, { stream: true }))
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }))
  yield Buffer.from(decoder.decode())
}

function decode(bytes: Buffer): string {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    text = windows.decode(bytes)
  }
  return text.replaceAll('\ufeff', '').trim()
}
