import type { LeagueSummary } from '#app/features/catalogue/schema.ts'
import type { LeagueOutlook } from '#app/features/matches/outlook.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { leaguePath } from '#app/platform/paths.ts'
import { Crest } from '#app/ui/marks.tsx'
import { Favourite } from './favourite.tsx'
import { Moment } from './moment.tsx'
import { Pairing } from './pairing.tsx'

interface LeagueCardProps {
  sportSlug: string
  countrySlug: string
  league: LeagueSummary
  /** Its upcoming matches; undefined if the page does not load them. */
  outlook?: LeagueOutlook | undefined
}

/** A link to a league, with the number of its upcoming matches and the next one. */
export function LeagueCard({ sportSlug, countrySlug, league, outlook }: LeagueCardProps) {
  const { t, i18n } = useTranslation('leagues')
  return (
    <div className="league-card">
      <a href={leaguePath(i18n.language, sportSlug, countrySlug, league.slug)}>
        <Crest name={league.name} src={league.logoUrl} size={32} />
        <b>
          <bdi>{league.name}</bdi>
        </b>
        {outlook ? (
          <small>
            <Moment at={outlook.startTime} style="dateTime" /> · <Pairing of={outlook} />
          </small>
        ) : (
          <small>{t('view-matches')}</small>
        )}
        {outlook && <span className="count">{t('matches', { count: outlook.matches })}</span>}
      </a>
      <Favourite of={{ kind: 'league', leagueId: league.id }} name={league.name} />
    </div>
  )
}
