import { createContext } from 'react-router'

/**
 * The query of the request as it was sent, without `?`. A Request has another one: a URL escapes apostrophes, quotation marks and
 * angle brackets (WHATWG URL, special-query percent-encode set).
 */
export const sentQueryContext = createContext('')

/** The query of a request target, without `?`. */
export function queryOfTarget(target: string): string {
  const mark = target.indexOf('?')
  return mark === -1 ? '' : target.slice(mark + 1)
}
