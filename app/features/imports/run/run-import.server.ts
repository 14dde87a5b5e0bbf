import type { Kysely } from 'kysely'
import { placeKey, sportKey } from '#app/features/catalogue/place-names.ts'
import { beat, beginRun, type RunRecord, saveProgress } from '#app/features/runs/runs.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type { AnswerScope, FeedItem, Source } from '#app/features/sources/contract.ts'
import { type Mappings, readMappings } from '#app/features/sources/market-mappings.server.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import { findSource } from '#app/features/sources/registry.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { RunCredits } from '../credits/run-credits.server.ts'
import { Places } from '../places/places.server.ts'
import { type DetailRequests, readEventDetails } from '../read/event-details.server.ts'
import { FeedReader } from '../read/feed-reader.server.ts'
import { type OpenBody, resolveOrigin } from '../read/open-body.server.ts'
import { Patience } from '../read/patience.ts'
import type { ImportCounts, ImportSummary } from '../schema.ts'
import { ListedEvents } from '../store/listed-events.server.ts'
import { BATCH_ITEMS, BATCH_QUOTES, weightOf } from './batch-limits.ts'
import { BatchWriter } from './batch-writer.server.ts'
import { Cancelled } from './cancelled.ts'
import type { ImportRequest } from './import-request.ts'
import { joinNewMatches } from './join-new-matches.server.ts'
import { NewestPrice } from './newest-price.ts'
import { EMPTY_COUNTS, progressPercent } from './progress.ts'
import { ProgressReporter } from './progress-reporter.server.ts'
import { storeEnd } from './store-end.server.ts'

const HEARTBEAT_MS = 5_000

/**
 * Imports a feed from a file or address: one run at a time for each source and origin, in batches that each commit with
 * the cursor, so that a run which was killed, interrupted or cancelled resumes where it stopped when the body is the same.
 * Failures of the feed end the run as `failed` in the summary.
 * @throws RunError already_running, unknown_run; any other error is the program's or the database's
 */
export async function runImport(db: Kysely<DB>, request: ImportRequest): Promise<ImportSummary> {
  const source = findSource(request.source)
  if (!source) throw new TypeError(`There is no source called ${request.source}.`)
  const identity = {
    kind: source.key,
    subject: redactAddress(resolveOrigin(request.origin)),
    requestedBy: request.options?.requestedBy ?? null,
  }
  const run = await beginRun(db, identity, EMPTY_COUNTS, request.options?.runId)
  return new ImportRun(db, source, identity.subject, run, request).execute()
}

/** What an earlier attempt of the run has counted. */
type Inherited = Pick<RunRecord<ImportCounts>, 'counts' | 'reasons'>

class ImportRun {
  readonly #db: Kysely<DB>
  readonly #source: Source
  /** The source of stored ids and quotes: promo feeds of two bookmakers are two feeds. */
  readonly #label: string
  readonly #origin: string
  readonly #run: RunRecord<ImportCounts>
  readonly #request: ImportRequest
  readonly #bookmaker: string | undefined
  readonly #places: Places
  readonly #began = performance.now()
  readonly #stop = new AbortController()
  #resumedAfter: number | null = null
  readonly #progress: ProgressReporter
  readonly #credits: RunCredits
  readonly #patience: Patience
  readonly #reader: FeedReader
  readonly #listed = new ListedEvents()
  readonly #newestPrice: NewestPrice

