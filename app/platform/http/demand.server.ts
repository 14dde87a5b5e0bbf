import { LRUCache } from 'lru-cache'

/** For how many pages an audience has credit: a few at first, one for each visit, less those rendered for it before anybody asked. */
export interface Demand {
  /** A visitor of this audience has asked for a page. */
  note(audience: string): void
  /** Whether its visitors came lately, and it has credit. */
  has(audience: string): boolean
  /** A page is rendered for it before anybody asks. */
  take(audience: string): void
}

/** Visitors of a group of countries that come less often find few pages that are still current. */
const LATELY_MS = 10 * 60_000
const FIRST_CREDIT = 20
const MAX_CREDIT = 200
/** Each change of its permissions makes an audience a new one. */
const MAX_AUDIENCES = 32

export function createDemand(now: () => number): Demand {
  const known = new LRUCache<string, { credit: number; at: number }>({ max: MAX_AUDIENCES })
  return {
    note(audience) {
      const at = now()
      const demand = known.get(audience)
      if (!demand) {
        known.set(audience, { credit: FIRST_CREDIT, at })
        return
      }
      const most = at - demand.at > LATELY_MS ? FIRST_CREDIT : MAX_CREDIT
      demand.credit = Math.min(demand.credit + 1, most)
      demand.at = at
    },
    has(audience) {
      const demand = known.get(audience)
      return demand !== undefined && demand.credit > 0 && now() - demand.at <= LATELY_MS
    },
    take(audience) {
      const demand = known.get(audience)
      if (demand) demand.credit -= 1
    },
  }
}
