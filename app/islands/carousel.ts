import { clamp, drift, REST_MS, stepFrom, swipeFrom, type Way } from '#app/ui/carousel-motion.ts'

const LARGE = '(min-width: 48rem)'
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Arrows, and moving by itself, for a strip that scrolls as the browser has it (site/parts/strip.tsx). */
export function startCarousel(strip: HTMLElement): void {
  const list = strip.querySelector('ul')
  const arrows = strip.querySelector<HTMLElement>('.arrows')
  if (!list || !arrows) return
  arrows.dataset.own = ''
  const auto = strip.dataset.carousel === 'auto'
  const step = () => Number(window.matchMedia(LARGE).matches ? strip.dataset.desktop : strip.dataset.phone)
  /** What holds a carousel that would move by itself. */
  const hold = { hovered: false, focused: false, playing: true, until: 0 }
  let touch: { id: number; from: number; x: number } | null = null

  arrows.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { way, pause, play } = button?.dataset ?? {}
    if (way) {
      hold.until = performance.now() + REST_MS.arrow
      glide(list, stepFrom(positionOf(list), Number(way) as Way, step(), endOf(list)))
    } else if (button && pause && play) {
      hold.playing = !hold.playing
      button.title = hold.playing ? pause : play
      button.classList.toggle('paused', !hold.playing)
    }
  })
  new ResizeObserver(() => {
    const overflows = endOf(list) > 1
    arrows.toggleAttribute('data-off', !overflows)
    list.classList.toggle('swiped', auto && overflows)
  }).observe(list)
  if (!auto) return

  list.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType === 'mouse') hold.hovered = true
  })
  list.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') hold.hovered = false
  })
  // A click focuses too, but whoever clicks sees where the mouse is: hovering holds it.
  list.addEventListener('focusin', ({ target }) => {
    hold.focused = target instanceof Element && target.matches(':focus-visible')
  })
  list.addEventListener('focusout', () => {
    hold.focused = false
  })
  list.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    touch = { id: event.pointerId, from: positionOf(list), x: event.clientX }
  })
  list.addEventListener('pointermove', (event) => {
    if (touch?.id !== event.pointerId) return
    setPosition(list, clamp(touch.from + movedTowardsEnd(list, touch.x, event.clientX), endOf(list)))
  })
  const endTouch = (event: PointerEvent, counts: boolean) => {
    if (touch?.id !== event.pointerId) return
    const { from, x } = touch
    touch = null
    hold.until = performance.now() + REST_MS.touch
    glide(list, swipeFrom(from, counts ? movedTowardsEnd(list, x, event.clientX) : 0, step(), endOf(list)))
  }
  list.addEventListener('pointerup', (event) => endTouch(event, true))
  list.addEventListener('pointercancel', (event) => endTouch(event, false))
  keepMoving(
    list,
    (now) => !hold.playing || hold.hovered || hold.focused || touch !== null || now < hold.until,
  )
}

/** Moves the list frame by frame while it is in view and nothing holds it. */
function keepMoving(list: HTMLElement, isHeld: (now: number) => boolean): void {
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
    // The browser may round what it is given: only a position that somebody else has set counts.
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
  new IntersectionObserver(([entry]) => {
    inView = entry?.isIntersecting ?? false
    decide()
  }).observe(list)
  reduced.addEventListener('change', decide)
  document.addEventListener('visibilitychange', decide)
}

/** Browsers count scroll positions of right-to-left content downwards from zero. */
function positionOf(element: Element): number {
  return Math.abs(element.scrollLeft)
}

function setPosition(element: Element, position: number): void {
  element.scrollLeft = position * directionOf(element)
}

function glide(element: Element, position: number): void {
  const behavior = window.matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth'
  element.scrollTo({ left: position * directionOf(element), behavior })
}

function endOf(element: Element): number {
  return element.scrollWidth - element.clientWidth
}

/** What lies further on comes into view when the finger goes towards the reading side's start. */
function movedTowardsEnd(element: Element, from: number, to: number): number {
  return (from - to) * directionOf(element)
}

function directionOf(element: Element): 1 | -1 {
  return element.matches(':dir(rtl)') ? -1 : 1
}
