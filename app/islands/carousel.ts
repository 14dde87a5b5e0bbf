import { clamp, REST_MS, stepFrom, swipeFrom, type Way } from '#app/ui/carousel-motion.ts'
import {
  endOf,
  glide,
  keepMoving,
  LARGE,
  type Motion,
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
  let motion: Motion | undefined

  arrows.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { way, pause, play } = button?.dataset ?? {}
    if (way) {
      hold.until = performance.now() + REST_MS.arrow
      motion?.update()
      glide(list, stepFrom(positionOf(list), Number(way) as Way, step(), endOf(list)))
    } else if (button && pause && play) {
      hold.playing = !hold.playing
      button.title = hold.playing ? pause : play
      button.classList.toggle('paused', !hold.playing)
      motion?.update()
    }
  })
  new ResizeObserver(() => {
    motion?.refresh()
    const overflows = endOf(list) > 1
    arrows.toggleAttribute('data-off', !overflows)
    list.classList.toggle('swiped', auto && overflows)
  }).observe(list)
  if (!auto) return

  const hover = (hovered: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    hold.hovered = hovered
    motion?.update()
  }
  list.addEventListener('pointerenter', hover(true))
  list.addEventListener('pointerleave', hover(false))
  // A click sets the focus, too, but then hovering pauses it already.
  list.addEventListener('focusin', ({ target }) => {
    hold.focused = target instanceof Element && target.matches(':focus-visible')
    motion?.update()
  })
  list.addEventListener('focusout', () => {
    hold.focused = false
    motion?.update()
  })
  list.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    touch = { id: event.pointerId, from: 0, x: event.clientX }
    motion?.update()
    touch.from = positionOf(list)
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
    motion?.update()
    glide(list, swipeFrom(from, counts ? movedTowardsEnd(list, x, event.clientX) : 0, step(), endOf(list)))
  }
  list.addEventListener('pointerup', (event) => endTouch(event, true))
  list.addEventListener('pointercancel', (event) => endTouch(event, false))
  motion = keepMoving(list, () =>
    !hold.playing || hold.hovered || hold.focused || touch ? Number.POSITIVE_INFINITY : hold.until,
  )
}
