import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Offer } from '#app/features/odds/offers.ts'
import { type RunRecord, saveProgress } from '#app/features/runs/runs.server.ts'
import type { EventItem, FeedItem, RejectedItem } from '#app/features/sources/contract.ts'
import type { Mappings } from '#app/features/sources/market-mappings.server.ts'
import { isConflict, pauseAfter } from '#app/platform/db/retry.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Places } from '../places/places.server.ts'
import type { EventDetails } from '../read/event-details.server.ts'
import type { ItemOutcome } from '../resolve/batch.ts'
import type { ImportCounts } from '../schema.ts'
import { storeEvents } from '../store/store-batch.server.ts'
import { storeLinkedPrices } from '../store/store-linked-prices.server.ts'
import { storeOutrights } from '../store/store-outrights.server.ts'
import { storeLive, storeResults } from '../store/store-results.server.ts'
import { storeSnapshot } from '../store/store-snapshot.server.ts'
import { isRefusal, isTransient, notStorable } from './batch-errors.server.ts'
import { Cancelled } from './cancelled.ts'
import type { ImportRequest } from './import-request.ts'
import { ItemPlacer } from './item-placer.server.ts'
import { progressPercent } from './progress.ts'
import type { ProgressReporter } from './progress-reporter.server.ts'
import {
  eventItems,
  missingDetails,
  outrightItems,
  pricesItems,
  rejection,
  storeRunItems,
  unknownMatchItems,
} from './run-items.server.ts'

const ATTEMPTS = 3

interface BatchWriterOptions {
  /** The source of stored ids and quotes. */
  source: string
  run: RunRecord<ImportCounts>
  places: Places
  progress: ProgressReporter
  /** Aborted when the run is to stop. */
  stop: AbortController
  /** Keys of markets that are not imported. */
  ignoredMarkets: Mappings['ignored']
  /** The prices are of a past instant: they become history, never current prices. */
  isSnapshot: boolean
  giveWay: ImportRequest['giveWay']
}

/** The answer that items came in. */
interface Answer {
  /** When the items were true. */
  confirmedAt: Date
  /** Whether the items are details of events that the list had. */
  isDetail: boolean
}

/** Stores the items of a run in batches, each in one transaction with the cursor, the counts and the rejected items. */
export class BatchWriter {
  readonly #db: Kysely<DB>
  readonly #options: BatchWriterOptions
  readonly #placer: ItemPlacer
  /** How many rejected items and warnings are stored. */
  #storedItems = 0
  /** Ids of the body's items so far; a second item of an id is a duplicate. */
  readonly #seen = new Set<string>()

  constructor(db: Kysely<DB>, options: BatchWriterOptions) {
    this.#db = db
    this.#options = options
    this.#placer = new ItemPlacer(options.places, options.run, options.progress)
  }

  /** Keys of the sports of the items so far. */
  get sports(): ReadonlySet<string> {
    return this.#placer.sports
  }

