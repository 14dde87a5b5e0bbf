import type { HealthView } from '#app/features/feed-health/view.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'

/** The remaining requests of a source's quota. */
export function Quota({ quota }: { quota: HealthView['quota'] }) {
  const { t, i18n } = useTranslation('admin')
  if (!quota) return '–'
  const remaining = formatCount(quota.remaining, i18n.language)
  if (quota.limit === null) return remaining
  return t('sources.quota-of', { remaining, limit: formatCount(quota.limit, i18n.language) })
}
