import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import { readHtml, shownText } from '#tests/support/html.ts'
import { markPassing } from '#tests/support/screen-results.ts'
import admin from '../../../../locales/en/admin.json'
import common from '../../../../locales/en/common.json'
import { RunsPanel } from './runs-panel.tsx'
import type { RunsState, RunView } from './use-runs.ts'

vi.mock('#app/ui/banner.tsx', async (importOriginal) => markPassing(await importOriginal()))

const NOON = '2026-11-21T12:00:00.000Z'

const run = (more: Partial<RunView> = {}): RunView => ({
  id: 'r1',
  kind: 'promo',
  subject: 'https://feed.example/',
  status: 'running',
  percent: 50,
  params: {},
  counts: { matches: 12, odds: 0, rejected: 3 },
  reasons: {},
  error: null,
  waiting: null,
  requestedBy: null,
  requester: null,
  createdAt: NOON,
  startedAt: null,
  finishedAt: null,
  ...more,
})

function show(runs: RunView[], lines: RunsState['lines'] = [], started?: string): string {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <RunsPanel
          state={{ runs, lines }}
          renew={vi.fn()}
          started={started}
          sportName={(name) => (name === 'Soccer' ? 'Football' : name)}
        />
      ),
    },
  ])
  return renderToString(
    <I18nContext value={createI18n('en', { admin, common })}>
      <RenderedContext value={{ at: Date.parse(NOON), zone: 'UTC' }}>
        <RouterProvider router={router} />
      </RenderedContext>
    </I18nContext>,
  )
}

describe('the runs of a tool', () => {
  it('are empty before the first', () => {
    expect(shownText(show([]))).toBe('Runs Nothing has been run here yet.')
  })

  it('show their sport, how long they took and who requested them', () => {
    const ended = { status: 'done', startedAt: NOON, finishedAt: '2026-11-21T12:01:30.000Z' } as const
    const html = show([run({ ...ended, params: { sport: 'Tennis' }, requester: 'ada@example.org' })])
    expect(shownText(html)).toMatch(/odds feed · Tennis done .* · 1\.5 min ada@example\.org/)
    // In the operator's words, under way too.
    const shown = shownText(
      show([run({ params: { sport: 'Soccer' } }), run({ ...ended, id: 'r2', params: { sport: 'Soccer' } })]),
    )
    expect(shown.match(/odds feed · Football/g)).toHaveLength(2)
  })

  it('are listed above finished ones while they are under way, each with a Stop button', () => {
    const html = show([run({ id: 'a' }), run({ id: 'b' }), run({ id: 'c', status: 'done' })])
    const [shown = '', folded = ''] = html.split('<details')
    expect(shown.match(/>Stop</g)).toHaveLength(2)
    expect(folded).not.toContain('>Stop<')
  })

  it('show for how long they have waited for their feed', () => {
    const html = show([run({ percent: 10, waiting: { seconds: 20, attempt: 2 } })])
    expect(shownText(html)).toContain('10% waiting 20 s, attempt 2')
  })

  it.each([
    [5, 'fetching the feed'],
    [10, 'sports'],
    [20, 'countries'],
    [30, 'leagues'],
    [35, 'items'],
    [95, 'items'],
  ])('state at %i percent what is under way: %s', (percent, stage) => {
    const html = show([run({ percent })])
    expect(html).toContain(`value="${percent}"`)
    expect(shownText(html)).toMatch(new RegExp(`running .* ${percent}% ${stage} Stop `))
  })

  it('show the counts so far, without zeros', () => {
    expect(shownText(show([run()]))).toMatch(/Stop matches 12 rejected 3$/)
  })

  it.each([
    ['sportsdb-leagues', 'countries queried 1 new leagues 5'],
    ['sportsdb-seasons', 'leagues queried 1 new seasons 5'],
    ['sportsdb-teams', 'leagues queried 1 new teams 5'],
    ['sportsdb-events', 'matches looked up 1 new 5'],
    ['promo', 'done 1 new 5'],
  ])('show what %s requested and what it found: %s', (kind, counts) => {
    const html = show([run({ kind, status: 'done', counts: { done: 1, inserted: 5 } })])
    expect(shownText(html)).toContain(counts)
  })

  it('state when they ran, in words', () => {
    expect(shownText(show([run({ status: 'done', finishedAt: NOON })]))).toContain('just now')
  })

  it('are done, with their counts', () => {
    const html = show([run({ status: 'done', percent: 100, finishedAt: NOON })])
    expect(html).not.toContain('<progress')
    expect(shownText(html)).toMatch(/^Runs Promotional odds feed done .* matches 12 rejected 3$/)
  })

  it('state for a moment that the requested one is done, and keep its counts', () => {
    const done = run({ status: 'done', percent: 100, finishedAt: NOON })
    const banners = (html: string) =>
      readHtml(html)
        .all('div')
        .filter((one) => one.attribute('role') === 'status')
        .map(({ text }) => text)
    expect(banners(show([done], [], 'r1'))).toEqual(['passing: Promotional odds feed : done'])
    expect(banners(show([done], [], 'another'))).toEqual([])
    expect(banners(show([run()], [], 'r1'))).toEqual([])
  })

  it('state why they failed', () => {
    const error = { code: 'http_status', message: 'The server answered 503.' }
    const html = show([run({ kind: 'sportsdb-leagues', status: 'failed', counts: {}, error })])
    expect(shownText(html)).toMatch(
      /^Runs Leagues failed .* Failed to import leagues The server answered 503\.$/,
    )
  })

  it('list in the log what was wrong with single items', () => {
    const line = (id: number, more: object) => ({ id, reason: '', detail: '', externalId: null, ...more })
    const html = show([run({ status: 'done', counts: {} })], [
      line(1, { level: 'rejected', reason: 'invalid_start', detail: 'soon', externalId: 'm7' }),
      line(2, { level: 'warning', reason: 'no_mappings_at_all' }),
      line(3, { level: 'warning', reason: 'of_a_later_version' }),
    ] as RunsState['lines'])
    expect(shownText(html)).toMatch(
      /Import log The start is not a time m7: soon No team mappings found of_a_later_version$/,
    )
  })
})
