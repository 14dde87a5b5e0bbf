import { promo } from './promo.ts'
import type { FeedSource } from './schema.ts'
import { theOddsApi } from './the-odds-api.ts'

/** Every feed that prices and matches can be imported from. */
export const SOURCES: readonly FeedSource[] = [promo, theOddsApi]

export function findSource(name: string): FeedSource | undefined {
  return SOURCES.find((source) => source.name === name)
}
