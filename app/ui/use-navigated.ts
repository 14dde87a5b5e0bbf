import { useEffect, useRef } from 'react'
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
