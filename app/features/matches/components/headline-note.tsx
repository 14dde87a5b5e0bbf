import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { ShownHeadline } from './use-headlines.ts'

/**
 * Whose prices a headline holds, and how old they are once that matters; nothing where there are none. That they are the
 * best is said where no list says it.
 */
export function HeadlineNote({ headline, alone = false }: { headline: ShownHeadline; alone?: boolean }) {
  const { t } = useTranslation('matches')
  if (headline.typed) return <span className="block truncate text-xs text-muted">{t('typed-prices')}</span>
  if (headline.bookmakerCount === 0) return null
  return (
    <span className="block text-xs text-muted">
      <span className="block truncate">
        {t(alone ? 'best-of' : 'bookmaker-count', { count: headline.bookmakerCount })}
      </span>
      <PriceAge headline={headline} />
    </span>
  )
}

/** When the oldest price was confirmed, from half an hour on. */
export function PriceAge({ headline: { age } }: { headline: ShownHeadline }) {
  const { t } = useTranslation('matches')
  return (
    age && (
      <span className="block truncate text-warning" suppressHydrationWarning>
        {t('price-age', { age })}
      </span>
    )
  )
}
