import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { keepMember, unmarkMember } from '../member-mark.ts'
import type { Me } from '../schema.ts'

interface MeState {
  /** Undefined until it is known; signed out where it cannot be. */
  me: Me | undefined
  refresh: () => Promise<void>
  update: (change: (me: Me) => Me) => void
}

const MeContext = createContext<MeState>({ me: undefined, refresh: async () => {}, update: () => {} })

const SIGNED_OUT: Me = { user: null, favourites: [] }

/** Fetches once who the visitor is. The pages themselves are the same for everybody. */
export function MeProvider({ children }: { children: ReactNode }) {
  const [me, setMe] = useState<Me>()
  const refresh = useCallback(async () => {
    const response = await fetch('/resources/me').catch(() => undefined)
    const answer = response?.ok ? ((await response.json()) as Me) : undefined
    if (answer) keepMember(answer.user !== null)
    if (!answer?.user) unmarkMember()
    setMe(answer ?? SIGNED_OUT)
  }, [])
  const update = useCallback(
    (change: (me: Me) => Me) => setMe((current) => change(current ?? SIGNED_OUT)),
    [],
  )
  useEffect(() => {
    refresh()
  }, [refresh])
  return <MeContext value={{ me, refresh, update }}>{children}</MeContext>
}

export function useMe(): MeState {
  return useContext(MeContext)
}
