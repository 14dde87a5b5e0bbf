import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { orderLeagues } from '#app/features/catalogue/order-leagues.server.ts'
import { placeKey, sportKey } from '#app/features/catalogue/place-names.ts'
import { joinDuplicateLeagues } from '#app/features/contests/leagues.server.ts'
import type { Offer } from '#app/features/odds/offers.ts'
import { beat, beginRun, endRun, type RunRecord, saveProgress } from '#app/features/runs/runs.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type {
  AnswerScope,
  EventItem,
  FeedItem,
  OutrightItem,
  RejectedItem,
  Source,
} from '#app/features/sources/contract.ts'
import { type Mappings, readMappings } from '#app/features/sources/market-mappings.server.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import { findSource } from '#app/features/sources/registry.server.ts'
import { isConflict, pauseAfter } from '#app/platform/db/retry.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { RunCredits } from '../credits/run-credits.server.ts'
import { type NamedPlace, Places, placeNames } from '../places/places.server.ts'
import { type DetailRequests, type EventDetails, readEventDetails } from '../read/event-details.server.ts'
import { FeedReader } from '../read/feed-reader.server.ts'
import { type BodyOptions, resolveOrigin } from '../read/open-body.server.ts'
import { Patience } from '../read/patience.ts'
import type { ItemOutcome, PlacedEvent } from '../resolve/batch.ts'
import { forgetNewMatches, readNewMatches } from '../resolve/new-matches.server.ts'
import { joinPostponed } from '../resolve/postponed.server.ts'
import type { ImportCounts, ImportProgress, ImportSummary } from '../schema.ts'
import { ListedEvents } from '../store/listed-events.server.ts'
import { storeEvents } from '../store/store-batch.server.ts'
import { storeLinkedPrices } from '../store/store-linked-prices.server.ts'
import { type PlacedOutright, storeOutrights } from '../store/store-outrights.server.ts'
import { storeLive, storeResults } from '../store/store-results.server.ts'
import { storeSnapshot } from '../store/store-snapshot.server.ts'
import { isRefusal, isTransient, notStorable } from './batch-errors.server.ts'
import { EMPTY_COUNTS, progressPercent } from './progress.ts'
import { ProgressReporter } from './progress-reporter.server.ts'
import {
  eventItems,
  missingDetails,
  outrightItems,
  pricesItems,
  rejection,
  storeRunItems,
  unknownMatchItems,
} from './run-items.server.ts'

/** Limits of a batch, which is one transaction: while it lasts, visitors of the embedded database wait. */
const BATCH_ITEMS = 1_000
const BATCH_QUOTES = 2_500
/** Quotes of other markets that count as much as one of the headline market. */
const QUOTES_PER_WEIGHT = 6
const HEARTBEAT_MS = 5_000
const ATTEMPTS = 3

