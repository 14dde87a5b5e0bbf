import { describe, expect, it, vi } from 'vitest'
import { MeProvider } from '#app/features/visitor/components/me-provider.tsx'
import { getMe, refreshMe, watchMe } from '#app/features/visitor/me-store.ts'
import type { Me } from '#app/features/visitor/schema.ts'
import { inEnglish } from '#tests/support/english.tsx'
import { mount } from '#tests/support/tiny-react.ts'
import { FavouriteToggle } from './favourite-toggle.tsx'

vi.mock('react', async (load) => (await import('#tests/support/tiny-react.ts')).ownHooks(await load()))

const LEAGUE = { mark: 'serie-a', name: 'Serie A' }
const ADA = {
  email: 'ada@example.org',
  username: 'ada',
  role: 'user' as const,
  language: null,
  priceFormat: null,
}

/** The favourite button of a league on a page of this visitor; the server answers changes of favourites with the status. */
async function open(me: Me, status = 204) {
  const asked: string[] = []
  const events = new EventTarget()
  const opened = vi.fn()
  events.addEventListener('show-login-modal', opened)
  vi.stubGlobal('window', events)
  vi.stubGlobal('localStorage', { setItem() {}, removeItem() {} })
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} } }),
  )
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/resources/me') return Response.json(me)
    asked.push(`${init?.method} ${path}`)
    return new Response(null, { status })
  })
  await refreshMe()
  const shown = mount(
    inEnglish(
      <MeProvider>
        <FavouriteToggle of={LEAGUE} />
      </MeProvider>,
    ),
  )
  const heart = () => shown.find('button')
  const isMarked = () => heart().props['aria-pressed']
  const isAtRest = () => vi.waitFor(() => expect(heart().props['aria-disabled']).toBe(false))
  const press = () => (heart().props.onClick as () => void)()
  expect(isMarked()).toBe(me.favourites.includes(LEAGUE.mark))
  return { asked, opened, isMarked, isAtRest, press }
}

describe('the heart of a league', () => {
  it('adds the league on the page at once, and inserts a favourite', async () => {
    const { asked, press, isMarked, isAtRest } = await open({ user: ADA, favourites: ['serie-b'] })
    press()
    expect(isMarked()).toBe(true)
    expect(getMe()?.favourites).toEqual(['serie-b', 'serie-a'])
    await isAtRest()
    expect([asked, isMarked()]).toEqual([['POST /resources/favourites/serie-a'], true])
  })

  it('removes a favourite from the page at once, and deletes it', async () => {
    const { asked, press, isMarked, isAtRest } = await open({ user: ADA, favourites: ['serie-a', 'serie-b'] })
    press()
    expect(isMarked()).toBe(false)
    expect(getMe()?.favourites).toEqual(['serie-b'])
    await isAtRest()
    expect([asked, isMarked()]).toEqual([['DELETE /resources/favourites/serie-a'], false])
  })

  it('reverts a change that could not be stored', async () => {
    for (const favourites of [['serie-b'], ['serie-a', 'serie-b']]) {
      const { press, isMarked, isAtRest } = await open({ user: ADA, favourites }, 500)
      const before = isMarked()
      press()
      expect(isMarked()).toBe(!before)
      await isAtRest()
      expect(isMarked()).toBe(before)
      expect(getMe()?.favourites.toSorted()).toEqual(favourites)
    }
  })

  it('reverts a change without a connection, and tells that there is none', async () => {
    const { press, isMarked, isAtRest } = await open({ user: ADA, favourites: [] })
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const told = vi.fn()
    window.addEventListener('offline', told)
    press()
    await isAtRest()
    expect([isMarked(), told.mock.calls.length]).toEqual([false, 1])
    vi.stubGlobal('navigator', { onLine: true })
    press()
    await isAtRest()
    expect([isMarked(), told.mock.calls.length]).toEqual([false, 1])
  })

  it.each(['before the press', 'while it is being stored'])(
    'stays as pressed when the visitor was asked for %s',
    async (when) => {
      const { press, isMarked, isAtRest } = await open({ user: ADA, favourites: [] })
      const favourites: string[] = []
      const [store, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      vi.stubGlobal('fetch', async (path: string) => {
        if (path === '/resources/me') {
          const known = Response.json({ user: ADA, favourites })
          await answer.promise
          return known
        }
        await store.promise
        favourites.push(LEAGUE.mark)
        return new Response(null, { status: 204 })
      })
      const asked = when === 'before the press' ? refreshMe() : undefined
      press()
      const answered = asked ?? refreshMe()
      const [first, last] = asked ? [store, answer] : [answer, store]
      first.resolve()
      await new Promise((resolve) => setTimeout(resolve))
      expect(isMarked()).toBe(true)
      last.resolve()
      expect((await answered)?.favourites).toEqual([LEAGUE.mark])
      await isAtRest()
      expect(isMarked()).toBe(true)
    },
  )

  it('stores the press of a visitor who cannot be read, and asks one to sign in whom the server does not know', async () => {
    for (const status of [204, 401]) {
      const { asked, opened, press, isAtRest } = await open({ user: ADA, favourites: [] }, status)
      const stored: string[] = []
      vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
        if (path === '/resources/me') return new Response('', { status: 503 })
        stored.push(`${init?.method} ${path}`)
        return new Response(null, { status })
      })
      // The page comes from the back/forward cache.
      vi.stubGlobal('addEventListener', (_: string, onShow: (event: object) => void) =>
        onShow({ persisted: true }),
      )
      const stop = watchMe()
      press()
      await isAtRest()
      expect([stored, asked]).toEqual([['POST /resources/favourites/serie-a'], []])
      expect(opened).toHaveBeenCalledTimes(status === 401 ? 1 : 0)
      stop()
    }
  })

  it('changes nothing for a signed-out visitor, and asks to sign in with the event show-login-modal', async () => {
    const { asked, opened, press, isMarked, isAtRest } = await open({ user: null, favourites: [] })
    press()
    await isAtRest()
    expect(opened).toHaveBeenCalledOnce()
    expect([asked, isMarked()]).toEqual([[], false])
  })
})
