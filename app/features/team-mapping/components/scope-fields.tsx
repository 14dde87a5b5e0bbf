import { useEffect } from 'react'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { SelectField } from '#app/ui/admin/fields.tsx'
import { ReadProblem } from '#app/ui/admin/read-problem.tsx'
import { useRead } from '#app/ui/admin/use-read.ts'
import type { Choice } from '../queries.server.ts'
import type { MappingScope } from '../schema.ts'

/** The scope of a run: a sport, a country of it, a league of that. */
export function ScopeFields({
  sports,
  scope,
  onScope,
}: {
  sports: readonly Choice[]
  scope: MappingScope
  onScope: (scope: MappingScope) => void
}) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const { sportId, countryId, leagueId } = scope
  const countries = useChoices(sportId && `sport=${sportId}`)
  const leagues = useChoices(countryId && `sport=${sportId}&country=${countryId}`)
  return (
    <fieldset className="grid gap-3 md:grid-cols-3">
      <legend className="sr-only">{t('dataMapping.scope')}</legend>
      <SelectField
        label={t('choose.sport')}
        value={sportId ?? ''}
        options={withAll(t('dataMapping.all-sports'), sports, names.sport)}
        onValue={(id) => onScope(narrowed(scope, 'sportId', id))}
      />
      <SelectField
        label={t('choose.country')}
        value={countryId ?? ''}
        disabled={!sportId}
        options={withAll(t('dataMapping.all-countries'), countries.choices, names.country)}
        onValue={(id) => onScope(narrowed(scope, 'countryId', id))}
      />
      <SelectField
        label={t('dataMapping.league')}
        value={leagueId ?? ''}
        disabled={!countryId}
        options={withAll(t('dataMapping.all-leagues'), leagues.choices)}
        onValue={(id) => onScope(narrowed(scope, 'leagueId', id))}
      />
      {countries.problem}
      {leagues.problem}
    </fieldset>
  )
}

/** The scope with another sport, country or league; an empty id means all. Selections below it are cleared. */
export function narrowed(scope: MappingScope, level: keyof MappingScope, id: string): MappingScope {
  const chosen = { ...scope, [level]: id || null }
  if (level === 'sportId') return { ...chosen, countryId: null, leagueId: null }
  return level === 'countryId' ? { ...chosen, leagueId: null } : chosen
}

const withAll = (all: string, choices: readonly Choice[], nameOf = (name: string) => name) => [
  { value: '', text: all },
  ...choices.map(({ id, name }) => ({ value: id, text: nameOf(name) })),
]

/** The options below a parent; none while they load. */
function useChoices(of: string | null) {
  const reading = useRead<Choice[]>()
  const { read, busy, data } = reading
  useEffect(() => {
    if (of) read(`/admin/data-mapping/choices?${of}`)
  }, [of, read])
  return { choices: of && !busy && data ? data : [], problem: of ? <ReadProblem of={reading} /> : null }
}
