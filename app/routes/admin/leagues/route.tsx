import { saveLeagues } from '#app/features/catalogue/commands.server.ts'
import {
  areLeaguesOrderedByQuotes,
  listCountryChoices,
  listEditorLeagues,
  listSportChoices,
} from '#app/features/catalogue/editor-queries.server.ts'
import { leagueChange } from '#app/features/catalogue/editor-schema.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { LeagueNames } from '#app/features/contests/components/league-names.tsx'
import { listLeagueAliases } from '#app/features/contests/queries.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { ChoiceField } from '#app/ui/admin/choice-field.tsx'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { checkChanges, readChanges } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import { NoSports } from '../no-sports.tsx'
import { OrderedList } from '../ordered-list/list.tsx'
import type { Route } from './+types/route'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'catalogue.read')
  const sports = await reading(services, 'sports', listSportChoices(services))
  const sport = chosen(sports, url.searchParams.get('sport'))
  const countries = sport ? await reading(services, 'countries', listCountryChoices(services, sport)) : []
  const country = chosen(countries, url.searchParams.get('country'))
  const leagues = country ? await reading(services, 'leagues-data', listEditorLeagues(services, country)) : []
  const aliases = country ? await reading(services, 'leagues-data', listLeagueAliases(services, country)) : []
  const isAutomatic = country
    ? await reading(services, 'leagues-data', areLeaguesOrderedByQuotes(services, country))
    : false
  return { sports, sport, countries, country, leagues, aliases, isAutomatic }
}

function chosen(choices: readonly { id: string }[], wanted: string | null): string | null {
  return choices.find(({ id }) => id === wanted)?.id ?? null
}

export const action = adminAction('catalogue.change', async ({ services, actor, request }) => {
  const { changes, problems } = checkChanges(await readChanges(request), leagueChange)
  if (problems.length > 0) return { kind: 'invalid' as const, problems }
  return saveLeagues(services, changes, actor)
})

const TEXTS = ['display_name', 'logo_url'] as const

export default function ManageLeagues({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const names = usePlaceNames()
  const { sports, sport, countries, country, leagues, aliases, isAutomatic } = loaderData
  return (
    <AdminPage
      title={t('menu.leagues')}
      actions={
        <>
          <ChoiceField
            name="sport"
            label={t('choose.sport')}
            choices={sports.map((it) => ({ ...it, name: names.sport(it.name) }))}
            chosen={sport}
            resets={['country']}
          />
          <ChoiceField
            name="country"
            label={t('choose.country')}
            choices={countries.map((it) => ({ ...it, name: names.country(it.name) }))}
            chosen={country}
            disabled={!sport}
          />
          <ListLink list="leagues" />
        </>
      }
    >
      {leagues.length > 1 && isAutomatic && (
        <p className="mb-3 text-sm text-muted">{t('leagues.automatic-order')}</p>
      )}
      {sports.length === 0 ? (
        <NoSports />
      ) : leagues.length === 0 ? (
        <p className="py-12 text-center text-sm text-muted">
          {t(country ? 'leagues.none' : 'leagues.choose')}
        </p>
      ) : (
        <OrderedList
          key={country}
          rows={leagues}
          entity="leagues"
          label={t('menu.leagues')}
          saved={t('leagues.saved')}
          columns={[
            { key: 'position', text: t('column.position') },
            { key: 'name', text: t('column.name') },
            { key: 'display', text: t('column.display-name'), className: 'min-w-40' },
            { key: 'logo', text: t('column.logo-url'), className: 'min-w-56' },
            { key: 'status', text: t('column.status') },
            { key: 'actions', text: t('column.actions') },
          ]}
          texts={TEXTS}
        />
      )}
      {leagues.length > 0 && <LeagueNames key={`names of ${country}`} leagues={leagues} aliases={aliases} />}
    </AdminPage>
  )
}
