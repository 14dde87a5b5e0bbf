import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner } from '../banner.tsx'
import { SignedOut } from './save-bar.tsx'
import type { useRead } from './use-read.ts'

/**
 * That a part of a screen could not be read, with a button that reads it again. It stays mounted after the read, so that
 * it can take the focus of the button.
 */
export function ReadProblem({
  of: { failure, busy, again },
  text,
}: {
  of: Pick<ReturnType<typeof useRead>, 'failure' | 'busy' | 'again'>
  text?: string
}) {
  const { t } = useTranslation('admin')
  const [hasFailed, setFailed] = useState(false)
  if (failure && !hasFailed) setFailed(true)
  const loaded = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (hasFailed && !failure && document.activeElement === document.body)
      loaded.current?.focus({ preventScroll: true })
  }, [hasFailed, failure])
  if (!failure)
    return hasFailed ? (
      <p ref={loaded} tabIndex={-1} className="sr-only">
        {t('load.done')}
      </p>
    ) : null
  const problem = {
    'signed-out': <SignedOut text={t('load.part-signed-out')} />,
    forbidden: t('load.part-forbidden'),
    failed: text ?? t('load.part'),
  }
  return (
    <Banner tone="error">
      {/* A text that returns unchanged is announced only after another one. */}
      {busy ? t('loading') : problem[failure]}{' '}
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
