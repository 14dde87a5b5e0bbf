import { replace } from 'react-router'
import { FORMAT_PARAMETER } from '#app/features/odds/shown-price.ts'
import type { PageHead } from '#app/features/seo/rules.ts'

/**
 * The head of a page of a list, with the addresses of the pages beside it. A later page is its own canonical address, and search engines
 * index it unless it has a filter or a price format, too.
 */
export function withPages<H extends PageHead>(
  head: H,
  url: URL,
  { page, hasMore }: { page: number; hasMore: boolean },
): H {
  const plain = new URLSearchParams(url.searchParams)
  plain.delete(FORMAT_PARAMETER)
  const queryOf = (number: number) => queryOfPage(plain, number)
  const pages = {
    own: page > 1 ? queryOf(page) : '',
    previous: page > 1 ? queryOf(page - 1) : null,
    next: hasMore ? queryOf(page + 1) : null,
  }
  const isPlain = [...url.searchParams.keys()].every((name) => name === 'page')
  return { ...head, isVariation: !isPlain, pages }
}

/**
 * Redirects a page after the last one of a list to the last one. Not for good: lists grow again.
 * @throws a Response that redirects
 */
export function stayInList(
  { pathname, searchParams }: URL,
  { page, last }: { page: number; last: number },
): void {
  if (page > 1 && page > last) throw replace(pathname + queryOfPage(searchParams, last))
}

function queryOfPage(given: URLSearchParams, page: number): string {
  const query = new URLSearchParams(given)
  if (page > 1) query.set('page', String(page))
  else query.delete('page')
  return query.size === 0 ? '' : `?${query}`
}
