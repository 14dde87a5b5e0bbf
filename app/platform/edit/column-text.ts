import type { TFunction } from 'i18next'

type AdminKey = keyof typeof import('../../../locales/en/admin.json')

/** What a column of the database is called on the screens: `column.*` of the texts, else its own name in words. */
export function columnText(t: TFunction<'admin'>, column: string): string {
  const key = `column.${column.replaceAll('_', '-')}`
  return t(key as AdminKey, { defaultValue: column.replaceAll('_', ' ') })
}

/** What the items of a table or a tool are called in the trail, by its name there. */
export function entityText(t: TFunction<'admin'>, entity: string): string {
  return t(`entity.${entity.replaceAll('_', '-')}` as AdminKey, { defaultValue: entity.replaceAll('_', ' ') })
}

/** What is wrong with a field. */
export function problemText(t: TFunction<'admin'>, problem: string | undefined): string | undefined {
  return problem && t(problem as AdminKey, { defaultValue: problem })
}
