/** The position and movement of a carousel as numbers: pixels from the start of the reading direction, for both directions. */

/** The speed of automatic movement, in pixels per millisecond. */
const SPEED = 0.05
/** A carousel moves automatically only with more items than this. */
const ITEMS_AT_REST = 2
/** A touch is a swipe only if it moves sideways by more than this, in pixels. */
const SWIPE_THRESHOLD = 50
/** Browsers round positions: a position within this many pixels of an end counts as the end. */
const TOLERANCE = 1

/** The pause of automatic movement after the visitor has moved the carousel. */
export const REST_MS = { arrow: 2_000, touch: 5_000 } as const

/** The distance of one click of an arrow, in pixels. */
export interface Steps {
  phone: number
  desktop: number
}

export type Way = 1 | -1

export function movesByItself(items: number): boolean {
  return items > ITEMS_AT_REST
}

/** How long automatic movement takes from the start to an end, in milliseconds. */
export function roundOf(end: number): number {
  return end / SPEED
}

/** The position after this time of automatic movement; after the end it starts again. */
export function positionAfter(elapsedMs: number, end: number): number {
  return (elapsedMs * SPEED) % end
}

/** The position one step further; from either end it continues at the other end. */
export function stepFrom(position: number, way: Way, step: number, end: number): number {
  if (way === 1 && position >= end - TOLERANCE) return 0
  if (way === -1 && position <= TOLERANCE) return end
  return clamp(position + way * step, end)
}

/**
 * The position after a touch: whole steps further in the direction of the swipe, at least one; the start position if the
 * touch was too short for a swipe.
 * @param moved towards the end, in pixels
 */
export function swipeFrom(start: number, moved: number, step: number, end: number): number {
  if (Math.abs(moved) <= SWIPE_THRESHOLD) return start
  const steps = Math.max(1, Math.round(Math.abs(moved) / step))
  return clamp(start + Math.sign(moved) * steps * step, end)
}

export function clamp(position: number, end: number): number {
  return Math.min(Math.max(position, 0), end)
}
