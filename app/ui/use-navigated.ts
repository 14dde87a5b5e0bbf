import { useEffect, useRef, useState } from 'react'
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

/** Whether this is still the page that the document was rendered for. */
export function useIsFirstPage(): boolean {
  const { key } = useLocation()
  const [firstKey] = useState(key)
  const [isFirst, setIsFirst] = useState(true)
  if (isFirst && key !== firstKey) setIsFirst(false)
  return isFirst
}
