import { ChevronDown } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { countriesOfSportPath, countryPath, sportPath } from '#app/platform/paths.ts'
import { Flag } from '#app/ui/flag.tsx'
import { Link } from '#app/ui/link.tsx'
import type { CountryMenuItem, SportMenuEntry } from '../schema.ts'
import { SportIcon } from './sport-icon.tsx'

const ROW = 'flex min-h-11 items-center gap-3 px-4 text-sm hover:bg-card-hover hover:text-heading md:min-h-10'
const CHILD = `${ROW} ps-8 text-body aria-[current]:bg-card-hover aria-[current]:font-semibold aria-[current]:text-heading`

/**
 * Sports that open to their countries, one at a time; the browser sees to that. The page brings the countries of its own
 * sport, the others' are fetched when a visitor is about to open them; without scripts the link to the sport leads on.
 */
export function SportsMenu({ sports }: { sports: SportMenuEntry[] }) {
  const { sport: current } = useParams()
  const { countriesOf, fetchCountries } = useCountries(sports)
  useEffect(() => {
    if (current) fetchCountries(current)
  }, [current, fetchCountries])
  return (
    <ul>
      {sports.map((sport) => (
        <li key={sport.id}>
          <details
            name="sports-menu"
            open={sport.slug === current}
            onToggle={(event) => event.currentTarget.open && fetchCountries(sport.slug)}
            className="group/sport"
          >
            <summary
              onPointerEnter={() => fetchCountries(sport.slug)}
              className={`${ROW} cursor-pointer text-body group-open/sport:text-heading`}
            >
              <SportIcon sport={sport} />
              <span className="min-w-0 grow py-1 wrap-break-word">{sport.name}</span>
              <Count value={sport.matchCount} />
              <ChevronDown
                aria-hidden="true"
                className="size-4 shrink-0 text-icon group-open/sport:rotate-180"
              />
            </summary>
            <CountryLinks sport={sport} countries={countriesOf(sport)} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function CountryLinks({ sport, countries }: { sport: SportMenuEntry; countries: CountryMenuItem[] }) {
  const { t, i18n } = useTranslation('common')
  const { pathname } = useLocation()
  const whole = sportPath(i18n.language, sport.slug)
  const currentIf = (isCurrent: boolean) => (isCurrent ? ('page' as const) : undefined)
  return (
    <ul className="pb-2">
      <li>
        <Link to={whole} aria-current={currentIf(pathname === whole)} className={CHILD}>
          <SportIcon sport={sport} />
          <span className="min-w-0 grow py-1 wrap-break-word">{t('sports.all', { sport: sport.name })}</span>
        </Link>
      </li>
      {countries.map((country) => {
        const path = countryPath(i18n.language, sport.slug, country.slug)
        const isCurrent = pathname === path || pathname.startsWith(`${path}/`)
        return (
          <li key={country.id}>
            <Link to={path} aria-current={currentIf(isCurrent)} className={CHILD}>
              <Flag code={country.code} />
              <span className="min-w-0 grow py-1 wrap-break-word">{country.name}</span>
              <Count value={country.matchCount} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Count({ value }: { value: number }) {
  return value > 0 ? <span className="text-xs text-muted tabular-nums">({value})</span> : null
}

/** The countries that the page brought, and those fetched since, by the sport's slug. */
function useCountries(sports: SportMenuEntry[]) {
  const { i18n } = useTranslation()
  const lang = i18n.language
  const [fetched, setFetched] = useState<Record<string, CountryMenuItem[]>>({})
  const fetchCountries = useCallback(
    async (slug: string) => {
      const isKnown = fetched[slug] || sports.some((sport) => sport.slug === slug && sport.countries)
      if (isKnown) return
      const response = await fetch(countriesOfSportPath(lang, slug)).catch(() => undefined)
      if (!response?.ok) return
      const countries = (await response.json()) as CountryMenuItem[]
      setFetched((others) => ({ ...others, [slug]: countries }))
    },
    [fetched, sports, lang],
  )
  return {
    countriesOf: (sport: SportMenuEntry) => sport.countries ?? fetched[sport.slug] ?? [],
    fetchCountries,
  }
}
