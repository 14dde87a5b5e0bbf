import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { EditorLink } from '#app/features/footer/editor-queries.server.ts'
import type { EditorSettings } from '#app/features/settings/commands.server.ts'
import type { EditableSettings, SimpleSetting as SimpleColumn } from '#app/features/settings/schema.ts'
import { columnText, problemText } from '#app/platform/edit/column-text.ts'
import { textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Field, SelectField, TextArea, Toggle } from '#app/ui/admin/fields.tsx'
import type { Editor } from '#app/ui/admin/use-editor.ts'

/** One editor for the settings and the footer's links: they are saved together. */
export type EditorRow = { id: string } & Partial<EditableSettings> & Partial<Omit<EditorLink, 'id'>>

type Column = keyof EditableSettings

/** The settings as they are being edited. */
export interface SettingsForm {
  values: EditorSettings
  set(patch: Partial<EditableSettings>): void
  isChanged(column: Column): boolean
  /** The problem of a column, in the user's language. */
  problemOf(column: Column): string | undefined
}

export function settingsForm(
  editor: Editor<EditorRow>,
  stored: EditorSettings,
  t: TFunction<'admin'>,
): SettingsForm {
  const { id } = stored
  return {
    values: (editor.rows.find((row) => row.id === id) as EditorSettings | undefined) ?? stored,
    set: (patch) => editor.set(id, patch),
    isChanged: (column) => editor.isChanged(id, column),
    problemOf: (column) => problemText(t, editor.problemOf(id, column)),
  }
}

const GRADIENT_COLUMN = /^(.+)_gradient_(.+)$/

/** The label of a column of the settings; the parts of a gradient include its name. */
export function settingText(t: TFunction<'admin'>, column: string): string {
  const [, gradient, part] = GRADIENT_COLUMN.exec(column) ?? []
  if (!gradient || !part) return columnText(t, column)
  const names = { gradient: columnText(t, `${gradient}_gradient`), part: columnText(t, `gradient_${part}`) }
  return t('settings.gradient-part', names)
}

type TextColumn = {
  [K in Column]: EditableSettings[K] extends string | null ? K : never
}[Column]
export type ToggleColumn = { [K in Column]: EditableSettings[K] extends boolean ? K : never }[Column]

export function TextSetting({
  form,
  column,
  long = false,
  address = false,
  hint,
  placeholder,
  required,
}: {
  form: SettingsForm
  column: TextColumn
  long?: boolean
  /** Written from left to right in every language. */
  address?: boolean
  hint?: ReactNode
  placeholder?: string
  required?: boolean
}) {
  const { t } = useTranslation('admin')
  const Input = long ? TextArea : Field
  return (
    <Input
      label={settingText(t, column)}
      value={form.values[column] ?? ''}
      dir={address ? 'ltr' : 'auto'}
      inputMode={address ? 'url' : undefined}
      placeholder={placeholder ?? (address ? 'https://' : undefined)}
      required={required}
      hint={hint}
      changed={form.isChanged(column)}
      problem={form.problemOf(column)}
      onValue={(value) => form.set({ [column]: value })}
    />
  )
}

export function ToggleSetting({ form, column }: { form: SettingsForm; column: ToggleColumn }) {
  const { t } = useTranslation('admin')
  return (
    <Toggle
      label={settingText(t, column)}
      on={form.values[column]}
      changed={form.isChanged(column)}
      onToggle={(on) => form.set({ [column]: on })}
    />
  )
}

/** A switch, or a select when there are options. */
export function SimpleSetting({
  form,
  column,
  options,
}: {
  form: SettingsForm
  column: SimpleColumn
  options: readonly string[] | null
}) {
  const { t } = useTranslation('admin')
  if (options === null) return <ToggleSetting form={form} column={column as ToggleColumn} />
  const textOf = (option: string) => textOfKey(t, `option.${`${column}-${option}`.replaceAll('_', '-')}`)
  return (
    <SelectField
      label={settingText(t, column)}
      value={String(form.values[column])}
      data-changed={form.isChanged(column) || undefined}
      options={options.map((value) => ({ value, text: textOf(value) }))}
      onValue={(value) => form.set({ [column]: value })}
    />
  )
}
