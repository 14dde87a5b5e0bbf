import { noteChangeAt } from '#app/platform/http/reads.server.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import type { MatchSummary } from '../matches/schema.ts'

/** A choice of markets. It is reused for a while; the prices of the rows are always current. */
export interface Chosen<Candidate> {
  madeAt: Date
  /** When the choice is made again. */
  until: Date
  candidates: Candidate[]
}

const LIFETIME_MS = 2 * MINUTE_MS
/** The highest share of the database's time for choosing, however much has changed. */
const SHARE_OF_TIME = 1 / 20

/** Records how long a choice is valid. */
export function chosen<Candidate>(madeAt: Date, candidates: Candidate[]): Chosen<Candidate> {
  const now = new Date()
  const took = now.getTime() - madeAt.getTime()
  const until = new Date(madeAt.getTime() + Math.max(LIFETIME_MS, took / SHARE_OF_TIME))
  noteChangeAt(until)
  return { madeAt, until, candidates }
}

/** A choice may be older than a kick-off, and a source may quote a match in play. */
export function isToCome({ status, startTime }: MatchSummary): boolean {
  return status === 'scheduled' && new Date(startTime) > new Date()
}
