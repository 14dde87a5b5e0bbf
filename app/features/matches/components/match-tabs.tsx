import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Link } from '#app/ui/link.tsx'

export const MATCH_TABS = ['upcoming', 'live'] as const
export type MatchTab = (typeof MATCH_TABS)[number]

/** Upcoming or live matches of a sport, as links: each list has its own address. */
export function MatchTabs({
  tab,
  sport,
  liveCount,
}: {
  tab: MatchTab
  sport: string | null
  liveCount: number
}) {
  const { t } = useTranslation('matches')
  return (
    <nav aria-label={t('match')}>
      <ul className="flex gap-6">
        {MATCH_TABS.map((name) => (
          <li key={name}>
            <Link
              to={homeQuery({ tab: name, sport })}
              keepScroll
              aria-current={name === tab ? 'page' : undefined}
              className="-mb-px inline-flex min-h-12 items-center gap-2 border-b-2 border-transparent text-sm text-muted hover:text-heading aria-[current]:border-focus aria-[current]:font-semibold aria-[current]:text-heading"
            >
              {t(name)}
              {name === 'live' && liveCount > 0 && (
                <span className="inline-flex items-center gap-1 text-xs font-semibold text-live tabular-nums">
                  <span aria-hidden="true" className="live-dot size-2 rounded-full bg-live" />({liveCount})
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The home page's query for a list of a sport; the first sport's upcoming matches need none. */
export function homeQuery({ tab, sport }: { tab: MatchTab; sport: string | null }): string {
  const query = new URLSearchParams()
  if (sport) query.set('sport', sport)
  if (tab === 'live') query.set('tab', 'live')
  return `?${query}`
}
