import { FORMAT_PARAMETER } from '#app/features/odds/shown-price.ts'
import type { PageHead } from '#app/features/seo/rules.ts'

/** The head of a page of a list, with the addresses of the pages beside it. A later page is its own canonical address. */
export function withPages<H extends PageHead>(
  head: H,
  url: URL,
  { page, hasMore }: { page: number; hasMore: boolean },
): H {
  const queryOf = (number: number) => {
    const query = new URLSearchParams(url.searchParams)
    query.delete(FORMAT_PARAMETER)
    if (number > 1) query.set('page', String(number))
    else query.delete('page')
    return query.size === 0 ? '' : `?${query}`
  }
  const pages = {
    own: page > 1 ? queryOf(page) : '',
    previous: page > 1 ? queryOf(page - 1) : null,
    next: hasMore ? queryOf(page + 1) : null,
  }
  return { ...head, pages }
}
