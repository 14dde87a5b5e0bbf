import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner } from '../banner.tsx'
import { SignedOut } from './save-bar.tsx'
import type { useRead } from './use-read.ts'

/** That a part of a screen could not be read, with a button that reads it again. */
export function ReadProblem({
  of: { failure, busy, again },
  text,
}: {
  of: Pick<ReturnType<typeof useRead>, 'failure' | 'busy' | 'again'>
  text?: string
}) {
  const { t } = useTranslation('admin')
  if (!failure) return null
  return (
    <Banner tone="error">
      {failure === 'signed-out' && <SignedOut text={t('load.part-signed-out')} />}
      {failure === 'forbidden' && t('load.part-forbidden')}
      {failure === 'failed' && (text ?? t('load.part'))}{' '}
      <button
        type="button"
        aria-disabled={busy || undefined}
        className="underline aria-disabled:opacity-50"
        onClick={again}
      >
        {t('load.retry')}
      </button>
    </Banner>
  )
}
