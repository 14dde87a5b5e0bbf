import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inEnglish } from '#tests/support/english.tsx'
import { shownText } from '#tests/support/html.ts'
import { ProgressLine } from './progress-line.tsx'

/** Where the browser is, and where it is on the way to. */
const way = vi.hoisted(() => ({ from: '/en', to: null as string | null }))

vi.mock('react-router', () => ({
  useLocation: () => ({ pathname: way.from }),
  useNavigation: () => (way.to ? { state: 'loading', location: { pathname: way.to } } : { state: 'idle' }),
}))
vi.mock('#app/ui/use-navigated.ts', () => ({ useNavigated: () => {} }))

afterEach(() => Object.assign(way, { from: '/en', to: null }))

const LEAGUE = '/en/soccer/italy/serie-a'
const sport = (slug: string, countries: [] | null) => ({
  id: slug,
  name: slug,
  slug,
  iconName: null,
  iconUrl: null,
  iconSvg: null,
  matchCount: 0,
  countries,
})
const line = () =>
  renderToStaticMarkup(inEnglish(<ProgressLine sports={[sport('soccer', []), sport('tennis', null)]} />))

describe('the progress line of a loading page', () => {
  it.each([
    ['initial', '/en', '/en/soccer', 'Loading matches...'],
    ['fetching-sport', '/en', '/en/curling/canada/brier', 'Loading sport...'],
    ['fetching-countries', '/en', '/en/tennis/france/open', 'Loading countries...'],
    ['fetching-league', '/en', LEAGUE, 'Loading league...'],
    ['fetching-matches', '/en/soccer/italy', LEAGUE, 'Loading matches...'],
  ])('shows at the stage %s, from %s to %s: %s', (stage, from, to, text) => {
    Object.assign(way, { from, to })
    expect(line()).toContain(`data-stage="${stage}"`)
    expect(shownText(line())).toBe(text)
  })

  it('is empty once the page has loaded', () => {
    expect(shownText(line())).toBe('')
    expect(line()).not.toContain('data-stage')
  })
})
