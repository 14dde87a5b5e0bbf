import type { ReactNode } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { leaguePath } from '#app/platform/paths.ts'
import { initials } from '#app/ui/initials.ts'
import { Link } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import type { LeagueSummary } from '../schema.ts'

interface LeagueCardProps {
  sportSlug: string
  countrySlug: string
  league: LeagueSummary
  /** Stands beside the link: the card leads to the league's page wherever this does not. */
  children?: ReactNode
}

export function LeagueCard({ sportSlug, countrySlug, league, children }: LeagueCardProps) {
  const { t, i18n } = useTranslation('leagues')
  return (
    <div className="flex items-center rounded-lg border border-card-line bg-card pe-2 hover:bg-card-hover">
      <Link
        to={leaguePath(i18n.language, sportSlug, countrySlug, league.slug)}
        className="flex min-h-16 min-w-0 grow items-center gap-3 rounded-lg py-3 ps-4"
      >
        <Logo src={league.logoUrl} size={32} fallback={initials(league.name)} />
        <span className="min-w-0 grow">
          <span className="line-clamp-2 text-sm font-semibold text-heading">{league.name}</span>
          <span className="block truncate text-xs text-link">{t('view-matches')}</span>
        </span>
      </Link>
      {children}
    </div>
  )
}
