import { isId } from '#app/platform/ids.ts'
import { isServedTime } from './times.ts'

/** The parameters of a page of a list: a limit, and the position after the previous page. */
export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

export interface Page<T> {
  data: T[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

/** A position in a list: the values by which the list is sorted, the last one unique. */
export type Position = readonly (string | number)[]

interface Order<T> {
  /** The position of an entry; the list is in their order. */
  positionOf: (item: T, index: number) => Position
  /** By the values of the position, one for each: -1 descending, 1 ascending. */
  order: readonly (1 | -1)[]
  /** What the values of the position are; numbers by default. */
  kinds?: readonly ('number' | 'string')[]
}

/**
 * A page of a list in memory. The cursor is the position of the last entry, so an entry that is added, removed or moved
 * elsewhere does not repeat or hide others.
 * @returns null for an invalid cursor
 */
export function pageOf<T>(
  items: readonly T[],
  { limit, cursor }: PageRequest,
  { positionOf, order, kinds = order.map(() => 'number') }: Order<T>,
): Page<T> | null {
  const after = cursor === undefined ? null : readPosition(cursor, kinds)
  if (cursor !== undefined && !after) return null
  const placed = items.map((item, index) => ({ item, position: positionOf(item, index) }))
  const rest = after ? placed.filter(({ position }) => compare(position, after, order) > 0) : placed
  const data = rest.slice(0, limit)
  const last = data.at(-1)
  return {
    data: data.map(({ item }) => item),
    next: rest.length > limit && last ? writePosition(last.position) : null,
  }
}

function compare(a: Position, b: Position, order: readonly (1 | -1)[]): number {
  for (const [index, direction] of order.entries()) {
    const [one = 0, other = 0] = [a[index], b[index]]
    if (one !== other) return one < other ? -direction : direction
  }
  return 0
}

function writePosition(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function readPosition(cursor: string, kinds: readonly string[]): Position | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const isPosition =
      Array.isArray(read) &&
      read.length === kinds.length &&
      read.every(
        (value, index) =>
          typeof value === kinds[index] && (typeof value !== 'number' || Number.isFinite(value)),
      )
    return isPosition ? (read as Position) : null
  } catch {
    return null
  }
}

/**
 * A page of a list in menu order, whose entries have ids. The cursor names the last entry, the next one and its place: the
 * first of them that is still in the list is where the next page begins. Null for an invalid cursor.
 */
export function pageOfMenu<T extends { id: string }>(
  items: readonly T[],
  { limit, cursor }: PageRequest,
): Page<T> | null {
  const after = cursor === undefined ? [] : readPosition(cursor, ['string', 'string', 'number'])
  if (!after) return null
  const from = startOf(items, after)
  const end = from + limit
  const [last, next] = [items[end - 1], items[end]]
  return {
    data: items.slice(from, end),
    next: last && next ? writePosition([last.id, next.id, end]) : null,
  }
}

function startOf(items: readonly { id: string }[], [last, next, place]: Position): number {
  const before = items.findIndex(({ id }) => id === last)
  if (before >= 0) return before + 1
  const at = items.findIndex(({ id }) => id === next)
  // The last entry has left the list, so what was behind it is one place further up.
  return at >= 0 ? at : Math.max(0, Math.trunc(Number(place ?? 0)) - 1)
}

/** The end of a page of matches: kick-off and id, the sort order of the list. */
export interface MatchCursor {
  start: Date
  id: string
}

export function writeMatchCursor({ start, id }: MatchCursor): string {
  return `${start.getTime()}.${id}`
}

export function readMatchCursor(text: string): MatchCursor | null {
  const [, time, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
  const start = new Date(Number(time))
  return isId(id) && isServedTime(start) ? { start, id } : null
}
