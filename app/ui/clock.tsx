import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'
import { MINUTE_MS, visitorZone } from '#app/platform/time.ts'

/** An instant and a zone: those of rendering on the server and during hydration, then the browser's. */
export interface Rendered {
  /** Milliseconds since 1970; NaN where no part may read the clock. */
  at: number
  /** IANA name. */
  zone: string
}

export const RenderedContext = createContext<Rendered>({ at: 0, zone: 'UTC' })

/**
 * The current minute, as an instant: the document's during hydration, then the browser's, updated each minute.
 * @throws Error in a part whose markup is kept, which has no clock
 */
export function useNow(): Date {
  const { at } = useContext(RenderedContext)
  if (Number.isNaN(at)) throw new Error('A part whose markup is kept reads the clock')
  return new Date(at)
}

/** The visitor's time zone; the site's on the server and during hydration. */
export function useZone(): string {
  return useContext(RenderedContext).zone
}

/**
 * The clock of a document: first the time of rendering, then the browser's. All times share one clock. Its changes are
 * transitions, so they do not block the visitor's input; separate clocks would each render the page synchronously.
 */
export function Clock({ rendered, children }: { rendered: Rendered; children: ReactNode }) {
  const [clock, setClock] = useState(rendered)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      startTransition(() => setClock(visitorClock))
      timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS))
    }
    tick()
    return () => clearTimeout(timer)
  }, [])
  return <RenderedContext value={clock}>{children}</RenderedContext>
}

function visitorClock(before: Rendered): Rendered {
  const at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const zone = visitorZone()
  return before.at === at && before.zone === zone ? before : { at, zone }
}
