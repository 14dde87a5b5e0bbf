import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MOST_PAGES, readListPage } from '#app/features/movements/drops-query.ts'
import { inEnglish } from '#tests/support/english.tsx'
import { ListPages } from './list-head.tsx'

const htmlOf = (element: ReactNode) => renderToStaticMarkup(inEnglish(element))

describe('the pages of a list', () => {
  it.each([MOST_PAGES, 50])('link only to pages that an address can name, of %i', (most) => {
    const linked = (page: number) =>
      [
        ...htmlOf(<ListPages hasMore {...{ page, most }} hrefOf={(to) => `?page=${to}`} />).matchAll(/\d+/g),
      ].map(Number)
    const pageAt = (page: number) => readListPage(new URLSearchParams({ page: String(page) }), most)
    for (const page of [1, 2, most - 1, most]) {
      const pages = linked(page)
      expect(pages.map(pageAt)).toEqual(pages)
    }
    expect(linked(1)).toEqual([2])
    expect(linked(most)).toEqual([most - 1])
    expect(pageAt(most + 1)).toBe(1)
  })
})
