import { clamp, REST_MS, stepFrom, swipeFrom, type Way } from '#app/ui/carousel-motion.ts'
import {
  endOf,
  glide,
  keepMoving,
  LARGE,
  movedTowardsEnd,
  positionOf,
  setPosition,
} from '#app/ui/carousel-scroll.ts'

/** Arrows and automatic movement for a natively scrolling strip (site/parts/strip.tsx). */
export function startCarousel(strip: HTMLElement): void {
  const list = strip.querySelector('ul')
  const arrows = strip.querySelector<HTMLElement>('.arrows')
  if (!list || !arrows) return
  arrows.dataset.own = ''
  const auto = strip.dataset.carousel === 'auto'
  const step = () => Number(window.matchMedia(LARGE).matches ? strip.dataset.desktop : strip.dataset.phone)
  /** The reasons for which an automatic carousel pauses. */
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
  // A click sets the focus, too, but then hovering pauses it already.
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
