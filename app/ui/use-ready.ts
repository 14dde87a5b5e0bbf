import { startTransition, useEffect, useState } from 'react'

/**
 * Marks the document once scripts have taken it over, `<html data-ready>`: whoever drives a browser waits for it. What
 * the parts of the page change in their first effects is there by then.
 */
export function useReady(): void {
  const [isTakenOver, setTakenOver] = useState(false)
  useEffect(() => {
    if (isTakenOver) document.documentElement.dataset.ready = ''
    else startTransition(() => setTakenOver(true))
  }, [isTakenOver])
}
