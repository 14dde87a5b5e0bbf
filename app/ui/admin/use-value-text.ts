import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatDate } from '#app/platform/time.ts'
import { useZone } from '../clock.tsx'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** The display text of a value: yes or no, an instant in the reader's zone, or a text for an empty value. */
export function useValueText(): (value: string | number | boolean | null | undefined) => string {
  const { t, i18n } = useTranslation('admin')
  const zone = useZone()
  return (value) => {
    if (value === null || value === undefined || value === '') return t('conflict.empty')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    const instant = instantOf(value)
    return instant ? formatDate(instant, 'exact', i18n.language, zone) : String(value)
  }
}

/** Undefined if the value is not an instant, or is out of the calendar's range. */
export function instantOf(value: string | number): Date | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}
