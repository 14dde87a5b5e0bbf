import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { leaguePath, matchPath } from '#app/platform/paths.ts'
import { initials } from '#app/ui/initials.ts'
import { Link } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Crest } from '#app/ui/marks.tsx'
import { Name } from '#app/ui/name.tsx'
import { Instant } from '#app/ui/time.tsx'
import type { FavouriteLeague } from '../schema.ts'

/** A league with its next matches; the height does not depend on their number. */
export function FavouriteCard({ league }: { league: FavouriteLeague }) {
  const { t, i18n } = useTranslation('leagues')
  const { name, logoUrl, sport, country, matches } = league
  return (
    <article className="h-full rounded-lg border border-card-line bg-card px-4 py-3 text-sm">
      <div className="flex items-center gap-3">
        {logoUrl ? <Logo src={logoUrl} size={32} fallback={initials(name)} /> : <Crest name={name} />}
        <div className="min-w-0 grow">
          <h3 className="font-semibold text-heading">
            <Name>{name}</Name>
          </h3>
          <p className="truncate text-xs text-muted">
            {country.name} · {sport.name}
          </p>
        </div>
        <Link
          to={leaguePath(i18n.language, sport.slug, country.slug, league.slug)}
          className="relative inline-flex min-h-11 shrink-0 items-center font-semibold text-heading hover:underline"
        >
          {t('view-matches')}
          <span className="sr-only">
            : <bdi>{name}</bdi>
          </span>
        </Link>
      </div>
      <ul className="mt-2 min-h-21">
        {matches.length === 0 && <li className="text-muted">{t('no-upcoming-matches')}</li>}
        {matches.map((match) => (
          <li key={match.id}>
            <Link
              to={matchPath(i18n.language, match)}
              className="flex min-h-7 items-center gap-3 text-heading hover:text-link-hover"
            >
              <span className="w-28 shrink-0 truncate text-xs text-muted">
                <Instant at={match.startTime} style="dateTime" />
              </span>
              <Name className="grow">{`${match.home} – ${match.away}`}</Name>
            </Link>
          </li>
        ))}
      </ul>
    </article>
  )
}
