import { useEffect, useRef, useState } from 'react'
import { usePolled } from '#app/ui/admin/use-polled.ts'
import type { LastRuns, RunState } from '../queries.server.ts'

const UNDER_WAY: readonly string[] = ['queued', 'running', 'cancelling']

export const isUnderWay = (run: RunState | null): boolean => run !== null && UNDER_WAY.includes(run.status)

const isBusy = ({ data, teams }: LastRuns): boolean => isUnderWay(data) || isUnderWay(teams)

/** Both runs, kept up to date, including those that were started in another browser. */
export function useMappingRuns(initial: LastRuns): {
  runs: LastRuns
  renew: (known?: LastRuns) => void
} {
  const { state, renew } = usePolled('/admin/data-mapping/runs', isBusy, initial)
  return { runs: state ?? initial, renew }
}

/** How long a success is shown. */
const FRESH_MS = 3_000

/** Whether the run has just ended while this page was open; calls `onEnd`. */
export function useEnd(run: RunState | null, onEnd?: () => void): boolean {
  const [isFresh, setFresh] = useState(false)
  const state = run && { id: run.id, isOver: !isUnderWay(run) }
  const seen = useRef(state)
  const tell = useRef(onEnd)
  tell.current = onEnd
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the run changes or ends
  useEffect(() => {
    const { current: before } = seen
    seen.current = state
    if (!state?.isOver || (before?.id === state.id && before.isOver)) return
    setFresh(true)
    tell.current?.()
    const timer = setTimeout(() => setFresh(false), FRESH_MS)
    return () => {
      clearTimeout(timer)
      setFresh(false)
    }
  }, [state?.id, state?.isOver])
  return isFresh
}
