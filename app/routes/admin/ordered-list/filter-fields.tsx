import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'
import type { ListFilter } from './use-filter.ts'

/** What finds and orders the rows of a list. */
export function FilterFields({
  filter,
  change,
}: {
  filter: ListFilter
  change: (patch: Partial<ListFilter>) => void
}) {
  const { t } = useTranslation('admin')
  return (
    <Reading>
      <Field
        label={t('bulk.search')}
        type="search"
        value={filter.search}
        onValue={(search) => change({ search })}
      />
      <SelectField
        label={t('column.status')}
        value={filter.status}
        options={[
          { value: '', text: t('bulk.status.all') },
          { value: 'active', text: t('bulk.status.active') },
          { value: 'hidden', text: t('bulk.status.hidden') },
        ]}
        onValue={(status) => change({ status: status as ListFilter['status'] })}
      />
      <SelectField
        label={t('list.order')}
        value={filter.order}
        options={[
          { value: 'position', text: t('column.position') },
          { value: 'name', text: t('webhooks.name') },
        ]}
        onValue={(by) => change({ order: by as ListFilter['order'] })}
      />
    </Reading>
  )
}
