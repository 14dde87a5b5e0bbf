import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { placeKey, sportKey } from '#app/features/catalogue/place-names.ts'
import { joinDuplicateLeagues } from '#app/features/contests/leagues.server.ts'
import type { Offer } from '#app/features/odds/offers.ts'
import {
  beat,
  beginRun,
  endRun,
  type RunRecord,
  saveProgress,
  type Waiting,
} from '#app/features/runs/runs.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type {
  AnswerScope,
  EventItem,
  FeedItem,
  ListedEvent,
  LiveItem,
  OutrightItem,
  PricesItem,
  ReasonCode,
  RejectedItem,
  ResultItem,
  Source,
  SourceContext,
  SourceRequest,
  WarningCode,
} from '#app/features/sources/contract.ts'
import { type Mappings, readMappings } from '#app/features/sources/market-mappings.server.ts'
import { waitForTurn } from '#app/features/sources/pace.server.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import { findSource } from '#app/features/sources/registry.server.ts'
import { gaveWay, pauseAfter } from '#app/platform/db/give-way.server.ts'
import { sqlState } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import {
  type Account,
  creditsForLists,
  findAccount,
  type Reserved,
  reserveCredits,
  settleCredits,
  spentOn,
} from './credits.server.ts'
import { type BodyOptions, isWebAddress, type OpenBody, openBody, resolveOrigin } from './open-body.server.ts'
import { type NamedPlace, NotCreatedError, Places, placeNames } from './places.server.ts'
import { joinPostponed } from './postponed.server.ts'
import { EMPTY_COUNTS, progressPercent } from './progress.ts'
import { saveQuota } from './schedules.server.ts'
import { type ImportCounts, type ImportProgress, type ImportSummary, STAGES, type Stage } from './schema.ts'
import {
  type Outcome,
  type PlacedEvent,
  storeEvents,
  storeLinkedPrices,
  storeLive,
  storeResults,
  withdrawUnlisted,
} from './store-batch.server.ts'
import { withdrawUnlistedPrices } from './store-markets.server.ts'
import { type PlacedOutright, storeOutrights, withdrawUnlistedOutrights } from './store-outrights.server.ts'

/** Items of a batch, and quotes after which a batch ends all the same. */
const BATCH_ITEMS = 1_000
/** What is written in one transaction: while it lasts, visitors of the embedded database wait. */
const BATCH_QUOTES = 2_500
/** Events in a row of which no more is to be had: then no further one is asked for. */
const MOST_FAILURES = 3
/** Tries for more of an event: the next run asks again. */
const DETAIL_ATTEMPTS = 2
/** Pages of one answer; no source has nearly as many. */
const MOST_PAGES = 100
/** Quotes of any market that weigh as much as one of the headline. */
const QUOTES_PER_WEIGHT = 6
/** Rejected items and warnings written down for one run; all are counted. */
const KEPT_ITEMS = 10_000
/**
 * No fault of the feed, and as many on each import: the matches of a list of scores that are still to be played, and what an
 * offer has beside matches.
 */
const ONLY_COUNTED: ReadonlySet<ReasonCode | WarningCode> = new Set([
  'not_finished',
  'not_a_match',
  'virtual',
])
const HEARTBEAT_MS = 5_000
/** A feed that gives nothing to store for so long keeps the run waiting, and the run says so. */
const WAITING_AFTER_MS = 10_000
const TRIES = 3

export interface ImportRequest {
  /** Key of a source. */
  source: string
  /** A file's path or an http(s) address. */
  origin: string
  options?: {
    /** Whose prices a feed of one bookmaker carries. */
    bookmaker?: string
    /** Goes on with this run (queued, failed or cancelled). */
    runId?: string
    /** Who asked for it: an administrator's id, `cli`, `schedule`. */
    requestedBy?: string
    /** Time limits, size limit, headers, whether private addresses are allowed. */
    fetch?: BodyOptions
    batchItems?: number
    heartbeatMs?: number
    waitingAfterMs?: number
    /** Only matches of this sport, by whichever of its names; none of them ends the run as `no_matches`. */
    sport?: string
    /** The address itself is that of a chosen sport's matches; none of them ends the run as `no_matches`. */
    isOfOneSport?: boolean
    /** Keys of the only competitions that are taken from the answer. */
    competitions?: readonly string[]
    /** The answer may list nothing: scores of days on which nobody played. Else that ends the run as `no_items`. */
    mayBeEmpty?: boolean
    /** Position that the sport gets in the menu, unless its position is fixed. */
    menuPosition?: number
    /** What more is asked of the listed events that begin within so many hours, the soonest first. */
    detail?: { request: (event: ListedEvent) => SourceRequest; horizonHours: number }
  }
  onProgress?: (progress: ImportProgress) => void
  /** Stops the run after its current batch; it can be resumed. */
  signal?: AbortSignal
  /** Called after each batch with what it took: lets visitors go first, no longer than that. */
  giveWay?: (limitMs: number) => Promise<void>
}

