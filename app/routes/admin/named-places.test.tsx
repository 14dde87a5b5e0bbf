import type { ComponentType } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PickDialog } from '#app/features/team-mapping/components/pick-dialog.tsx'
import { RunDetails } from '#app/features/team-mapping/components/run-details.tsx'
import { RunStatus } from '#app/features/team-mapping/components/run-status.tsx'
import { drawScreen } from '#tests/support/screen.tsx'
import { OddsForm } from './import/odds-form.tsx'
import ImportData from './import/route.tsx'
import { LeagueField } from './schedules/league-field.tsx'
import Schedules from './schedules/route.tsx'
import Source from './sources/source.tsx'

/** Names that screens get by a request of their own: what a source offers, and what a run has done. */

const answered = vi.hoisted(() => ({ data: [] as object[] }))
vi.mock('#app/ui/admin/use-read.ts', () => ({
  useRead: () => ({ busy: false, data: answered.data.shift(), read() {}, again() {} }),
}))
const polled = vi.hoisted(() => ({ state: undefined as object | undefined }))
vi.mock('#app/ui/admin/use-polled.ts', () => ({ usePolled: () => ({ ...polled, renew() {} }) }))
beforeEach(() => {
  answered.data = []
  polled.state = undefined
})

const inGerman = (element: Parameters<typeof drawScreen>[0]) => drawScreen(element, '/', 'de')
const OFFERED = [
  { value: 'hockey', label: 'Ice Hockey' },
  { value: 'padel', label: 'Padelturnier' },
  { value: 'epl', label: 'EPL', group: 'Soccer' },
  { value: 'liga', label: 'La Liga', group: 'Spain' },
]
const NAMED = ['Eishockey', 'Padelturnier', 'Fußball: EPL', 'Spanien: La Liga']

it('what a feed offers for an import is named in the language of the operator', () => {
  answered.data = [{ kind: 'sports', sports: OFFERED }]
  const sources = [{ key: 'promo', everything: 'import.all-sports', isSetUp: true } as const]
  const text = inGerman(<OddsForm sources={sources} onStart={() => {}} />)
  for (const name of NAMED) expect(text).toContain(`>${name}</option>`)
})

it('what a source offers for a schedule is named in the language of the operator, as are its choices', () => {
  answered.data = [{ choices: OFFERED, isWhole: true }]
  const field = { source: 'the-odds-api', isShown: true, label: 'L', hint: '', value: 'liga', changed: false }
  const text = inGerman(<LeagueField {...field} onValue={() => {}} />)
  for (const name of NAMED) expect(text).toContain(`>${name}</option>`)
  expect(text).toContain('>Spanien: La Liga</p>')
})

it('a mapping run names its place, and those of its log, in the language of the operator', () => {
  const at = '2026-03-01T00:00:00Z'
  const ended = { id: 'r', status: 'done', percent: 100, counts: {}, createdAt: at, finishedAt: at } as const
  const label = 'dataMapping.log.place' as const
  const line = {
    code: 'log.place',
    label,
    values: { sport: 'Soccer', country: 'Spain', n: 1, m: 2 },
  } as const
  const place = { sport: 'Soccer', country: 'Spain', league: 'La Liga' }
  const run = { ...ended, place, outcome: line, log: [{ ...line, at }] }
  const idle = { isStarting: false, isFresh: false, onCancel: undefined }
  const shown = [inGerman(<RunStatus run={run} {...idle} />), inGerman(<RunDetails title="Log" run={run} />)]
  expect(shown.map((text) => text.split('Fußball, Spanien').length - 1)).toEqual([2, 1])
  expect(shown.join()).not.toMatch(/Soccer|Spain\b/)
})

it.each([
  ['imports', ImportData, { tool: 'odds', sources: [], state: null, countries: [] }],
  ['schedules', Schedules, { schedules: [], health: {}, feeds: [] }],
  [
    'a source',
    Source,
    {
      ...{ key: 'promo', schedules: [], settings: [], lastTest: null, coverage: [], kinds: [], past: null },
      ...{
        rejects: { reasons: [], items: [] },
        unmatched: { markets: [], total: 0 },
        queues: {},
        choices: {},
      },
    },
  ],
])('a run on the screen of %s names its sport in the language of the operator', (_, Screen, loaderData) => {
  const at = '2026-03-01T00:00:00Z'
  const run = (id: string, status: string, sport: string) => ({
    ...{ id, status, kind: 'promo', percent: 5, params: { sport }, counts: {}, reasons: {}, error: null },
    ...{ waiting: null, requestedBy: null, requester: null, createdAt: at, startedAt: at, finishedAt: null },
  })
  const runs = [
    run('1', 'running', 'Ice Hockey'),
    run('2', 'done', 'Soccer'),
    run('3', 'done', 'Padelturnier'),
  ]
  polled.state = { runs, lines: [] }
  const Drawn = Screen as unknown as ComponentType<{ loaderData: object }>
  const text = inGerman(<Drawn loaderData={loaderData} />)
  for (const name of ['Eishockey', 'Fußball', 'Padelturnier']) expect(text).toContain(`<bdi>${name}</bdi>`)
})

it('the search for the team of a mapping names its place in the language of the operator', () => {
  const mapping = { id: 'm', name: 'Betis', sport: 'Soccer', country: 'Spain', league: 'La Liga' } as never
  const text = inGerman(<PickDialog mapping={mapping} onPick={() => {}} onClose={() => {}} />)
  expect(text).toContain('Fußball · Spanien · La Liga')
})
