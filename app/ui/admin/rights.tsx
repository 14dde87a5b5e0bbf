import { createContext, type ReactNode, use } from 'react'

/** What the reader of a screen may do; the server refuses everything else. */
export interface Rights {
  /** Whether the screen's own data may be changed. Without it, fields cannot be edited and buttons are not shown. */
  canChange: boolean
  /** Whether something of another screen is allowed, such as `history.read`. */
  may: (permission: string) => boolean
}

const ALL: Rights = { canChange: true, may: () => true }

const RightsContext = createContext(ALL)

export const RightsProvider = RightsContext

export function useRights(): Rights {
  return use(RightsContext)
}

/** Buttons and forms that change the screen's data: shown only to readers who may do that. */
export function Changing({ children }: { children: ReactNode }) {
  return useRights().canChange ? children : null
}

/** Filters and other fields that change no data: everybody can use them. */
export function Reading({ children }: { children: ReactNode }) {
  const rights = useRights()
  return <RightsContext value={{ ...rights, canChange: true }}>{children}</RightsContext>
}
