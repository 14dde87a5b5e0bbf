import { pageOfDataRequest } from '#app/platform/http/request-target.ts'

const SEARCH = /^\/(?:(?:resources|[a-z]{2})\/search|[a-z]{2}\/new-bet)\/?$/i
const OF_INPUT = /^\/(?:[a-z]{2}\/(?:coupon$|tools(?:$|\/))|share\/)/i

/** Whether a path searches, also as one of the application's data requests. */
export function isSearch(path: string): boolean {
  return SEARCH.test(pageOfDataRequest(path))
}

/** Whether a path is of pages that are rendered for each request if it has a visitor's own input, or of drawn images. */
export function mayHaveInput(path: string): boolean {
  return OF_INPUT.test(path)
}
