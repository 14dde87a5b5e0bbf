/** Where a carousel stands and goes, as plain numbers: pixels from the reading side's start, so that both directions count alike. */

/** How fast a carousel moves by itself, in pixels per millisecond. */
const SPEED = 0.05
/** After a pause of the browser (a hidden tab, a long task) a carousel goes on from where it stood. */
const LONGEST_FRAME_MS = 100
/** A carousel moves by itself only with more items than this. */
const ITEMS_AT_REST = 2
/** A touch is a swipe only when it moves sideways by more than this, in pixels. */
const SWIPE_THRESHOLD = 50
/** Browsers round positions: within this many pixels of an end is at the end. */
const TOLERANCE = 1

/** How long a carousel rests after it was moved by hand. */
export const REST_MS = { arrow: 2_000, touch: 5_000 } as const

/** How far one click of an arrow goes, in pixels. */
export interface Steps {
  phone: number
  desktop: number
}

export type Way = 1 | -1

export function movesByItself(items: number): boolean {
  return items > ITEMS_AT_REST
}

/** The position after a frame of moving by itself; at the end it begins anew. */
export function drift(position: number, elapsedMs: number, end: number): number {
  if (position >= end - TOLERANCE) return 0
  return Math.min(position + SPEED * Math.min(elapsedMs, LONGEST_FRAME_MS), end)
}

/** The position one step further; from either end it goes on at the other one. */
export function stepFrom(position: number, way: Way, step: number, end: number): number {
  if (way === 1 && position >= end - TOLERANCE) return 0
  if (way === -1 && position <= TOLERANCE) return end
  return clamp(position + way * step, end)
}

/**
 * The position after a touch: whole steps further in the way of the swipe, at least one; where it began when the touch
 * was too short to be a swipe.
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
