import { BadgeCheck } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatPercent } from '#app/platform/numbers.ts'
import type { ShownHeadline } from './use-headlines.ts'

/**
 * Whose prices a headline holds, and what there is to know of them; nothing where there are none.
 * @param alone says that they are the best, which a list says for all its rows
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
      <SureMark sureReturn={headline.sureReturn} />
      <PriceAge headline={headline} />
    </span>
  )
}

/** What a card says of its prices: only what a visitor has to know of them. */
export function CardNote({ headline }: { headline: ShownHeadline }) {
  if (headline.typed) return <HeadlineNote headline={headline} />
  return (
    <>
      <SureMark sureReturn={headline.sureReturn} />
      <PriceAge headline={headline} />
    </>
  )
}

/** Marks a real sure bet, with its return. */
export function SureMark({ sureReturn }: { sureReturn: number | null }) {
  const { t, i18n } = useTranslation('matches')
  return (
    sureReturn !== null && (
      <span className="inline-flex items-center gap-x-1 text-xs font-semibold text-accent">
        <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
        {t('sure-bet')}: <bdi>{formatPercent(sureReturn, i18n.language, 2)}</bdi>
      </span>
    )
  )
}

/** When the oldest price was confirmed, from half an hour on. */
function PriceAge({ headline: { age } }: { headline: Pick<ShownHeadline, 'age'> }) {
  const { t } = useTranslation('matches')
  return (
    age && (
      <span className="block truncate text-xs text-warning" suppressHydrationWarning>
        {t('price-age', { age })}
      </span>
    )
  )
}
