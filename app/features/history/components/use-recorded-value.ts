import type { Value } from '#app/platform/edit/schema.ts'
import { textOfKey } from '#app/platform/i18n/text-of-key.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useValueText } from '#app/ui/admin/use-value-text.ts'

/** The display text of a recorded value of a table's column: words for programs have that of their screen. */
export function useRecordedValue(entity: string): (column: string, value: Value | undefined) => string {
  const { t } = useTranslation('admin')
  const inWords = useValueText()
  return (column, value) => {
    if (entity === 'profiles' && column === 'back_office_role')
      return textOfKey(t, `people.role.${value ?? 'none'}`, String(value))
    if (entity === 'market_mappings' && column === 'type' && (value === 'open' || value === 'ignored'))
      return t(`bulk.mapping.${value}`)
    return inWords(value)
  }
}
