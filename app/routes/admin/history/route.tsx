import { Form, Link } from 'react-router'
import { readableBy } from '#app/features/accounts/readable-history.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { AuditList } from '#app/features/history/components/audit-list.tsx'
import { listAudit, listAuditedEntities, parseAuditFilter } from '#app/features/history/queries.server.ts'
import { entityText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { AdminPage } from '#app/ui/admin/page.tsx'
import { Changing, Reading } from '#app/ui/admin/rights.tsx'
import { ListLink } from '../bulk-edit/list-link.tsx'
import { backOffice, reading } from '../guard.server.ts'
import { siteZone } from '../site-zone.server.ts'
import type { Route } from './+types/route'
import { PutBackButton } from './put-back-button.tsx'
import { restorablesOf } from './restorables.server.ts'
import { whyNot } from './why-not.ts'

export { ScreenError as ErrorBoundary } from '../error.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, actor } = backOffice(context, 'history.read')
  const filter = parseAuditFilter(url.searchParams)
  const readable = readableBy(actor.role)
  const [{ entries, older }, entities] = await reading(
    services,
    'screen',
    Promise.all([
      siteZone(services).then((zone) => listAudit(services, filter, zone, readable)),
      listAuditedEntities(services, readable),
    ]),
  )
  const next = older === null ? null : new URLSearchParams(url.searchParams)
  next?.set('before', String(older))
  const restorables = [...(await restorablesOf(services)).values()].filter(
    ({ table }) => readable === null || readable.includes(table),
  )
  const changed = Object.fromEntries(
    restorables.map(({ table, schema }) => [table as string, Object.keys(schema.shape)]),
  )
  const deleted = restorables.filter((it) => it.recreates).map(({ table }) => table as string)
  return { filter, entries, entities, older: next && `?${next}`, changed, deleted }
}

const ACTIONS = ['create', 'update', 'delete', 'run'] as const

const ignore = () => {}

export default function ChangeHistory({
  loaderData: { filter, entries, entities, older, changed, deleted },
}: Route.ComponentProps) {
  const { t, i18n } = useTranslation('admin')
  const names = usePlaceNames()
  const named = entries.map((entry) => {
    if (entry.entity === 'sports') return { ...entry, label: names.sport(entry.label) }
    return entry.entity === 'countries' ? { ...entry, label: names.country(entry.label) } : entry
  })
  const all = { value: '', text: t('history.all') }
  const kinds = entities
    .map((entity) => ({ value: entity, text: entityText(t, entity) }))
    .sort((a, b) => a.text.localeCompare(b.text, i18n.language))
  return (
    <AdminPage
      title={t('menu.history')}
      description={t('history.description')}
      actions={<ListLink list="audit_log" status={filter.action ?? null} search={filter.by ?? ''} />}
    >
      <Reading>
        <Form key={JSON.stringify(filter)} className="flex flex-wrap items-end gap-3">
          <SelectField
            label={t('history.entity')}
            name="entity"
            defaultValue={filter.entity ?? ''}
            options={[all, ...kinds]}
            onValue={ignore}
          />
          <SelectField
            label={t('history.action')}
            name="action"
            defaultValue={filter.action ?? ''}
            options={[all, ...ACTIONS.map((action) => ({ value: action, text: t(`history.${action}`) }))]}
            onValue={ignore}
          />
          <Field
            label={t('history.by')}
            name="by"
            type="search"
            defaultValue={filter.by ?? ''}
            onValue={ignore}
          />
          <Field
            label={t('history.from')}
            name="from"
            type="date"
            defaultValue={filter.from ?? ''}
            onValue={ignore}
          />
          <Field
            label={t('history.to')}
            name="to"
            type="date"
            defaultValue={filter.to ?? ''}
            onValue={ignore}
          />
          {filter.id && <input type="hidden" name="id" value={filter.id} />}
          <button type="submit" className="button min-h-10 px-4 text-sm">
            {t('history.filter')}
          </button>
        </Form>
      </Reading>
      <Changing>
        <p className="text-xs text-muted">{t('history.put-back-hint')}</p>
      </Changing>
      <AuditList
        entries={named}
        withItem
        actionsOf={(entry) => {
          const { id, entity, action, label, before } = entry
          const isRestorable =
            before &&
            ((action === 'update' && changed[entity]?.some((column) => column in before)) ||
              (action === 'delete' && deleted.includes(entity)))
          if (isRestorable) return <PutBackButton entry={id} entity={entity} label={label} />
          const reason = whyNot(entry)
          return (
            reason && (
              <Changing>
                <span className="text-xs text-muted">{t(`history.why-not.${reason}`)}</span>
              </Changing>
            )
          )
        }}
      />
      {older && (
        <Link to={older} className="button-quiet min-h-11 self-start px-4 text-sm">
          {t('history.older')}
        </Link>
      )}
    </AdminPage>
  )
}
