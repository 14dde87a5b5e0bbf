import { useNavigation } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/** A thin line while the next screen is loading. */
export function ProgressLine() {
  const { t } = useTranslation('admin')
  const loading = useNavigation().state === 'loading'
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-20 h-0.5">
      {loading && (
        <>
          <div className="progress-line h-full bg-button" />
          <span className="sr-only">{t('loading')}</span>
        </>
      )}
    </div>
  )
}
