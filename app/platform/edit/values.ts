import type { Value, Values } from './schema.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/**
 * Whether two values of a column are equal for people: null equals the empty text, the number 1 equals the numeric
 * `1.00`, and an instant equals itself in any format. Texts of digits are texts: `007` is not `7`.
 */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  const [one, other] = [a === '' ? null : (a ?? null), b === '' ? null : (b ?? null)]
  if (one === other) return true
  if (typeof one === 'number' && typeof other === 'string') return isNumeric(other, one)
  if (typeof one === 'string' && typeof other === 'number') return isNumeric(one, other)
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return INSTANT.test(one) && INSTANT.test(other) && Date.parse(one) === Date.parse(other)
}

const isNumeric = (text: string, number: number) => text.trim() !== '' && Number(text) === number

/** A database value for forms and JSON: instants as ISO 8601 in UTC, nested values as JSON. */
export function toValue(value: unknown): Value {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

/** Some columns of a row, as far as it has them. */
export function pickColumns(values: Values, columns: readonly string[]): Values {
  return Object.fromEntries(
    columns.flatMap((column) => (column in values ? [[column, values[column] as Value]] : [])),
  )
}
