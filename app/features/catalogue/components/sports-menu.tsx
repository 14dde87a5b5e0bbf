import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink, useParams } from 'react-router'
import { countryPath, sportPath } from '#app/platform/paths.ts'
import { Flag } from '#app/ui/flag.tsx'
import type { SportMenuItem } from '../schema.ts'
import { SportIcon } from './sport-icon.tsx'

const ROW = 'flex min-h-11 items-center gap-3 px-4 text-sm hover:bg-card-hover hover:text-heading md:min-h-10'

/** Sports that open to their countries, one at a time; the browser sees to that, so it works without scripts. */
export function SportsMenu({ sports }: { sports: SportMenuItem[] }) {
  const { t } = useTranslation('common')
  const { sport: current } = useParams()
  return (
    <ul>
      {sports.map((sport) => (
        <li key={sport.id}>
          <details name="sports-menu" open={sport.slug === current} className="group/sport">
            <summary className={`${ROW} cursor-pointer text-body group-open/sport:text-heading`}>
              <SportIcon sport={sport} />
              <span className="min-w-0 grow truncate">{sport.name}</span>
              <Count value={sport.matchCount} />
              <ChevronDown
                aria-hidden="true"
                className="size-4 shrink-0 text-icon group-open/sport:rotate-180"
              />
            </summary>
            <CountryLinks sport={sport} allLabel={t('sports.all', { sport: sport.name })} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function CountryLinks({ sport, allLabel }: { sport: SportMenuItem; allLabel: string }) {
  const { i18n } = useTranslation()
  const style = ({ isActive }: { isActive: boolean }) =>
    `${ROW} ps-8 ${isActive ? 'bg-card-hover font-semibold text-heading' : 'text-body'}`
  return (
    <ul className="pb-2">
      <li>
        <NavLink end to={sportPath(i18n.language, sport.slug)} className={style}>
          <SportIcon sport={sport} />
          <span className="min-w-0 grow truncate">{allLabel}</span>
        </NavLink>
      </li>
      {sport.countries.map((country) => (
        <li key={country.id}>
          <NavLink to={countryPath(i18n.language, sport.slug, country.slug)} className={style}>
            <Flag code={country.code} />
            <span className="min-w-0 grow truncate">{country.name}</span>
            <Count value={country.matchCount} />
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function Count({ value }: { value: number }) {
  return value > 0 ? <span className="text-xs text-muted tabular-nums">({value})</span> : null
}
