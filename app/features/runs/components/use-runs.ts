import { usePolled } from '#app/ui/admin/use-polled.ts'
import type { RunLine, ShownRun } from '../run-queries.server.ts'

/** A run as JSON. */
export type RunView = Omit<ShownRun, 'createdAt' | 'startedAt' | 'finishedAt'> & {
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

export interface RunsState {
  /** Running runs come first. */
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
 */
export function useRuns(path: string): { state: RunsState | undefined; renew: () => void } {
  const { state, renew } = usePolled(path, isBusy)
  return { state, renew: () => renew() }
}
