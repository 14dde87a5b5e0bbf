import { beforeEach, expect, it, vi } from 'vitest'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { mount } from '#tests/support/tiny-react.ts'
import type { CandidateCard, MappingCard } from '../queries.server.ts'
import { ReviewRow } from './review-row.tsx'

const sent = vi.hoisted(() => [] as unknown[])
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  useFetcher: () => ({
    ...{ state: 'idle', data: undefined, load() {} },
    submit: (body: string, { action }: { action: string }) => sent.push([action, JSON.parse(body)]),
  }),
}))
vi.mock('#app/features/history/components/history-button.tsx', () => ({ HistoryButton: () => null }))
vi.mock('./team-line.tsx', () => ({ TeamLine: () => null }))
beforeEach(() => {
  sent.splice(0)
  // What the row asks of the place of a key press.
  vi.stubGlobal('Element', class {})
})

const candidate = (teamId: number, name: string): CandidateCard => ({
  ...{ teamId, name, alternate: null, badgeUrl: null, sport: null, country: null, league: null },
  ...{ gender: null, score: 0.7 },
})
const MAPPING: MappingCard = {
  ...{ id: 'm', version: 3, name: 'Leeds', sport: 'Soccer', country: 'England', league: 'First' },
  ...{ status: 'review', confidence: null, score: null, team: null, isDecided: false },
  candidates: [candidate(7, 'Leeds United'), candidate(8, 'Leeds City')],
}

function open(mapping: Partial<MappingCard> = {}) {
  const page = mount(
    <I18nContext value={createI18n('en', builtInLabels('en'))}>
      <ReviewRow mapping={{ ...MAPPING, ...mapping }} onAnswer={() => {}} />
    </I18nContext>,
    () => ({ focus() {} }),
  )
  const decisions = () =>
    sent.splice(0).map((one) => {
      const [address, { id, version, ...asked }] = one as [string, Record<string, unknown>]
      expect([address, id, version]).toEqual(['/admin/data-mapping', 'm', 3])
      return asked
    })
  return {
    buttons: () => page.all('button').map(({ props }) => props['aria-label']),
    press(label: string) {
      const button = page.all('button').find(({ props }) => props['aria-label'] === label)
      if (!button) throw new Error(`there is no button "${label}"`)
      const { onClick } = button.props as { onClick: () => void }
      onClick()
      return decisions()
    },
    key(key: string) {
      const { onKeyDown } = page.find('article').props as { onKeyDown: (event: object) => void }
      const alone = { ctrlKey: false, metaKey: false, altKey: false }
      onKeyDown({ key, code: '', ...alone, target: {}, preventDefault() {} })
      return decisions()
    },
  }
}

it('a button of a candidate accepts this one, another rejects all', () => {
  const row = open()
  expect(row.buttons()).toEqual([
    ...['Reject: Leeds', 'Pick another: Leeds', 'Accept: Leeds United', 'Accept: Leeds City'],
  ])
  expect(row.press('Accept: Leeds City')).toEqual([{ action: 'accept', teamId: 8 }])
  expect(row.press('Accept: Leeds United')).toEqual([{ action: 'accept', teamId: 7 }])
  expect(row.press('Reject: Leeds')).toEqual([{ action: 'reject' }])
})

it('what a person has decided can be undone, and what is rejected not be rejected again', () => {
  const row = open({ status: 'rejected', isDecided: true })
  expect(row.buttons()).toEqual(['Undo: Leeds', 'Pick another: Leeds'])
  expect(row.press('Undo: Leeds')).toEqual([{ action: 'undo' }])
})

it('keys decide on a row as its buttons do', () => {
  const row = open()
  const [accept7, accept8] = [7, 8].map((teamId) => [{ action: 'accept', teamId }])
  expect([row.key('2'), row.key('1'), row.key('3')]).toEqual([accept8, accept7, []])
  expect([row.key('r'), row.key('u'), row.key('x')]).toEqual([[{ action: 'reject' }], [], []])
  const decided = open({ status: 'mapped', isDecided: true })
  expect([decided.key('1'), decided.key('u')]).toEqual([[], [{ action: 'undo' }]])
})
