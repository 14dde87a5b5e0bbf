import { hash } from 'node:crypto'
import type { Value } from '#app/platform/edit/schema.ts'
import { type ListColumn, type ListKey, type ListRow, listOf } from './lists.ts'

/** The last column of an exported list that can be changed: which value each cell had, so that a file tells which were edited. */
export const AS_EXPORTED = 'as_exported'

/** Of base64url: an edited cell passes for an unchanged one once in 10^10 times. */
const DIGEST_LENGTH = 6
/** Before the digests, so that no spreadsheet takes them for a number or a formula. */
const START = 'v'

const editedColumns = (list: ListKey): ListColumn[] => listOf(list).columns.filter(({ kind }) => kind)

/** The cell that says which values a row has. */
export function toAsExported(list: ListKey, { id, values }: ListRow): string {
  const digests = editedColumns(list).map((column) => digestOf(list, id, column, values[column.key] ?? null))
  return START + digests.join('')
}

/** Whether a column of a row has the value that it had in the export. */
export function isAsExported(
  list: ListKey,
  { id, values }: ListRow,
  key: string,
  asExported: string,
): boolean {
  const columns = editedColumns(list)
  const at = columns.findIndex((column) => column.key === key)
  const column = columns[at]
  const start = START.length + at * DIGEST_LENGTH
  return (
    column !== undefined &&
    digestOf(list, id, column, values[key] ?? null) === asExported.slice(start, start + DIGEST_LENGTH)
  )
}

/** The id is in it, so that the cell of another row, after only some columns were sorted, fits no value. */
const digestOf = (list: ListKey, id: string, column: ListColumn, value: Value) =>
  hash('sha256', JSON.stringify([list, id, column.key, toPlain(column, value)]), 'base64url').slice(
    0,
    DIGEST_LENGTH,
  )

/** A value in one form, however the database and a spreadsheet write it. */
function toPlain({ kind }: ListColumn, value: Value): Value {
  if (typeof value !== 'string') return value
  const text = value.trim().replaceAll('\r\n', '\n')
  if (text === '') return null
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (kind === 'choice') return text.toLowerCase()
  const time = kind === 'instant' ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? text : time
}
