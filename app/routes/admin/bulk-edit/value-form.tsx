import { type FormEvent, useState } from 'react'
import { type ListKey, listOf } from '#app/features/bulk-edit/lists.ts'
import { recordedText } from '#app/platform/edit/column-text.ts'
import type { Value } from '#app/platform/edit/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount, readNumber } from '#app/platform/numbers.ts'
import { fromDateTimeField } from '#app/platform/time.ts'
import { Field, SelectField } from '#app/ui/admin/fields.tsx'
import { Panel } from '#app/ui/admin/page.tsx'
import { useCellText } from './use-cell-text.ts'

/** Sets one column of the selected rows, or of all that were found, after a preview. */
export function ValueForm({
  list,
  total,
  selected,
  busy,
  plan,
}: {
  list: ListKey
  total: number
  selected: number
  busy: boolean
  plan: (column: string, value: Value, ofSelected: boolean) => void
}) {
  const { t, i18n } = useTranslation('admin')
  const cellText = useCellText(list)
  const columns = listOf(list).columns.filter(({ kind }) => kind)
  const [rows, setRows] = useState('found')
  const [chosen, setChosen] = useState(listOf(list).status?.column)
  const [typed, setTyped] = useState('')
  const column = columns.find(({ key }) => key === chosen) ?? columns[0]
  if (!column) return null
  const ofSelected = rows === 'selected' && selected > 0
  const values: readonly Value[] = column.kind === 'flag' ? [true, false] : (column.choices ?? [])
  const value = (): Value => {
    // In the browser's zone, as the list's own editor.
    if (column.kind === 'instant') return fromDateTimeField(typed)?.toISOString() ?? null
    if (values.length > 0) return values.find((it) => String(it) === typed) ?? values[0] ?? null
    return (column.kind === 'number' ? readNumber(typed) : null) ?? typed
  }
  const preview = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) plan(column.key, value(), ofSelected)
  }
  return (
    <Panel title={t('bulk.change')}>
      <form className="flex flex-wrap items-end gap-3" onSubmit={preview}>
        <SelectField
          label={t('bulk.rows')}
          value={ofSelected ? 'selected' : 'found'}
          options={[
            { value: 'found', text: t('bulk.all-found', { number: formatCount(total, i18n.language) }) },
            ...(selected > 0
              ? [
                  {
                    value: 'selected',
                    text: t('bulk.selected', { number: formatCount(selected, i18n.language) }),
                  },
                ]
              : []),
          ]}
          onValue={setRows}
        />
        <SelectField
          label={t('bulk.column')}
          value={column.key}
          options={columns.map(({ key }) => ({ value: key, text: recordedText(t, list, key) }))}
          onValue={(key) => {
            setChosen(key)
            setTyped('')
          }}
        />
        {values.length > 0 ? (
          <SelectField
            label={t('bulk.value')}
            value={String(value())}
            options={values.map((it) => ({ value: String(it), text: cellText(column.key, it) }))}
            onValue={setTyped}
          />
        ) : (
          <Field
            label={t('bulk.value')}
            value={typed}
            {...(column.kind === 'instant' && { type: 'datetime-local' })}
            inputMode={column.kind === 'number' ? 'decimal' : undefined}
            onValue={setTyped}
          />
        )}
        <button type="submit" aria-disabled={busy} className="button min-h-10 px-4 text-sm">
          {t('bulk.preview')}
        </button>
      </form>
    </Panel>
  )
}
