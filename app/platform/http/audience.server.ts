import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Whom a response is for: the visitors of a group of countries with the same permissions. `app/features/audiences`
 * defines what each may see. The key is different after each change of the permissions, so a response that was stored
 * under an earlier key is never served again.
 */
export interface ServedAudience {
  /** A part of the keys of caches: no spaces. Empty for everybody, without any limits. */
  readonly key: string
  /** Names that the response must not mention, as `mentionsName` compares them. */
  readonly barredNames?: readonly string[]
}

/** Everybody, without any limits: the only audience of a site without groups of countries, and of the back office. */
export const UNLIMITED: ServedAudience = { key: '' }

const current = new AsyncLocalStorage<ServedAudience>()

/** Runs `fn` for an audience, also across awaits. */
export function serveAudience<T>(audience: ServedAudience, fn: () => T): T {
  return current.run(audience, fn)
}

/**
 * The audience of the current response; undefined outside of one. A query calls `readAudience` of the feature instead,
 * which notes that its result is for this audience only.
 */
export function servedAudience(): ServedAudience | undefined {
  return current.getStore()
}

/** What a generator gives, each made for an audience: for the body of a response, which is read after its route has returned. */
export async function* serveEach<T>(audience: ServedAudience, made: AsyncGenerator<T, void>) {
  try {
    for (;;) {
      const { value, done } = await serveAudience(audience, () => made.next())
      if (done) return
      yield value as T
    }
  } finally {
    await made.return()
  }
}
