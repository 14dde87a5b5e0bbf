import { useCallback, useEffect, useState } from 'react'

/** How often it is asked: while something is under way, and while nothing is. */
const BUSY_MS = 1_000
const IDLE_MS = 5_000

/**
 * What an address answers as JSON, asked again and again, so that several browsers show the same.
 * @param isBusy whether something is under way; the same function on each call
 * @param initial what is known before the first answer
 * @returns with `renew`, which asks at once, and takes over what is known already
 */
export function usePolled<State>(
  path: string,
  isBusy: (state: State) => boolean,
  initial?: State,
): { state: State | undefined; renew: (known?: State) => void } {
  const [state, setState] = useState(initial)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` begins anew
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const gone = new AbortController()
    const ask = async () => {
      const next = await askFor<State>(path, gone.signal)
      if (gone.signal.aborted) return
      if (next) setState(next)
      timer = setTimeout(ask, next && isBusy(next) ? BUSY_MS : IDLE_MS)
    }
    ask()
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [path, isBusy, asked])
  const renew = useCallback((known?: State) => {
    if (known) setState(known)
    setAsked((count) => count + 1)
  }, [])
  return { state, renew }
}

/** Undefined where there is no answer now: the site cannot be reached, or the session has ended. */
async function askFor<State>(path: string, signal: AbortSignal): Promise<State | undefined> {
  try {
    const response = await fetch(path, { signal, redirect: 'manual' })
    return response.ok ? ((await response.json()) as State) : undefined
  } catch {
    return undefined
  }
}
