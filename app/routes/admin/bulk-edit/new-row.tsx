import { type FormEvent, useState } from 'react'
import { type ListKey, listOf } from '#app/features/bulk-edit/lists.ts'
import { recordedText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { csvLine } from '#app/platform/text/csv.ts'
import { Field } from '#app/ui/admin/fields.tsx'
import { FoldedPanel } from '#app/ui/admin/page.tsx'

interface NewRowProps {
  list: ListKey
  busy: boolean
  /** Of a file of one line. */
  plan: (text: string) => void
}

/**
 * Adds one row of a list whose rows are named, such as a team: as a file of one line, after the same preview.
 * @param saves how often this screen has saved: after each, the form is empty
 */
export function NewRow({ saves, ...props }: NewRowProps & { saves: number }) {
  const { t } = useTranslation('admin')
  const names = listOf(props.list).namesOfNew ?? []
  if (!names.includes('name')) return null
  return (
    <FoldedPanel title={t('bulk.add')}>
      <RowForm key={saves} names={names} {...props} />
    </FoldedPanel>
  )
}

function RowForm({ list, names, busy, plan }: NewRowProps & { names: readonly string[] }) {
  const { t } = useTranslation('admin')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const cells = names.map((key) => (typed[key] ?? '').trim())
  const preview = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) plan(csvLine([...names]) + csvLine(cells))
  }
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={preview}>
      {names.map((key) => (
        <Field
          key={key}
          label={recordedText(t, list, key)}
          required
          maxLength={200}
          dir="auto"
          value={typed[key] ?? ''}
          onValue={(text) => setTyped((now) => ({ ...now, [key]: text }))}
        />
      ))}
      <button type="submit" aria-disabled={busy} className="button min-h-10 px-4 text-sm">
        {t('bulk.preview')}
      </button>
    </form>
  )
}
