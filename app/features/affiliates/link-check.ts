/** Whether a link leads somewhere. What a server answers to a robot does not always tell: then nothing is claimed. */

/** Texts: `links.state.<state>`. */
export const LINK_STATES = ['broken', 'unclear', 'works'] as const
export type LinkState = (typeof LINK_STATES)[number]

export interface LinkFinding {
  state: LinkState
  /** A code of FetchError; null where an answer came that is none. */
  reason: string | null
  status: number | null
}

/** Answers by which servers turn robots and countries away, or methods: visitors may well be let in. */
const REFUSALS = new Set([401, 403, 405, 406, 407, 408, 421, 425, 429, 451])

/** What an answer says, after its redirects. */
export function judgeStatus(status: number): LinkFinding {
  if (status >= 200 && status < 400) return { state: 'works', reason: null, status }
  if (REFUSALS.has(status)) return { state: 'unclear', reason: 'http_status', status }
  return { state: 'broken', reason: 'http_status', status }
}

/** What it says that no answer came. */
export function judgeSilence(reason: string): LinkFinding {
  return { state: 'broken', reason, status: null }
}

/** Whether another attempt a moment later may end otherwise. */
export function mayPass({ state, reason, status }: LinkFinding): boolean {
  if (state !== 'broken') return false
  return reason === 'unreachable' || reason === 'timed_out' || (status ?? 0) >= 500
}

/**
 * Whether findings tell more about this machine than about the links: nothing answered, on several hosts.
 * @param hosts of the links
 */
export function isOwnFault(findings: readonly LinkFinding[], hosts: number): boolean {
  return hosts > 1 && findings.every(({ reason }) => reason === 'unreachable' || reason === 'timed_out')
}
