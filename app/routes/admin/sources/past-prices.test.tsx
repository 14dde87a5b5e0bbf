import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { mount } from '#tests/support/tiny-react.ts'
import { PastPrices } from './past-prices.tsx'

const told = vi.hoisted(() => ({
  sent: [] as unknown[],
  answer: undefined as unknown,
  readFrom: [] as string[],
  started: undefined as unknown,
}))

interface FieldProps {
  label: string
  hint?: ReactNode
  onValue?: (value: string) => void
  onChoose?: (value: string) => void
}
const field = vi.hoisted(() => ({ label, hint, onValue, onChoose }: FieldProps) => (
  <label htmlFor={label}>
    {hint}
    <input id={label} onChange={(onValue ?? onChoose) as never} />
  </label>
))

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  useFetcher: () => ({
    state: 'idle',
    data: told.answer,
    submit: (body: string, { action }: { action: string }) => told.sent.push([action, JSON.parse(body)]),
  }),
}))
vi.mock('#app/ui/admin/fields.tsx', () => ({ Field: field, SelectField: field }))
vi.mock('../schedules/league-field.tsx', () => ({ LeagueField: field }))
vi.mock('../schedules/market-choices.tsx', () => ({ MarketChoices: field }))
vi.mock('#app/ui/admin/action-button.tsx', () => ({
  ActionButton: ({ unavailable }: { unavailable: boolean }) => (
    <button type="submit" disabled={unavailable} />
  ),
}))
vi.mock('#app/features/runs/components/use-runs.ts', () => ({
  useRuns: (address: string) => {
    told.readFrom.push(address)
    return { renew() {} }
  },
}))
vi.mock('#app/features/runs/components/runs-panel.tsx', () => ({
  RunsPanel: ({ started }: { started: string | undefined }) => {
    told.started = started
    return null
  },
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1) })
})
afterEach(() => {
  vi.useRealTimers()
})

function open(costOfMarket: number | null = 10) {
  const page = mount(
    <I18nContext value={createI18n('en', builtInLabels('en'))}>
      <PastPrices source="the-odds-api" markets={['h2h', 'totals']} costOfMarket={costOfMarket} />
    </I18nContext>,
  )
  return {
    type(label: string, text: string) {
      for (const { props } of page.all('input'))
        if (props.id === label) (props.onChange as (text: string) => void)(text)
    },
    texts: () => page.all('p').map(({ text }) => text.replace(/[\u2068\u2069]/g, '')),
    hints: () => page.all('label').map(({ text }) => text),
    isReady: () => !page.find('button').props.disabled,
    submit: () => (page.find('form').props.onSubmit as (event: object) => void)({ preventDefault() {} }),
  }
}

it('states what an import of past prices costs before it is started, and shows its run', () => {
  const form = open()
  expect(told.readFrom).toEqual(['/admin/runs?kinds=past-prices'])
  form.type('Leagues', 'soccer_epl')
  form.type('From', '2026-01-01')
  expect(form.texts().join()).not.toContain('credits,')
  form.type('To', '2026-01-02')
  expect(form.texts()).toContain('48 requests, at most 480 credits')
  form.type('Minutes between two requests', '360')
  expect(form.texts()).toContain('8 requests, at most 80 credits')
  form.type('Markets', 'h2h, totals')
  expect(form.texts()).toContain('8 requests, at most 160 credits')
  form.type('Leagues', 'soccer_epl soccer_spain_la_liga')
  expect(form.texts()).toContain('16 requests, at most 320 credits')

  form.submit()
  expect([form.isReady(), told.sent]).toEqual([false, []])
  form.type('At most this many credits', '319')
  expect(form.hints()).toContain('These credits end before the range does.')
  form.type('At most this many credits', '320')
  expect(form.hints()).not.toContain('These credits end before the range does.')
  expect(form.isReady()).toBe(true)
  form.submit()
  expect(told.sent).toEqual([
    [
      '/admin/sources/the-odds-api/past-prices',
      {
        ...{ source: 'the-odds-api', sports: ['soccer_epl', 'soccer_spain_la_liga'], everyMinutes: 360 },
        ...{ from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T23:59:59.000Z' },
        ...{ markets: ['h2h', 'totals'], credits: 320 },
      },
    ],
  ])
  expect(told.started).toBeUndefined()
  told.answer = { kind: 'queued', runId: 'r1' }
  open()
  expect(told.started).toBe('r1')
})
