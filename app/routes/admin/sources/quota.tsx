import type { HealthView } from '#app/features/feed-health/view.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'

/** What a schedule has spent today, and what its source has left. */
export function Spending({ credits, quota }: Pick<HealthView, 'credits' | 'quota'>) {
  const { t, i18n } = useTranslation('admin')
  return (
    <>
      {credits && (credits.spent > 0 || credits.limit !== null) && (
        <span className="block text-xs text-muted tabular-nums">
          <SpentToday {...credits} />
        </span>
      )}
      {quota && (
        <span className="block text-xs text-muted tabular-nums">
          {withColon(t('schedules.quota'), i18n.language)} <Quota quota={quota} />
        </span>
      )}
    </>
  )
}

/** The remaining requests of a source's quota. */
export function Quota({ quota }: { quota: { remaining: number; limit: number | null } }) {
  const { t, i18n } = useTranslation('admin')
  const remaining = formatCount(quota.remaining, i18n.language)
  if (quota.limit === null) return remaining
  return t('sources.quota-of', { remaining, limit: formatCount(quota.limit, i18n.language) })
}

/** What a schedule has spent today of what its source sells. */
function SpentToday({ spent, limit }: { spent: number; limit: number | null }) {
  const { t, i18n } = useTranslation('admin')
  const text = formatCount(spent, i18n.language)
  if (limit === null) return t('schedules.spent', { spent: text })
  return t('schedules.spent-of', { spent: text, limit: formatCount(limit, i18n.language) })
}
