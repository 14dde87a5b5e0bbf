import { startTransition, useEffect, useState } from 'react'

/**
 * Marks the document after hydration with `<html data-ready>`; browser tests wait for it. Changes of the first effects
 * are complete by then.
 */
export function useReady(): void {
  const [isTakenOver, setTakenOver] = useState(false)
  useEffect(() => {
    if (isTakenOver) document.documentElement.dataset.ready = ''
    else startTransition(() => setTakenOver(true))
  }, [isTakenOver])
}
