import { useEffect, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { isPublicPage, livePath } from '#app/platform/paths.ts'

/**
 * Updates an open page: prices, scores and states change in view. Pages of the visitor's own (sign-up, profile, search)
 * have no stream, because only the visitor changes them.
 */
export function LiveUpdates() {
  const { pathname, search } = useLocation()
  const { revalidate, state } = useRevalidator()
  const isIdle = useRef(true)
  /** A change arrived during a fetch, so the fetched data may be older. */
  const isChangePending = useRef(false)
  isIdle.current = state === 'idle'
  useEffect(() => {
    if (state !== 'idle' || !isChangePending.current) return
    isChangePending.current = false
    revalidate()
  }, [state, revalidate])
  useEffect(() => {
    if (!isPublicPage(pathname)) return
    let stop: (() => void) | undefined
    let gone = false
    const renew = () => {
      if (isIdle.current) revalidate()
      else isChangePending.current = true
    }
    import('../watch.ts')
      .then(({ watchPage, madeAt }) => {
        if (!gone) stop = watchPage(() => livePath(pathname + search, madeAt(pathname)), renew)
      })
      .catch(() => {
        // If it fails, the page stays unchanged; there is nothing to report.
      })
    return () => {
      gone = true
      stop?.()
    }
  }, [pathname, search, revalidate])
  return null
}
