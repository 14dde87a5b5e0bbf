import type { Services } from '#app/platform/services.ts'
import { exactPrices, headlineSureReturn } from '../odds/headline.ts'
import type { Outcome } from '../odds/rules.ts'
import { HINT_LIMIT, oddsHints } from '../odds/sure-bets.ts'
import { listSureBetCandidates } from './queries.server.ts'
import type { MatchSummary } from './schema.ts'

/** A line of the country page's odds hints. */
export interface CountryHint {
  match: MatchSummary
  outcome: Outcome
  price: number
  /** The return of the example stake, in euro. */
  winnings: number
}

export interface CountryHints {
  sure: CountryHint[]
  widest: CountryHint[]
}

/** The real sure bets of a country, and the widest gaps between prices, at most five of each. */
export async function listOddsHints(services: Services, countryId: string): Promise<CountryHints> {
  const matches = await listSureBetCandidates(services, countryId, HINT_LIMIT)
  const candidates = matches.flatMap((match) => {
    const prices = exactPrices(match.headline)
    return prices ? [{ match, prices, sureReturn: headlineSureReturn(match.headline) }] : []
  })
  const { sure, widest } = oddsHints(candidates)
  const toHint = ({ match: { match }, ...hint }: (typeof sure)[number]): CountryHint => ({ ...hint, match })
  return { sure: sure.map(toHint), widest: widest.map(toHint) }
}
