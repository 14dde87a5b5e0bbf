import { useCallback, useEffect, useRef, useState } from 'react'

type Failure = 'failed' | 'signed-out' | 'forbidden'

/**
 * Reads JSON for a part of a screen. Does not use the router: it would replace the screen and its unsaved input, with an
 * error if the read fails, and with the sign-in page if the session has ended. ReadProblem reports both.
 */
export function useRead<Data>() {
  const [state, setState] = useState<{
    busy: boolean
    path?: string
    /** Stays until the next answer. */
    data?: Data
    failure?: Failure
  }>({ busy: false })
  const latest = useRef<AbortController>(undefined)
  useEffect(() => () => latest.current?.abort(), [])
  const read = useCallback(async (path: string) => {
    latest.current?.abort()
    const stop = new AbortController()
    latest.current = stop
    setState((before) => ({ ...before, path, busy: true }))
    const answer = await readJson<Data>(path, stop.signal)
    if (!stop.signal.aborted) setState({ ...answer, path, busy: false })
  }, [])
  const { busy, path, data, failure } = state
  return { read, busy, data, failure, again: () => void (path && read(path)) }
}

const REFUSALS: Record<number, Failure> = { 401: 'signed-out', 403: 'forbidden' }

async function readJson<Data>(
  path: string,
  signal: AbortSignal,
): Promise<{ data: Data } | { failure: Failure }> {
  try {
    const headers = { accept: 'application/json' }
    const response = await fetch(path, { signal, headers, redirect: 'manual' })
    if (response.ok) return { data: (await response.json()) as Data }
    return { failure: REFUSALS[response.status] ?? 'failed' }
  } catch {
    return { failure: 'failed' }
  }
}
