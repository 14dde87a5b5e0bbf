import { countryPath, leaguePath, matchPath, sportPath, teamPath } from '#app/platform/paths.ts'
import type { FoundCountry, FoundLeague, FoundMatch, FoundSport, FoundTeam, SearchResults } from './schema.ts'

/** How long a visitor's typing must pause before a search. */
export const DEBOUNCE_MS = 300
export const LIMITS = { sports: 3, countries: 3, leagues: 3, teams: 3, matches: 5 } as const

export const NO_RESULTS: SearchResults = { sports: [], countries: [], leagues: [], teams: [], matches: [] }

/** The number of pages of results. */
const LAST_PAGE = 50

/** The page of an address, from 1 to the highest; anything else is the first. */
export function readResultPage(text: string | null): number {
  return /^[1-9]\d*$/.test(text ?? '') ? Math.min(Number(text), LAST_PAGE) : 1
}

export type Hit =
  | { kind: 'sport'; to: string; found: FoundSport }
  | { kind: 'country'; to: string; found: FoundCountry }
  | { kind: 'league'; to: string; found: FoundLeague }
  | { kind: 'team'; to: string; found: FoundTeam }
  | { kind: 'match'; to: string; found: FoundMatch }

export interface HitGroup {
  kind: Hit['kind']
  hits: Hit[]
}

/** The results in display order, with their addresses; empty groups are omitted. */
export function groupHits(results: SearchResults, lang: string): HitGroup[] {
  const groups: HitGroup[] = [
    {
      kind: 'sport',
      hits: results.sports.map((found) => ({ kind: 'sport', to: sportPath(lang, found.slug), found })),
    },
    {
      kind: 'country',
      hits: results.countries.map((found) => ({
        kind: 'country',
        to: countryPath(lang, found.sport.slug, found.slug),
        found,
      })),
    },
    {
      kind: 'league',
      hits: results.leagues.map((found) => ({
        kind: 'league',
        to: leaguePath(lang, found.sport.slug, found.country.slug, found.slug),
        found,
      })),
    },
    {
      kind: 'team',
      hits: results.teams.map((found) => ({
        kind: 'team',
        to: teamPath(lang, found.sport.slug, found.country.slug, found.slug),
        found,
      })),
    },
    {
      kind: 'match',
      hits: results.matches.map((found) => ({ kind: 'match', to: matchPath(lang, found), found })),
    },
  ]
  return groups.filter((group) => group.hits.length > 0)
}