/**
 * Imports a feed from a file or address: one run at a time for each source and origin, in batches that each commit with
 * the cursor, so that a run which was killed, cut short or cancelled goes on where it stopped when the body is the same.
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

/** A row of run_items. */
interface Noted {
  position: number
  external_id: string | null
  level: 'rejected' | 'warning'
  reason: ReasonCode | WarningCode
  detail: string
}

/** Without a row of its own, only counted: what happens on every import and is no fault of the source. */
interface Counted extends Noted {
  isUsual?: boolean
}

class ImportRun {
  readonly #db: Kysely<DB>
  readonly #source: Source
  /** Under this name ids and quotes are kept: two bookmakers' promo feeds are two feeds. */
  readonly #label: string
  readonly #origin: string
  readonly #run: RunRecord<ImportCounts>
  readonly #request: ImportRequest
  readonly #bookmaker: string | undefined
  readonly #places: Places
  readonly #began = performance.now()
  readonly #stop = new AbortController()
  #stage: Stage = 'fetch'
  #share = 0
  #resumedAfter: number | null = null
  #attempt = 1
  /** Since when the feed has been waited for; undefined while what it sent is stored. */
  #waitingSince: number | undefined
  #kept = 0
  /** Ids of the body's items so far; a second item of an id is a duplicate. */
  readonly #seen = new Set<string>()
  /** Ids of all that the body lists, also of what is turned away or of another sport than the one asked for. */
  readonly #listed = new Set<string>()
  /** An event of each place that the run is about. */
  readonly #listedPlaces = new Map<string, EventItem>()
  #hasNameless = false
  /** Matches that this run has stored for the first time. */
  readonly #inserted: string[] = []
  /** Leagues that they are of. */
  readonly #grown = new Set<string>()
  /** When the newest price so far was confirmed. */
  #newestPriceAt: Date | null = null
  #mappings: Mappings = { mapped: new Map(), ignored: new Set() }
  /** Whose credits the requests cost; null where they are free. */
  #account: Account | null = null
  /** Credits that this process has spent. */
  #spent = 0
  /** Credits that the source said are left. */
  #left: number | null = null
  /** Events of which more can be asked. */
  readonly #detailed = new Map<string, ListedEvent>()
  /** When what is stored was true. */
  #confirmedAt: Date | undefined
  /** Whether what is stored is more of events that the list had. */
  #isDetail = false
  /** Items of the list. */
  #items = 0
  /** Competitions whose outrights the body lists. */
  readonly #outrightCompetitions = new Set<string>()
  readonly #met = { sports: new Set<string>(), countries: new Set<string>(), leagues: new Set<string>() }

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
    this.#label = this.#bookmaker ? `${source.key}:${placeKey(this.#bookmaker)}` : source.key
  }

  async execute(): Promise<ImportSummary> {
    const signal = this.#request.signal
    const onAbort = () => this.#stop.abort(new Cancelled())
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    const heart = setInterval(() => void this.#beat(), this.#request.options?.heartbeatMs ?? HEARTBEAT_MS)
    let outcome: Pick<ImportSummary, 'status' | 'error'>
    let unexpected: unknown
    try {
      await this.#import()
      this.#advance('done')
      outcome = { status: 'done', error: null }
    } catch (error) {
      // Whatever the abort surfaced as, its reason is why the run ended.
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
      clearInterval(heart)
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
    // Whether the run goes on with the same body is not known before it is open: until then it has counted nothing.
    const { counts, reasons } = run
    run.cursor = { ...run.cursor, inherited: { counts: { ...counts }, reasons } }
    this.#countNothing()
    if (await saveProgress(this.#db, run, 0)) this.#stop.abort(new Cancelled())
    this.#advance('fetch')
    this.#waitingSince = performance.now()
    this.#mappings = await readMappings(this.#db, this.#source.key)
    this.#account = await findAccount(this.#db, this.#source, run.id)
    const body = await this.#open(1)
    this.#confirmedAt = body.confirmedAt
    const wanted = options?.sport === undefined ? undefined : sportKey(options.sport)
    // A run of one sport passes over the others: one of all of them must not go on after it.
    const part = wanted === undefined ? this.#label : `${this.#label}/${wanted}`
    const fingerprint = body.fingerprint && `${part} ${body.fingerprint}`
    const resumes = fingerprint !== null && fingerprint === run.cursor.fingerprint
    if (resumes) Object.assign(run, { counts, reasons })
    else await this.#startAnew()
    run.counts.credits += this.#spent
    if (run.cursor.position >= 0) this.#resumedAfter = run.cursor.position
    run.cursor = { ...run.cursor, fingerprint, bytes: 0, bookmaker: this.#bookmaker ?? null, inherited: null }
    if (await saveProgress(this.#db, run, progressPercent('fetch', 0))) this.#stop.abort(new Cancelled())

    let total = 0
    let scope: AnswerScope | undefined
    const items = this.#parse(body, {
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
        this.#list(item, wanted)
        this.#waitingSince = performance.now()
        if (item.position <= run.cursor.position) {
          this.#skip(item)
          continue
        }
        if (wanted !== undefined && item.kind === 'event' && sportKey(item.sport) !== wanted) continue
        batch.push(item)
        quotes += weightOf(item)
        if (batch.length < (options?.batchItems ?? BATCH_ITEMS) && quotes < BATCH_QUOTES) continue
        if (total > 0) this.#share = item.position / total
        await this.#store(batch)
        batch = []
        quotes = 0
      }
    } catch (error) {
      // What came whole before the body broke is stored.
      if (error instanceof RunError && batch.length > 0 && !this.#stop.signal.aborted)
        await this.#store(batch)
      throw error
    }
    this.#waitingSince = undefined
    this.#share = 1
    if (batch.length > 0) await this.#store(batch)
    if (!hasItems && !options?.mayBeEmpty && !options?.isOfOneSport && wanted === undefined) {
      throw new RunError('no_items', 'The feed lists nothing.')
    }
    if (!this.#source.keepsIds) {
      await joinPostponed(this.#db, {
        source: this.#label,
        stored: this.#inserted,
        confirmedAt: body.confirmedAt,
        isListed: (externalId) => this.#listed.has(externalId),
      })
    }
    // Only what is new can teach anything.
    await joinDuplicateLeagues(this.#db, [...this.#grown])
    if (scope) await this.#withdraw(scope, body.confirmedAt)
    await this.#askForDetails()
    if (wanted === undefined && !options?.isOfOneSport) return
    const found = [...this.#met.sports].find((sport) => wanted === undefined || sport === wanted)
    if (found === undefined) {
      throw new RunError('no_matches', 'The feed has no matches of the sport that was asked for.')
    }
    if (options?.menuPosition !== undefined) await this.#places.moveSport(found, options.menuPosition)
  }

  get #firstRequest(): SourceRequest {
    const { origin, options } = this.#request
    return { address: origin, ...(options?.fetch?.headers ? { headers: options.fetch.headers } : {}) }
  }

  /** Opens a page of the answer. */
  #open(page: number): Promise<OpenBody> {
    const first = this.#firstRequest
    return this.#ask(page > 1 ? (this.#source.page?.(first, page) ?? first) : first)
  }

  /**
   * Makes a request at the pace that the source allows and as far as its credits go, and writes down what it says is left.
   * @param more.keep credits of the day that are left for others
   */
  async #ask(
    request: SourceRequest,
    { keep = 0, ...more }: { keep?: number; attempts?: number } = {},
  ): Promise<OpenBody> {
    const { key, pace, quota } = this.#source
    const { address, headers = {} } = request
    const signal = this.#stop.signal
    const isWeb = isWebAddress(address)
    const reserved = isWeb ? await this.#reserve(request, keep) : null
    if (pace && isWeb) await waitForTurn(this.#db, { name: key, ...pace }, { signal })
    const options = { ...this.#request.options?.fetch, ...more }
    const body = await openBody(address, {
      ...options,
      headers,
      onAttempt: (attempt) => {
        this.#attempt = attempt
      },
      signal,
    }).catch(async (error: unknown) => {
      // A request that was refused costs nothing; whether one without an answer did, nobody knows.
      if (reserved && error instanceof RunError && error.code === 'http_status')
        await this.#settle(reserved, 0)
      throw error
    })
    const told = quota?.(body.headers) ?? null
    if (told) await saveQuota(this.#db, { source: key, runId: this.#run.id, quota: told })
    this.#left = told?.remaining ?? this.#left
    if (reserved) await this.#settle(reserved, told?.cost ?? reserved.cost)
    return body
  }

  /** @throws RunError credits_used_up */
  async #reserve(request: SourceRequest, keep: number): Promise<Reserved | null> {
    const cost = this.#source.cost?.(request) ?? 0
    const account = this.#account
    if (!account || cost === 0) return null
    if (this.#left !== null && this.#left < cost) {
      throw new RunError(
        'credits_used_up',
        `The source has ${this.#left} left; a request costs up to ${cost}.`,
      )
    }
    const now = new Date()
    const reserved = await reserveCredits(this.#db, account, { cost, kept: keep, now })
    if (reserved) return reserved
    const spent = await spentOn(this.#db, account, now)
    const forLists = keep > 0 ? `, ${keep} are for lists` : ''
    throw new RunError(
      'credits_used_up',
      `${spent} of ${account.limit} a day are spent${forLists}; a request costs up to ${cost}.`,
    )
  }

  async #settle(reserved: Reserved, cost: number): Promise<void> {
    if (this.#account) await settleCredits(this.#db, this.#account, reserved, cost)
    this.#run.counts.credits += cost
    this.#spent += cost
  }

  /**
   * Asks for more of the listed events that begin soon, one by one, as far as the credits go. One that fails is passed over
   * with a warning: what is stored stays.
   * @throws RunError when all of them failed
   */
  async #askForDetails(): Promise<void> {
    const { detail } = this.#request.options ?? {}
    if (!detail) return
    const now = new Date()
    const until = now.getTime() + detail.horizonHours * HOUR_MS
    const due = [...this.#detailed.values()]
      .filter(({ start }) => start > now && start.getTime() <= until)
      .sort((a, b) => a.start.getTime() - b.start.getTime())
    const keep = this.#account
      ? creditsForLists(this.#account, this.#source.cost?.(this.#firstRequest) ?? 0, now)
      : 0
    this.#isDetail = true
    let failures = 0
    let failure: unknown
    for (const [index, event] of due.entries()) {
      this.#stop.signal.throwIfAborted()
      this.#waitingSince = performance.now()
      let items: FeedItem[]
      try {
        items = await this.#readDetail(event, this.#items + index, { ...detail.request(event) }, keep)
        failures = 0
      } catch (error) {
        if (this.#stop.signal.aborted || !(error instanceof RunError)) throw error
        if (error.code === 'credits_used_up') {
          await this.#leave(due.slice(index), 'credits_used_up', error.message)
          return
        }
        failure = error
        failures += 1
        await this.#leave([event], 'detail_failed', error.message)
        if (failures < MOST_FAILURES) continue
        await this.#leave(due.slice(index + 1), 'detail_failed', error.message)
        break
      }
      await this.#store(items)
    }
    if (failure !== undefined && this.#run.counts.details === 0) throw failure
  }

  /** More of an event, as prices of the match that it is; whatever else the answer has is passed over. */
  async #readDetail(
    { externalId }: ListedEvent,
    position: number,
    request: SourceRequest,
    keep: number,
  ): Promise<FeedItem[]> {
    const body = await this.#ask(request, { keep, attempts: DETAIL_ATTEMPTS })
    this.#confirmedAt = body.confirmedAt
    const found: FeedItem[] = []
    const items = this.#source.parse(body.stream, {
      confirmedAt: body.confirmedAt,
      bookmaker: this.#bookmaker,
      origin: redactAddress(request.address),
      mapped: this.#mappings.mapped,
    })
    for await (const item of items) {
      this.#notePrices(item)
      if (item.kind !== 'event' || item.externalId !== externalId) continue
      const { quotes, offers, part = null, unknownMarkets = [], warnings, home, away } = item
      found.push({
        kind: 'prices',
        position,
        externalId,
        sides: { home, away },
        quotes,
        ...(offers ? { offers } : {}),
        part,
        unknownMarkets,
        warnings,
      })
    }
    if (found.length === 0)
      throw new RunError('unexpected_body', 'The answer is not of the event that was asked for.')
    return found
  }

  /** Counts events of which no more was asked, with one line for all. */
  async #leave(events: readonly ListedEvent[], reason: WarningCode, detail: string): Promise<void> {
    const [first] = events
    if (!first) return
    this.#run.counts.left += events.length
    const names = `${first.home} - ${first.away}`
    const others = events.length > 1 ? ` (+ ${events.length - 1})` : ''
    const noted: Noted = {
      position: this.#items,
      external_id: first.externalId,
      level: 'warning',
      reason,
      detail: `${names}${others}: ${detail}`.slice(0, 300),
    }
    await this.#db.transaction().execute((trx) => this.#note(trx, [noted]))
  }

  /** The items of all pages, numbered through. */
  async *#parse(
    first: OpenBody,
    told: Pick<SourceContext, 'onComplete' | 'onTotal'>,
  ): AsyncGenerator<FeedItem> {
    const { competitions } = this.#request.options ?? {}
    let pages = 1
    let before = 0
    for (let page = 1; page <= pages; page += 1) {
      const body = page === 1 ? first : await this.#open(page)
      const items = this.#source.parse(this.#counted(body), {
        ...told,
        confirmedAt: body.confirmedAt,
        bookmaker: this.#bookmaker,
        origin: this.#origin,
        mapped: this.#mappings.mapped,
        ...(competitions ? { competitions } : {}),
        onPages: (count) => {
          if (page === 1 && this.#source.page && isWebAddress(this.#request.origin)) {
            pages = Math.min(count, MOST_PAGES)
          }
        },
      })
      const offset = before
      for await (const item of items) {
        before = offset + item.position + 1
        yield offset === 0 ? item : { ...item, position: offset + item.position }
      }
    }
  }

  /** Forgets what an earlier attempt had counted of another body. */
  async #startAnew(): Promise<void> {
    const run = this.#run
    run.cursor = { ...run.cursor, position: -1 }
    this.#countNothing()
    await this.#db.deleteFrom('run_items').where('run_id', '=', run.id).execute()
  }

  #countNothing(): void {
    this.#run.counts = { ...EMPTY_COUNTS }
    this.#run.reasons = {}
  }

  /** The body, with the share of it that has been read. */
  async *#counted(body: OpenBody): AsyncGenerator<Uint8Array> {
    for await (const chunk of body.stream) {
      this.#stop.signal.throwIfAborted()
      this.#run.cursor.bytes += chunk.length
      if (body.totalBytes) this.#share = Math.min(0.99, this.#run.cursor.bytes / body.totalBytes)
      yield chunk
    }
  }

  #notePrices(item: FeedItem): void {
    if (item.kind !== 'event' && item.kind !== 'prices' && item.kind !== 'outright') return
    const times = [
      ...((item.kind === 'outright' ? null : item.quotes) ?? []).map(({ updatedAt }) => updatedAt),
      ...(item.offers ?? []).map(({ seenAt }) => seenAt),
    ]
    for (const time of times) {
      if (this.#newestPriceAt === null || time > this.#newestPriceAt) this.#newestPriceAt = time
    }
  }

  #list(item: FeedItem, wanted: string | undefined): void {
    this.#notePrices(item)
    if (item.externalId) this.#listed.add(item.externalId)
    else this.#hasNameless = true
    this.#items = Math.max(this.#items, item.position + 1)
    if (item.kind === 'outright') this.#outrightCompetitions.add(item.competition)
    if (item.kind !== 'event' || (wanted !== undefined && sportKey(item.sport) !== wanted)) return
    this.#listedPlaces.set(placeNames(item), item)
    const { externalId, home, away, start, competition } = item
    if (this.#request.options?.detail && competition)
      this.#detailed.set(externalId, { externalId, home, away, start, competition })
  }

  /**
   * Takes back the quotes of events that a whole answer lists no longer. One in which something could not be told from
   * anything else may list them still, and takes back nothing.
   */
  async #withdraw(scope: AnswerScope, confirmedAt: Date): Promise<void> {
    if (this.#hasNameless) return
    const leagues: string[] = []
    for (const event of this.#listedPlaces.values()) {
      try {
        leagues.push((await this.#places.of(event)).leagueId)
      } catch (error) {
        // Nothing of it is stored.
        if (!(error instanceof NotCreatedError)) throw error
      }
    }
    this.#stop.signal.throwIfAborted()
    const answer = { source: this.#label, confirmedAt, scope, leagues, listed: [...this.#listed] }
    this.#run.counts.withdrawn += await withdrawUnlisted(this.#db, answer)
    await withdrawUnlistedPrices(this.#db, answer)
    await withdrawUnlistedOutrights(this.#db, { ...answer, competitions: [...this.#outrightCompetitions] })
  }

  /** An item that an earlier attempt has stored. */
  #skip(item: FeedItem): void {
    if (item.externalId) this.#seen.add(item.externalId)
    if (item.kind === 'event' || item.kind === 'outright') this.#meet(item)
  }

  #meet(event: NamedPlace): void {
    const sport = sportKey(event.sport)
    const country = `${sport} ${placeKey(event.category)}`
    this.#met.sports.add(sport)
    this.#met.countries.add(country)
    this.#met.leagues.add(`${country} ${placeKey(event.league)}`)
  }

  /**
   * Stores a batch. What the database refuses is halved until it is clear which item it is, and that one is rejected;
   * what another process was in the way of is tried again. A batch that has to give way each time ends the run: its
   * items are innocent, and the next run goes on before them.
   */
  async #store(items: readonly FeedItem[]): Promise<void> {
    this.#waitingSince = undefined
    for (let attempt = 1; ; attempt += 1) {
      this.#stop.signal.throwIfAborted()
      const began = performance.now()
      try {
        await this.#commit(items)
        this.#advance('matches')
        await this.#request.giveWay?.(performance.now() - began)
        this.#stop.signal.throwIfAborted()
        this.#waitingSince = performance.now()
        return
      } catch (error) {
        if (this.#stop.signal.aborted || !isRefusal(error)) throw error
        this.#places.forget()
        if (attempt < TRIES && isPassing(error)) {
          if (gaveWay(error)) {
            await delay(pauseAfter(attempt), undefined, { signal: this.#stop.signal })
          }
          continue
        }
        if (gaveWay(error)) throw error
        const [only, ...others] = items
        if (only && others.length === 0) return this.#commit([refused(only, error)])
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
    const kept = this.#kept
    try {
      const { cancelled, inserted, grown } = await this.#db.transaction().execute(async (trx) => {
        const context = {
          source: this.#label,
          confirmedAt: this.#confirmedAt ?? new Date(),
          bookmakers,
          ignoredMarkets: this.#mappings.ignored,
          wasSeen: (externalId: string) => this.#seen.has(externalId),
        }
        const stored = await storeEvents(trx, placed, context)
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
        const noted = [
          ...[...rejected, ...duplicates].map(noteRejection),
          ...events.flatMap((event, index) => noteEvent(event, stored.outcomes[index])),
          ...results.flatMap((result, index) => noteUnknown(result, scored[index])),
          ...lives.flatMap((live, index) => noteUnknown(live, followed[index])),
          ...prices.flatMap((item, index) => notePrices(item, priced.outcomes[index])),
          ...outrights.flatMap((item, index) => noteRepeated(item, item.name, listed[index])),
        ]
        await this.#note(trx, noted)
        this.#run.cursor = { ...this.#run.cursor, position: items.at(-1)?.position ?? before.cursor.position }
        const cancelled = await saveProgress(trx, this.#run, progressPercent('matches', this.#share))
        const grown = placed.filter((_, index) => stored.outcomes[index] === 'inserted')
        return { cancelled, inserted: stored.inserted, grown }
      })
      this.#inserted.push(...inserted)
      for (const { place } of grown) this.#grown.add(place.leagueId)
      if (cancelled) this.#stop.abort(new Cancelled())
    } catch (error) {
      Object.assign(this.#run, before)
      this.#kept = kept
      throw error
    }
    for (const { externalId } of [...events, ...outrights, ...results, ...lives]) this.#seen.add(externalId)
  }

  /** The first item of an id counts, within the batch and before it. */
  #withoutDuplicates(items: readonly FeedItem[]): { fresh: FeedItem[]; duplicates: RejectedItem[] } {
    const fresh: FeedItem[] = []
    const duplicates: RejectedItem[] = []
    const ids = new Set<string>()
    for (const item of items) {
      // Prices of a match may come in several answers.
      const isOnce = item.kind !== 'rejected' && item.kind !== 'prices'
      if (isOnce && (ids.has(item.externalId) || this.#seen.has(item.externalId))) {
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
      if (isOnce) ids.add(item.externalId)
      fresh.push(item)
    }
    return { fresh, duplicates }
  }

  /** Looks up or creates each event's sport, country and league. */
  async #place(
    events: readonly EventItem[],
    outrights: readonly OutrightItem[],
  ): Promise<{ placed: PlacedEvent[]; placedOutrights: PlacedOutright[] }> {
    const named: NamedPlace[] = [...events, ...outrights]
    const distinct = [...new Map(named.map((event) => [placeNames(event), event])).values()]
    for (const event of distinct) await this.#places.sport(event.sport)
    this.#advance('sports')
    for (const event of distinct)
      await this.#places.country(await this.#places.sport(event.sport), event.category)
    this.#advance('countries')
    for (const event of distinct) {
      await this.#places.of(event)
      this.#meet(event)
    }
    const placed: PlacedEvent[] = []
    for (const event of events) placed.push({ event, place: await this.#places.of(event) })
    const placedOutrights: PlacedOutright[] = []
    for (const outright of outrights)
      placedOutrights.push({ outright, place: await this.#places.of(outright) })
    const { counts } = this.#run
    counts.sports = this.#met.sports.size
    counts.countries = this.#met.countries.size
    counts.leagues = this.#met.leagues.size
    this.#advance('leagues')
    return { placed, placedOutrights }
  }

  #countDetails(outcomes: readonly Outcome[], odds: number, withdrawn: number): void {
    const { counts } = this.#run
    counts.details += outcomes.length
    counts.odds += odds
    counts.withdrawn += withdrawn
  }

  #count(outcomes: readonly Outcome[], odds: number, withdrawn: number): void {
    const { counts } = this.#run
    for (const outcome of outcomes) {
      if (outcome === 'duplicate_match' || outcome === 'unknown_match') continue
      counts[outcome] += 1
      counts.matches += 1
    }
    counts.odds += odds
    counts.withdrawn += withdrawn
  }

  /** Counts what was rejected or wrong, and writes the first of it down. */
  async #note(trx: Transaction<DB>, noted: readonly Counted[]): Promise<void> {
    const { counts, reasons } = this.#run
    for (const { level, reason } of noted) {
      reasons[reason] = (reasons[reason] ?? 0) + 1
      if (level === 'rejected') counts.rejected += 1
      else counts.warnings += 1
    }
    const rows = noted
      .filter(({ reason, isUsual }) => !isUsual && !ONLY_COUNTED.has(reason))
      .slice(0, Math.max(0, KEPT_ITEMS - this.#kept))
      .map(({ isUsual: _, ...one }) => ({ ...one, run_id: this.#run.id }))
    this.#kept += rows.length
    if (rows.length === 0) return
    await sql`
      insert into run_items (run_id, position, external_id, level, reason, detail)
      select run_id, position, external_id, level, reason, detail
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (run_id uuid, position int, external_id text, level text, reason text, detail text)`.execute(trx)
  }

  /** Reports a stage; a run never goes back to an earlier one. */
  #advance(stage: Stage): void {
    if (STAGES.indexOf(stage) < STAGES.indexOf(this.#stage)) return
    this.#stage = stage
    this.#report(null)
  }

  #report(waiting: Waiting | null): void {
    const stage = this.#stage
    this.#request.onProgress?.({
      runId: this.#run.id,
      stage,
      percent: progressPercent(stage, this.#share),
      message: `feeds.stage.${stage}`,
      waiting,
      counts: { ...this.#run.counts },
    })
  }

  /** How long the feed has kept the run waiting; null where it does not, or not for long. */
  #waiting(): Waiting | null {
    if (this.#waitingSince === undefined) return null
    const elapsed = performance.now() - this.#waitingSince
    const least = this.#request.options?.waitingAfterMs ?? WAITING_AFTER_MS
    return elapsed < least ? null : { seconds: Math.round(elapsed / 1000), attempt: this.#attempt }
  }

  async #beat(): Promise<void> {
    const waiting = this.#waiting()
    if (waiting) this.#report(waiting)
    try {
      if (await beat(this.#db, this.#run, waiting)) this.#stop.abort(new Cancelled())
    } catch (error) {
      // A database that is away fails the batch; here only a lost run ends it.
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

  /** Writes down how the run ended, and the line for the operator's log. */
  async #finish(summary: ImportSummary): Promise<void> {
    const { status, error } = summary
    await this.#db.transaction().execute(async (trx) => {
      await endRun(trx, this.#run, {
        status,
        error,
        percent: progressPercent(this.#stage, this.#share),
        cursor: JSON.stringify(this.#run.cursor),
        counts: JSON.stringify(this.#run.counts),
        reasons: JSON.stringify(this.#run.reasons),
        newest_price_at: this.#newestPriceAt,
      })
      await trx
        .insertInto('import_logs')
        .values({ type: 'import', summary: JSON.stringify(summary) })
        .execute()
    })
  }
}

/** The run was asked to stop. */
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

/** An item's share of a batch: of its markets most are only confirmed, and cost little. */
function weightOf(item: FeedItem): number {
  if (item.kind === 'outright')
    return (
      item.offers.reduce((sum, { quotes }) => sum + quotes.flatMap(({ prices }) => prices).length, 0) /
      QUOTES_PER_WEIGHT
    )
  if (item.kind !== 'event' && item.kind !== 'prices') return 0
  const markets = item.offers?.reduce((sum, offer) => sum + offer.quotes.length, 0) ?? 0
  return Math.max(item.quotes?.length ?? 0, markets / QUOTES_PER_WEIGHT)
}

function noteRejection({ position, externalId, reason, detail }: RejectedItem): Noted {
  return { position, external_id: externalId ?? null, level: 'rejected', reason, detail }
}

function noteEvent(event: EventItem, outcome: Outcome | undefined): Noted[] {
  return noteRepeated(event, `${event.home} - ${event.away}`, outcome)
}

/** Prices of matches that the site does not have are only counted. */
function notePrices(item: PricesItem, outcome: Outcome | undefined): Counted[] {
  return outcome === 'unknown_match' ? noteUnknown(item, outcome) : noteRepeated(item, '', outcome)
}

function noteRepeated(
  { position, externalId: external_id, warnings }: Pick<EventItem, 'position' | 'externalId' | 'warnings'>,
  detail: string,
  outcome: Outcome | undefined,
): Noted[] {
  if (outcome === 'duplicate_match')
    return [{ position, external_id, level: 'rejected', reason: outcome, detail }]
  return warnings.map(({ code, detail }) => ({
    position,
    external_id,
    level: 'warning',
    reason: code,
    detail,
  }))
}

/** The world plays more matches than the site has: those in play that it does not know are only counted. */
function noteUnknown(item: ResultItem | LiveItem | PricesItem, outcome: Outcome | undefined): Counted[] {
  if (outcome !== 'unknown_match') return []
  const { position, externalId: external_id, kind } = item
  return [
    { position, external_id, level: 'rejected', reason: outcome, detail: '', isUsual: kind !== 'result' },
  ]
}

function refused(item: FeedItem, error: unknown): RejectedItem {
  const detail = error instanceof Error ? error.message.slice(0, 300) : ''
  const { position, externalId } = item
  return { kind: 'rejected', position, ...(externalId ? { externalId } : {}), reason: 'not_storable', detail }
}

/** The database refused the rows themselves (classes 22 and 23) or their place, or gave way to another transaction. */
function isRefusal(error: unknown): boolean {
  return /^(22|23)...$/.test(sqlState(error)) || error instanceof NotCreatedError || gaveWay(error)
}

/** What may be gone the next time: a row that another run wrote or deleted meanwhile, a deadlock. */
function isPassing(error: unknown): boolean {
  return gaveWay(error) || /^(23503|23505)$/.test(sqlState(error))
}
