import { homeQuery, MATCH_TABS, type MatchTab } from '#app/features/matches/home-query.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

interface MatchTabsProps {
  /** None if the list of a day is shown. */
  tab: MatchTab | null
  sport: string | null
  liveCount: number
}

/** Upcoming or live matches of a sport, as links: each list has its own address. */
export function MatchTabs({ tab, sport, liveCount }: MatchTabsProps) {
  const { t } = useTranslation('matches')
  return (
    <nav aria-label={t('match')} className="tabs">
      {MATCH_TABS.map((name) => (
        <a
          key={name}
          href={homeQuery({ tab: name, sport })}
          data-swap
          aria-current={name === tab ? 'page' : undefined}
        >
          {name === 'live' && liveCount > 0 && <span className="live-dot" />}
          {t(name)}
          {name === 'live' && liveCount > 0 && <small>({liveCount})</small>}
        </a>
      ))}
    </nav>
  )
}
