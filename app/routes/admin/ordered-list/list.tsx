import type { ReactNode } from 'react'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { Changing } from '#app/ui/admin/rights.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminTable } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { FilterFields } from './filter-fields.tsx'
import { type ListRow, OrderedRow } from './row.tsx'
import { useFilter } from './use-filter.ts'
import { useOrder } from './use-order.ts'

/** The number of rows that are rendered completely before the window is measured. */
const FIRST_SCREEN = 40

/**
 * A sortable list: editable positions, arrows, texts and visibility, with one Save Changes. Rows are found by name and
 * status.
 * @param columns headings in the order of the table
 */
export function OrderedList({
  rows,
  entity,
  label,
  isWide,
  saved,
  columns,
  texts,
  lead,
  trail,
}: {
  rows: readonly ListRow[]
  entity: string
  label: string
  /** See AdminTable. */
  isWide?: boolean
  /** The messages of a save. */
  saved: string
  columns: readonly { key: string; text: string; className?: string }[]
  texts: readonly string[]
  lead?: (row: ListRow) => ReactNode
  trail?: (row: ListRow) => ReactNode
}) {
  const { t, i18n } = useTranslation('admin')
  const editor = useEditor(rows)
  const order = useOrder(editor)
  const { filter, change, shown, isWhole } = useFilter(order.rows)
  const edited = ['menu_position', ...texts, 'is_active']
  const marksOf = (id: string) =>
    edited
      .flatMap((column) => {
        const problem = problemText(t, editor.problemOf(id, column))
        if (problem) return `${column}=${problem}`
        return editor.isChanged(id, column) ? column : []
      })
      .join('\n')
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <FilterFields filter={filter} change={change} />
        <Changing>
          <button
            type="button"
            className="button-quiet ms-auto min-h-10 px-4 text-sm"
            onClick={order.numberAll}
          >
            {t('list.number')}
          </button>
        </Changing>
      </div>
      <p role="status" className={shown.length === 0 ? 'py-6 text-center text-sm text-muted' : 'sr-only'}>
        {isWhole ? '' : t('bulk.found', { number: formatCount(shown.length, i18n.language) })}
      </p>
      <AdminTable label={label} isWide={isWide} columns={columns}>
        {shown.map((row, index) => (
          <OrderedRow
            key={row.id}
            row={row}
            entity={entity}
            texts={texts}
            columns={columns.length}
            isOnFirstScreen={index < FIRST_SCREEN}
            isFirst={!isWhole || index === 0}
            isLast={!isWhole || index === shown.length - 1}
            marks={marksOf(row.id)}
            lead={lead}
            trail={trail}
            set={editor.set}
            move={order.move}
            remove={editor.remove}
          />
        ))}
      </AdminTable>
      <SaveBar
        editor={editor}
        texts={{
          saved,
          column: (column) => columnText(t, column),
          invalid: (problem) => (problem === 'list.not-empty' ? t('list.not-empty') : undefined),
        }}
      />
    </>
  )
}
