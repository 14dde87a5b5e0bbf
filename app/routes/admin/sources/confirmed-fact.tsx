import type { Confirmed } from '#app/features/feed-health/confirmed.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { withColon } from '#app/platform/i18n/with-colon.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { usePolled } from '#app/ui/admin/use-polled.ts'
import { Relative } from '#app/ui/time.tsx'
import { Fact } from './fact.tsx'

/** It is counted in all tables, so not more often while feeds run. */
const isBusy = () => false

/** How many prices sources have confirmed in five minutes, counted again every minute, with the age of the newest. */
export function ConfirmedFact() {
  const { t, i18n } = useTranslation('admin')
  const { state: confirmed } = usePolled<Confirmed>('/admin/confirmed-prices', isBusy, undefined, MINUTE_MS)
  return (
    <Fact number={confirmed ? formatCount(confirmed.prices, i18n.language) : '–'}>
      <span className="text-sm text-muted">{t('sources.confirmed')}</span>
      {/* Its line is kept, so that nothing moves when the count is there. */}
      <span className="min-h-[1lh] text-xs text-muted">
        {confirmed?.newestAt && (
          <>
            {withColon(t('sources.newest'), i18n.language)} <Relative at={confirmed.newestAt} />
          </>
        )}
      </span>
    </Fact>
  )
}
