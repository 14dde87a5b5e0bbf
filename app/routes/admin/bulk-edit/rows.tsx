import { Link } from 'react-router'
import {
  type ListFilter,
  type ListRow,
  listOf,
  ROWS_A_PAGE,
  toParams,
} from '#app/features/bulk-edit/lists.ts'
import { recordedText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Pages } from '#app/ui/admin/pages.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import { AdminRow, AdminTable, CELL } from '#app/ui/admin/table.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { useCellText } from './use-cell-text.ts'

/** More columns do not fit into a window of 1280 px. */
const MOST_COLUMNS = 8

const ARROWS = { ascending: '↑', descending: '↓', none: '' }

/** A page of the rows that were found. Its headings sort the whole list. */
export function ListRows({
  filter,
  rows,
  total,
  selected,
  select,
}: {
  filter: ListFilter
  rows: readonly ListRow[]
  total: number
  selected: ReadonlySet<string>
  select: (ids: readonly string[], on: boolean) => void
}) {
  const { t } = useTranslation('admin')
  const { canChange } = useRights()
  const cellText = useCellText(filter.list)
  const columns = listOf(filter.list).columns.filter(({ isShown }) => isShown)
  const names = columns.filter(({ kind, key }) => kind === null || key === 'name' || key === 'title')
  const ids = rows.map(({ id }) => id)
  const sortedBy = (key: string) => {
    if (filter.sort !== key) return undefined
    return filter.descending ? ('descending' as const) : ('ascending' as const)
  }
  if (rows.length === 0) return <Empty>{t('bulk.none')}</Empty>
  return (
    <>
      <AdminTable
        label={t('bulk.rows')}
        isWide={columns.length > MOST_COLUMNS ? 'beyond' : true}
        columns={[
          ...(canChange
            ? [
                {
                  key: 'select',
                  text: '',
                  head: (
                    <Checkbox
                      label={t('bulk.select-page')}
                      isChecked={ids.every((id) => selected.has(id))}
                      onChange={(on) => select(ids, on)}
                    />
                  ),
                },
              ]
            : []),
          ...columns.map(({ key }) => ({
            key,
            text: recordedText(t, filter.list, key),
            sorted: sortedBy(key),
            head: (
              <Link
                to={`?${toParams({ ...filter, sort: key, descending: sortedBy(key) === 'ascending', page: 1 })}`}
                className="hover:text-heading"
                preventScrollReset
              >
                {recordedText(t, filter.list, key)}
                <span aria-hidden="true" className="ms-1 inline-block w-3">
                  {ARROWS[sortedBy(key) ?? 'none']}
                </span>
              </Link>
            ),
          })),
        ]}
      >
        {rows.map(({ id, values }) => (
          <AdminRow key={id} changed={false}>
            {canChange && (
              <td className={CELL}>
                <Checkbox
                  label={t('bulk.select', {
                    name: names.map(({ key }) => cellText(key, values[key])).join(' '),
                  })}
                  isChecked={selected.has(id)}
                  onChange={(on) => select([id], on)}
                />
              </td>
            )}
            {columns.map(({ key, kind }) => (
              <td
                key={key}
                className={`${CELL} ${kind === 'number' ? 'tabular-nums' : ''} ${kind === 'text' ? 'wrap-anywhere' : ''}`}
              >
                <bdi>{cellText(key, values[key])}</bdi>
              </td>
            ))}
          </AdminRow>
        ))}
      </AdminTable>
      <Pages
        page={filter.page}
        pages={Math.ceil(total / ROWS_A_PAGE)}
        to={(page) => `?${toParams({ ...filter, page })}`}
      />
    </>
  )
}

function Checkbox({
  label,
  isChecked,
  onChange,
}: {
  label: string
  isChecked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <label className="-m-2 inline-flex size-11 items-center justify-center">
      <input
        type="checkbox"
        className="size-4 accent-(--accent-text)"
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