  /**
   * Stores a batch. When the database rejects it, halves it until one item is left, which is rejected. After a conflict
   * with another transaction, retries. A batch with a conflict in each attempt ends the run: its items are valid, and the
   * next run resumes before them.
   */
  async store(items: readonly FeedItem[], answer: Answer): Promise<void> {
    this.#options.progress.stopWaiting()
    for (let attempt = 1; ; attempt += 1) {
      this.#options.stop.signal.throwIfAborted()
      const began = performance.now()
      try {
        await this.#commit(items, answer)
        this.#options.progress.advance('matches')
        await this.#options.giveWay?.(performance.now() - began)
        this.#options.stop.signal.throwIfAborted()
        this.#options.progress.startWaiting()
        return
      } catch (error) {
        if (this.#options.stop.signal.aborted || !isRefusal(error)) throw error
        this.#options.places.forget()
        if (attempt < ATTEMPTS && isTransient(error)) {
          if (isConflict(error)) {
            await delay(pauseAfter(attempt), undefined, { signal: this.#options.stop.signal })
          }
          continue
        }
        if (isConflict(error)) throw error
        const [only, ...others] = items
        if (only && others.length === 0) return this.#commit([notStorable(only, error)], answer)
        const half = Math.ceil(items.length / 2)
        await this.store(items.slice(0, half), answer)
        return this.store(items.slice(half), answer)
      }
    }
  }

  /** Skips an item that an earlier attempt has stored. */
  skip(item: FeedItem): void {
    if (item.externalId) this.#seen.add(item.externalId)
    if (item.kind === 'event' || item.kind === 'outright') this.#placer.count(item)
  }

  /** Stores warnings about events whose details are missing. @param position after those of all items */
  async storeMissing(
    { events, reason, error }: Extract<EventDetails, { kind: 'left' }>,
    position: number,
  ): Promise<void> {
    this.#options.run.counts.left += events.length
    const items = missingDetails(events, position, reason, error.message)
    this.#storedItems += await this.#db
      .transaction()
      .execute((trx) => storeRunItems(trx, this.#options.run, items, this.#storedItems))
  }

  /** Stores a batch in one transaction together with the cursor. */
  async #commit(items: readonly FeedItem[], answer: Answer): Promise<void> {
    const { source, run, places, progress, stop, ignoredMarkets, isSnapshot } = this.#options
    const { fresh, duplicates } = this.#withoutDuplicates(items)
    const events = fresh.filter((item) => item.kind === 'event')
    const results = fresh.filter((item) => item.kind === 'result')
    const lives = fresh.filter((item) => item.kind === 'live')
    const prices = fresh.filter((item) => item.kind === 'prices')
    const outrights = fresh.filter((item) => item.kind === 'outright')
    const rejected = fresh.filter((item) => item.kind === 'rejected')
    const { placed, placedOutrights } = await this.#placer.place(events, outrights)
    const bookmakers = await places.bookmakers(bookmakersOf([...events, ...prices, ...outrights]))
    const before = {
      counts: { ...run.counts },
      reasons: { ...run.reasons },
      cursor: run.cursor,
    }
    const storedItems = this.#storedItems
    try {
      const cancelled = await this.#db.transaction().execute(async (trx) => {
        const context = {
          source,
          confirmedAt: answer.confirmedAt,
          bookmakers,
          ignoredMarkets,
          wasSeen: (externalId: string) => this.#seen.has(externalId),
        }
        const store = isSnapshot ? storeSnapshot : storeEvents
        const stored = await store(trx, placed, context)
        const priced = await storeLinkedPrices(trx, prices, context)
        const listed = await storeOutrights(trx, placedOutrights, context)
        const scored = await storeResults(trx, results, source)
        const followed = await storeLive(trx, lives, source)
        const odds = stored.odds + priced.odds
        const withdrawn = stored.withdrawn + priced.withdrawn
        if (answer.isDetail) this.#countDetails(priced.outcomes, odds, withdrawn)
        else {
          this.#count(
            [...stored.outcomes, ...priced.outcomes, ...listed, ...scored, ...followed],
            odds,
            withdrawn,
          )
          run.counts.items += items.length
        }
        const runItems = [
          ...[...rejected, ...duplicates].map(rejection),
          ...events.flatMap((event, index) => eventItems(event, stored.outcomes[index])),
          ...results.flatMap((result, index) => unknownMatchItems(result, scored[index])),
          ...lives.flatMap((live, index) => unknownMatchItems(live, followed[index])),
          ...prices.flatMap((item, index) => pricesItems(item, priced.outcomes[index])),
          ...outrights.flatMap((outright, index) => outrightItems(outright, listed[index])),
        ]
        this.#storedItems += await storeRunItems(trx, run, runItems, this.#storedItems)
        run.cursor = { ...run.cursor, position: items.at(-1)?.position ?? before.cursor.position }
        return saveProgress(trx, run, progressPercent('matches', progress.share))
      })
      if (cancelled) stop.abort(new Cancelled())
    } catch (error) {
      Object.assign(run, before)
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

  #countDetails(outcomes: readonly ItemOutcome[], odds: number, withdrawn: number): void {
    const { counts } = this.#options.run
    counts.details += outcomes.length
    counts.odds += odds
    counts.withdrawn += withdrawn
  }

  #count(outcomes: readonly ItemOutcome[], odds: number, withdrawn: number): void {
    const { counts } = this.#options.run
    for (const outcome of outcomes) {
      if (outcome === 'duplicate_match' || outcome === 'unknown_match') continue
      counts[outcome] += 1
      counts.matches += 1
    }
    counts.odds += odds
    counts.withdrawn += withdrawn
  }
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
