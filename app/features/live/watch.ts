/** A new page is current, so the stream can start after the page has settled. */
const START_AFTER_MS = 3_000
/** The least time between two fetches of a page, however often prices change. */
const MIN_GAP_MS = 2_000

/** After a rejected stream, the wait before the next attempt. It doubles each time up to a maximum. */
const RETRY_AFTER_MS = 5_000
const MAX_RETRY_MS = 5 * 60_000

/**
 * Calls back when the data of a page have changed, while the page is visible. A hidden tab has no connection.
 * @param addressNow the URL of the page's stream, for the current data of the page
 * @returns a function that stops watching
 */
export function watchPage(addressNow: () => string, onChange: () => void): () => void {
  let stream: EventSource | undefined
  let starting: ReturnType<typeof setTimeout> | undefined
  let telling: ReturnType<typeof setTimeout> | undefined
  let lastNotified = performance.now()
  let retryAfter = RETRY_AFTER_MS
  /** Whether changes may have been missed without a stream. */
  let missed = false
  const notify = () => {
    if (telling) return
    telling = setTimeout(
      () => {
        telling = undefined
        lastNotified = performance.now()
        onChange()
      },
      Math.max(0, lastNotified + MIN_GAP_MS - performance.now()),
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
      stream.addEventListener('changed', notify)
      stream.addEventListener('open', () => {
        retryAfter = RETRY_AFTER_MS
        if (missed) notify()
        missed = false
      })
      stream.addEventListener('error', retry)
    }, delay)
  }
  /**
   * The browser reconnects a lost connection itself. After a response that is not a stream (a proxy's 502, 429) it
   * gives up.
   */
  const retry = () => {
    missed = true
    if (stream?.readyState !== EventSource.CLOSED) return
    start(retryAfter * (1 + Math.random()))
    retryAfter = Math.min(retryAfter * 2, MAX_RETRY_MS)
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return stop()
    // For changes while the page was hidden.
    notify()
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
 * When the shown copy was rendered, in milliseconds since 1970, by the server's Server-Timing; 0 if unknown.
 * @param pathname of the page, which may have been fetched again since
 */
export function madeAt(pathname: string): number {
  const isOfPage = ({ name }: PerformanceEntry) => new URL(name).pathname === pathname
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const latest = entries.filter(isOfPage).at(-1) as PerformanceResourceTiming | undefined
  return latest?.serverTiming?.find(({ name }) => name === 'made')?.duration ?? 0
}
