import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { changeMe, getMe, refreshMe, subscribe, watchMe } from '../me-store.ts'
import type { Me } from '../schema.ts'

interface MeState {
  /** Undefined until it is known. */
  me: Me | undefined
  /** Fetches the visitor again and resolves to the result; undefined if it cannot be read. */
  refresh: typeof refreshMe
  change: typeof changeMe
}

const MeContext = createContext<MeState>({
  me: undefined,
  refresh: async () => undefined,
  change: async () => undefined,
})

/** Gives its children the visitor. The first state is the same as on the server, for any visitor. */
export function MeProvider({ children }: { children: ReactNode }) {
  const me = useSyncExternalStore(subscribe, getMe, () => undefined)
  return <MeContext value={{ me, refresh: refreshMe, change: changeMe }}>{children}</MeContext>
}

/** Requests the visitor in the application, which has no script of the public pages. */
export function useWatchedMe(): void {
  const { me } = useMe()
  useEffect(watchMe, [])
  // Browser tests wait for it, as for `data-ready`.
  useEffect(() => {
    const { dataset } = document.documentElement
    if (me) dataset.visitor = me.user ? 'member' : 'guest'
    else delete dataset.visitor
  }, [me])
}

export function useMe(): MeState {
  return useContext(MeContext)
}
