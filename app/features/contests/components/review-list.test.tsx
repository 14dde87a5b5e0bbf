import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { RenderedContext } from '#app/ui/clock.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import type { ContestCard, DecisionCard, MergeQuestion, ReviewCard } from '../schema.ts'
import { DecisionList } from './decision-list.tsx'
import { ReviewList } from './review-list.tsx'

const controls = vi.hoisted(() => () => import('#tests/support/controls.tsx'))
const wire = vi.hoisted(() => ({
  sent: [] as unknown[],
  asked: [] as string[],
  answer: undefined as object | undefined,
}))
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  Form: () => null,
  useFetcher: () => ({
    ...{ state: 'idle', data: undefined },
    submit: (body: string) => wire.sent.push(JSON.parse(body)),
  }),
}))
vi.mock('#app/ui/admin/use-read.ts', () => ({
  useRead: () => ({
    ...{ busy: false, data: wire.answer, again() {} },
    read: (address: string) => wire.asked.push(address),
  }),
}))
vi.mock('#app/ui/admin/action-button.tsx', async () => (await controls()).replaced.actionButton)
vi.mock('#app/ui/admin/pages.tsx', () => ({ Pages: () => null }))
vi.mock('#app/ui/admin/confirm-dialog.tsx', () => ({
  ConfirmDialog: ({
    confirm,
    onConfirm,
    children,
  }: Record<string, ReactNode> & { onConfirm: () => void }) => (
    <aside>
      {children}
      <button type="button" onClick={onConfirm}>{`Confirm: ${confirm}`}</button>
    </aside>
  ),
}))
beforeEach(() => {
  wire.sent.splice(0)
  wire.asked.splice(0)
  wire.answer = undefined
})

const START = '2026-03-01T15:00:00.000Z'
const contest = (id: string, home: string): ContestCard => ({
  ...{ id, home, away: 'Hillford', startTime: START, league: 'First', bookmakers: 2 },
  ...{ typed: { odds: null, score: null, prices: null }, listings: [] },
})
const review = (id: string, home: string): ReviewCard => ({
  ...{ id, reason: 'names', turned: false, sport: 'Soccer', country: 'England' },
  ...{ match: contest(`${id}-m`, home), candidate: contest(`${id}-c`, `${home} United`) },
})

function open(element: ReactNode) {
  const page = mount(
    <I18nContext value={createI18n('en', builtInLabels('en'))}>
      <RenderedContext value={{ at: Date.parse(START), zone: 'UTC' }}>{element}</RenderedContext>
    </I18nContext>,
    () => ({ focus() {}, showModal() {} }),
  )
  return {
    press(label: string, at = 0) {
      const of = page.all('button').filter(({ props, text }) => (props['aria-label'] ?? text) === label)
      const button = of[at]
      if (!button) throw new Error(`there is no button "${label}"`)
      const { onClick } = button.props as { onClick: () => void }
      onClick()
    },
    dialogs: () => page.all('aside').map(({ text }) => text.replace(/[\u2066-\u2069]/g, '')),
  }
}
const queue = () =>
  open(
    <ReviewList
      reviews={[review('r1', 'Alton'), review('r2', 'Elmton')]}
      total={2}
      text=""
      page={1}
      pages={1}
    />,
  )

it('that two matches are different is decided at once, each pair by itself', () => {
  queue().press('Different matches: Elmton – Hillford')
  expect([wire.sent, wire.asked]).toEqual([[{ id: 'r2', answer: 'different' }], []])
})

it('a merge asks first, says what moves and what follows, and is sent after the answer', () => {
  const first = queue()
  expect(first.dialogs()).toEqual([])
  first.press('Same match: Elmton – Hillford')
  expect([wire.sent, wire.asked]).toEqual([[], ['/admin/review/question?id=r2']])
  const question: MergeQuestion = {
    moved: { prices: 11, favourites: 12, alerts: 13, bets: 14 },
    names: [{ name: 'Elmton', other: 'Elmton United', matches: 15, others: 16 }],
    pairs: 17,
  }
  wire.answer = { question }
  const asked = queue()
  const [, dialog = ''] = asked.dialogs()
  for (const text of [
    ...['Odds of bookmakers: 11', 'Favourites of visitors: 12', 'Alerts of visitors: 13', 'Noted bets: 14'],
    ...['“Elmton” and “Elmton United” are one team', 'Other stored matches: 15 and 16.'],
    ...['Other pairs of the queue that are merged with it: 17', 'You can undo this'],
  ])
    expect(dialog).toContain(text)
  // What stays is above what goes.
  expect(dialog).toMatch(/Stays.*Elmton United.*disappears.*Elmton/)
  expect(wire.sent).toEqual([])
  asked.press('Confirm: Merge the matches', 1)
  expect(wire.sent).toEqual([{ id: 'r2', answer: 'same' }])
})

it('each decision is undone by itself, after a question that says what comes back', () => {
  const decision = (id: string, more: Partial<DecisionCard>): DecisionCard => ({
    ...{ id, answer: 'same', sport: 'Soccer', country: 'England', pair: null, names: [], merges: 0 },
    ...{ pairs: 0, decidedAt: START, decidedBy: null, ...more },
  })
  const list = open(
    <DecisionList
      decisions={[
        decision('d1', { names: [['Alton', 'Altona']], merges: 1 }),
        decision('d2', { answer: 'different', names: [['Elmton', 'Elm']], pairs: 1 }),
      ]}
      total={2}
      text=""
      page={1}
      pages={1}
    />,
  )
  const [merge = '', names = ''] = list.dialogs()
  expect(merge).toContain('Comes back: the match that was merged')
  expect(merge).toContain('The names are two teams again')
  expect(names).not.toContain('Comes back')
  expect(names).toContain('The names are compared by the rules again.')
  list.press('Undo: Elmton – Elm')
  expect(wire.sent).toEqual([])
  list.press('Confirm: Undo', 1)
  expect(wire.sent).toEqual([{ id: 'd2', answer: 'undo' }])
})
