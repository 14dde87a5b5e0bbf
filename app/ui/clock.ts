import { createContext, useContext, useSyncExternalStore } from 'react'
import { MINUTE_MS, visitorZone } from '#app/platform/time.ts'

/** When and for which zone the document was rendered: what the first render in the browser must repeat. */
export interface Rendered {
  /** Milliseconds since 1970. */
  at: number
  /** IANA name. */
  zone: string
}

export const RenderedContext = createContext<Rendered>({ at: 0, zone: 'UTC' })

/** The current minute, as an instant: the document's while hydrating, then the browser's, renewed each minute. */
export function useNow(): Date {
  const { at } = useContext(RenderedContext)
  return new Date(useSyncExternalStore(onNextMinute, currentMinute, () => at))
}

/** The visitor's time zone; the site's on the server and while hydrating. */
export function useZone(): string {
  const { zone } = useContext(RenderedContext)
  return useSyncExternalStore(never, visitorZone, () => zone)
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
}

function onNextMinute(notify: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(
      () => {
        notify()
        wait()
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    )
  }
  wait()
  return () => clearTimeout(timer)
}

function never(): () => void {
  return () => {}
}
