import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE_MS } from '#app/platform/time.ts'
import { mount } from '#tests/support/tiny-react.ts'
import { useRenewal } from './use-renewal.ts'

const router = vi.hoisted(() => ({ reads: 0 }))
vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))
vi.mock('react-router', async (load) => {
  const revalidate = async () => {
    router.reads += 1
  }
  return { ...(await load<typeof import('react-router')>()), useRevalidator: () => ({ revalidate }) }
})

let answer: () => Promise<Response>
let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
beforeEach(() => {
  vi.useFakeTimers()
  router.reads = 0
  answer = async () => Response.json({ user: null, favourites: [] })
  const root = { dataset: {}, classList: { add() {}, remove() {} } }
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const, documentElement: root })
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', () => answer())
  // After the screen has ended.
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
})
function Screen() {
  useRenewal()
  return null
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
async function show(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(2_000)
}

it('a screen is read again each minute, and when its tab is shown again', async () => {
  mount(<Screen />)
  await pass(20_000)
  expect(router.reads).toBe(0)
  await pass(MINUTE_MS)
  expect(router.reads).toBeGreaterThan(0)
  await show('hidden')
  const before = router.reads
  await pass(10 * MINUTE_MS)
  expect(router.reads).toBe(before)
  await show('visible')
  expect(router.reads).toBe(before + 1)
})

it('is not read while the site does not answer: the error would replace the screen', async () => {
  mount(<Screen />)
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await pass(3 * MINUTE_MS)
  answer = async () => new Response('', { status: 503 })
  await pass(3 * MINUTE_MS)
  expect(router.reads).toBe(0)
  answer = async () => Response.json({ user: null, favourites: [] })
  await pass(2 * MINUTE_MS)
  expect(router.reads).toBeGreaterThan(0)
})
