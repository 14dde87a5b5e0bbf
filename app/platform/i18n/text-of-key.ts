import type { TFunction } from 'i18next'

/** A key of a text of the back office. */
export type AdminKey = keyof typeof import('../../../locales/en/admin.json')

/** Looks up texts of the back office: a screen's translator, or what stands in for it outside of screens. */
export type AdminTranslate =
  | TFunction<'admin'>
  | ((key: AdminKey, options: { defaultValue: string }) => string)

/**
 * The text of a key of the back office that is put together while the program runs, such as `column.${name}`. The compiler
 * compares a key that it knows with the thousands that there are; here it has none to compare.
 * @param otherwise the text if there is no such key; the key itself if it is left out
 * @param values the values of the text's placeholders
 */
export function textOfKey(
  t: AdminTranslate,
  key: string,
  otherwise?: string,
  values?: Readonly<Record<string, string>>,
): string {
  const translate = t as unknown as (key: string, options: Record<string, unknown>) => string
  return translate(key, { ...values, ...(otherwise !== undefined && { defaultValue: otherwise }) })
}
