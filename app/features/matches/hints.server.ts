import type { Services } from '#app/platform/services.ts'
import { compareQuotes } from '../odds/comparison.ts'
import { headlinePrices } from '../odds/headline.ts'
import { type Outcome, type OutcomePrices, priceList } from '../odds/rules.ts'
import { findSureBet, isSureBet, oddsHints, type SureBet } from '../odds/sure-bets.ts'
import { listQuotes } from './details.server.ts'
import { listSureBetCandidates } from './queries.server.ts'
import type { MatchSummary } from './schema.ts'

/** Candidates of each kind; more than five of them are never shown. */
const CANDIDATES = 5

/** A line of the country page's odds hints. */
export interface CountryHint {
  match: MatchSummary
  outcome: Outcome
  price: number
  /** What the example stake returns on it, in euro. */
  winnings: number
  /** A real sure bet: its return on the outlay and when its oldest price was last seen (ISO 8601). */
  sureBet: { returnOnOutlay: number; oldestPriceAt: string } | null
}

interface Candidate {
  match: MatchSummary
  prices: OutcomePrices
  sureBet: SureBet | null
}

/** At most five hints of a country: real sure bets first, then the widest gaps between prices (decisions 6). */
export async function listOddsHints(services: Services, countryId: string): Promise<CountryHint[]> {
  const matches = await listSureBetCandidates(services, countryId, CANDIDATES)
  const candidates = await Promise.all(matches.map((match) => toCandidate(services, match)))
  return oddsHints(candidates.filter((it) => it !== null)).map(({ match: { match, sureBet }, ...hint }) => ({
    ...hint,
    match,
    sureBet: sureBet && {
      returnOnOutlay: sureBet.returnOnOutlay,
      oldestPriceAt: sureBet.oldestPriceAt.toISOString(),
    },
  }))
}

async function toCandidate(services: Services, match: MatchSummary): Promise<Candidate | null> {
  const prices = headlinePrices(match.headline)
  if (!prices) return null
  if (match.headline.typed || !isSureBet(priceList(prices))) return { match, prices, sureBet: null }
  const [kickOff, now] = [new Date(match.startTime), new Date()]
  const { best } = compareQuotes(await listQuotes(services, match.id), { kickOff, now })
  const finding = findSureBet(best, kickOff, now)
  return { match, prices, sureBet: finding.kind === 'sure-bet' ? finding : null }
}
