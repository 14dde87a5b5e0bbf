/** Whether a link works. A server's response to a robot does not always show it: the state is then unknown. */

/** Texts: `links.state.<state>`. */
export const LINK_STATES = ['broken', 'unclear', 'works'] as const
export type LinkState = (typeof LINK_STATES)[number]

export interface LinkFinding {
  state: LinkState
  /** A code of FetchError; null if there was a response. */
  reason: string | null
  status: number | null
}

/** Responses that servers give to robots, countries or methods that they reject: visitors may not get them. */
const REFUSALS = new Set([401, 403, 405, 406, 407, 408, 421, 425, 429, 451])

/** The state by a response, after its redirects. */
export function judgeStatus(status: number): LinkFinding {
  if (status >= 200 && status < 400) return { state: 'works', reason: null, status }
  if (REFUSALS.has(status)) return { state: 'unclear', reason: 'http_status', status }
  return { state: 'broken', reason: 'http_status', status }
}

/** The state without a response. */
export function judgeSilence(reason: string): LinkFinding {
  return { state: 'broken', reason, status: null }
}

/** Whether a retry a moment later may have another result. */
export function mayPass({ state, reason, status }: LinkFinding): boolean {
  if (state !== 'broken') return false
  return reason === 'unreachable' || reason === 'timed_out' || (status ?? 0) >= 500
}

/**
 * Whether the results say more about this machine than about the links: no response from several hosts.
 * @param hosts of the links
 */
export function isOwnFault(findings: readonly LinkFinding[], hosts: number): boolean {
  return hosts > 1 && findings.every(({ reason }) => reason === 'unreachable' || reason === 'timed_out')
}
