import type { z } from 'zod'
import type { Value, Values } from '#app/platform/edit/schema.ts'
import { fromCsvCell } from '#app/platform/text/csv.ts'
import { readCsv } from '#app/platform/text/read-csv.server.ts'
import { AS_EXPORTED } from './as-exported.server.ts'
import {
  isRowId,
  type LineProblem,
  type ListColumn,
  type ListKey,
  listOf,
  MOST_ROWS,
  type PlanRefusal,
} from './lists.ts'

/** The texts of a back office's problem that a schema has no text of its own for. */
const NOT_A_VALUE = 'bulk.problem-value'

/** What a file asks for: values as a form would send them, for the columns that it has. */
export interface FileRow {
  id: string
  line: number
  /** Of a new row only those that the file gives. */
  values: Values
  /** Whether the row has no id in the file and is to be added. */
  isNew: boolean
  /** The names of what a new row is or belongs to, by their columns; '' where the file names none. */
  names: Record<string, string>
  /** What the export says of the values that the row had; '' in a file that was made by hand. */
  asExported: string
}

export interface ListFile {
  rows: FileRow[]
  /** Lines with another id than those of the export, or with the id of an earlier one. */
  problems: LineProblem[]
  /** The columns of the file that can be changed. */
  columns: string[]
  /** Headings that are no column that can be changed. */
  ignored: string[]
}

/** At most these are listed: the first ones tell what is wrong with a file. */
const MOST_PROBLEMS = 20

/**
 * Reads a file of a list, as the export writes it: the column `id`, and any of the columns that can be changed. A row without an id is a
 * new one, where the list takes new rows; its empty cells are left out. There, a file without the column has only new rows. The values are not validated: a feed may have stored one that no editor may type, and its cell may stay as it is.
 */
export function readListFile(list: ListKey, text: string): ListFile | PlanRefusal {
  const file = readCsv(text, MOST_ROWS + 2)
  if ('problem' in file) return { kind: 'plan-refused', ...file }
  const [head, ...body] = file.rows
  if (!head || body.length === 0) return { kind: 'plan-refused', problem: 'empty' }
  if (body.length > MOST_ROWS) return { kind: 'plan-refused', problem: 'too-many', most: MOST_ROWS }
  const headings = head.cells.map((cell) => cell.toLowerCase())
  const at = headings.indexOf('id')
  const asExportedAt = headings.indexOf(AS_EXPORTED)
  const { namesOfNew } = listOf(list)
  if (at === -1 && !namesOfNew) return { kind: 'plan-refused', problem: 'no-id' }
  const columns = listOf(list).columns.flatMap((column) => {
    const place = headings.indexOf(column.key)
    return column.kind && place >= 0 ? [{ ...column, place }] : []
  })
  const naming = (namesOfNew ?? []).map((key) => ({ key, place: headings.indexOf(key) }))
  const hasKnown = body.some(({ cells }) => (cells[at] ?? '') !== '')
  if (columns.length === 0 && (hasKnown || !naming.some(({ place }) => place >= 0)))
    return { kind: 'plan-refused', problem: 'no-column' }
  const rows: FileRow[] = []
  const problems: LineProblem[] = []
  const seen = new Set<string>()
  for (const { cells, line } of body) {
    const id = (cells[at] ?? '').toLowerCase()
    if (id === '') {
      if (!namesOfNew) problems.push({ line, column: 'id', problem: 'bulk.problem-no-new' })
      else {
        const given = columns.filter(({ place }) => (cells[place] ?? '') !== '')
        const named = naming.map(({ key, place }) => [key, fromCsvCell(cells[place] ?? '').trim()])
        rows.push({
          ...{ id: crypto.randomUUID(), line, isNew: true, names: Object.fromEntries(named), asExported: '' },
          values: Object.fromEntries(
            given.map((column) => [column.key, readCell(column, cells[column.place])]),
          ),
        })
      }
      continue
    }
    if (!isRowId(list, id) || seen.has(id)) {
      problems.push({ line, column: 'id', problem: seen.has(id) ? 'bulk.problem-twice' : 'bulk.problem-id' })
      continue
    }
    seen.add(id)
    const values = Object.fromEntries(
      columns.map((column) => [column.key, readCell(column, cells[column.place])]),
    )
    rows.push({ id, line, values, isNew: false, names: {}, asExported: cells[asExportedAt] ?? '' })
  }
  const used = new Set([...columns.map(({ place }) => place), at, asExportedAt])
  if (rows.some(({ isNew }) => isNew)) for (const { place } of naming) used.add(place)
  return {
    rows,
    problems,
    columns: columns.map(({ key }) => key),
    ignored: head.cells.filter((cell, place) => cell !== '' && !used.has(place)),
  }
}

export function refuseLines(problems: readonly LineProblem[]): PlanRefusal {
  const lines = problems.toSorted((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS)
  return { kind: 'plan-refused', problem: 'lines', lines, more: problems.length - lines.length }
}

/** Values by a partial schema: trimmed and normalised, or one problem for each column. */
export function readValues(
  schema: z.ZodObject,
  typed: Values,
): { values: Values } | { problems: { column: string; problem: string }[] } {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return { values: parsed.data as Values }
  const first = new Map(
    parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  )
  // The texts of the library are not for operators.
  const textOf = (message: string) => (/^[a-zA-Z-]+(\.[a-z-]+)+$/.test(message) ? message : NOT_A_VALUE)
  return { problems: [...first].map(([column, message]) => ({ column, problem: textOf(message) })) }
}

const FLAGS: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
}

/** A cell as a form would send it; a text that cannot be read stays as it is, and its schema refuses it. */
export function readCell({ kind }: ListColumn, written: string | undefined): Value {
  const text = fromCsvCell(written ?? '')
  if (kind === 'flag') return FLAGS[text.toLowerCase()] ?? text
  if (kind === 'number') return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text
  if (kind === 'instant') return text || null
  if (kind === 'choice') return text.toLowerCase() || null
  return text
}
