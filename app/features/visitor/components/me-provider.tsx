import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { keepMember, markMember, unmarkMember } from '../member-mark.ts'
import { type Me, SIGNED_OUT } from '../schema.ts'

interface MeState {
  /** Undefined until it is known; signed out if it cannot be read. */
  me: Me | undefined
  /** Fetches the visitor again and resolves to the result. */
  refresh: () => Promise<Me>
  update: (change: (me: Me) => Me) => void
}

export const MeContext = createContext<MeState>({
  me: undefined,
  refresh: async () => SIGNED_OUT,
  update: () => {},
})

/**
 * Fetches the visitor: once, and again when a page becomes visible, because the visitor may have signed in or out
 * elsewhere. The pages themselves are the same for all visitors.
 */
export function MeProvider({ children }: { children: ReactNode }) {
  const [me, setMe] = useState<Me>()
  const asking = useRef<Promise<Me>>(undefined)
  const ask = useCallback(async () => {
    const response = await fetch('/resources/me').catch(() => undefined)
    const answer = response?.ok ? ((await response.json()) as Me) : undefined
    if (answer) keepMember(answer.user !== null)
    if (!answer?.user) unmarkMember()
    setMe((current) => answer ?? current ?? SIGNED_OUT)
    return answer ?? SIGNED_OUT
  }, [])
  // One request at a time: a late response would undo favourites that were added since.
  const refresh = useCallback(() => {
    asking.current ??= ask().finally(() => {
      asking.current = undefined
    })
    return asking.current
  }, [ask])
  const update = useCallback(
    (change: (me: Me) => Me) => setMe((current) => change(current ?? SIGNED_OUT)),
    [],
  )
  useEffect(() => {
    refresh()
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      // A page from the back/forward cache shows no personal data until it is known that the user is still signed in.
      markMember()
      setMe(undefined)
      refresh()
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    window.addEventListener('pageshow', onShow)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('pageshow', onShow)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [refresh])
  // Browser tests wait for it, as for `data-ready`.
  useEffect(() => {
    const { dataset } = document.documentElement
    if (me) dataset.visitor = me.user ? 'member' : 'guest'
    else delete dataset.visitor
  }, [me])
  return <MeContext value={{ me, refresh, update }}>{children}</MeContext>
}

export function useMe(): MeState {
  return useContext(MeContext)
}
