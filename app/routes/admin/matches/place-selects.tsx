import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { Choice } from '#app/features/catalogue/editor-queries.server.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import type { ChosenPlace } from '#app/features/matches/editor-queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'

/**
 * Selects for sport, country and league, each enabled by the previous one. The address has the choice; a change resets
 * the ones below.
 */
export function PlaceSelects({
  place,
  sports,
  countries,
  leagues,
}: {
  place: ChosenPlace
  sports: readonly Choice[]
  countries: readonly Choice[]
  leagues: readonly Choice[]
}) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const names = usePlaceNames()
  const chosen = usePendingPlace() ?? place
  const choose = (next: Partial<ChosenPlace>) => {
    const query = new URLSearchParams(Object.entries(next).flatMap(([name, id]) => (id ? [[name, id]] : [])))
    navigate({ search: query.size > 0 ? `?${query}` : '' })
  }
  const { sport, country } = chosen
  return (
    <Reading>
      <div className="grid min-w-0 grid-cols-1 gap-3 md:grid-cols-3">
        <SelectField
          label={t('matches.sport')}
          value={sport ?? ''}
          options={optionsOf(t('matches.choose-sport'), sports, names.sport)}
          onValue={(id) => choose({ sport: id })}
        />
        <SelectField
          label={t('matches.country')}
          value={country ?? ''}
          disabled={!sport || sport !== place.sport}
          options={optionsOf(
            t('matches.choose-country'),
            sport === place.sport ? countries : [],
            names.country,
          )}
          onValue={(id) => choose({ sport, country: id })}
        />
        <SelectField
          label={t('matches.league')}
          value={chosen.league ?? ''}
          disabled={!country || country !== place.country}
          options={optionsOf(t('matches.choose-league'), country === place.country ? leagues : [])}
          onValue={(id) => choose({ sport, country, league: id })}
        />
      </div>
    </Reading>
  )
}

const optionsOf = (nothing: string, choices: readonly Choice[], nameOf = (name: string) => name) => [
  { value: '', text: nothing },
  ...choices.map(({ id, name }) => ({ value: id, text: nameOf(name) })),
]

/** The new choice while it is loading. */
function usePendingPlace(): ChosenPlace | null {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  if (location?.pathname !== pathname) return null
  const query = new URLSearchParams(location.search)
  return { sport: query.get('sport'), country: query.get('country'), league: query.get('league') }
}
