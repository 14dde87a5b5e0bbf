import type { Outcome } from '../rules.ts'

/** The address through which a price leads to a bookmaker, by the bookmaker's id; null shows the price as plain text. */
export type PriceHref = (bookmakerId: string, outcome: Outcome) => string | null
