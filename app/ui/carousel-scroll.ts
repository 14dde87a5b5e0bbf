import { drift } from './carousel-motion.ts'

export const LARGE = '(min-width: 48rem)'
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Browsers count scroll positions of right-to-left content from zero downwards. */
export function positionOf(list: Element): number {
  return Math.abs(list.scrollLeft)
}

export function setPosition(list: Element, position: number): void {
  list.scrollLeft = position * directionOf(list)
}

/** Scrolls smoothly, or at once with reduced motion. */
export function glide(list: Element, position: number): void {
  const behavior = window.matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth'
  list.scrollTo({ left: position * directionOf(list), behavior })
}

/** The position at the end; 0 if everything fits. */
export function endOf(list: Element): number {
  return list.scrollWidth - list.clientWidth
}

/** The distance of a swipe towards the end: later items appear when the finger moves towards the start of reading. */
export function movedTowardsEnd(list: Element, from: number, to: number): number {
  return (from - to) * directionOf(list)
}

function directionOf(list: Element): 1 | -1 {
  return list.matches(':dir(rtl)') ? -1 : 1
}

/** Moves a list frame by frame while it is visible and not paused. @returns a function that stops it */
export function keepMoving(list: Element, isHeld: (now: number) => boolean): () => void {
  const reduced = window.matchMedia(REDUCED_MOTION)
  let inView = false
  let frame = 0
  let last = 0
  let position = 0
  const onFrame = (now: number) => {
    frame = requestAnimationFrame(onFrame)
    const elapsed = now - last
    last = now
    if (isHeld(now)) return
    // The browser may round a position: only a larger difference means that something else has set it.
    const actual = positionOf(list)
    if (Math.abs(actual - position) > 1) position = actual
    const end = endOf(list)
    if (end <= 1) return
    position = drift(position, elapsed, end)
    setPosition(list, position)
  }
  const decide = () => {
    cancelAnimationFrame(frame)
    if (!inView || reduced.matches || document.hidden) return
    last = performance.now()
    frame = requestAnimationFrame(onFrame)
  }
  const observer = new IntersectionObserver(([entry]) => {
    inView = entry?.isIntersecting ?? false
    decide()
  })
  observer.observe(list)
  reduced.addEventListener('change', decide)
  document.addEventListener('visibilitychange', decide)
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    reduced.removeEventListener('change', decide)
    document.removeEventListener('visibilitychange', decide)
  }
}