export interface ImportRequest {
  /** Key of a source. */
  source: string
  /** A file's path or an http(s) address. */
  origin: string
  options?: {
    /** The bookmaker of a feed with prices of one bookmaker. */
    bookmaker?: string
    /** Resumes this run (queued, failed or cancelled). */
    runId?: string
    /** Who requested it: an administrator's id, `cli`, `schedule`. */
    requestedBy?: string
    /** Time limits, size limit, headers, whether private addresses are allowed. */
    fetch?: BodyOptions
    /** How long the run waits for its source, over all requests; undefined: without a limit. */
    patienceMs?: number
    batchItems?: number
    heartbeatMs?: number
    waitingAfterMs?: number
    /** Only matches of this sport, by any of its names; without one the run ends as `no_matches`. */
    sport?: string
    /** The address is that of one sport's matches; without one the run ends as `no_matches`. */
    isOfOneSport?: boolean
    /** Keys of the only competitions that are imported. */
    competitions?: readonly string[]
    /** The response can be empty, such as scores of days without matches. Otherwise that ends the run as `no_items`. */
    mayBeEmpty?: boolean
    /** The position of the sport in the menu, unless its position is fixed. */
    menuPosition?: number
    /** The response is of this past instant: its prices become history, never current prices. */
    snapshotAt?: Date
    /** The details that are requested of listed events, in addition to the list. */
    detail?: DetailRequests
  }
  onProgress?: (progress: ImportProgress) => void
  /** Stops the run after its current batch; it can be resumed. */
  signal?: AbortSignal
  /** Called after each batch with its duration: waits while visitors wait for pages, for at most that time. */
  giveWay?: (limitMs: number) => Promise<void>
}

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
  /** When the items being stored were true. */
  #confirmedAt: Date | undefined
  /** Whether the items being stored are details of events that the list had. */
  #isDetail = false
  #resumedAfter: number | null = null
  readonly #progress: ProgressReporter
  readonly #credits: RunCredits
  readonly #patience: Patience
  readonly #reader: FeedReader
  readonly #listed = new ListedEvents()
  /** How many rejected items and warnings are stored. */
  #storedItems = 0
  /** Ids of the body's items so far; a second item of an id is a duplicate. */
  readonly #seen = new Set<string>()
  /** When the newest price so far was confirmed. */
  #newestPriceAt: Date | null = null
  #mappings: Mappings = { mapped: new Map(), ignored: new Set() }
  readonly #distinctPlaces = {
    sports: new Set<string>(),
    countries: new Set<string>(),
    leagues: new Set<string>(),
  }

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
      await this.#finish(summary)
    } catch (error) {
      throw unexpected ?? error
    }
    if (unexpected) throw unexpected
    return summary
  }

  async #import(): Promise<void> {
    const { options } = this.#request
    const run = this.#run
    // Only the open body shows whether the run resumes the same one: until then the counts are zero.
    const { counts, reasons } = run
    run.cursor = { ...run.cursor, inherited: { counts: { ...counts }, reasons } }
    this.#resetCounts()
    if (await saveProgress(this.#db, run, 0)) this.#stop.abort(new Cancelled())
    this.#progress.advance('fetch')
    this.#progress.startWaiting()
    this.#mappings = await readMappings(this.#db, this.#source.key)
    const opened = await this.#reader.open(1)
    const body = { ...opened, confirmedAt: options?.snapshotAt ?? opened.confirmedAt }
    this.#confirmedAt = body.confirmedAt
    const wanted = options?.sport === undefined ? undefined : sportKey(options.sport)
    // A run of one sport skips the others: a run of all sports must not resume it.
    const part = wanted === undefined ? this.#label : `${this.#label}/${wanted}`
    const fingerprint = body.fingerprint && `${part} ${body.fingerprint}`
    const resumes = fingerprint !== null && fingerprint === run.cursor.fingerprint
    if (resumes) Object.assign(run, { counts, reasons })
    else await this.#startOver()
    run.counts.credits += this.#credits.spent
    if (run.cursor.position >= 0) this.#resumedAfter = run.cursor.position
    run.cursor = { ...run.cursor, fingerprint, bytes: 0, bookmaker: this.#bookmaker ?? null, inherited: null }
    if (await saveProgress(this.#db, run, progressPercent('fetch', 0))) this.#stop.abort(new Cancelled())

    let total = 0
    let scope: AnswerScope | undefined
    const { competitions } = options ?? {}
    const items = this.#reader.items(body, {
      bookmaker: this.#bookmaker,
      origin: this.#origin,
      mapped: this.#mappings.mapped,
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
        this.#notePrices(item)
        const isImported = wanted === undefined || item.kind !== 'event' || sportKey(item.sport) === wanted
        this.#listed.add(item, isImported)
        this.#progress.startWaiting()
        if (item.position <= run.cursor.position) {
          this.#skip(item)
          continue
        }
        if (!isImported) continue
        batch.push(item)
        quotes += weightOf(item)
        if (batch.length < (options?.batchItems ?? BATCH_ITEMS) && quotes < BATCH_QUOTES) continue
        if (total > 0) this.#progress.share = item.position / total
        await this.#store(batch)
        batch = []
        quotes = 0
      }
    } catch (error) {
      // Complete items before the error are stored.
      if (error instanceof RunError && batch.length > 0 && !this.#stop.signal.aborted)
        await this.#store(batch)
      throw error
    }
    this.#progress.stopWaiting()
    this.#progress.share = 1
    if (batch.length > 0) await this.#store(batch)
    if (!hasItems && !options?.mayBeEmpty && !options?.isOfOneSport && wanted === undefined) {
      throw new RunError('no_items', 'The feed lists nothing.')
    }
    await this.#joinNewMatches(body.confirmedAt)
    if (scope) {
      const answer = { source: this.#label, confirmedAt: body.confirmedAt, scope, signal: this.#stop.signal }
      this.#run.counts.withdrawn += await this.#listed.withdrawOthers(this.#db, this.#places, answer)
    }
    if (options?.detail) await this.#storeDetails(options.detail)
    if (wanted === undefined && !options?.isOfOneSport) return
    const found = [...this.#distinctPlaces.sports].find((sport) => wanted === undefined || sport === wanted)
    if (found === undefined) {
      throw new RunError('no_matches', 'The feed has no matches of the requested sport.')
    }
    if (options?.menuPosition !== undefined) await this.#places.moveSport(found, options.menuPosition)
  }

  /** Joins new matches, of earlier runs that have broken off, too, with those that were stored before. */
  async #joinNewMatches(confirmedAt: Date): Promise<void> {
    const { ids, leagues } = await readNewMatches(this.#db, this.#label, (id) => this.#listed.hasEvent(id))
    if (!this.#source.keepsIds && !this.#request.options?.snapshotAt) {
      await joinPostponed(this.#db, {
        source: this.#label,
        stored: ids,
        confirmedAt,
        isListed: (externalId) => this.#listed.has(externalId),
      })
    }
    // Only new matches can show that two leagues are one.
    await joinDuplicateLeagues(this.#db, leagues)
    if (leagues.length > 0) await orderLeagues(this.#db, leagues)
    await forgetNewMatches(this.#db, this.#label, ids)
  }

  /**
   * Requests and stores the details of listed events. Missing details are a warning: what is stored stays.
   * @throws RunError when no details at all arrived
   */
  async #storeDetails(requests: DetailRequests): Promise<void> {
    this.#isDetail = true
    const details = readEventDetails(this.#listed.detailed, requests, {
      reader: this.#reader,
      source: this.#source,
      credits: this.#credits,
      bookmaker: this.#bookmaker,
      mapped: this.#mappings.mapped,
      signal: this.#stop.signal,
      position: this.#listed.count,
      onRequest: () => this.#progress.startWaiting(),
      onItem: (item) => this.#notePrices(item),
    })
    let failure: RunError | undefined
    for await (const one of details) {
      if (one.kind === 'read') {
        this.#confirmedAt = one.confirmedAt
        await this.#store(one.items)
        continue
      }
      await this.#storeMissing(one)
      if (one.reason === 'detail_failed') failure = one.error
    }
    if (failure && this.#run.counts.details === 0) throw failure
  }

  async #storeMissing({ events, reason, error }: Extract<EventDetails, { kind: 'left' }>): Promise<void> {
    this.#run.counts.left += events.length
    const items = missingDetails(events, this.#listed.count, reason, error.message)
    this.#storedItems += await this.#db
      .transaction()
      .execute((trx) => storeRunItems(trx, this.#run, items, this.#storedItems))
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

  #notePrices(item: FeedItem): void {
    if (item.kind !== 'event' && item.kind !== 'prices' && item.kind !== 'outright') return
    const times = [
      ...((item.kind === 'outright' ? null : item.quotes) ?? []).map(({ updatedAt }) => updatedAt),
      ...(item.offers ?? []).map(({ seenAt }) => seenAt),
    ]
    // Prices of the past do not show how a feed stands.
    if (this.#request.options?.snapshotAt) return
    for (const time of times) {
      if (this.#newestPriceAt === null || time > this.#newestPriceAt) this.#newestPriceAt = time
    }
  }

  /** Skips an item that an earlier attempt has stored. */
  #skip(item: FeedItem): void {
    if (item.externalId) this.#seen.add(item.externalId)
    if (item.kind === 'event' || item.kind === 'outright') this.#countPlace(item)
  }

  #countPlace(event: NamedPlace): void {
    const sport = sportKey(event.sport)
    const country = `${sport} ${placeKey(event.category)}`
    this.#distinctPlaces.sports.add(sport)
    this.#distinctPlaces.countries.add(country)
    this.#distinctPlaces.leagues.add(`${country} ${placeKey(event.league)}`)
  }

  /**
   * Stores a batch. When the database rejects it, halves it until one item is left, which is rejected. After a conflict
   * with another transaction, retries. A batch with a conflict in each attempt ends the run: its items are valid, and the
   * next run resumes before them.
   */
  async #store(items: readonly FeedItem[]): Promise<void> {
    this.#progress.stopWaiting()
    for (let attempt = 1; ; attempt += 1) {
      this.#stop.signal.throwIfAborted()
      const began = performance.now()
      try {
        await this.#commit(items)
        this.#progress.advance('matches')
        await this.#request.giveWay?.(performance.now() - began)
        this.#stop.signal.throwIfAborted()
        this.#progress.startWaiting()
        return
      } catch (error) {
        if (this.#stop.signal.aborted || !isRefusal(error)) throw error
        this.#places.forget()
        if (attempt < ATTEMPTS && isTransient(error)) {
          if (isConflict(error)) {
            await delay(pauseAfter(attempt), undefined, { signal: this.#stop.signal })
          }
          continue
        }
        if (isConflict(error)) throw error
        const [only, ...others] = items
        if (only && others.length === 0) return this.#commit([notStorable(only, error)])
        const half = Math.ceil(items.length / 2)
        await this.#store(items.slice(0, half))
        return this.#store(items.slice(half))
      }
    }
  }

  /** Stores a batch in one transaction together with the cursor. */
  async #commit(items: readonly FeedItem[]): Promise<void> {
    const { fresh, duplicates } = this.#withoutDuplicates(items)
    const events = fresh.filter((item) => item.kind === 'event')
    const results = fresh.filter((item) => item.kind === 'result')
    const lives = fresh.filter((item) => item.kind === 'live')
    const prices = fresh.filter((item) => item.kind === 'prices')
    const outrights = fresh.filter((item) => item.kind === 'outright')
    const rejected = fresh.filter((item) => item.kind === 'rejected')
    const { placed, placedOutrights } = await this.#place(events, outrights)
    const bookmakers = await this.#places.bookmakers(bookmakersOf([...events, ...prices, ...outrights]))
    const before = {
      counts: { ...this.#run.counts },
      reasons: { ...this.#run.reasons },
      cursor: this.#run.cursor,
    }
    const storedItems = this.#storedItems
    try {
      const cancelled = await this.#db.transaction().execute(async (trx) => {
        const context = {
          source: this.#label,
          confirmedAt: this.#confirmedAt ?? new Date(),
          bookmakers,
          ignoredMarkets: this.#mappings.ignored,
          wasSeen: (externalId: string) => this.#seen.has(externalId),
        }
        const store = this.#request.options?.snapshotAt ? storeSnapshot : storeEvents
        const stored = await store(trx, placed, context)
        const priced = await storeLinkedPrices(trx, prices, context)
        const listed = await storeOutrights(trx, placedOutrights, context)
        const scored = await storeResults(trx, results, this.#label)
        const followed = await storeLive(trx, lives, this.#label)
        const odds = stored.odds + priced.odds
        const withdrawn = stored.withdrawn + priced.withdrawn
        if (this.#isDetail) this.#countDetails(priced.outcomes, odds, withdrawn)
        else {
          this.#count(
            [...stored.outcomes, ...priced.outcomes, ...listed, ...scored, ...followed],
            odds,
            withdrawn,
          )
          this.#run.counts.items += items.length
        }
        const runItems = [
          ...[...rejected, ...duplicates].map(rejection),
          ...events.flatMap((event, index) => eventItems(event, stored.outcomes[index])),
          ...results.flatMap((result, index) => unknownMatchItems(result, scored[index])),
          ...lives.flatMap((live, index) => unknownMatchItems(live, followed[index])),
          ...prices.flatMap((item, index) => pricesItems(item, priced.outcomes[index])),
          ...outrights.flatMap((outright, index) => outrightItems(outright, listed[index])),
        ]
        this.#storedItems += await storeRunItems(trx, this.#run, runItems, this.#storedItems)
        this.#run.cursor = { ...this.#run.cursor, position: items.at(-1)?.position ?? before.cursor.position }
        return saveProgress(trx, this.#run, progressPercent('matches', this.#progress.share))
      })
      if (cancelled) this.#stop.abort(new Cancelled())
    } catch (error) {
      Object.assign(this.#run, before)
      this.#storedItems = storedItems
      throw error
    }
    for (const { externalId } of [...events, ...outrights, ...results, ...lives]) this.#seen.add(externalId)
  }

  /** The first item of an id counts, in this batch or an earlier one. */
  #withoutDuplicates(items: readonly FeedItem[]): { fresh: FeedItem[]; duplicates: RejectedItem[] } {
    const fresh: FeedItem[] = []
    const duplicates: RejectedItem[] = []
    const ids = new Set<string>()
    for (const item of items) {
      // Prices of a match may come in several responses.
      const isUnique = item.kind !== 'rejected' && item.kind !== 'prices'
      if (isUnique && (ids.has(item.externalId) || this.#seen.has(item.externalId))) {
        const { position, externalId } = item
        duplicates.push({
          kind: 'rejected',
          position,
          externalId,
          reason: 'duplicate_match',
          detail: 'the same id',
        })
        continue
      }
      if (isUnique) ids.add(item.externalId)
      fresh.push(item)
    }
    return { fresh, duplicates }
  }

  /** Looks up or creates the sport, country and league of each event and outright. */
  async #place(
    events: readonly EventItem[],
    outrights: readonly OutrightItem[],
  ): Promise<{ placed: PlacedEvent[]; placedOutrights: PlacedOutright[] }> {
    const named: NamedPlace[] = [...events, ...outrights]
    const distinct = [...new Map(named.map((event) => [placeNames(event), event])).values()]
    for (const event of distinct) await this.#places.sport(event.sport)
    this.#progress.advance('sports')
    for (const event of distinct)
      await this.#places.country(await this.#places.sport(event.sport), event.category)
    this.#progress.advance('countries')
    for (const event of distinct) {
      await this.#places.of(event)
      this.#countPlace(event)
    }
    const placed: PlacedEvent[] = []
    for (const event of events) placed.push({ event, place: await this.#places.of(event) })
    const placedOutrights: PlacedOutright[] = []
    for (const outright of outrights)
      placedOutrights.push({ outright, place: await this.#places.of(outright) })
    const { counts } = this.#run
    counts.sports = this.#distinctPlaces.sports.size
    counts.countries = this.#distinctPlaces.countries.size
    counts.leagues = this.#distinctPlaces.leagues.size
    this.#progress.advance('leagues')
    return { placed, placedOutrights }
  }

  #countDetails(outcomes: readonly ItemOutcome[], odds: number, withdrawn: number): void {
    const { counts } = this.#run
    counts.details += outcomes.length
    counts.odds += odds
    counts.withdrawn += withdrawn
  }

  #count(outcomes: readonly ItemOutcome[], odds: number, withdrawn: number): void {
    const { counts } = this.#run
    for (const outcome of outcomes) {
      if (outcome === 'duplicate_match' || outcome === 'unknown_match') continue
      counts[outcome] += 1
      counts.matches += 1
    }
    counts.odds += odds
    counts.withdrawn += withdrawn
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

  /** Stores the end of the run, and its line of the operator's log. */
  async #finish(summary: ImportSummary): Promise<void> {
    const { status, error } = summary
    await this.#db.transaction().execute(async (trx) => {
      await endRun(trx, this.#run, {
        status,
        error,
        percent: this.#progress.percent,
        cursor: JSON.stringify(this.#run.cursor),
        counts: JSON.stringify(this.#run.counts),
        reasons: JSON.stringify(this.#run.reasons),
        newest_price_at: this.#newestPriceAt,
        waited_ms: this.#patience.waitedMs,
      })
      await trx
        .insertInto('import_logs')
        .values({ type: 'import', summary: JSON.stringify(summary) })
        .execute()
    })
  }
}

/** Ends a run that was stopped. */
class Cancelled extends Error {
  override name = 'Cancelled'
}

interface WithBookmakers {
  quotes?: EventItem['quotes']
  offers?: readonly Pick<Offer, 'bookmaker'>[]
}

function bookmakersOf(items: readonly WithBookmakers[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { quotes, offers } of items)
    for (const { bookmaker } of [...(quotes ?? []), ...(offers ?? [])])
      names.set(bookmaker.key, bookmaker.name)
  return names
}

/** An item's share of a batch: most of its other markets are only confirmed, which is cheap. */
function weightOf(item: FeedItem): number {
  if (item.kind === 'outright') {
    const prices = item.offers.flatMap(({ quotes }) => quotes.flatMap((quote) => quote.prices))
    return prices.length / QUOTES_PER_WEIGHT
  }
  if (item.kind !== 'event' && item.kind !== 'prices') return 0
  const markets = item.offers?.reduce((sum, offer) => sum + offer.quotes.length, 0) ?? 0
  return Math.max(item.quotes?.length ?? 0, markets / QUOTES_PER_WEIGHT)
}
