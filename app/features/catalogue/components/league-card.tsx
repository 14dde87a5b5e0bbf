import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { leaguePath } from '#app/platform/paths.ts'
import { initials } from '#app/ui/initials.ts'
import { Link } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import type { LeagueSummary } from '../schema.ts'

/** A league as one link: the whole card leads to its page. */
export function LeagueCard(props: { sportSlug: string; countrySlug: string; league: LeagueSummary }) {
  const { t, i18n } = useTranslation('leagues')
  const { sportSlug, countrySlug, league } = props
  return (
    <Link
      to={leaguePath(i18n.language, sportSlug, countrySlug, league.slug)}
      className="flex min-h-16 items-center gap-3 rounded-lg border border-card-line bg-card px-4 py-3 hover:bg-card-hover"
    >
      <Logo src={league.logoUrl} size={32} fallback={initials(league.name)} />
      <span className="min-w-0 grow">
        <span className="block truncate text-sm font-semibold text-heading">{league.name}</span>
        <span className="block truncate text-xs text-link">{t('view-matches')}</span>
      </span>
    </Link>
  )
}
