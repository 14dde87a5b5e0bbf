import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { ShownHeadline } from './use-headlines.ts'

/** Whose prices a headline holds, and how old they are once that matters; nothing where there are none. */
export function HeadlineNote({ headline }: { headline: ShownHeadline }) {
  const { t } = useTranslation('matches')
  if (headline.typed) return <span className="block truncate text-xs text-muted">{t('typed-prices')}</span>
  if (headline.bookmakerCount === 0) return null
  return (
    <span className="block text-xs text-muted">
      <span className="block truncate">{t('best-of', { count: headline.bookmakerCount })}</span>
      <PriceAge headline={headline} />
    </span>
  )
}

/** What a card says of its prices: only what a visitor has to know of them. */
export function CardNote({ headline }: { headline: ShownHeadline }) {
  return headline.typed ? <HeadlineNote headline={headline} /> : <PriceAge headline={headline} />
}

/** When the oldest price was confirmed, from half an hour on. */
function PriceAge({ headline: { age } }: { headline: ShownHeadline }) {
  const { t } = useTranslation('matches')
  return (
    age && (
      <span className="block truncate text-warning" suppressHydrationWarning>
        {t('price-age', { age })}
      </span>
    )
  )
}
