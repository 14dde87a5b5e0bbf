import { useMemo } from 'react'
import { saveCountries } from '#app/features/catalogue/commands.server.ts'
import { listEditorCountries, listSportChoices } from '#app/features/catalogue/editor-queries.server.ts'
import { countryChange } from '#app/features/catalogue/editor-schema.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ChoiceField } from '#app/ui/admin/choice-field.tsx'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { CELL } from '#app/ui/admin/table.tsx'
import { Flag } from '#app/ui/flag.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { NoSports } from '../no-sports.tsx'
import { OrderedList } from '../ordered-list/list.tsx'
import type { ListRow } from '../ordered-list/row.tsx'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'catalogue.read')
  const sports = await reading(services, 'sports', listSportChoices(services))
  const wanted = url.searchParams.get('sport')
  const sport = sports.find(({ id }) => id === wanted)?.id ?? null
  const countries = sport
    ? await reading(services, 'countries-data', listEditorCountries(services, sport))
    : []
  return { sports, sport, countries }
}

export const action = adminAction('catalogue.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), countryChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveCountries(services, changes, actor)
})

const TEXTS = ['display_name'] as const

export default function ManageCountries({ loaderData: { sports, sport, countries } }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const rows = useMemo(
    () => countries.map((it) => ({ ...it, shown: names.country(it.name) })),
    [countries, names],
  )
  return (
    <AdminPage
      title={t('menu.countries')}
      actions={
        <>
          <ChoiceField
            name="sport"
            label={t('choose.sport')}
            choices={sports.map((it) => ({ ...it, name: names.sport(it.name) }))}
            chosen={sport}
          />
          <ListLink list="countries" />
        </>
      }
    >
      {sports.length === 0 ? (
        <NoSports />
      ) : countries.length === 0 ? (
        <p className="py-12 text-center text-sm text-muted">
          {t(sport ? 'countries.none' : 'countries.choose')}
        </p>
      ) : (
        <OrderedList
          key={sport}
          rows={rows}
          entity="countries"
          label={t('menu.countries')}
          saved={t('countries.saved')}
          columns={[
            { key: 'position', text: t('column.position') },
            { key: 'flag', text: t('column.flag') },
            { key: 'name', text: t('column.name') },
            { key: 'display', text: t('column.display-name'), className: 'min-w-48' },
            { key: 'code', text: t('column.code') },
            { key: 'status', text: t('column.status') },
            { key: 'actions', text: t('column.actions') },
          ]}
          texts={TEXTS}
          lead={flagCell}
          trail={codeCell}
        />
      )}
    </AdminPage>
  )
}

const flagCell = (row: ListRow) => (
  <td className={CELL}>
    <Flag code={String(row.code)} />
  </td>
)

const codeCell = (row: ListRow) => <td className={`${CELL} tabular-nums`}>{row.code}</td>
