import type { TFunction } from 'i18next'

type AdminKey = keyof typeof import('../../../locales/en/admin.json')

/** The name of a database column on the screens: `column.*` of the texts, else its own name in words. */
export function columnText(t: TFunction<'admin'>, column: string): string {
  const key = `column.${column.replaceAll('_', '-')}`
  return t(key as AdminKey, { defaultValue: column.replaceAll('_', ' ') })
}

/** The name of a table's or tool's items in the history. */
export function entityText(t: TFunction<'admin'>, entity: string): string {
  return t(`entity.${entity.replaceAll('_', '-')}` as AdminKey, { defaultValue: entity.replaceAll('_', ' ') })
}

/** The text of a field's problem. */
export function problemText(t: TFunction<'admin'>, problem: string | undefined): string | undefined {
  return problem && t(problem as AdminKey, { defaultValue: problem })
}
