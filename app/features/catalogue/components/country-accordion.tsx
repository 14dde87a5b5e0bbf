import { ChevronDown } from 'lucide-react'
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Flag } from '#app/ui/flag.tsx'
import type { CountrySummary, LeagueSummary } from '../schema.ts'
import { LeagueCard } from './league-card.tsx'

export type CountryWithLeagues = CountrySummary & { leagues: LeagueSummary[] }

/** Countries that open to their leagues; the first is open. */
export function CountryAccordion({
  sportSlug,
  countries,
  leagueAction,
}: {
  sportSlug: string
  countries: CountryWithLeagues[]
  /** What stands in the corner of a league's card. */
  leagueAction?: (league: LeagueSummary) => ReactNode
}) {
  const { t } = useTranslation('leagues')
  const { ref, onToggle } = useOpenBefore()
  return (
    <div ref={ref} className="flex flex-col gap-2">
      {countries.map((country, index) => (
        <details
          key={country.id}
          id={country.slug}
          open={index === 0}
          onToggle={onToggle}
          className="group rounded-lg border border-line bg-container"
        >
          <summary className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg px-4 hover:bg-card-hover">
            <Flag code={country.code} />
            <h2 className="grow truncate text-sm font-semibold text-heading">{country.name}</h2>
            <span className="text-xs text-muted tabular-nums">
              {t('count', { count: country.leagues.length })}
            </span>
            <ChevronDown aria-hidden="true" className="size-4 text-icon group-open:rotate-180" />
          </summary>
          <ul className="grid grid-cols-1 gap-3 border-t border-line p-3 md:grid-cols-2 xl:grid-cols-3">
            {country.leagues.map((league) => (
              <li key={league.id}>
                <LeagueCard sportSlug={sportSlug} countrySlug={country.slug} league={league}>
                  {leagueAction?.(league)}
                </LeagueCard>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

/** Which countries were open is kept with the page in the browser's history: who comes back finds them so. */
function useOpenBefore() {
  const ref = useRef<HTMLDivElement>(null)
  const entries = useCallback(() => [...(ref.current?.querySelectorAll('details') ?? [])], [])
  useLayoutEffect(() => {
    const open = window.history.state?.open
    if (Array.isArray(open)) for (const entry of entries()) entry.open = open.includes(entry.id)
  }, [entries])
  const onToggle = () => {
    const open = entries().flatMap((entry) => (entry.open ? [entry.id] : []))
    window.history.replaceState({ ...window.history.state, open }, '')
  }
  return { ref, onToggle }
}
