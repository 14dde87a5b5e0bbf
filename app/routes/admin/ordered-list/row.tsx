import { memo, type ReactNode } from 'react'
import { HistoryButton } from '#app/features/history/components/history-button.tsx'
import { columnText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, PositionField, Toggle } from '#app/ui/admin/fields.tsx'
import { RemoveButton } from '#app/ui/admin/remove-button.tsx'
import { AdminRow, CELL } from '#app/ui/admin/table.tsx'
import { useNear } from '#app/ui/admin/use-near.ts'

/** The common columns of a sortable list; more text columns can follow. */
export interface ListRow {
  id: string
  name: string
  menu_position: number
  is_active: boolean
  [column: string]: string | number | boolean | null
}

/** The name for the operator: that of a country in his language. */
export const shownName = ({ name, shown }: Pick<ListRow, 'name'> & { shown?: unknown }): string =>
  typeof shown === 'string' ? shown : name

interface Props {
  row: ListRow
  /** The table in the audit trail. */
  entity: string
  /** Editable text columns after the name. */
  texts: readonly string[]
  /** The number of rows of the table. */
  columns: number
  isOnFirstScreen: boolean
  isFirst: boolean
  isLast: boolean
  /** The names of changed columns, and their problems, as `column` or `column=problem`. */
  marks: string
  lead?: (row: ListRow) => ReactNode
  trail?: (row: ListRow) => ReactNode
  set: (id: string, patch: Partial<ListRow>) => void
  move: (id: string, step: -1 | 1) => void
  /** Of a row that is empty. */
  remove: (id: string) => void
}

/**
 * One row of countries, leagues or bookmakers. Lists have thousands of rows: a row is rendered again only when it
 * changes, and gets its fields only when it comes near the window. A row that was rendered stays, so that it keeps the
 * focus.
 */
export const OrderedRow = memo(function OrderedRow({ isOnFirstScreen, ...props }: Props) {
  const { ref, isNear } = useNear<HTMLTableRowElement>(isOnFirstScreen || props.marks !== '')
  if (isNear) return <WholeRow {...props} />
  const { menu_position } = props.row
  return (
    <tr ref={ref} className="h-[53px] max-md:h-72 border-b border-line last:border-b-0">
      <td className={`${CELL} tabular-nums`}>{menu_position}</td>
      <td colSpan={props.columns - 1} className={CELL}>
        <bdi>{shownName(props.row)}</bdi>
      </td>
    </tr>
  )
})

function WholeRow({ row, marks, ...props }: Omit<Props, 'isOnFirstScreen'>) {
  const { t } = useTranslation('admin')
  const marked = readMarks(marks)
  const { id } = row
  const name = shownName(row)
  return (
    <AdminRow changed={marks !== ''}>
      <td className={CELL}>
        <PositionField
          label={name}
          position={row.menu_position}
          min={1}
          changed={marked.has('menu_position')}
          problem={marked.get('menu_position')}
          onPosition={(menu_position) => props.set(id, { menu_position })}
          onUp={props.isFirst ? undefined : () => props.move(id, -1)}
          onDown={props.isLast ? undefined : () => props.move(id, 1)}
        />
      </td>
      {props.lead?.(row)}
      <td className={CELL}>
        <bdi>{name}</bdi>
      </td>
      {props.texts.map((column) => (
        <td key={column} className={CELL}>
          <Field
            label={t('field.of', { field: columnText(t, column), name })}
            labelHidden
            value={String(row[column] ?? '')}
            placeholder={column === 'display_name' ? name : undefined}
            changed={marked.has(column)}
            problem={marked.get(column)}
            onValue={(value) => props.set(id, { [column]: value })}
          />
        </td>
      ))}
      {props.trail?.(row)}
      <td className={CELL}>
        <Toggle
          label={t('field.active', { name })}
          labelHidden
          on={row.is_active}
          changed={marked.has('is_active')}
          onToggle={(is_active) => props.set(id, { is_active })}
        />
      </td>
      <td className={CELL}>
        <HistoryButton entity={props.entity} id={id} name={name} />
        {row.is_empty === true && <RemoveButton name={name} onRemove={() => props.remove(id)} />}
      </td>
    </AdminRow>
  )
}

function readMarks(marks: string): ReadonlyMap<string, string | undefined> {
  return new Map(
    marks.split('\n').map((mark) => {
      const [column = '', problem] = mark.split('=', 2)
      return [column, problem]
    }),
  )
}
