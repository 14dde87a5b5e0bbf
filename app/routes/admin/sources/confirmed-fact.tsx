import { useEffect, useState } from 'react'
import type { Confirmed } from '#app/features/feed-health/confirmed.server.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatCount } from '#app/platform/numbers.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { readPolled } from '#app/ui/admin/use-polled.ts'
import { Relative } from '#app/ui/time.tsx'
import { Fact } from './fact.tsx'

/** How many prices sources have confirmed in five minutes, counted again every minute, with the age of the newest. */
export function ConfirmedFact() {
  const { t, i18n } = useTranslation('admin')
  const [confirmed, setConfirmed] = useState<Confirmed>()
  useEffect(() => {
    const gone = new AbortController()
    const read = async () => {
      const answer = await readPolled<Confirmed>('/admin/confirmed-prices', gone.signal)
      if (answer && !gone.signal.aborted) setConfirmed(answer)
    }
    read()
    const timer = setInterval(read, MINUTE_MS)
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [])
  return (
    <Fact number={confirmed ? formatCount(confirmed.prices, i18n.language) : '–'}>
      <span className="text-sm text-muted">{t('sources.confirmed')}</span>
      {/* Its line is kept, so that nothing moves when the count is there. */}
      <span className="min-h-[1lh] text-xs text-muted">
        {confirmed?.newestAt && (
          <>
            {t('sources.newest')}: <Relative at={confirmed.newestAt} />
          </>
        )}
      </span>
    </Fact>
  )
}
