import { beforeEach, expect, it, vi } from 'vitest'
import { parseListFilter } from '#app/features/bulk-edit/lists.ts'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { type Host, mount } from '#tests/support/tiny-react.ts'
import BulkEdit from './route.tsx'

const controls = vi.hoisted(() => () => import('#tests/support/controls.tsx'))
const sent = vi.hoisted(() => [] as unknown[])
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  ...(await controls()).replaced.router,
}))
vi.mock('#app/ui/admin/fields.tsx', async () => (await controls()).replaced.fields)
vi.mock('#app/ui/admin/use-request.ts', () => ({
  useRequest: () => ({ busy: false, outcome: undefined, send: (body: unknown) => sent.push(body) }),
}))
vi.mock('./filters.tsx', () => ({ ListFilters: () => null }))
beforeEach(() => void sent.splice(0))

function openList(list: string) {
  const rows = ['Elm', 'Oak', 'Yew'].map((title) => ({ id: title.toLowerCase(), values: { title } }))
  const filter = parseListFilter(new URLSearchParams({ list }))
  const loaderData = { filter, rows, total: 130, sports: [], lists: [], texts: {} }
  const page = mount(
    <I18nContext value={createI18n('en', builtInLabels('en'))}>
      <BulkEdit {...({ loaderData } as unknown as Parameters<typeof BulkEdit>[0])} />
    </I18nContext>,
  )
  const call = (host: Host | undefined, event: string, value: unknown) => {
    if (!host) throw new Error('there is no such control')
    ;(host.props[event] as (value: unknown) => void)(value)
  }
  const field = (label: string) =>
    page.all('input').find(({ props }) => String(props['aria-label']).endsWith(label))
  return {
    give: (label: string, value: string) => call(field(label), 'onChange', value),
    tick: (label: string, checked: boolean) => call(field(label), 'onChange', { target: { checked } }),
    preview() {
      call(page.all('form')[0], 'onSubmit', { preventDefault() {} })
      return sent.pop()
    },
    async choose(...bytes: number[]) {
      const files = [new File([new Uint8Array(bytes)], 'list.csv')]
      call(
        page.all('input').find(({ props }) => props.type === 'file'),
        'onChange',
        { currentTarget: { files } },
      )
      await vi.waitFor(() =>
        expect([sent.length > 0, page.all('div').some(({ text }) => text.includes('CSV UTF-8'))]).toContain(
          true,
        ),
      )
      return sent.pop()
    },
  }
}

it('a column is set in all rows that were found, or in the selected ones', () => {
  const { give, tick, preview } = openList('promotions')
  const plan = { kind: 'plan-value', column: 'is_active' }
  expect(preview()).toEqual({ ...plan, ids: null, value: true })
  give('New value', 'false')
  expect(preview()).toEqual({ ...plan, ids: null, value: false })
  tick('Elm', true)
  tick('Yew', true)
  expect(preview()).toEqual({ ...plan, ids: null, value: false })
  give('Rows', 'selected')
  expect(preview()).toEqual({ ...plan, ids: ['elm', 'yew'], value: false })
  tick('Elm', false)
  expect(preview()).toEqual({ ...plan, ids: ['yew'], value: false })
  tick('Yew', false)
  expect(preview()).toEqual({ ...plan, ids: null, value: false })
})

it.each([
  ['end_date', '2026-03-02T10:00', new Date(2026, 2, 2, 10).toISOString()],
  ['end_date', '', null],
  ['star_rating', ' 4 ', 4],
  ['star_rating', '4,5', 4.5],
  ['star_rating', '٤٫٥', 4.5],
  ['star_rating', 'four', 'four'],
  ['title', '12', '12'],
])('a column %s gets of the text %j the value %j', (column, text, value) => {
  const { give, preview } = openList('promotions')
  give('Column', column)
  give('New value', text)
  expect(preview()).toEqual({ kind: 'plan-value', ids: null, column, value })
})

it('a file is sent as text, and not in an encoding that would lose its letters', async () => {
  const { choose } = openList('promotions')
  expect(await choose(0xc3, 0xa9)).toEqual({ kind: 'plan-file', text: 'é' })
  expect(await choose(0xe9)).toBeUndefined()
})
