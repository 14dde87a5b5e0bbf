import type { ScheduleValues } from '#app/features/imports/schedules/schedules.server.ts'
import { problemText } from '#app/platform/edit/column-text.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field } from '#app/ui/admin/fields.tsx'
import { useRights } from '#app/ui/admin/rights.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'

/** When a schedule runs: minutes, or a cron line. Who may not change it sees the text alone. */
export function IntervalField({
  row,
  editor,
  name,
}: {
  row: ScheduleValues
  editor: Editor<ScheduleValues>
  name: string
}) {
  const { t } = useTranslation('admin')
  const column = row.cron === null ? 'every_minutes' : 'cron'
  const { canChange } = useRights()
  if (!canChange) return <bdi dir="ltr">{row[column]}</bdi>
  const before = editor.changed.get(row.id)?.before[column]
  const field = {
    labelHidden: true,
    changed: editor.isChanged(row.id, column),
    problem: problemText(t, editor.problemOf(row.id, column)),
    hint: before == null ? undefined : t('schedules.was', { value: `\u2066${before}\u2069` }),
  }
  return row.cron === null ? (
    <Field
      {...field}
      label={t('schedules.minutes-of', { name })}
      className="w-20 shrink-0"
      type="number"
      min={1}
      max={10_080}
      step={1}
      value={row.every_minutes ?? ''}
      onValue={(text) => editor.set(row.id, { every_minutes: Number(text) })}
    />
  ) : (
    <Field
      {...field}
      label={t('schedules.cron-of', { name })}
      className="w-32 shrink-0"
      dir="ltr"
      spellCheck={false}
      value={row.cron}
      onValue={(cron) => editor.set(row.id, { cron })}
    />
  )
}
