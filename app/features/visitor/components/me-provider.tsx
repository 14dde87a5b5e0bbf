import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { getMe, refreshMe, subscribe, updateMe, watchMe } from '../me-store.ts'
import { type Me, SIGNED_OUT } from '../schema.ts'

interface MeState {
  /** Undefined until it is known; signed out if it cannot be read. */
  me: Me | undefined
  /** Fetches the visitor again and resolves to the result. */
  refresh: () => Promise<Me>
  update: (change: (me: Me) => Me) => void
}

const MeContext = createContext<MeState>({
  me: undefined,
  refresh: async () => SIGNED_OUT,
  update: () => {},
})

/** Gives its children the visitor. The first state is the same as on the server, for any visitor. */
export function MeProvider({ children }: { children: ReactNode }) {
  const me = useSyncExternalStore(subscribe, getMe, () => undefined)
  return <MeContext value={{ me, refresh: refreshMe, update: updateMe }}>{children}</MeContext>
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
