import { Form } from 'react-router'
import {
  hasFlagStatus,
  type ListFilter,
  type ListKey,
  listOf,
  toParams,
} from '#app/features/bulk-edit/lists.ts'
import { usePlaceNames } from '#app/features/catalogue/use-place-names.ts'
import { columnText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { ChoiceField } from '#app/ui/admin/choice-field.tsx'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { Reading } from '#app/ui/admin/rights.tsx'
import { listText, useCellText } from './use-cell-text.ts'

const ignore = () => {}

/** Which list, and which of its rows. All of it is in the address. */
export function ListFilters({
  filter,
  total,
  sports,
  lists,
}: {
  filter: ListFilter
  total: number
  sports: readonly { id: string; name: string }[]
  lists: readonly ListKey[]
}) {
  const { t, i18n } = useTranslation('admin')
  const names = usePlaceNames()
  const { list, search, sport, status, sort, descending } = filter
  const cellText = useCellText(list)
  const { columns, status: filtered } = listOf(list)
  const isOfSport = columns.some(({ key }) => key === 'sport')
  const statusText = (value: string) =>
    hasFlagStatus(list)
      ? t(value === 'active' ? 'bulk.status.active' : 'bulk.status.hidden')
      : cellText(filtered?.column ?? '', value)
  return (
    <Reading>
      <Panel
        title={t('bulk.rows')}
        actions={
          // A plain link: the response is a file, not a page.
          <a
            href={`/admin/bulk-edit/export?${toParams({ ...filter, page: 1 })}`}
            className="button-quiet min-h-10 px-4 text-sm"
            download
          >
            {t('bulk.export')}
          </a>
        }
      >
        <Form
          key={JSON.stringify(filter)}
          role="search"
          className="flex flex-wrap items-end gap-3"
          action="/admin/bulk-edit"
        >
          <ChoiceField
            name="list"
            label={t('bulk.list')}
            choices={lists.map((id) => ({ id, name: listText(t, id) }))}
            chosen={list}
            resets={['q', 'sport', 'status', 'sort', 'order', 'page']}
          />
          <input type="hidden" name="list" value={list} />
          {sort && <input type="hidden" name="sort" value={sort} />}
          {descending && <input type="hidden" name="order" value="desc" />}
          <Field
            label={t('bulk.search')}
            name="q"
            type="search"
            maxLength={200}
            defaultValue={search}
            onValue={ignore}
          />
          {isOfSport && (
            <SelectField
              label={t('choose.sport')}
              name="sport"
              defaultValue={sport ?? ''}
              options={[
                { value: '', text: t('bulk.status.all') },
                ...sports.map(({ id, name }) => ({ value: id, text: names.sport(name) })),
              ]}
              onValue={ignore}
            />
          )}
          {filtered && (
            <SelectField
              label={filtered.column === 'is_active' ? t('column.status') : columnText(t, filtered.column)}
              name="status"
              defaultValue={status ?? ''}
              options={[
                { value: '', text: t('bulk.status.all') },
                ...filtered.values.map((value) => ({ value, text: statusText(value) })),
              ]}
              onValue={ignore}
            />
          )}
          <button type="submit" className="button min-h-10 px-4 text-sm">
            {t('history.filter')}
          </button>
        </Form>
        <p role="status" className="text-sm text-muted tabular-nums">
          {t('bulk.found', { number: formatCount(total, i18n.language) })}
        </p>
      </Panel>
    </Reading>
  )
}
