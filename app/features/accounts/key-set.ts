import type { JWK } from 'jose'

export type PublishedKey = JWK & { kid: string; alg: string }

/** A key, or why there is none, in the words of the API. */
export type FoundKey =
  | { ok: true; key: PublishedKey }
  | { ok: false; error: 'JWKS is empty' | 'No matching signing key found in JWKS' }

export interface KeySet {
  find(kid: string): Promise<FoundKey>
  /** Makes sure that a key which this process has just signed with is known, however lately the set was read. */
  announce(kid: string): void
}

/** Changes of the set show after so long at the latest. */
const LIFETIME_MS = 10 * 60_000
/** A key that is unknown may be new. Whoever makes up keys has the set read no more often than this. */
const REREAD_MS = 60_000

/**
 * The published keys, read when they are needed and kept for a while.
 * @param now milliseconds of a clock
 */
export function createKeySet(read: () => Promise<PublishedKey[]>, now: () => number = Date.now): KeySet {
  let keys: PublishedKey[] = []
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  function reread(): Promise<void> {
    reading ??= begin()
    return reading
  }

  function begin(): Promise<void> {
    const own: Promise<void> = read()
      .then((fresh) => {
        // A key that was announced meanwhile may be missing.
        const isLatest = reading === own
        if (isLatest || readAt === Number.NEGATIVE_INFINITY) keys = fresh
        if (isLatest) readAt = now()
      })
      .finally(() => {
        if (reading === own) reading = undefined
      })
    return own
  }

  return {
    async find(kid) {
      const known = () => keys.find((it) => it.kid === kid)
      const age = now() - readAt
      if (age >= LIFETIME_MS || (age >= REREAD_MS && !known())) await reread()
      const key = known()
      if (key) return { ok: true, key }
      return {
        ok: false,
        error: keys.length === 0 ? 'JWKS is empty' : 'No matching signing key found in JWKS',
      }
    },
    announce(kid) {
      if (keys.some((it) => it.kid === kid)) return
      readAt = Number.NEGATIVE_INFINITY
      reading = undefined
    },
  }
}
