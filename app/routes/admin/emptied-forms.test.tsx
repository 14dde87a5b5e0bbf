import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { english } from '#tests/support/render.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { NewBookmaker } from './bookmakers/new-bookmaker.tsx'
import { Senders } from './earnings/senders.tsx'
import { Invitations } from './people/invitations.tsx'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
/** The last form that waits for the result of its request. */
const form = vi.hoisted(() => ({ arrive: (_: object) => {} }))
vi.mock('#app/ui/admin/use-request.ts', () => ({
  useRequest: (onArrival: (outcome: object) => void) => {
    form.arrive = onArrival
    return { outcome: undefined, busy: false, send() {}, sendOnce() {} }
  },
}))
vi.mock('#app/ui/admin/use-early-value.ts', () => ({ useEarlyValue: () => undefined }))
vi.mock('#app/ui/admin/use-editor.ts', () => ({ useEditor: () => ({ rows: [] }) }))
vi.mock('./password-dialog.tsx', () => ({ PasswordDialog: () => null }))

beforeEach(() => {
  form.arrive = () => {}
})

it.each<[string, ReactNode, string, string]>([
  ['a bookmaker', <NewBookmaker key="1" />, 'created', 'refused'],
  ['a sender', <Senders key="2" senders={[]} bookmakers={[]} address="" />, 'created', 'refused-sender'],
  [
    'an invitation',
    <Invitations key="3" invitations={[]} givable={['editor']} languages={[]} language="en" />,
    'invited',
    'invite-refused',
  ],
])('the form of %s is empty after a success, and keeps its text otherwise', (_, element, done, refused) => {
  const shown = mount(<I18nContext value={english}>{element}</I18nContext>)
  const typed = () => shown.find('input').props.value
  ;(shown.find('input').props.onChange as (event: object) => void)({ target: { value: 'Elm' } })
  form.arrive({ kind: refused })
  expect(typed()).toBe('Elm')
  form.arrive({ kind: done, secret: '' })
  expect(typed()).toBe('')
})
