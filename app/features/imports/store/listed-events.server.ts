import type { Kysely } from 'kysely'
import type { AnswerScope, EventItem, FeedItem, ListedEvent } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'
import { NotCreatedError, type Places, placeNames } from '../places/places.server.ts'
import { withdrawUnlistedPrices } from './store-markets.server.ts'
import { withdrawUnlistedOutrights } from './store-outrights.server.ts'
import { withdrawUnlisted } from './store-quotes.server.ts'
import { markUnlisted } from './whole-answer.server.ts'

/** The events that a feed's body lists, to withdraw the prices of events that it no longer lists. */
export class ListedEvents {
  /** Ids of all items, including rejected ones and those of other sports than the requested one. */
  readonly #ids = new Set<string>()
  /** Ids of the events that the run imports. */
  readonly #events = new Set<string>()
  /** One event of each place that the run imports. */
  readonly #places = new Map<string, EventItem>()
  /** Competitions with an outright. */
  readonly #outrightCompetitions = new Set<string>()
  /** Events whose details can be requested. */
  readonly #detailed = new Map<string, ListedEvent>()
  #hasUnidentified = false
  /** The number of items. */
  count = 0

  /** @param isImported whether the run imports the item's sport */
  add(item: FeedItem, isImported: boolean): void {
    if (item.externalId) this.#ids.add(item.externalId)
    else this.#hasUnidentified = true
    this.count = Math.max(this.count, item.position + 1)
    if (item.kind === 'outright') this.#outrightCompetitions.add(item.competition)
    if (item.kind !== 'event' || !isImported) return
    this.#places.set(placeNames(item), item)
    const { externalId, home, away, start, competition } = item
    this.#events.add(externalId)
    if (competition) this.#detailed.set(externalId, { externalId, home, away, start, competition })
  }

  /** The imported events whose details can be requested. */
  get detailed(): Iterable<ListedEvent> {
    return this.#detailed.values()
  }

  has(externalId: string): boolean {
    return this.#ids.has(externalId)
  }

  /** Whether the item of this id is an event that the run imports, and not a score of it. */
  hasEvent(externalId: string): boolean {
    return this.#events.has(externalId)
  }

  /**
   * Withdraws the prices of events that a complete response no longer lists. With an item without an id, any event may
   * still be listed, so nothing is withdrawn.
   * @returns how many quotes were withdrawn
   */
  async withdrawOthers(
    db: Kysely<DB>,
    places: Places,
    answer: { source: string; confirmedAt: Date; scope: AnswerScope; signal: AbortSignal },
  ): Promise<number> {
    if (this.#hasUnidentified) return 0
    const leagues: string[] = []
    for (const event of this.#places.values()) {
      try {
        leagues.push((await places.of(event)).leagueId)
      } catch (error) {
        // The place could not be created, so nothing of it is stored.
        if (!(error instanceof NotCreatedError)) throw error
      }
    }
    const { signal, ...rest } = answer
    signal.throwIfAborted()
    const leagueNames = [...this.#places.values()].map(({ league }) => league)
    const whole = { ...rest, leagues, leagueNames, listed: [...this.#ids] }
    const withdrawn = await withdrawUnlisted(db, whole)
    await markUnlisted(db, whole)
    await withdrawUnlistedPrices(db, whole)
    await withdrawUnlistedOutrights(db, { ...whole, competitions: [...this.#outrightCompetitions] })
    return withdrawn
  }
}
