import type { MatchSummary } from '#app/features/matches/schema.ts'
import { NO_HEADLINE } from '#app/features/odds/headline.ts'

let count = 0

/** An upcoming match in the form of a list, with default values. */
export function matchSummary(rest: Partial<MatchSummary> = {}): MatchSummary {
  count += 1
  return {
    id: `match-${count}`,
    slug: 'inter-vs-milan',
    ambiguous: false,
    home: 'Inter',
    away: 'Milan',
    homeBadge: null,
    awayBadge: null,
    startTime: '2026-03-01T15:00:00Z',
    status: 'scheduled',
    minutes: 120,
    homeScore: null,
    awayScore: null,
    liveStatus: null,
    elapsed: null,
    featured: false,
    headline: NO_HEADLINE,
    closing: null,
    sport: { id: 's', name: 'Soccer', slug: 'soccer' },
    country: { id: 'c', name: 'Italy', slug: 'italy', code: 'IT' },
    league: { id: 'l', name: 'Serie A', slug: 'serie-a', logoUrl: null },
    affiliateLink: null,
    ...rest,
  }
}
