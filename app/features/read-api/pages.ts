import { isId } from '#app/platform/ids.ts'

/** The parameters of a page of a list: a limit, and the position after the previous page. */
export interface PageRequest {
  limit: number
  cursor: string | null
}

export interface Page<T> {
  data: T[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

const LIMIT_MAX = 100
const LIMIT_DEFAULT = 50
const CURSOR_MAX = 200

/** Null if `limit` is not a whole number from 1 to 100, or `cursor` is invalid. */
export function parsePage(query: URLSearchParams): PageRequest | null {
  const asked = query.get('limit')
  const cursor = query.get('cursor')
  if (asked !== null && !/^\d{1,3}$/.test(asked)) return null
  const limit = asked === null ? LIMIT_DEFAULT : Number(asked)
  if (limit < 1 || limit > LIMIT_MAX || (cursor !== null && cursor.length > CURSOR_MAX)) return null
  return { limit, cursor }
}

/** A page of a short list in memory; the cursor is the id of the last item. Null for an invalid cursor. */
export function pageOf<T extends { id: string }>(
  items: readonly T[],
  { limit, cursor }: PageRequest,
): Page<T> | null {
  const before = cursor === null ? -1 : items.findIndex((it) => it.id === cursor)
  if (cursor !== null && before === -1) return null
  const data = items.slice(before + 1, before + 1 + limit)
  const isLast = before + 1 + limit >= items.length
  return { data, next: isLast ? null : (data.at(-1)?.id ?? null) }
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

const FIRST_YEAR = 1970
const LAST_YEAR = 2200

/** Whether a kick-off is within the range of the API. The database cannot represent times far beyond it. */
export function isServedTime(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR
}
