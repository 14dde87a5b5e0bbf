import { createHash } from 'node:crypto'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import type { ShownMarket } from '#app/features/odds/market-address.ts'

/** Part of the address of a match's image: social sites fetch it again when a best price, the score or the state changes. */
export function shareVersion(match: MatchSummary, shown: ShownMarket | null): string {
  const { status, liveStatus, homeScore, awayScore, startTime, result, headline } = match
  const typed = headline.typed ? [headline.home, headline.draw, headline.away] : null
  const said = [
    ...[status, liveStatus, homeScore, awayScore, startTime, result],
    ...[shown?.market.id, shown?.market.best.map((one) => [one?.net, one?.bookmaker.name]), typed],
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 6)
}