  constructor(
    db: Kysely<DB>,
    source: Source,
    origin: string,
    run: RunRecord<ImportCounts>,
    request: ImportRequest,
  ) {
    this.#db = db
    this.#source = source
    this.#origin = origin
    this.#run = run
    this.#request = request
    this.#places = new Places(db)
    const asked = request.options?.runId ? run.cursor.bookmaker : null
    this.#bookmaker = request.options?.bookmaker ?? asked ?? undefined
    this.#progress = new ProgressReporter(run, {
      onProgress: request.onProgress,
      waitingAfterMs: request.options?.waitingAfterMs,
    })
    this.#credits = new RunCredits(db, source, run)
    this.#newestPrice = new NewestPrice(request.options?.snapshotAt !== undefined)
    this.#patience = new Patience(request.options?.patienceMs)
    this.#reader = new FeedReader(db, {
      source,
      patience: this.#patience,
      credits: this.#credits,
      origin: request.origin,
      fetch: request.options?.fetch,
      runId: run.id,
      signal: this.#stop.signal,
      onAttempt: (attempt) => {
        this.#progress.attempt = attempt
      },
      onChunk: (length, { totalBytes }) => {
        run.cursor.bytes += length
        if (totalBytes) this.#progress.share = Math.min(0.99, run.cursor.bytes / totalBytes)
      },
    })
    this.#label = this.#bookmaker ? `${source.key}:${placeKey(this.#bookmaker)}` : source.key
  }

  async execute(): Promise<ImportSummary> {
    const signal = this.#request.signal
    const onAbort = () => this.#stop.abort(new Cancelled())
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    const heartbeat = setInterval(
      () => void this.#heartbeat(),
      this.#request.options?.heartbeatMs ?? HEARTBEAT_MS,
    )
    let outcome: Pick<ImportSummary, 'status' | 'error'>
    let unexpected: unknown
    try {
      await this.#import()
      this.#progress.advance('done')
      outcome = { status: 'done', error: null }
    } catch (error) {
      // After an abort, the signal's reason is the cause, not the error that it raised.
      const reason = this.#stop.signal.aborted ? this.#stop.signal.reason : error
      if (reason instanceof Cancelled) outcome = { status: 'cancelled', error: null }
      else if (reason instanceof RunError) {
        outcome = { status: 'failed', error: { code: reason.code, message: reason.message } }
      } else {
        unexpected = reason
        const message = reason instanceof Error ? reason.message : String(reason)
        outcome = { status: 'failed', error: { code: 'unexpected', message } }
      }
    } finally {
      clearInterval(heartbeat)
      signal?.removeEventListener('abort', onAbort)
    }
    const summary = this.#summary(outcome)
    try {
      await storeEnd(this.#db, this.#run, {
        summary,
        percent: this.#progress.percent,
        newestPriceAt: this.#newestPrice.at,
        waitedMs: this.#patience.waitedMs,
      })
    } catch (error) {
      throw unexpected ?? error
    }
    if (unexpected) throw unexpected
    return summary
  }

  async #import(): Promise<void> {
    const { options, giveWay } = this.#request
    const wanted = options?.sport === undefined ? undefined : sportKey(options.sport)
    const inherited = await this.#begin()
    const mappings = await readMappings(this.#db, this.#source.key)
    const body = await this.#open(wanted, inherited)
    const writer = new BatchWriter(this.#db, {
      source: this.#label,
      run: this.#run,
      places: this.#places,
      progress: this.#progress,
      stop: this.#stop,
      ignoredMarkets: mappings.ignored,
      isSnapshot: options?.snapshotAt !== undefined,
      giveWay,
    })
    const { hasItems, scope } = await this.#storeItems(body, wanted, mappings.mapped, writer)
    if (!hasItems && !options?.mayBeEmpty && !options?.isOfOneSport && wanted === undefined) {
      throw new RunError('no_items', 'The feed lists nothing.')
    }
    const { confirmedAt } = body
    await joinNewMatches(this.#db, {
      source: this.#label,
      confirmedAt,
      listed: this.#listed,
      canBePostponed: !this.#source.keepsIds && !options?.snapshotAt,
    })
    if (scope) {
      const answer = { source: this.#label, confirmedAt, scope, signal: this.#stop.signal }
      this.#run.counts.withdrawn += await this.#listed.withdrawOthers(this.#db, this.#places, answer)
    }
    if (options?.detail) await this.#storeDetails(options.detail, mappings.mapped, writer)
    if (wanted === undefined && !options?.isOfOneSport) return
    const found = [...writer.sports].find((sport) => wanted === undefined || sport === wanted)
    if (found === undefined) {
      throw new RunError('no_matches', 'The feed has no matches of the requested sport.')
    }
    if (options?.menuPosition !== undefined) await this.#places.moveSport(found, options.menuPosition)
  }

  /** Stores that the run fetches. Only the open body shows whether it resumes the same one: until then the counts are zero. */
  async #begin(): Promise<Inherited> {
    const run = this.#run
    const { counts, reasons } = run
    run.cursor = { ...run.cursor, inherited: { counts: { ...counts }, reasons } }
    this.#resetCounts()
    if (await saveProgress(this.#db, run, 0)) this.#stop.abort(new Cancelled())
    this.#progress.advance('fetch')
    this.#progress.startWaiting()
    return { counts, reasons }
  }

  /** Opens the body: resumes after the stored items when it is the one of an earlier attempt, otherwise starts over. */
  async #open(wanted: string | undefined, inherited: Inherited): Promise<OpenBody> {
    const run = this.#run
    const opened = await this.#reader.open(1)
    const body = { ...opened, confirmedAt: this.#request.options?.snapshotAt ?? opened.confirmedAt }
    // A run of one sport skips the others: a run of all sports must not resume it.
    const part = wanted === undefined ? this.#label : `${this.#label}/${wanted}`
    const fingerprint = body.fingerprint && `${part} ${body.fingerprint}`
    const resumes = fingerprint !== null && fingerprint === run.cursor.fingerprint
    if (resumes) Object.assign(run, inherited)
    else await this.#startOver()
    run.counts.credits += this.#credits.spent
    if (run.cursor.position >= 0) this.#resumedAfter = run.cursor.position
    run.cursor = { ...run.cursor, fingerprint, bytes: 0, bookmaker: this.#bookmaker ?? null, inherited: null }
    if (await saveProgress(this.#db, run, progressPercent('fetch', 0))) this.#stop.abort(new Cancelled())
    return body
  }

  /**
   * Stores the items of the body in batches.
   * @returns whether the body has items, and what it lists completely
   */
  async #storeItems(
    body: OpenBody,
    wanted: string | undefined,
    mapped: Mappings['mapped'],
    writer: BatchWriter,
  ): Promise<{ hasItems: boolean; scope: AnswerScope | undefined }> {
    const { options } = this.#request
    let total = 0
    let scope: AnswerScope | undefined
    const { competitions } = options ?? {}
    const answer = { confirmedAt: body.confirmedAt, isDetail: false }
    const items = this.#reader.items(body, {
      bookmaker: this.#bookmaker,
      origin: this.#origin,
      mapped,
      ...(competitions ? { competitions } : {}),
      onComplete: (of) => {
        scope = of
      },
      onTotal: (count) => {
        total = count
      },
    })
    let batch: FeedItem[] = []
    let quotes = 0
    let hasItems = false
    try {
      for await (const item of items) {
        hasItems = true
        this.#newestPrice.note(item)
        const isImported = wanted === undefined || item.kind !== 'event' || sportKey(item.sport) === wanted
        this.#listed.add(item, isImported)
        this.#progress.startWaiting()
        if (item.position <= this.#run.cursor.position) {
          writer.skip(item)
          continue
        }
        if (!isImported) continue
        batch.push(item)
        quotes += weightOf(item)
        if (batch.length < (options?.batchItems ?? BATCH_ITEMS) && quotes < BATCH_QUOTES) continue
        if (total > 0) this.#progress.share = item.position / total
        await writer.store(batch, answer)
        batch = []
        quotes = 0
      }
    } catch (error) {
      // Complete items before the error are stored.
      if (error instanceof RunError && batch.length > 0 && !this.#stop.signal.aborted)
        await writer.store(batch, answer)
      throw error
    }
    this.#progress.stopWaiting()
    this.#progress.share = 1
    if (batch.length > 0) await writer.store(batch, answer)
    return { hasItems, scope }
  }

  /**
   * Requests and stores the details of listed events. Missing details are a warning: what is stored stays.
   * @throws RunError when no details at all arrived
   */
  async #storeDetails(
    requests: DetailRequests,
    mapped: Mappings['mapped'],
    writer: BatchWriter,
  ): Promise<void> {
    const details = readEventDetails(this.#listed.detailed, requests, {
      reader: this.#reader,
      source: this.#source,
      credits: this.#credits,
      bookmaker: this.#bookmaker,
      mapped,
      signal: this.#stop.signal,
      position: this.#listed.count,
      onRequest: () => this.#progress.startWaiting(),
      onItem: (item) => this.#newestPrice.note(item),
    })
    let failure: RunError | undefined
    for await (const one of details) {
      if (one.kind === 'read') {
        await writer.store(one.items, { confirmedAt: one.confirmedAt, isDetail: true })
        continue
      }
      await writer.storeMissing(one, this.#listed.count)
      if (one.reason === 'detail_failed') failure = one.error
    }
    if (failure && this.#run.counts.details === 0) throw failure
  }

  /** Discards what an earlier attempt has counted of another body. */
  async #startOver(): Promise<void> {
    const run = this.#run
    run.cursor = { ...run.cursor, position: -1 }
    this.#resetCounts()
    await this.#db.deleteFrom('run_items').where('run_id', '=', run.id).execute()
  }

  #resetCounts(): void {
    this.#run.counts = { ...EMPTY_COUNTS }
    this.#run.reasons = {}
  }

  async #heartbeat(): Promise<void> {
    const { waiting } = this.#progress
    if (waiting) this.#progress.report(waiting)
    try {
      if (await beat(this.#db, this.#run, waiting)) this.#stop.abort(new Cancelled())
    } catch (error) {
      // An unavailable database fails the batch; here only a lost run ends it.
      if (error instanceof RunError) this.#stop.abort(error)
    }
  }

  #summary(outcome: Pick<ImportSummary, 'status' | 'error'>): ImportSummary {
    const { counts, reasons, id } = this.#run
    return {
      ...counts,
      runId: id,
      source: this.#source.key,
      origin: this.#origin,
      ...outcome,
      resumedAfter: this.#resumedAfter,
      reasons,
      seconds: Math.round(performance.now() - this.#began) / 1000,
    }
  }
}
