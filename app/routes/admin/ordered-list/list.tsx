import type { ReactNode } from 'react'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Changing } from '#app/ui/admin/rights.tsx'
import { SaveBar } from '#app/ui/admin/save-bar.tsx'
import { AdminTable } from '#app/ui/admin/table.tsx'
import { useEditor } from '#app/ui/admin/use-editor.ts'
import { type ListRow, OrderedRow } from './row.tsx'
import { useOrder } from './use-order.ts'

/** The number of rows that are rendered completely before the window is measured. */
const FIRST_SCREEN = 40

/**
 * A sortable list: editable positions, arrows, texts and visibility, with one Save Changes.
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
  const { t } = useTranslation('admin')
  const editor = useEditor(rows)
  const order = useOrder(editor)
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
      <Changing>
        <div className="flex justify-end">
          <button type="button" className="button-quiet min-h-10 px-4 text-sm" onClick={order.numberAll}>
            {t('list.number')}
          </button>
        </div>
      </Changing>
      <AdminTable label={label} isWide={isWide} columns={columns}>
        {order.rows.map((row, index) => (
          <OrderedRow
            key={row.id}
            row={row}
            entity={entity}
            texts={texts}
            columns={columns.length}
            isOnFirstScreen={index < FIRST_SCREEN}
            isFirst={index === 0}
            isLast={index === order.rows.length - 1}
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
