import type { Services } from '#app/platform/services.ts'
import { parseMatchSlug } from '../catalogue/slug.ts'
import {
  type FollowedMatch,
  findMatchById,
  findMatchByNames,
  findMatchBySlug,
  followMatch,
  leagueHasMatches,
} from './queries.server.ts'
import type { MatchSummary } from './schema.ts'

/** Why an address has no match, by the names of the error catalogue. */
export type MatchMissing =
  | 'match-information-missing'
  | 'invalid-parameters'
  | 'match-not-found'
  | 'no-matching-match'
  | 'no-league-matches'

export type MatchFinding = ({ kind: 'found' } & FollowedMatch) | { kind: 'missing'; why: MatchMissing }

/** The match with the id in an address, in any league. */
export async function findMatchOfId(
  services: Services,
  address: { matchId: string | undefined; segment: string },
): Promise<MatchSummary | undefined> {
  const parsed = parseMatchSlug(address.matchId ?? address.segment)
  return parsed.kind === 'id' ? findMatchById(services, parsed.id) : undefined
}

/** The address of a match within its league. */
interface MatchAddress {
  leagueId: string
  matchId: string | undefined
  segment: string
}

/**
 * The match of a league in an address: by id if there is one, else by its slug, else by the names in it. Found matches are
 * cached, missing ones are not: their number is unlimited.
 */
export async function findMatch(services: Services, address: MatchAddress): Promise<MatchFinding> {
  const { leagueId, matchId, segment } = address
  if (segment.trim() === '') return missing('match-information-missing')
  const parsed = parseMatchSlug(matchId ?? segment)
  if (parsed.kind === 'invalid' || (matchId !== undefined && parsed.kind !== 'id'))
    return missing('invalid-parameters')
  const asked = parsed.kind === 'id' ? parsed.id : parsed.slug
  let own: MatchFinding | undefined
  try {
    return await services.memo.get(`match-at:${leagueId}/${asked}`, async () => {
      own = await lookUp(services, leagueId, parsed)
      if (own.kind === 'missing') throw new MissingMatch(own.why)
      return own
    })
  } catch (error) {
    if (!(error instanceof MissingMatch)) throw error
    // A caller that waited for the lookup of another has not noted what it read.
    return own ?? (await lookUp(services, leagueId, parsed))
  }
}

class MissingMatch extends Error {}

async function lookUp(
  services: Services,
  leagueId: string,
  parsed: Exclude<ReturnType<typeof parseMatchSlug>, { kind: 'invalid' }>,
): Promise<MatchFinding> {
  if (parsed.kind === 'id') {
    const found = await followMatch(services, parsed.id)
    return found?.match.league.id === leagueId ? { kind: 'found', ...found } : missing('match-not-found')
  }
  const found = await findMatchBySlug(services, leagueId, parsed.slug)
  if (found) return { kind: 'found', ...found }
  const named = await findMatchByNames(services, leagueId, { home: parsed.homeName, away: parsed.awayName })
  if (named) return { kind: 'found', match: named, turned: false }
  return missing((await leagueHasMatches(services, leagueId)) ? 'no-matching-match' : 'no-league-matches')
}

function missing(why: MatchMissing): MatchFinding {
  return { kind: 'missing', why }
}
