import { beforeEach, expect, it, vi } from 'vitest'
import type { ShownVariable } from '#app/features/sources/stored-settings.server.ts'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { english } from '#tests/support/render.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { SourceSettings } from './source-settings.tsx'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
const requests = vi.hoisted(() => ({ sent: [] as unknown[], arrive: (_: object) => {} }))
vi.mock('#app/ui/admin/use-request.ts', () => ({
  useRequest: (onArrival?: (outcome: object) => void) => {
    if (onArrival) requests.arrive = onArrival
    return { outcome: undefined, busy: false, send: (body: unknown) => requests.sent.push(body) }
  },
}))
vi.mock('#app/ui/admin/use-early-value.ts', () => ({ useEarlyValue: () => undefined }))

const KEY: ShownVariable = {
  ...{
    name: 'PROMO_KEY',
    word: 'key',
    isSecret: true,
    from: 'kept',
    value: null,
    keptAt: null,
    problem: null,
  },
}
const ADDRESS: ShownVariable = { ...KEY, name: 'PROMO_URL', word: 'address', isSecret: false }

function show() {
  const shown = mount(
    <I18nContext value={english}>
      <SourceSettings settings={[KEY, ADDRESS]} lastTest={null} />
    </I18nContext>,
    () => ({ showModal() {}, close() {} }),
  )
  const field = (at: number) =>
    shown.all('input')[at]?.props as { value: string; onChange: (event: object) => void }
  return {
    typed: () => [field(0).value, field(1).value],
    type: (at: number, value: string) => field(at).onChange({ target: { value } }),
    press: (name: string) => {
      const button = shown.all('button').find((it) => (it.props['aria-label'] ?? it.text) === name)
      if (!button) throw new Error(`there is no ${name}`)
      ;(button.props.onClick as () => void)()
    },
  }
}

beforeEach(() => {
  requests.sent = []
  requests.arrive = () => {}
})

it('removes a stored key after a question, and what was typed with it', () => {
  const { type, typed, press } = show()
  type(0, 'old key')
  type(1, 'https://feed.example/')
  press('Remove Key')
  expect(requests.sent).toEqual([])
  press('Delete')
  expect(requests.sent).toEqual([{ kind: 'keep', values: { PROMO_KEY: null } }])
  requests.arrive({ kind: 'failed', message: null })
  expect(typed()).toEqual(['old key', 'https://feed.example/'])
  requests.arrive({ kind: 'saved', count: 1 })
  expect(typed()).toEqual(['', 'https://feed.example/'])
})

it('empties the fields that are saved, and keeps what was typed meanwhile', () => {
  const { type, typed, press } = show()
  type(0, 'a key')
  type(1, 'https://feed.example/')
  press('Save')
  type(1, 'https://feed.example/v2')
  requests.arrive({ kind: 'saved', count: 2 })
  expect(typed()).toEqual(['', 'https://feed.example/v2'])
})
