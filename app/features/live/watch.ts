/** A page that was just made shows what there is: the stream can wait until the page has settled. */
const START_AFTER_MS = 3_000
/** A page is not fetched anew more often, however quickly prices move. */
const LEAST_GAP_MS = 2_000

/** A stream that was refused is asked for again after this long, then after twice as long each time, up to the longest. */
const RETRY_AFTER_MS = 5_000
const LONGEST_RETRY_MS = 5 * 60_000

/**
 * Calls back when what a page shows has changed, as long as the page is in view; a hidden tab keeps no connection.
 * @param addressNow where the stream of the page is, for what the browser shows now
 * @returns ends it
 */
export function watchPage(addressNow: () => string, onChange: () => void): () => void {
  let stream: EventSource | undefined
  let starting: ReturnType<typeof setTimeout> | undefined
  let telling: ReturnType<typeof setTimeout> | undefined
  let lastTold = Date.now()
  let retryAfter = RETRY_AFTER_MS
  /** Changes may have gone by while there was no stream. */
  let missed = false
  const tell = () => {
    if (telling) return
    telling = setTimeout(
      () => {
        telling = undefined
        lastTold = Date.now()
        onChange()
      },
      Math.max(0, lastTold + LEAST_GAP_MS - Date.now()),
    )
  }
  const stop = () => {
    clearTimeout(starting)
    clearTimeout(telling)
    telling = undefined
    stream?.close()
    stream = undefined
  }
  const start = (delay: number) => {
    stop()
    starting = setTimeout(() => {
      stream = new EventSource(addressNow())
      stream.addEventListener('changed', tell)
      stream.addEventListener('open', () => {
        retryAfter = RETRY_AFTER_MS
        if (missed) tell()
        missed = false
      })
      stream.addEventListener('error', retry)
    }, delay)
  }
  /** A lost connection the browser restores itself; after an answer that is no stream (a proxy's 502, 429) it gives up. */
  const retry = () => {
    missed = true
    if (stream?.readyState !== EventSource.CLOSED) return
    start(retryAfter * (1 + Math.random()))
    retryAfter = Math.min(retryAfter * 2, LONGEST_RETRY_MS)
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return stop()
    // Whatever happened while nobody looked.
    tell()
    start(0)
  }
  document.addEventListener('visibilitychange', onVisibility)
  if (document.visibilityState === 'visible') start(START_AFTER_MS)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    stop()
  }
}

/**
 * When the copy that the browser shows was made, in milliseconds since 1970, as its server said (Server-Timing); 0 where
 * that is not known.
 * @param pathname of the page, whose data may have come after the document
 */
export function madeAt(pathname: string): number {
  const isOfPage = ({ name }: PerformanceEntry) => {
    const path = new URL(name).pathname
    return path === pathname || path === `${pathname}.data`
  }
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const latest = entries.filter(isOfPage).at(-1) as PerformanceResourceTiming | undefined
  return latest?.serverTiming?.find(({ name }) => name === 'made')?.duration ?? 0
}
