import { ChevronDown } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { countriesOfSportPath, countryPath, sportPath } from '#app/platform/paths.ts'
import { inSentence } from '#app/platform/text/in-sentence.ts'
import { Flag } from '#app/ui/flag.tsx'
import { Link } from '#app/ui/link.tsx'
import type { CountryMenuItem, SportMenuEntry, SportSummary } from '../schema.ts'
import { SportIcon } from './sport-icon.tsx'

const ROW = 'flex min-h-11 items-center gap-3 px-4 text-sm hover:bg-card-hover hover:text-heading md:min-h-10'
const CHILD = `${ROW} ps-8 text-body aria-[current]:bg-card-hover aria-[current]:font-semibold aria-[current]:text-heading`

/**
 * Sports that expand to their countries, one at a time, natively. The page contains the countries of its own sport; others
 * are loaded when a visitor is about to expand them. Without scripts, the link to the sport works.
 */
export function SportsMenu({ sports }: { sports: SportMenuEntry[] }) {
  const { sport: current } = useParams()
  const { countriesOf, fetchCountries } = useCountries(sports)
  useEffect(() => {
    if (current) fetchCountries(current)
  }, [current, fetchCountries])
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Expanded before hydration.
    const opened = list.current?.querySelector<HTMLElement>('details[open]')?.dataset.sport
    if (opened) fetchCountries(opened)
  }, [fetchCountries])
  return (
    <ul ref={list}>
      {sports.map((sport) => (
        <li key={sport.id}>
          <details
            name="sports-menu"
            data-sport={sport.slug}
            open={sport.slug === current}
            onToggle={(event) => event.currentTarget.open && fetchCountries(sport.slug)}
            className="group/sport"
          >
            <summary
              onPointerEnter={() => fetchCountries(sport.slug)}
              className={`${ROW} cursor-pointer text-body group-open/sport:text-heading`}
            >
              <SportHead sport={sport} />
            </summary>
            <CountryLinks sport={sport} countries={countriesOf(sport)} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function SportHead({ sport }: { sport: SportSummary & { matchCount: number } }) {
  return (
    <>
      <SportIcon sport={sport} />
      <span className="min-w-0 grow py-1 wrap-break-word">{sport.name}</span>
      <Count value={sport.matchCount} />
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-icon group-open/sport:rotate-180" />
    </>
  )
}

function CountryLinks({ sport, countries }: { sport: SportMenuEntry; countries: CountryMenuItem[] }) {
  const { i18n } = useTranslation()
  const { pathname } = useLocation()
  return (
    <ul className="pb-2">
      <WholeSport sport={sport} isCurrent={pathname === sportPath(i18n.language, sport.slug)} />
      {countries.map((country) => {
        const path = countryPath(i18n.language, sport.slug, country.slug)
        const isCurrent = pathname === path || pathname.startsWith(`${path}/`)
        return <CountryLink key={country.id} country={country} path={path} isCurrent={isCurrent} />
      })}
    </ul>
  )
}

function WholeSport({ sport, isCurrent }: { sport: SportSummary; isCurrent: boolean }) {
  const { t, i18n } = useTranslation('common')
  return (
    <li>
      <Link to={sportPath(i18n.language, sport.slug)} aria-current={currentIf(isCurrent)} className={CHILD}>
        <SportIcon sport={sport} />
        <span className="min-w-0 grow py-1 wrap-break-word">
          {t('sports.all', { sport: inSentence(sport.name, i18n.language) })}
        </span>
      </Link>
    </li>
  )
}

function CountryLink(props: { country: CountryMenuItem; path: string; isCurrent: boolean }) {
  const { country, path, isCurrent } = props
  return (
    <li>
      <Link to={path} aria-current={currentIf(isCurrent)} className={CHILD}>
        <Flag code={country.code} />
        <span className="min-w-0 grow py-1 wrap-break-word">{country.name}</span>
        <Count value={country.matchCount} />
      </Link>
    </li>
  )
}

function currentIf(isCurrent: boolean) {
  return isCurrent ? ('page' as const) : undefined
}

function Count({ value }: { value: number }) {
  return value > 0 ? <span className="text-xs text-muted tabular-nums">({value})</span> : null
}

/** The countries in the page, and those loaded since, by the sport's slug. */
function useCountries(sports: SportMenuEntry[]) {
  const { i18n } = useTranslation()
  const lang = i18n.language
  const [fetched, setFetched] = useState<Record<string, CountryMenuItem[]>>({})
  const fetchCountries = useCallback(
    async (slug: string) => {
      const sport = sports.find((it) => it.slug === slug)
      if (!sport || sport.countries || fetched[slug]) return
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
