import { parse } from 'csv-parse'
import { RunError } from '#app/features/runs/schema.ts'

/** A row of a file of comma-separated values. */
export interface CsvRow {
  /** The row's first line in the file, from 1. */
  line: number
  cells: string[]
}

/** The maximum length of a row. */
const MAX_BYTES = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows = new TextDecoder('windows-1252')

/**
 * The rows of a body, as a stream; rows without text are skipped. Each cell is UTF-8, or else Windows-1252.
 * @throws RunError malformed_body for quotes that are not closed, or a row that is too long
 */
export async function* readCsvRows(body: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    encoding: null,
    info: true,
    max_record_size: MAX_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const feeding = feed(body, parser)
  // Ends the input when the consumer stops reading or the parser fails.
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

async function feed(body: AsyncIterable<Uint8Array>, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    for await (const chunk of body) {
      if (parser.destroyed) return
      if (!parser.write(chunk)) {
        await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve))
      }
    }
    parser.end()
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
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
