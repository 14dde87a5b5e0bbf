import type { FeedItem } from '#app/features/sources/contract.ts'

/** When the newest price of a run was confirmed. */
export class NewestPrice {
  /** Null: no price so far. */
  at: Date | null = null
  readonly #isSnapshot: boolean

  /** @param isSnapshot the prices are of a past instant, and do not show how the feed stands */
  constructor(isSnapshot: boolean) {
    this.#isSnapshot = isSnapshot
  }

  note(item: FeedItem): void {
    if (item.kind !== 'event' && item.kind !== 'prices' && item.kind !== 'outright') return
    if (this.#isSnapshot) return
    const times = [
      ...((item.kind === 'outright' ? null : item.quotes) ?? []).map(({ updatedAt }) => updatedAt),
      ...(item.offers ?? []).map(({ seenAt }) => seenAt),
    ]
    for (const time of times) {
      if (this.at === null || time > this.at) this.at = time
    }
  }
}
