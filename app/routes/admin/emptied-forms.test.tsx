import { type ComponentType, type ReactNode, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { I18nContext } from '#app/platform/i18n/use-translation.ts'
import { english } from '#tests/support/render.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { NewBookmaker } from './bookmakers/new-bookmaker.tsx'
import { Senders } from './earnings/senders.tsx'
import { NewExperiment } from './experiments/new-experiment.tsx'
import Experiments from './experiments/route.tsx'
import { Invitations } from './people/invitations.tsx'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
/** The last form that waits for the result of its request. */
const form = vi.hoisted(() => ({ arrive: (_: object) => {}, confirm: (_: string) => {} }))
vi.mock('#app/ui/admin/use-request.ts', () => ({
  useRequest: (onArrival: (outcome: object) => void) => {
    form.arrive = onArrival
    return { outcome: undefined, busy: false, send() {}, sendOnce() {} }
  },
}))
vi.mock('#app/ui/admin/use-early-value.ts', () => ({ useEarlyValue: () => undefined }))
vi.mock('#app/ui/admin/use-editor.ts', () => ({ useEditor: () => ({ rows: [] }) }))
vi.mock('./experiments/experiment-panel.tsx', () => ({ ExperimentPanel: () => null }))
vi.mock('#app/ui/admin/unsaved-guard.tsx', () => ({ UnsavedGuard: () => null }))
vi.mock('./experiments/adopted.tsx', () => ({ Adopted: () => null }))
vi.mock('./password-dialog.tsx', () => ({
  PasswordDialog: ({ onConfirm }: { onConfirm: (password: string) => void }) => {
    form.confirm = onConfirm
    return null
  },
}))

beforeEach(() => {
  form.arrive = () => {}
  form.confirm = () => {}
})

/** An element, and its first field. */
function show(element: ReactNode) {
  const shown = mount(<I18nContext value={english}>{element}</I18nContext>)
  const field = () => shown.find('input').props as { value: string; onChange: (event: object) => void }
  return {
    typed: () => field().value,
    type: (value: string) => field().onChange({ target: { value } }),
  }
}

it.each<[string, ReactNode, string, string]>([
  ['a bookmaker', <NewBookmaker key="1" />, 'created', 'refused'],
  [
    'an experiment',
    <NewExperiment key="4" bookmakers={[]} languages={[]} />,
    'created',
    'refused-experiment',
  ],
  ['a sender', <Senders key="2" senders={[]} bookmakers={[]} address="" />, 'created', 'refused-sender'],
  [
    'an invitation',
    <Invitations key="3" invitations={[]} givable={['editor']} languages={[]} language="en" />,
    'invited',
    'invite-refused',
  ],
])('the form of %s is empty after a success, and keeps its text otherwise', (_, element, done, refused) => {
  const { type, typed } = show(element)
  type('Elm')
  form.confirm('')
  form.arrive({ kind: refused, problems: [] })
  expect(typed()).toBe('Elm')
  form.arrive({ kind: done, secret: '' })
  expect(typed()).toBe('')
})

it('the form of an invitation keeps the next address while the answer to the last one arrives', () => {
  const { type, typed } = show(
    <Invitations invitations={[]} givable={['editor']} languages={[]} language="en" />,
  )
  type('elm@example.org')
  form.confirm('')
  type('oak@example.org')
  form.arrive({ kind: 'invited' })
  expect(typed()).toBe('oak@example.org')
})

/** The screen of experiments, with those that the server has now. */
const server = { create: () => {} }
function ExperimentsOfServer() {
  const [experiments, setExperiments] = useState<{ id: string }[]>([])
  server.create = () => setExperiments([{ id: 'one of a colleague' }])
  const Screen = Experiments as unknown as ComponentType<{ loaderData: object }>
  return <Screen loaderData={{ experiments, bookmakers: [], languages: [], adopted: {} }} />
}

it('the form of an experiment keeps its text while a colleague creates another one', () => {
  const { type, typed } = show(<ExperimentsOfServer />)
  type('Elm')
  server.create()
  expect(typed()).toBe('Elm')
})
