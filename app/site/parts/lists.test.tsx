import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MOST_PAGES, readListPage } from '#app/features/movements/drops-query.ts'
import type { TeamPrice } from '#app/features/statistics/team-prices.server.ts'
import { inEnglish } from '#tests/support/english.tsx'
import { shownText } from '#tests/support/html.ts'
import { ListPages } from './list-head.tsx'
import { TeamPrices } from './team-prices.tsx'

const htmlOf = (element: ReactNode) => renderToStaticMarkup(inEnglish(element))

describe('the pages of a list', () => {
  it.each([MOST_PAGES, 50])('link only to pages that an address can name, of %i', (most) => {
    const linked = (page: number) =>
      [
        ...htmlOf(<ListPages hasMore {...{ page, most }} hrefOf={(to) => `?page=${to}`} />).matchAll(
          /page=(\d+)/g,
        ),
      ].map(([, number]) => Number(number))
    const pageAt = (page: number) => readListPage(new URLSearchParams({ page: String(page) }), most)
    for (const page of [1, 2, most - 1, most]) {
      const pages = linked(page)
      expect(pages.map(pageAt)).toEqual(pages)
    }
    expect(linked(1)).toEqual([2])
    expect(linked(most)).toEqual([1, most - 1])
    expect(pageAt(most + 1)).toBe(most)
  })
})

it('the pages of a list link to the first and the last one where they are further away', () => {
  const linked = (page: number) =>
    [
      ...htmlOf(
        <ListPages hasMore={page < 7} last={7} most={50} page={page} hrefOf={(to) => `?page=${to}`} />,
      ).matchAll(/page=(\d+)/g),
    ].map(([, number]) => Number(number))
  expect([1, 2, 4, 6, 7].map(linked)).toEqual([
    [2, 7],
    [1, 3, 7],
    [1, 3, 5, 7],
    [1, 5, 7],
    [1, 6],
  ])
})

describe("a team's odds over time", () => {
  const match = {
    ...{ id: 'm', slug: 'inter-vs-milan', ambiguous: false, home: 'Inter', away: 'Milan' },
    ...{ homeScore: 1, awayScore: 0, startTime: new Date(0), closing: null },
    ...{ sport: { slug: 'soccer' }, country: { id: 'c', slug: 'italy' } },
    league: { id: 'l', slug: 'serie-a', name: 'Serie A' },
  }
  const textOf = (prices: TeamPrice[]) =>
    shownText(htmlOf(<TeamPrices name="Inter" chart={null} prices={prices} />))

  it('have columns for the opening odds only where some are known', () => {
    const known = textOf([
      { match, opening: 2_000_000, closing: 1_900_000 },
      { match: { ...match, id: 'n' }, opening: null, closing: 1_800_000 },
    ])
    expect(known).toMatch(/^Match team\.opened team\.closed team\.change .* 2\.00 1\.90 −5\.0% .* – 1\.80 – /)
    expect(textOf([{ match, opening: null, closing: 1_900_000 }])).toMatch(
      /^Match team\.closed Inter – Milan .* 1970 1\.90 team/,
    )
  })
})
