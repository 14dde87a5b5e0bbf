import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { clamp, REST_MS, type Steps, stepFrom, swipeFrom, type Way } from './carousel-motion.ts'
import {
  endOf,
  glide,
  keepMoving,
  LARGE,
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
  /** In the time of animation frames. */
  until: number
}

/**
 * Moves a list automatically, by arrows and by swipes. The list scrolls natively: without scripts, with a wheel or with a
 * keyboard, the browser scrolls it.
 * @param auto whether it moves automatically, unless the visitor has paused it or prefers reduced motion
 */
export function useCarousel({ steps, auto, count }: { steps: Steps; auto: boolean; count: number }) {
  const list = useRef<HTMLUListElement>(null)
  const hold = useRef<Hold>({ hovered: false, focused: false, touch: null, until: 0 })
  const [overflows, setOverflows] = useState(false)
  const [playing, setPlaying] = useState(true)
  const moving = auto && overflows && playing

  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of items has another width
  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(endOf(element) > 1))
    observer.observe(element)
    for (const item of element.children) observer.observe(item)
    return () => observer.disconnect()
  }, [count])

  useEffect(() => {
    const element = list.current
    if (!element || !moving) return
    return keepMoving(element, (now) => {
      const { hovered, focused, touch, until } = hold.current
      return hovered || focused || touch !== null || now < until
    })
  }, [moving])

  function go(way: Way): void {
    const element = list.current
    if (!element) return
    hold.current.until = performance.now() + REST_MS.arrow
    glide(element, stepFrom(positionOf(element), way, currentStep(steps), endOf(element)))
  }

  function endTouch(event: PointerEvent<HTMLUListElement>, counts: boolean): void {
    const { touch } = hold.current
    if (touch?.id !== event.pointerId) return
    const element = event.currentTarget
    hold.current.touch = null
    hold.current.until = performance.now() + REST_MS.touch
    if (!touch.swipes) return
    const moved = counts ? movedTowardsEnd(element, touch.x, event.clientX) : 0
    glide(element, swipeFrom(touch.from, moved, currentStep(steps), endOf(element)))
  }

  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') hold.current.hovered = true
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') hold.current.hovered = false
    },
    onPointerDown: (event: PointerEvent<HTMLUListElement>) => {
      if (event.pointerType === 'mouse' || !event.isPrimary) return
      const from = positionOf(event.currentTarget)
      hold.current.touch = { id: event.pointerId, from, x: event.clientX, swipes: auto }
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
      hold.current.focused = event.target.matches(':focus-visible')
    },
    onBlur: () => {
      hold.current.focused = false
    },
  }
  return { list, handlers, overflows, playing, setPlaying, go }
}

function currentStep(steps: Steps): number {
  return window.matchMedia(LARGE).matches ? steps.desktop : steps.phone
}
