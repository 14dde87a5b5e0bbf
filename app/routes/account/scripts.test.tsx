import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PushSwitch } from '#app/features/visitor-alerts/components/push-switch.tsx'
import { open } from '#tests/support/controls.tsx'
import Invitation from './invitation.tsx'

/** What the scripts of account screens send by themselves. */

const { sent, submit } = vi.hoisted(() => {
  const sent: unknown[] = []
  return { sent, submit: (fields: object) => sent.push(fields) }
})
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  useSubmit: () => submit,
  useNavigation: () => ({ state: 'idle' }),
  Form: () => null,
  Link: () => null,
}))
beforeEach(() => sent.splice(0))

describe('the link of an invitation', () => {
  it('has its token behind the hash, which is sent to look the invitation up', () => {
    vi.stubGlobal('window', { location: { hash: '#the-token' } })
    open({ screen: Invitation, data: {} })
    expect(sent).toEqual([{ intent: 'look', token: 'the-token' }])
  })

  it('without a token sends nothing', () => {
    vi.stubGlobal('window', { location: { hash: '' } })
    open({ screen: Invitation, data: {} })
    expect(sent).toEqual([])
  })
})

describe('notifications', () => {
  const pushSite = (permission: 'granted' | 'denied') => {
    const subscription = {
      endpoint: 'https://push.example/1',
      toJSON: () => ({ endpoint: 'https://push.example/1' }),
    }
    const asked: object[] = []
    const registration = {
      pushManager: {
        getSubscription: async () => null,
        subscribe: async (options: object) => {
          asked.push(options)
          return subscription
        },
      },
    }
    const Notification = { permission: 'default', requestPermission: async () => permission }
    vi.stubGlobal('window', { PushManager: class {}, Notification })
    vi.stubGlobal('Notification', Notification)
    vi.stubGlobal('navigator', {
      serviceWorker: {
        getRegistration: async () => undefined,
        register: async () => registration,
        ready: Promise.resolve(registration),
      },
    })
    return asked
  }

  it('are turned on by a button: the browser is registered with the key of the site', async () => {
    const asked = pushSite('granted')
    const shown = open(<PushSwitch publicKey="key" endpoints={[]} />)
    await vi.waitFor(() => expect(shown.buttons()).toEqual(['Turn on for this browser']))
    expect(sent).toEqual([])
    shown.press('Turn on for this browser')
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent).toEqual([{ intent: 'subscribe', subscription: '{"endpoint":"https://push.example/1"}' }])
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'key' }])
  })

  it('are not registered where the visitor does not allow them', async () => {
    pushSite('denied')
    const shown = open(<PushSwitch publicKey="key" endpoints={[]} />)
    await vi.waitFor(() => expect(shown.buttons()).toEqual(['Turn on for this browser']))
    shown.press('Turn on for this browser')
    await vi.waitFor(() => expect(shown.buttons()).toEqual(['Turn on for this browser']))
    expect(sent).toEqual([])
  })
})
