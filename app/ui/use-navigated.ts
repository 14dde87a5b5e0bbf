import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Runs after each navigation, and not when scripts take over a page: what a visitor has opened or typed by then stays. */
export function useNavigated(run: () => void): void {
  const { key } = useLocation()
  const shownOn = useRef(key)
  useEffect(() => {
    if (shownOn.current === key) return
    shownOn.current = key
    run()
  })
}

/** Whether this is still the page that the document was made with. */
export function useIsFirstPage(): boolean {
  const { key } = useLocation()
  const [firstKey] = useState(key)
  const [isFirst, setIsFirst] = useState(true)
  if (isFirst && key !== firstKey) setIsFirst(false)
  return isFirst
}
