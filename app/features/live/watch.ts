/** A page that was just made shows what there is: the stream can wait until the page has settled. */
const START_AFTER_MS = 3_000
/** A page is not fetched anew more often, however quickly prices move. */
const LEAST_GAP_MS = 2_000

/**
 * Calls back when what a page shows has changed, as long as the page is in view; a hidden tab keeps no connection.
 * @param address where the stream of the page is
 * @returns ends it
 */
export function watchPage(address: string, onChange: () => void): () => void {
  let stream: EventSource | undefined
  let starting: ReturnType<typeof setTimeout> | undefined
  let telling: ReturnType<typeof setTimeout> | undefined
  let lastTold = Date.now()
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
      stream = new EventSource(address)
      stream.addEventListener('changed', tell)
    }, delay)
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
