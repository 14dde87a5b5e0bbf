import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { usePolled } from '#app/ui/admin/use-polled.ts'
import type { RunLine, ShownRun } from '../run-queries.server.ts'

/** A run as JSON. */
export type RunView = Omit<ShownRun, 'createdAt' | 'startedAt' | 'finishedAt'> & {
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

export interface RunsState {
  /** The run that was started here, running runs, then ended ones. */
  runs: RunView[]
  /** The log of the first run. */
  lines: RunLine[]
}

const UNDER_WAY = new Set(['queued', 'running', 'cancelling'])

export const isUnderWay = (run: Pick<RunView, 'status'>): boolean => UNDER_WAY.has(run.status)

const isBusy = (state: RunsState): boolean => state.runs.some(isUnderWay)

/**
 * The runs of some sources, kept up to date, including those that were started in another browser. `renew` refreshes at
 * once.
 * @param path the URL of the runs
 * @param started the run that was started here, which comes first
 */
export function useRuns(path: string, started?: string): { state: RunsState | undefined; renew: () => void } {
  const { state, renew } = usePolled(started ? `${path}&run=${started}` : path, isBusy)
  return { state, renew: () => renew() }
}

/** Loads the data of a screen again when a run has ended. */
export function useReloadAfterRuns(state: RunsState | undefined): void {
  const { revalidate } = useRevalidator()
  const ended = state && (state.runs.find((run) => !isUnderWay(run))?.id ?? null)
  const known = useRef(ended)
  useEffect(() => {
    if (known.current !== undefined && known.current !== ended) revalidate()
    known.current = ended
  }, [ended, revalidate])
}
