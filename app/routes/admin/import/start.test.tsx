import type { ComponentType, ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunsState } from '#app/features/runs/components/use-runs.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { english } from '#tests/support/render.tsx'
import { type Host, mount } from '#tests/support/tiny-react.ts'
import RemoveOldData from '../remove/route.tsx'
import { OddsForm } from './odds-form.tsx'
import { ToolForm } from './tool-form.tsx'

/** What the server has answered to the form's own request, and the runs that were asked for. */
const server = vi.hoisted(() => ({ read: {} as object, loaded: [''], started: [{}] }))

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('#app/ui/admin/use-read.ts', () => {
  const read = (path: string) => server.loaded.push(path)
  return { useRead: () => ({ busy: false, read, again() {}, ...server.read }) }
})
vi.mock('./use-start.tsx', () => ({
  useStart: () => ({ start: (run: object) => server.started.push(run), busy: false, message: null }),
}))
vi.mock('#app/features/runs/components/use-runs.ts', () => ({
  useRuns: () => ({ state: { runs: [], lines: [] } satisfies RunsState, renew() {} }),
  isUnderWay: () => false,
}))
vi.mock('#app/features/runs/components/runs-panel.tsx', () => ({ RunsPanel: () => null }))
vi.mock('#app/ui/admin/action-button.tsx', () => ({
  ActionButton: ({ children, onClick }: { children: ReactNode; onClick?: () => void }) => (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  ),
}))
vi.mock('#app/ui/admin/fields.tsx', () => {
  interface Given {
    label: string
    onValue?: (value: string) => void
    onToggle?: (on: boolean) => void
  }
  const Input = ({ label, onValue, onToggle }: Given) => (
    <input aria-label={label} onChange={(onValue ?? onToggle) as () => void} />
  )
  return { Field: Input, SelectField: Input, Toggle: Input }
})

beforeEach(() => {
  vi.stubGlobal('document', { activeElement: null })
  server.read = {}
  server.loaded = []
  server.started = []
})

function call(host: Host | undefined, event: string, value?: unknown): void {
  const run = host?.props[event]
  if (!(run instanceof Function)) throw new Error(`there is no ${event}`)
  run(value)
}

/** Shows a form; what is typed, chosen or switched is given by the labels of the fields. */
function open(form: ReactNode) {
  const page = mount(<I18nContext value={english}>{form}</I18nContext>, () => ({
    focus() {},
    contains: () => false,
  }))
  return {
    page,
    fill(values: Record<string, string | boolean>) {
      for (const [label, value] of Object.entries(values)) {
        const field = page.all('input').find((it) => it.props['aria-label'] === label)
        call(field, 'onChange', value)
      }
    },
    submit: () => call(page.find('form'), 'onSubmit', { preventDefault() {} }),
    press(text: string) {
      const button = page.all('button').find((it) => it.text === text)
      call(button, 'onClick')
    },
  }
}

describe('the forms of Import Data', () => {
  it('send the feed, the sport and its position in the menu', () => {
    server.read = { data: { kind: 'sports', sports: [] } }
    const sources = ['promo', 'the-odds-api'].map((key) => ({
      key,
      everything: 'import.all-sports' as const,
      isSetUp: true,
    }))
    const form = open(<OddsForm sources={sources} onStart={() => {}} />)
    expect(server.loaded).toEqual(['/admin/import/sports?source=promo'])
    form.submit()
    form.fill({ Feed: 'the-odds-api' })
    expect(server.loaded.at(-1)).toBe('/admin/import/sports?source=the-odds-api')
    form.fill({ Sport: 'Tennis', 'Menu position of the sport': '7' })
    form.submit()
    expect(server.started).toEqual([
      { kind: 'odds', choice: { source: 'promo' } },
      { kind: 'odds', choice: { source: 'the-odds-api', sport: 'Tennis', menuPosition: '7' } },
    ])
  })

  it('send the sport and the country, or the league', () => {
    const leagues = open(<ToolForm tool="leagues" countries={['Italy']} onStart={() => {}} />)
    leagues.submit()
    leagues.fill({ Sport: 'Rugby', Country: 'Italy' })
    leagues.submit()
    const seasons = open(<ToolForm tool="seasons" countries={[]} onStart={() => {}} />)
    seasons.fill({ 'Id of one league': '4328' })
    seasons.submit()
    const teams = open(<ToolForm tool="teams" countries={['Italy']} onStart={() => {}} />)
    teams.fill({ Sport: 'Tennis', Country: 'Italy' })
    teams.submit()
    open(<ToolForm tool="countries" countries={[]} onStart={() => {}} />).submit()
    expect(server.started).toEqual([
      { kind: 'tool', choice: { tool: 'sportsdb-leagues', sport: 'Soccer' } },
      { kind: 'tool', choice: { tool: 'sportsdb-leagues', sport: 'Rugby', country: 'Italy' } },
      { kind: 'tool', choice: { tool: 'sportsdb-seasons', leagueId: '4328' } },
      { kind: 'tool', choice: { tool: 'sportsdb-teams', sport: 'Tennis', country: 'Italy' } },
      { kind: 'tool', choice: { tool: 'sportsdb-countries' } },
    ])
  })

  it('send after how many past matches to stop, and whether to skip known ones', () => {
    const form = open(<ToolForm tool="events" countries={[]} onStart={() => {}} />)
    form.submit()
    form.fill({ 'Stop after (matches)': '-1', 'Skip matches that have a score': false })
    form.submit()
    expect(server.started).toEqual([
      { kind: 'tool', choice: { tool: 'sportsdb-events', stopAfter: '25', skipExisting: true } },
      { kind: 'tool', choice: { tool: 'sportsdb-events', stopAfter: '-1', skipExisting: false } },
    ])
  })
})

describe('the form of Remove Old Data', () => {
  const Screen = RemoveOldData as ComponentType
  const found = { option: '14', matches: 3, odds: 9, from: null, to: null }

  it('asks before it removes what it found, and forgets the answer to another period', () => {
    server.read = { data: found }
    const form = open(<Screen />)
    form.fill({ 'Matches older than': '14' })
    form.press('Find matches')
    expect([server.loaded, server.started]).toEqual([['/admin/remove/candidates?option=14'], []])
    form.press('Cancel')
    expect(form.page.all('section').map(({ props }) => props.role)).not.toContain('alertdialog')
    form.press('Find matches')
    form.press('Yes, Remove Data')
    expect(server.started).toEqual([{ option: '14' }])
    form.fill({ 'Matches older than': '30' })
    expect(form.page.all('section').map(({ props }) => props.role)).not.toContain('alertdialog')
  })

  it.each([
    ['Error fetching matches Retry', { failure: 'failed' }],
    ['No matches found to remove', { data: { ...found, option: '30', matches: 0 } }],
  ])('reports: %s', (text, read) => {
    server.read = read
    const form = open(<Screen />)
    const alerts = () => form.page.all('div').filter(({ props }) => props.role === 'alert')
    expect(alerts()).toEqual([])
    form.press('Find matches')
    expect(alerts().map((it) => it.text)).toEqual([text])
  })
})
