import { useCallback, useEffect, useState } from 'react'

/** The polling interval: while something is running, and otherwise, if the caller names no other. */
const BUSY_MS = 1_000
const IDLE_MS = 5_000

/**
 * Polls JSON from a URL, so several browsers show the same.
 * @param isBusy whether something is running; pass the same function on each call
 * @param initial the state before the first response
 * @param idleMs the interval while nothing is running
 * @returns the state with `renew`, which polls at once or takes over a known state
 */
export function usePolled<State>(
  path: string,
  isBusy: (state: State) => boolean,
  initial?: State,
  idleMs = IDLE_MS,
): { state: State | undefined; renew: (known?: State) => void } {
  const [state, setState] = useState(initial)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` restarts the polling
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const gone = new AbortController()
    const ask = async () => {
      const next = await readPolled<State>(path, gone.signal)
      if (gone.signal.aborted) return
      if (next) setState(next)
      timer = setTimeout(ask, next && isBusy(next) ? BUSY_MS : idleMs)
    }
    ask()
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [path, isBusy, idleMs, asked])
  const renew = useCallback((known?: State) => {
    if (known) setState(known)
    setAsked((count) => count + 1)
  }, [])
  return { state, renew }
}

/** JSON from a URL; undefined without a response: the site cannot be reached, or the session has ended. */
export async function readPolled<State>(path: string, signal: AbortSignal): Promise<State | undefined> {
  try {
    const response = await fetch(path, { signal, redirect: 'manual' })
    return response.ok ? ((await response.json()) as State) : undefined
  } catch {
    return undefined
  }
}
