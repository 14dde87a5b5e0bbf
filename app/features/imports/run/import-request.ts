import type { DetailRequests } from '../read/event-details.server.ts'
import type { BodyOptions } from '../read/open-body.server.ts'
import type { ImportProgress } from '../schema.ts'

/** What an import run reads, and how. */
export interface ImportRequest {
  /** Key of a source. */
  source: string
  /** A file's path or an http(s) address. */
  origin: string
  options?: {
    /** The bookmaker of a feed with prices of one bookmaker. */
    bookmaker?: string
    /** Resumes this run (queued, failed or cancelled). */
    runId?: string
    /** Who requested it: an administrator's id, `cli`, `schedule`. */
    requestedBy?: string
    /** Time limits, size limit, headers, whether private addresses are allowed. */
    fetch?: BodyOptions
    /** How long the run waits for its source, over all requests; undefined: without a limit. */
    patienceMs?: number
    batchItems?: number
    heartbeatMs?: number
    waitingAfterMs?: number
    /** Only matches of this sport, by any of its names; without one the run ends as `no_matches`. */
    sport?: string
    /** The address is that of one sport's matches; without one the run ends as `no_matches`. */
    isOfOneSport?: boolean
    /** Keys of the only competitions that are imported. */
    competitions?: readonly string[]
    /** The response can be empty, such as scores of days without matches. Otherwise that ends the run as `no_items`. */
    mayBeEmpty?: boolean
    /** The position of the sport in the menu, unless its position is fixed. */
    menuPosition?: number
    /** The response is of this past instant: its prices become history, never current prices. */
    snapshotAt?: Date
    /** The details that are requested of listed events, in addition to the list. */
    detail?: DetailRequests
  }
  onProgress?: (progress: ImportProgress) => void
  /** Stops the run after its current batch; it can be resumed. */
  signal?: AbortSignal
  /** Called after each batch with its duration: waits while visitors wait for pages, for at most that time. */
  giveWay?: (limitMs: number) => Promise<void>
}
