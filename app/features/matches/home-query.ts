export const MATCH_TABS = ['upcoming', 'live'] as const
export type MatchTab = (typeof MATCH_TABS)[number]

/** The home page's query for a list of a sport; the first sport's upcoming matches need none. */
export function homeQuery({ tab, sport }: { tab: MatchTab; sport: string | null }): string {
  const query = new URLSearchParams()
  if (sport) query.set('sport', sport)
  if (tab === 'live') query.set('tab', 'live')
  return `?${query}`
}
