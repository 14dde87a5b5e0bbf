import { expect, it, vi } from 'vitest'
import type { EditorMatch } from '#app/features/matches/editor-schema.ts'
import type { PriceGrid as Grid } from '#app/features/odds/typed-prices.server.ts'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { marketOf } from '#tests/support/market-prices.ts'
import { type Host, mount } from '#tests/support/tiny-react.ts'
import { PriceGrid } from './price-grid.tsx'

vi.mock('react', async (load) => ({
  ...(await import('#tests/support/tiny-react.ts')).ownHooks(await load()),
  useEffectEvent: (run: unknown) => run,
}))
vi.mock(
  '#app/ui/admin/icon-button.tsx',
  async () => (await import('#tests/support/controls.tsx')).replaced.iconButton,
)
vi.mock('#app/ui/admin/fields.tsx', async () => (await import('#tests/support/controls.tsx')).replaced.fields)

const RESULT = marketOf({ type: 'match_result' })
const TYPED_AT = '2026-02-28T12:00:00.000Z'
const quote = (
  bookmaker: string,
  prices: (number | null)[],
  typedAt: string | null,
  leftOut: string | null,
) => ({
  ...{ bookmaker, prices, typedAt, until: null, leftOut },
})
const GRID: Grid = {
  ...{ headline: RESULT, others: [marketOf({ type: 'total' })] },
  bookmakers: ['Alder', 'Birch', 'Cedar', 'Dogwood'].map((name) => ({ id: name.toLowerCase(), name })),
  markets: [
    {
      ...{ market: RESULT, outcomes: ['home', 'draw', 'away'] },
      quotes: [
        quote('alder', [2.1, 3.4, 3.6], TYPED_AT, null),
        quote('birch', [2, 3, 4.125], null, null),
        quote('dogwood', [1.5, 3, null], TYPED_AT, 'incomplete'),
      ],
    },
  ],
}

function call(host: Host | undefined, event: string, value?: object): void {
  if (!host) throw new Error('there is no such control')
  ;(host.props[event] as (value?: object) => void)(value)
}

async function openGrid({ typed_prices = '', status = 'scheduled', answer = GRID as object | null } = {}) {
  vi.stubGlobal('fetch', async () => (answer ? Response.json(answer) : new Response(null, { status: 500 })))
  const match = { id: 'm', home_team: 'Inter', away_team: 'Milan', status, typed_prices } as EditorMatch
  const typed: unknown[] = []
  const page = mount(
    <I18nContext value={createI18n('en', builtInLabels('en'))}>
      <PriceGrid
        match={match}
        stored={match}
        problem={undefined}
        onTyped={(text) => typed.push(text === '' ? [] : JSON.parse(text))}
      />
    </I18nContext>,
  )
  const cells = () => page.all('input').filter(({ props }) => props.inputMode === 'decimal')
  if (answer && status === 'scheduled') await vi.waitFor(() => expect(cells()).toHaveLength(12))
  return {
    page,
    prices: () => cells().map(({ props }) => props.value),
    /** What is to be stored once a price is typed, or a button pressed. */
    type(at: number, value: string) {
      call(cells()[at], 'onChange', { target: { value } })
      return typed.pop()
    },
    press(label: string) {
      call(
        page.all('button').find(({ props }) => props['aria-label'] === label),
        'onClick',
      )
      return typed.pop()
    },
  }
}

it('the prices of each bookmaker of a match say where they are from, and are typed one by one', async () => {
  const { page, prices, type, press } = await openGrid()
  expect(prices()).toEqual([
    ...['2.10', '3.40', '3.60'],
    ...['2.00', '3.00', '4.125'],
    ...['', '', ''],
    ...['1.50', '3.00', ''],
  ])
  const rows = page.all('tr').map(({ text }) => text)
  expect(rows).toEqual([
    expect.stringContaining('Bookmaker'),
    expect.stringMatching(/^AlderTyped(?!.*not compared)/),
    'BirchFrom a feed',
    'Cedar',
    expect.stringMatching(/^DogwoodTyped.*not compared: an outcome is missing/),
  ])
  const row = { bookmaker: 'birch', market: RESULT, seen: null }
  expect(type(4, '3.5')).toEqual([{ ...row, prices: ['2.00', '3.5', '4.125'] }])
  // As it is stored, with whichever mark.
  expect(type(4, '3,0')).toEqual([])
  expect(type(6, '9')).toEqual([{ ...row, bookmaker: 'cedar', prices: ['9', '', ''] }])
  const alder = { ...row, bookmaker: 'alder', seen: TYPED_AT }
  expect(press('Confirm again: Alder')).toEqual([
    { ...alder, prices: ['2.10', '3.40', '3.60'], isConfirmed: true },
  ])
  expect(press('Remove what was typed: Alder')).toEqual([{ ...alder, prices: ['', '', ''] }])
})

it('prices that are typed and not saved yet are shown, and stay beside others', async () => {
  const row = { bookmaker: 'cedar', market: RESULT, prices: ['9', '8', '7'], seen: null }
  const { page, prices, type } = await openGrid({ typed_prices: JSON.stringify([row]) })
  expect(prices().slice(6, 9)).toEqual(['9', '8', '7'])
  expect(page.all('tr')[3]?.text).toBe('CedarNot saved yet')
  expect(type(3, '5')).toMatchObject([row, { bookmaker: 'birch', prices: ['5', '3.00', '4.125'] }])
})

it('there are none to type of a match that has begun, and a failure is told', async () => {
  const begun = await openGrid({ status: 'live' })
  expect([begun.page.all('p'), begun.page.all('input')]).toEqual([[], []])
  const { page } = await openGrid({ answer: null })
  await vi.waitFor(() =>
    expect(['p', 'div'].flatMap((it) => page.all(it)).map(({ text }) => text)).toContain(
      'The odds of the bookmakers could not be loaded',
    ),
  )
})
