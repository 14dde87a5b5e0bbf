import { useEffect, useRef, useState } from 'react'

/** Elements within this distance of the window are rendered in advance. */
const MARGIN = '1200px 0px'

const found = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

function observe(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) found.get(target)?.()
    },
    { rootMargin: MARGIN },
  )
  found.set(element, onNear)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

/** Whether an element is or was in or near the window, or is requested in any case. */
export function useNear<Target extends Element>(isWanted: boolean) {
  const ref = useRef<Target>(null)
  const [isNear, setNear] = useState(isWanted)
  if (isWanted && !isNear) setNear(true)
  useEffect(() => {
    if (isNear || !ref.current) return
    return observe(ref.current, () => setNear(true))
  }, [isNear])
  return { ref, isNear }
}
