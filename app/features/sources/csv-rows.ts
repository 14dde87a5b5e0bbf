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
 * The rows of a body, as a stream; rows without text are skipped. Each cell is UTF-8, or else Windows-1252.
 * @throws RunError malformed_body for quotes that are not closed, or a row that is too long
 */
export async function* readCsvRows(body: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const parser = parse({
    // The parser's own handling of a byte order mark would decode the cells.
    bom: false,
    encoding: null,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  // Ends the input when the consumer stops reading or the parser fails.
  const feeding = pipeline(limitRows(withoutByteOrderMark(inPieces(body)), parser), parser)
  feeding.catch(() => {})
  let last = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Buffer[]
      info: { lines: number }
    }>) {
      const cells = record.map(decode)
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

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

async function* withoutByteOrderMark(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Buffer | null = Buffer.alloc(0)
  for await (const piece of body) {
    if (start === null) {
      yield piece
      continue
    }
    start = Buffer.concat([start, piece])
    if (start.length < BYTE_ORDER_MARK.length) continue
    yield start.indexOf(BYTE_ORDER_MARK) === 0 ? start.subarray(BYTE_ORDER_MARK.length) : start
    start = null
  }
  if (start) yield start
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
