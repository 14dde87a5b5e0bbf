import { placeKey, sportKey } from '#app/features/catalogue/place-names.ts'
import type { RunRecord } from '#app/features/runs/runs.server.ts'
import type { EventItem, OutrightItem } from '#app/features/sources/contract.ts'
import { type NamedPlace, type Places, placeNames } from '../places/places.server.ts'
import type { PlacedEvent } from '../resolve/batch.ts'
import type { ImportCounts } from '../schema.ts'
import type { PlacedOutright } from '../store/store-outrights.server.ts'
import type { ProgressReporter } from './progress-reporter.server.ts'

/** Finds the places of a run's items, and counts the distinct ones. */
export class ItemPlacer {
  readonly #places: Places
  readonly #run: RunRecord<ImportCounts>
  readonly #progress: ProgressReporter
  readonly #distinctPlaces = {
    sports: new Set<string>(),
    countries: new Set<string>(),
    leagues: new Set<string>(),
  }

  constructor(places: Places, run: RunRecord<ImportCounts>, progress: ProgressReporter) {
    this.#places = places
    this.#run = run
    this.#progress = progress
  }

  /** Keys of the sports so far. */
  get sports(): ReadonlySet<string> {
    return this.#distinctPlaces.sports
  }

  /** Looks up or creates the sport, country and league of each event and outright. */
  async place(
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
      this.count(event)
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

  count(event: NamedPlace): void {
    const sport = sportKey(event.sport)
    const country = `${sport} ${placeKey(event.category)}`
    this.#distinctPlaces.sports.add(sport)
    this.#distinctPlaces.countries.add(country)
    this.#distinctPlaces.leagues.add(`${country} ${placeKey(event.league)}`)
  }
}
