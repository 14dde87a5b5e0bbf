import { beforeEach, expect, it, vi } from 'vitest'
import { builtInLabels } from '#app/features/translations/built-in.server.ts'
import type { GridLanguage } from '#app/features/translations/editor-schema.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { mount } from '#tests/support/tiny-react.ts'
import Translations from './route.tsx'

/** What the screen of the texts does when its controls are used, without a browser. */

const controls = vi.hoisted(() => () => import('#tests/support/controls.tsx'))
const done = vi.hoisted(() => ({
  sent: [] as unknown[],
  set: [] as unknown[],
  paths: [] as string[],
  at: { key: '', search: '' },
}))
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  useNavigate: () => (path: string) => done.paths.push(path),
  useLocation: () => done.at,
}))
vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count }: { count: number }) => ({
    getTotalSize: () => 0,
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, start: 0 })),
  }),
}))
vi.mock('#app/ui/admin/fields.tsx', async () => (await controls()).replaced.fields)
vi.mock('#app/ui/admin/icon-button.tsx', async () => (await controls()).replaced.iconButton)
vi.mock('#app/ui/admin/confirm-dialog.tsx', async () => (await controls()).replaced.confirmDialog)
vi.mock(
  '#app/features/history/components/history-button.tsx',
  async () => (await controls()).replaced.historyButton,
)
vi.mock('#app/ui/admin/save-bar.tsx', async () => (await controls()).replaced.saveBar)
vi.mock('#app/ui/admin/use-editor.ts', () => ({
  useEditor: (rows: object[]) => ({
    ...{ rows, changed: new Map(), outcome: undefined },
    set: (id: string, patch: object) => done.set.push([id, patch]),
  }),
}))
vi.mock('#app/ui/admin/use-request.ts', () => ({
  useRequest: () => ({ outcome: undefined, busy: false, send: (body: unknown) => done.sent.push(body) }),
}))
vi.mock('./add-key.tsx', () => ({ AddKey: () => null }))
vi.mock('./transfer.tsx', () => ({ Transfer: () => null }))
vi.mock('./gaps-report.tsx', () => ({ GapsReport: () => null }))
beforeEach(() => {
  for (const list of [done.sent, done.set, done.paths]) list.splice(0)
  done.at = { key: 'first', search: '' }
  const replaceState = (_state: unknown, _title: string, path: string) => done.paths.push(path)
  vi.stubGlobal('history', { replaceState })
  vi.stubGlobal('location', { pathname: '/admin/translations' })
})

const language = (code: string, name: string): GridLanguage => ({
  ...{ id: `id-${code}`, code, name, nativeName: name, isDefault: code === 'en', isActive: true },
  ...{ rtl: false, forms: ['one', 'other'] },
})

function open() {
  const loaderData = {
    namespaces: ['common', 'sports'].map((name) => ({ name, description: null })),
    languages: [language('en', 'English'), language('it', 'Italian')],
    grid: {
      ...{ namespace: 'common', keys: ['close', 'home'] },
      saved: { 'id-en': '{"close":"Shut"}', 'id-it': '{"home":"Pagina","close":"Chiudi"}' },
      shipped: { en: { close: 'Close', home: 'Home' }, it: {} },
    },
    gaps: [],
  }
  const page = mount(
    <I18nContext value={createI18n('en', builtInLabels('en'))}>
      <Translations {...({ loaderData } as unknown as Parameters<typeof Translations>[0])} />
    </I18nContext>,
    () => ({ showModal() {}, scrollTo() {} }),
  )
  const call = (type: string, label: string, event: string, value: unknown) => {
    const host = page.all(type).find(({ props, text }) => (props['aria-label'] ?? text) === label)
    if (!host) throw new Error(`there is no "${label}"`)
    const handler = host.props[event] as (value: unknown) => void
    handler(value)
  }
  const cells = () =>
    Object.fromEntries(page.all('textarea').map(({ props }) => [props['aria-label'], props.value]))
  return { call, cells }
}

it('each cell shows the saved text of its key in its language, and changes no other', () => {
  const { call, cells } = open()
  expect(cells()).toEqual({
    ...{ 'close in English': 'Shut', 'close in Italian': 'Chiudi' },
    ...{ 'home in English': '', 'home in Italian': 'Pagina' },
  })
  call('textarea', 'home in Italian', 'onChange', { target: { value: 'Casa' } })
  call('textarea', 'close in English', 'onChange', { target: { value: '' } })
  expect(done.set).toEqual([
    ['home', { 'id-it': 'Casa' }],
    ['close', { 'id-en': '' }],
  ])
})

it('the search shows the keys that it finds, while they are typed', () => {
  const { call, cells } = open()
  const found = () => [...new Set(Object.keys(cells()).map((name) => name.split(' ')[0]))]
  for (const [query, keys] of [
    ['PAG', ['home']],
    ['shut', ['close']],
    ['', ['close', 'home']],
    ['nowhere', []],
  ] as const) {
    call('input', 'Search', 'onChange', query)
    expect(found(), query).toEqual(keys)
  }
  expect(done.paths).toEqual(['?search=PAG', '?search=shut', '/admin/translations', '?search=nowhere'])
  done.at = { key: 'second', search: '?search=shut' }
  call('input', 'Search', 'onChange', 'anything')
  expect(found()).toEqual(['close'])
  done.at = { key: 'second', search: '?search=nowhere' }
  call('input', 'Search', 'onChange', 'anything')
  expect(found()).toEqual([])
})

it('a key is deleted in the shown namespace, after a question', () => {
  const { call } = open()
  call('button', 'Delete the saved texts of home', 'onClick', {})
  expect(done.sent).toEqual([])
  call('button', 'Confirm: Delete', 'onClick', {})
  expect(done.sent).toEqual([{ intent: 'delete', namespace: 'common', key: 'home' }])
})

it('another namespace is at its own address', () => {
  const { call } = open()
  call('input', 'Namespace', 'onChange', 'common')
  call('input', 'Namespace', 'onChange', 'sports')
  expect(done.paths).toEqual(['/admin/translations/sports'])
})
