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
  /** What pauses an automatic carousel. */
  const hold = {
    hovered: false,
    focused: false,
    stopped: false,
    until: 0,
    touch: null as { id: number; from: number; x: number } | null,
  }
  let motion: Motion | undefined
  const set = (change: Partial<typeof hold>) => {
    Object.assign(hold, change)
    motion?.update()
  }

  arrows.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { way, pause, play } = button?.dataset ?? {}
    if (way) {
      set({ until: performance.now() + REST_MS.arrow })
      glide(list, stepFrom(positionOf(list), Number(way) as Way, step(), endOf(list)))
    } else if (button && pause && play) {
      set({ stopped: !hold.stopped })
      button.title = hold.stopped ? play : pause
      button.classList.toggle('paused', hold.stopped)
    }
  })
  const setOverflow = () => {
    const overflows = endOf(list) > 1
    arrows.toggleAttribute('data-off', !overflows)
    list.classList.toggle('swiped', auto && overflows)
  }
  const measure = () => (motion ? motion.measure(setOverflow) : setOverflow())
  new ResizeObserver(measure).observe(list)
  // The page may have other items then.
  document.addEventListener('renewed', measure)
  if (!auto) return

  for (const type of ['pointerenter', 'pointerleave'] as const)
    list.addEventListener(type, ({ pointerType }) => {
      if (pointerType === 'mouse') set({ hovered: type === 'pointerenter' })
    })
  // A click sets the focus, too, but then hovering pauses it already.
  list.addEventListener('focusin', ({ target }) =>
    set({ focused: target instanceof Element && target.matches(':focus-visible') }),
  )
  list.addEventListener('focusout', () => set({ focused: false }))
  list.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !event.isPrimary) return
    const touch = { id: event.pointerId, from: 0, x: event.clientX }
    set({ touch })
    touch.from = positionOf(list)
  })
  list.addEventListener('pointermove', (event) => {
    const { touch } = hold
    if (touch?.id !== event.pointerId) return
    setPosition(list, clamp(touch.from + movedTowardsEnd(list, touch.x, event.clientX), endOf(list)))
  })
  for (const type of ['pointerup', 'pointercancel'] as const)
    list.addEventListener(type, (event) => {
      const { touch } = hold
      if (touch?.id !== event.pointerId) return
      set({ touch: null, until: performance.now() + REST_MS.touch })
      const moved = type === 'pointerup' ? movedTowardsEnd(list, touch.x, event.clientX) : 0
      glide(list, swipeFrom(touch.from, moved, step(), endOf(list)))
    })
  motion = keepMoving(list, () =>
    hold.stopped || hold.hovered || hold.focused || hold.touch ? Number.POSITIVE_INFINITY : hold.until,
  )
}
