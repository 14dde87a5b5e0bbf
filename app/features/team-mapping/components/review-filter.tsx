import { Search } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'
import type { MappingFilter } from '../schema.ts'

/** Filters the queue by a place or a name. The filter is in the URL, so that a reload and a link keep it. */
export function ReviewFilter({
  filter,
  places,
}: {
  filter: MappingFilter
  places: { sports: string[]; countries: string[]; leagues: string[] }
}) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const [params, setParams] = useSearchParams()
  const [text, setText] = useState(filter.text)
  const choose = (name: string, value: string, below: readonly string[] = []) => {
    const next = new URLSearchParams(params)
    for (const gone of [name, 'after', 'afterId', ...below]) next.delete(gone)
    if (value) next.set(name, value)
    setParams(next, { preventScrollReset: true })
  }
  return (
    <Reading>
      <search>
        <form
          aria-label={t('dataMapping.review')}
          className="grid items-end gap-3 md:grid-cols-3 xl:grid-cols-5"
          onSubmit={(event) => {
            event.preventDefault()
            choose('text', text.trim())
          }}
        >
          <SelectField
            label={t('choose.sport')}
            value={filter.sport ?? ''}
            options={withAll(t('dataMapping.all-sports'), places.sports, names.sport)}
            onValue={(sport) => choose('sport', sport, ['country', 'league'])}
          />
          <SelectField
            label={t('choose.country')}
            value={filter.country ?? ''}
            disabled={filter.sport === null}
            options={withAll(t('dataMapping.all-countries'), places.countries, names.country)}
            onValue={(country) => choose('country', country, ['league'])}
          />
          <SelectField
            label={t('dataMapping.league')}
            value={filter.league ?? ''}
            disabled={filter.country === null}
            options={withAll(t('dataMapping.all-leagues'), places.leagues)}
            onValue={(league) => choose('league', league)}
          />
          <Field label={t('dataMapping.search')} type="search" value={text} onValue={setText} />
          <button type="submit" className="button-quiet min-h-10 px-4 text-sm">
            <Search aria-hidden="true" className="size-4" />
            {t('history.filter')}
          </button>
        </form>
      </search>
    </Reading>
  )
}

const withAll = (all: string, names: readonly string[], textOf = (name: string) => name) => [
  { value: '', text: all },
  ...names.map((name) => ({ value: name, text: textOf(name) })),
]
