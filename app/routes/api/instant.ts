import { isServedTime } from '#app/features/read-api/pages.ts'

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** Null when the parameter is missing, undefined when it is invalid. */
export function readInstant(text: string | null): Date | null | undefined {
  if (text === null) return null
  const instant = new Date(text)
  return ISO.test(text) && isServedTime(instant) ? instant : undefined
}
