import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatDate } from '#app/platform/time.ts'
import { useZone } from '../clock.tsx'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** What a value of a column is in words: yes and no, an instant as the reader's clock has it, and that there is none. */
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

/** Undefined of what is no instant, and of one that no calendar has. */
export function instantOf(value: string | number): Date | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}
