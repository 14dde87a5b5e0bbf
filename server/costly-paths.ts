import { pageOfDataRequest } from '#app/platform/http/request-target.ts'

const SEARCH = /^\/(?:(?:resources|[a-z]{2})\/search|[a-z]{2}\/new-bet)\/?$/i
const OF_INPUT = /^\/(?:[a-z]{2}\/(?:coupon$|tools(?:$|\/))|share\/)/i

const FILE = /^\/(?:feeds|resources\/closing-odds)\//i
const WIDGET = /^\/widgets\/(?!embed\.js$)/i

/** Searches and pages of own input share an allowance; a file is of a whole league; a widget is a frame of another site. */
export type Cost = 'search' | 'file' | 'widget'

/**
 * What a request counts as for its network; undefined: as nothing.
 * @param hasClient whether it is a visitor's; the page cache renders pages of own input itself
 */
export function costOf(path: string, hasClient: boolean): Cost | undefined {
  if (isSearch(path) || (hasClient && mayHaveInput(path))) return 'search'
  if (FILE.test(path)) return 'file'
  return WIDGET.test(path) ? 'widget' : undefined
}

/** Whether a path searches, also as one of the application's data requests. */
function isSearch(path: string): boolean {
  return SEARCH.test(pageOfDataRequest(path))
}

/** Whether a path is of pages that are rendered for each request if it has a visitor's own input, or of drawn images. */
function mayHaveInput(path: string): boolean {
  return OF_INPUT.test(path)
}
