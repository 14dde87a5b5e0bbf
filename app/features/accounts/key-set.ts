import type { JWK } from 'jose'

export type PublishedKey = JWK & { kid: string; alg: string }

/** A key, or the API's error code for a missing one. */
export type FoundKey =
  | { ok: true; key: PublishedKey }
  | { ok: false; error: 'JWKS is empty' | 'No matching signing key found in JWKS' }

export interface KeySet {
  find(kid: string): Promise<FoundKey>
  /** Makes a key known that this process has just created, regardless of the last read. */
  announce(kid: string): void
}

/** The maximum age of the cached set. */
const LIFETIME_MS = 10 * 60_000
/** An unknown key can be new. Invented keys do not cause reads more often than this. */
const REREAD_MS = 60_000

/**
 * The published keys, read on demand and cached.
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
        // A key that was added meanwhile may be missing.
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
