import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { clamp, REST_MS, type Steps, stepFrom, swipeFrom, type Way } from './carousel-motion.ts'
import {
  endOf,
  glide,
  keepMoving,
  LARGE,
  type Motion,
  movedTowardsEnd,
  positionOf,
  setPosition,
} from './carousel-scroll.ts'

/** What pauses automatic movement. */
interface Hold {
  hovered: boolean
  focused: boolean
  /** The positions of the carousel and the finger at the start of the touch. */
  touch: { id: number; from: number; x: number; swipes: boolean } | null
  /** In the time of `performance.now()`. */
  until: number
}

/**
 * Moves a list automatically, by arrows and by swipes. The list scrolls natively: without scripts, with a wheel or with a
 * keyboard, the browser scrolls it.
 * @param auto whether it moves automatically, unless the visitor has paused it or prefers reduced motion
 */
export function useCarousel({ steps, auto, count }: { steps: Steps; auto: boolean; count: number }) {
  const list = useRef<HTMLUListElement>(null)
  const motion = useRef<Motion>(null)
  const hold = useRef<Hold>({ hovered: false, focused: false, touch: null, until: 0 })
  const [overflows, setOverflows] = useState(false)
  const [playing, setPlaying] = useState(true)
  const moving = auto && overflows && playing

  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of items has another width
  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      motion.current?.refresh()
      setOverflows(endOf(element) > 1)
    })
    observer.observe(element)
    for (const item of element.children) observer.observe(item)
    return () => observer.disconnect()
  }, [count])

  useEffect(() => {
    const element = list.current
    if (!element || !moving) return
    const kept = keepMoving(element, () => {
      const { hovered, focused, touch, until } = hold.current
      return hovered || focused || touch ? Number.POSITIVE_INFINITY : until
    })
    motion.current = kept
    return () => {
      motion.current = null
      kept.stop()
    }
  }, [moving])

  function set(change: Partial<Hold>): void {
    Object.assign(hold.current, change)
    motion.current?.update()
  }

  function go(way: Way): void {
    const element = list.current
    if (!element) return
    set({ until: performance.now() + REST_MS.arrow })
    glide(element, stepFrom(positionOf(element), way, currentStep(steps), endOf(element)))
  }

  function endTouch(event: PointerEvent<HTMLUListElement>, counts: boolean): void {
    const { touch } = hold.current
    if (touch?.id !== event.pointerId) return
    const element = event.currentTarget
    set({ touch: null, until: performance.now() + REST_MS.touch })
    if (!touch.swipes) return
    const moved = counts ? movedTowardsEnd(element, touch.x, event.clientX) : 0
    glide(element, swipeFrom(touch.from, moved, currentStep(steps), endOf(element)))
  }

  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') set({ hovered: true })
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') set({ hovered: false })
    },
    onPointerDown: (event: PointerEvent<HTMLUListElement>) => {
      if (event.pointerType === 'mouse' || !event.isPrimary) return
      const touch = { id: event.pointerId, from: 0, x: event.clientX, swipes: auto }
      set({ touch })
      touch.from = positionOf(event.currentTarget)
    },
    onPointerMove: (event: PointerEvent<HTMLUListElement>) => {
      const { touch } = hold.current
      if (touch?.id !== event.pointerId || !touch.swipes) return
      const element = event.currentTarget
      setPosition(
        element,
        clamp(touch.from + movedTowardsEnd(element, touch.x, event.clientX), endOf(element)),
      )
    },
    onPointerUp: (event: PointerEvent<HTMLUListElement>) => endTouch(event, true),
    onPointerCancel: (event: PointerEvent<HTMLUListElement>) => endTouch(event, false),
    // A click also sets the focus, but then hovering pauses it already.
    onFocus: (event: FocusEvent) => {
      set({ focused: event.target.matches(':focus-visible') })
    },
    onBlur: () => set({ focused: false }),
  }
  return { list, handlers, overflows, playing, setPlaying, go }
}

function currentStep(steps: Steps): number {
  return window.matchMedia(LARGE).matches ? steps.desktop : steps.phone
}
