/** A new page is current, so the stream can start after the page has settled. */
const START_AFTER_MS = 3_000
/** The least time between two fetches of a page, however often prices change. */
const MIN_GAP_MS = 2_000

/** After a rejected stream, the wait before the next attempt. It doubles each time up to a maximum. */
const RETRY_AFTER_MS = 5_000
/** While no stream is open, the wait before the page is fetched all the same. It doubles like the other one. */
const RENEW_AFTER_MS = 30_000
const MAX_WAIT_MS = 150_000

/** Between the least wait and its double: a site that restarts has closed all its streams at once. */
const spread = (least: number) => least * (1 + Math.random())
const longer = (least: number) => Math.min(least * 2, MAX_WAIT_MS)

/**
 * Calls back when the data of a page have changed, while the page is visible; now and then if no stream can tell. A hidden
 * tab has no connection.
 * @param addressNow the URL of the page's stream, for the current data of the page; null for a page without one
 * @returns a function that stops watching
 */
export function watchPage(addressNow: (() => string) | null, onChange: () => void): () => void {
  let stream: EventSource | undefined
  let starting: ReturnType<typeof setTimeout> | undefined
  let telling: ReturnType<typeof setTimeout> | undefined
  let renewing: ReturnType<typeof setTimeout> | undefined
  let lastNotified = performance.now()
  let retryAfter = RETRY_AFTER_MS
  let renewAfter = RENEW_AFTER_MS
  const notify = () => {
    telling ??= setTimeout(
      () => {
        telling = undefined
        lastNotified = performance.now()
        onChange()
      },
      Math.max(0, lastNotified + MIN_GAP_MS - performance.now()),
    )
  }
  const renewLater = () => {
    renewing ??= setTimeout(() => {
      renewing = undefined
      if (addressNow) renewAfter = longer(renewAfter)
      notify()
      renewLater()
    }, spread(renewAfter))
  }
  const stopRenewing = () => {
    clearTimeout(renewing)
    renewing = undefined
  }
  const stop = () => {
    clearTimeout(starting)
    clearTimeout(telling)
    telling = undefined
    stopRenewing()
    stream?.close()
  }
  const start = (delay: number) => {
    renewLater()
    if (!addressNow) return
    starting = setTimeout(() => {
      stream = new EventSource(addressNow())
      stream.addEventListener('changed', notify)
      // The server compares the page of the address with its own: it tells what was missed.
      stream.addEventListener('open', () => {
        retryAfter = RETRY_AFTER_MS
        renewAfter = RENEW_AFTER_MS
        stopRenewing()
      })
      stream.addEventListener('error', retry)
    }, delay)
  }
  /**
   * The browser reconnects a lost connection itself. After a response that is not a stream (a proxy's 502, 429) it
   * gives up.
   */
  const retry = () => {
    renewLater()
    if (stream?.readyState !== EventSource.CLOSED) return
    start(spread(retryAfter))
    retryAfter = longer(retryAfter)
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return stop()
    // For changes while the page was hidden, also if no stream can be opened.
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
