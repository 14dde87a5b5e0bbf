import { useState } from 'react'
import { data, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import {
  addTranslation,
  deleteTranslation,
  saveTranslations,
} from '#app/features/translations/commands.server.ts'
import {
  getGrid,
  listGridLanguages,
  listNamespaces,
  reportGaps,
} from '#app/features/translations/editor-queries.server.ts'
import { gridChanges, translationRequest } from '#app/features/translations/editor-schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice, reading } from '../guard.server.ts'
import type { Route } from './+types/route'
import { AddKey } from './add-key.tsx'
import { filterSearch, type GridFilter, readFilter, SHOWS } from './filter.ts'
import { GapsReport } from './gaps-report.tsx'
import { TranslationsGrid } from './grid.tsx'
import { Transfer } from './transfer.tsx'

export { ScreenError as ErrorBoundary } from '../error.tsx'

const DEFAULT_NAMESPACE = 'common'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'texts.read')
  const [namespaces, languages] = await reading(
    services,
    'languages-and-namespaces',
    Promise.all([listNamespaces(services), listGridLanguages(services)]),
  )
  const asked = params.namespace ?? DEFAULT_NAMESPACE
  const namespace = namespaces.find(({ name }) => name === asked)
  if (!namespace) throw data(null, { status: 404 })
  const [grid, gaps] = await reading(
    services,
    'translations',
    Promise.all([getGrid(services, namespace, languages), reportGaps(services, namespaces, languages)]),
  )
  return { namespaces, languages, grid, gaps }
}

export const action = adminAction('texts.change', async ({ services, actor, request, params }) => {
  const body = await readJson(request, z.union([translationRequest, gridChanges]))
  if (!('intent' in body))
    return saveTranslations(services, params.namespace ?? DEFAULT_NAMESPACE, body, actor)
  return body.intent === 'add'
    ? addTranslation(services, body, actor)
    : deleteTranslation(services, body, actor)
})

export default function Translations({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('admin')
  const { namespaces, languages, grid, gaps } = loaderData
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const filterOfAddress = () => readFilter(new URLSearchParams(search), languages)
  const [filter, setFilter] = useState(filterOfAddress)
  // A way back that is stopped by the way forward ends at the key where it began, with what was typed there.
  const address = key + search
  const [shownAddress, setShownAddress] = useState(address)
  // The screen stays when the address changes, for example on the way back.
  if (address !== shownAddress) {
    setShownAddress(address)
    setFilter(filterOfAddress())
  }
  const show = (next: GridFilter, namespace = grid.namespace) => {
    const sought = filterSearch(next, languages)
    if (namespace !== grid.namespace) return navigate(`/admin/translations/${namespace}${sought}`)
    setFilter(next)
    // Not a navigation, which would stop the read after a save.
    history.replaceState(history.state, '', sought || location.pathname)
  }
  const change = (patch: Partial<GridFilter>) => show({ ...filter, ...patch })
  const description = namespaces.find(({ name }) => name === grid.namespace)?.description
  return (
    <AdminPage
      title={t('translations.title')}
      description={t('translations.description')}
      actions={<Transfer />}
    >
      <GapsReport
        gaps={gaps}
        languages={languages}
        onShow={(namespace, gap, language) => show({ query: '', show: gap, language }, namespace)}
      />
      <AddKey namespaces={namespaces} namespace={grid.namespace} languages={languages} />
      <Reading>
        <div className="grid items-end gap-3 md:grid-cols-4">
          <SelectField
            label={t('translations.namespace')}
            value={grid.namespace}
            title={description ?? undefined}
            onValue={(namespace) => namespace !== grid.namespace && show(filter, namespace)}
            options={namespaces.map(({ name }) => ({ value: name, text: name }))}
          />
          <Field
            label={t('translations.search')}
            type="search"
            value={filter.query}
            placeholder={t('translations.search-hint')}
            onValue={(query) => change({ query })}
          />
          <SelectField
            label={t('translations.show')}
            value={filter.show}
            onValue={(kind) => change({ show: kind as GridFilter['show'] })}
            options={SHOWS.map((kind) => ({ value: kind, text: t(`translations.show.${kind}`) }))}
          />
          <SelectField
            label={t('translations.in-language')}
            value={filter.language}
            disabled={filter.show === 'all'}
            onValue={(language) => change({ language })}
            options={[
              { value: '', text: t('translations.any-language') },
              ...languages.map(({ id, name }) => ({ value: id, text: name })),
            ]}
          />
        </div>
      </Reading>
      <TranslationsGrid key={grid.namespace} sent={grid} languages={languages} filter={filter} />
    </AdminPage>
  )
}
