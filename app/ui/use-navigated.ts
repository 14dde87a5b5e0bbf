import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Runs after each navigation, but not after hydration, so what a visitor has opened or typed before stays. */
export function useNavigated(run: () => void): void {
  const { key } = useLocation()
  const shownOn = useRef(key)
  useEffect(() => {
    if (shownOn.current === key) return
    shownOn.current = key
    run()
  })
}
