import { useCallback, useEffect, useRef, useState } from 'react'

type Answer<Data> = { data: Data } | { failure: 'failed' | 'signed-out' }

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
    failure?: 'failed' | 'signed-out'
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

async function readJson<Data>(path: string, signal: AbortSignal): Promise<Answer<Data>> {
  try {
    const response = await fetch(path, { signal, redirect: 'manual' })
    if (response.ok) return { data: (await response.json()) as Data }
    return { failure: response.type === 'opaqueredirect' ? 'signed-out' : 'failed' }
  } catch {
    return { failure: 'failed' }
  }
}
