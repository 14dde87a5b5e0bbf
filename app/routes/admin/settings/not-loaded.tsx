import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Banner } from '#app/ui/banner.tsx'

/** In place of a part that could not be read: it cannot be edited, so it cannot be overwritten. */
export function NotLoaded({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin')
  const { revalidate, state } = useRevalidator()
  return (
    <Banner tone="error">
      <span className="flex flex-wrap items-center gap-3">
        {children}
        <button
          type="button"
          disabled={state !== 'idle'}
          onClick={() => revalidate()}
          className="button-quiet min-h-9 px-3 text-sm"
        >
          {t('load.retry')}
        </button>
      </span>
    </Banner>
  )
}
