import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

const RENEW_EVERY_MS = 5_000

/**
 * The progress of loading the demonstration, updated with the screen until it is complete.
 * @param percent null when it is not loading
 */
export function DemoProgress({ percent }: { percent: number | null }) {
  const { t } = useTranslation('admin')
  const { revalidate } = useRevalidator()
  const isLoading = percent !== null
  useEffect(() => {
    if (!isLoading) return
    const timer = setInterval(() => void revalidate(), RENEW_EVERY_MS)
    return () => clearInterval(timer)
  }, [isLoading, revalidate])
  return (
    <p role="status" className="text-sm tabular-nums text-muted empty:hidden">
      {isLoading && t('demo-loading', { percent })}
    </p>
  )
}
