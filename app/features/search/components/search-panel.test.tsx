import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { RenderedContext } from '#app/ui/clock.tsx'
import { inEnglish } from '#tests/support/english.tsx'
import { readHtml } from '#tests/support/html.ts'
import { matchSummary } from '#tests/support/match-summary.ts'
import { SearchPanel } from './search-panel.tsx'

const found = vi.hoisted(() => ({ results: {} as object }))

vi.mock('./use-live-search.ts', () => ({
  useLiveSearch: () => ({ status: 'done', results: found.results }),
}))

it('lists each kind of result under its heading, with its name, its place and its page', () => {
  const sport = { id: 's', name: 'Soccer', slug: 'soccer', icon: null }
  const country = { id: 'c', name: 'Italy', slug: 'italy', code: 'IT', sport }
  const place = { sport, country }
  found.results = {
    sports: [sport],
    countries: [country],
    leagues: [{ id: 'l', name: 'Serie A', slug: 'serie-a', logoUrl: null, ...place }],
    teams: [{ name: 'Inter', slug: 'inter', badgeUrl: '/inter.png', ...place }],
    matches: [matchSummary()],
  }
  const panel = <SearchPanel form={null as never} input={null as never} onList={() => {}} />
  const rendered = { at: Date.parse('2026-02-27T12:00Z'), zone: 'UTC' }
  const html = renderToStaticMarkup(inEnglish(<RenderedContext value={rendered}>{panel}</RenderedContext>))
  const list = readHtml(html)
    .all('div')
    .find((one) => one.attribute('role') === 'listbox')
  const groups = list?.all('div').filter((one) => one.attribute('role') === 'group') ?? []
  const shown = groups.map((group) => [
    group.all('div')[0]?.text,
    ...group.all('a').flatMap((link) => [link.attribute('href'), link.text]),
  ])
  expect(shown).toEqual([
    ['Sports', '/en/soccer', 'Soccer'],
    ['Countries', '/en/soccer/italy', expect.stringMatching(/^Italy *Soccer/)],
    ['Leagues', '/en/soccer/italy/serie-a', expect.stringMatching(/Serie A *Italy.*Soccer/)],
    ['Teams', '/en/soccer/italy/team/inter', expect.stringMatching(/Inter *Italy.*Soccer/)],
    [
      'Matches',
      '/en/soccer/italy/serie-a/inter-vs-milan',
      expect.stringMatching(/Inter – Milan *Serie A.*Italy/),
    ],
  ])
  expect(html).toContain('src="/inter.png"')
})
