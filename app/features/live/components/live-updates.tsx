import { useEffect, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { isPublicPage, livePath } from '#app/platform/paths.ts'

/**
 * Keeps an open page up to date: prices, scores and states change under the reader's eyes. A screen of the visitor's own
 * (sign-up, profile, search) has no stream: it changes by his own hand.
 */
export function LiveUpdates() {
  const { pathname, search } = useLocation()
  const { revalidate, state } = useRevalidator()
  const isIdle = useRef(true)
  /** Something changed while the page was being fetched: what comes may be from before. */
  const isOwed = useRef(false)
  isIdle.current = state === 'idle'
  useEffect(() => {
    if (state !== 'idle' || !isOwed.current) return
    isOwed.current = false
    revalidate()
  }, [state, revalidate])
  useEffect(() => {
    if (!isPublicPage(pathname)) return
    let stop: (() => void) | undefined
    let gone = false
    const renew = () => {
      if (isIdle.current) revalidate()
      else isOwed.current = true
    }
    import('../watch.ts')
      .then(({ watchPage, madeAt }) => {
        if (!gone) stop = watchPage(() => livePath(pathname + search, madeAt(pathname)), renew)
      })
      .catch(() => {
        // Without it the page is as it was made: nothing to tell anybody.
      })
    return () => {
      gone = true
      stop?.()
    }
  }, [pathname, search, revalidate])
  return null
}
