import type { Entry } from './page-store.server.ts'
import type { RenderedPage, RenderFailure } from './render-page.server.ts'

/** A finished render, with the first change since it began that concerns it. */
export type RenderOutcome = RenderFailure | (RenderedPage & { firstChange: Change | undefined })

/** A change of data, by its tags. */
export interface Change {
  generation: number
  at: number
  tags: readonly string[]
}

/** The moment a visitor's request came in, or a render began. */
export interface Arrival {
  /** The number of the latest known change. */
  generation: number
  at: number
}

export function isFresh(entry: Entry, at: number): boolean {
  return entry.invalidatedBy === 0 && at < entry.expiresAt
}

/** Since when a page has been stale. */
export function staleSince(entry: Entry): number {
  return Math.min(entry.invalidatedAt, entry.expiresAt)
}

/** Whether a render began after every change that made the page stale. */
export function beganSince(begun: Arrival, entry: Entry, at: number): boolean {
  return begun.generation >= entry.invalidatedBy && (at < entry.expiresAt || begun.at >= entry.expiresAt)
}

/**
 * Whether a render that began before a request can answer it: nothing that it read has changed before the request.
 * @param begun when the render began
 */
export function canAnswer(outcome: RenderOutcome, begun: Arrival | undefined, arrival: Arrival): boolean {
  if (outcome.kind === 'failure') return begun !== undefined && arrival.generation <= begun.generation
  const { firstChange, expiresAt, shared } = outcome
  if (!shared) return false
  return (!firstChange || arrival.generation < firstChange.generation) && arrival.at < expiresAt
}

/** Whether a change concerns one of the tags. */
export function concerns(change: Change, tags: ReadonlySet<string>): boolean {
  return change.tags.some((tag) => tag === '*' || tags.has(tag))
}
