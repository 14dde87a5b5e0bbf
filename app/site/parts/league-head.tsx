import type { ReactNode } from 'react'
import { tableRuleOf } from '#app/features/statistics/standings.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { countryPath, type LeaguePart, leaguePartPath, leaguePath, sportPath } from '#app/platform/paths.ts'
import { Crest } from '#app/ui/marks.tsx'
import { Crumbs } from './crumbs.tsx'

interface Place {
  sport: { name: string; slug: string }
  country: { name: string; slug: string }
  league: { name: string; slug: string; logoUrl: string | null }
}

interface TabsProps {
  place: Place
  /** The current page; null for the league's own. */
  part: LeaguePart | null
}

/** The pages of a league, as links. */
export function LeagueTabs({ place, part }: TabsProps) {
  const { t, i18n } = useTranslation('statistics')
  const { sport, country, league } = place
  const parts: LeaguePart[] = [
    ...(tableRuleOf(sport.slug) ? (['standings'] as const) : []),
    ...(['results', 'odds'] as const),
  ]
  return (
    <nav aria-label={league.name} className="tabs">
      <a
        href={leaguePath(i18n.language, sport.slug, country.slug, league.slug)}
        aria-current={part === null ? 'page' : undefined}
      >
        {t('matches')}
      </a>
      {parts.map((name) => (
        <a
          key={name}
          href={leaguePartPath(i18n.language, place, name)}
          aria-current={part === name ? 'page' : undefined}
        >
          {t(name)}
        </a>
      ))}
    </nav>
  )
}

/** The way to a page of a league, its title and the league's other pages. */
export function LeagueHead({ place, part, children }: TabsProps & { part: LeaguePart; children: ReactNode }) {
  const { t, i18n } = useTranslation('statistics')
  const { sport, country, league } = place
  return (
    <>
      <Crumbs
        crumbs={[
          { label: sport.name, to: sportPath(i18n.language, sport.slug) },
          { label: country.name, to: countryPath(i18n.language, sport.slug, country.slug) },
          { label: league.name, to: leaguePath(i18n.language, sport.slug, country.slug, league.slug) },
        ]}
        current={t(part)}
      />
      <header className="league-head">
        <Crest name={league.name} src={league.logoUrl} size={40} />
        <h1 className="title">{children}</h1>
      </header>
      <LeagueTabs place={place} part={part} />
    </>
  )
}
