import { clamp, positionAfter, roundOf } from './carousel-motion.ts'

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

/** The ends of lists that move: their items are shifted, so that their scroll width says nothing. */
const endsOfMoving = new WeakMap<Element, number>()

/** The position at the end; 0 if everything fits. */
export function endOf(list: Element): number {
  return endsOfMoving.get(list) ?? list.scrollWidth - list.clientWidth
}

/** The distance of a swipe towards the end: later items appear when the finger moves towards the start of reading. */
export function movedTowardsEnd(list: Element, from: number, to: number): number {
  return (from - to) * directionOf(list)
}

function directionOf(list: Element): 1 | -1 {
  return list.matches(':dir(rtl)') ? -1 : 1
}

export interface Motion {
  /** To be called when what holds it has changed. A list that is held scrolls from where it is seen. */
  update(): void
  /** To be called when sizes have changed. */
  refresh(): void
  stop(): void
}

/**
 * Moves a list while it is visible and nothing holds it. Its items are shifted by an animation, which the browser's
 * compositor draws: setting the scroll position in each frame took a tenth of a phone's processor.
 * @param heldUntil the end of a pause, in the time of `performance.now()`; infinite if an event ends it
 */
export function keepMoving(list: Element, heldUntil: () => number): Motion {
  const reduced = window.matchMedia(REDUCED_MOTION)
  let inView = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let animations: Animation[] = []

  function begin(): void {
    const end = endOf(list)
    if (end <= 1) return
    const from = positionOf(list)
    // The animation moves all of the way, so that it can start over without a script.
    setPosition(list, 0)
    const shifts = ['0', `${-end * directionOf(list)}px`]
    animations = [...list.children].map((item) => {
      const animation = item.animate(
        { translate: shifts },
        { duration: roundOf(end), iterations: Number.POSITIVE_INFINITY },
      )
      animation.currentTime = from < end - 1 ? roundOf(from) : 0
      return animation
    })
    endsOfMoving.set(list, end)
  }

  /** Ends the animation; the list scrolls to where it was seen. */
  function settle(): void {
    const [first] = animations
    if (!first) return
    const end = endOf(list)
    // The browser may have scrolled meanwhile, to an item with the focus.
    const seen = positionAfter(Number(first.currentTime), end) + positionOf(list)
    for (const animation of animations) animation.cancel()
    animations = []
    endsOfMoving.delete(list)
    setPosition(list, clamp(seen, end))
  }

  function update(): void {
    clearTimeout(timer)
    const pause = heldUntil() - performance.now()
    if (pause > 0 || !inView || reduced.matches || document.hidden) settle()
    else if (animations.length === 0) begin()
    if (pause > 0 && Number.isFinite(pause)) timer = setTimeout(update, pause)
  }

  function refresh(): void {
    settle()
    update()
  }

  // Something else than this has scrolled the list: it continues from there.
  const onScroll = () => {
    if (animations.length > 0 && positionOf(list) > 1) refresh()
  }
  const observer = new IntersectionObserver(([entry]) => {
    inView = entry?.isIntersecting ?? false
    update()
  })
  observer.observe(list)
  list.addEventListener('scroll', onScroll)
  reduced.addEventListener('change', update)
  document.addEventListener('visibilitychange', update)
  return {
    update,
    refresh,
    stop() {
      clearTimeout(timer)
      settle()
      observer.disconnect()
      list.removeEventListener('scroll', onScroll)
      reduced.removeEventListener('change', update)
      document.removeEventListener('visibilitychange', update)
    },
  }
}
