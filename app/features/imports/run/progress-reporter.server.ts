import type { RunRecord, Waiting } from '#app/features/runs/runs.server.ts'
import { type ImportCounts, type ImportProgress, STAGES, type Stage } from '../schema.ts'
import { progressPercent } from './progress.ts'

/** A feed without an item to store for this long is reported as waited for. */
const WAITING_AFTER_MS = 10_000

interface ProgressReporterOptions {
  onProgress: ((progress: ImportProgress) => void) | undefined
  waitingAfterMs: number | undefined
}

/** The progress of an import run: its stage, the share that is done, and how long it has waited for the feed. */
export class ProgressReporter {
  readonly #run: RunRecord<ImportCounts>
  readonly #options: ProgressReporterOptions
  #stage: Stage = 'fetch'
  /** Since when the feed has been waited for; undefined while its items are stored. */
  #waitingSince: number | undefined
  /** The share of the body that is done, 0 to 1. */
  share = 0
  /** The current attempt at fetching. */
  attempt = 1

  constructor(run: RunRecord<ImportCounts>, options: ProgressReporterOptions) {
    this.#run = run
    this.#options = options
  }

  get percent(): number {
    return progressPercent(this.#stage, this.share)
  }

  /** Reports a stage; a run never goes back to an earlier one. */
  advance(stage: Stage): void {
    if (STAGES.indexOf(stage) < STAGES.indexOf(this.#stage)) return
    this.#stage = stage
    this.report(null)
  }

  report(waiting: Waiting | null): void {
    const stage = this.#stage
    this.#options.onProgress?.({
      runId: this.#run.id,
      stage,
      percent: this.percent,
      message: `feeds.stage.${stage}`,
      waiting,
      counts: { ...this.#run.counts },
    })
  }

  startWaiting(): void {
    this.#waitingSince = performance.now()
  }

  stopWaiting(): void {
    this.#waitingSince = undefined
  }

  /** How long the run has waited for the feed; null when it does not wait, or not for long. */
  get waiting(): Waiting | null {
    if (this.#waitingSince === undefined) return null
    const elapsed = performance.now() - this.#waitingSince
    if (elapsed < (this.#options.waitingAfterMs ?? WAITING_AFTER_MS)) return null
    return { seconds: Math.round(elapsed / 1000), attempt: this.attempt }
  }
}
