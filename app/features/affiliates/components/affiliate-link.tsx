import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Name } from '#app/ui/name.tsx'
import type { OutboundLink } from '../rules.ts'

const SIZES = {
  /** Full width. */
  wide: 'button min-h-12 w-full px-6 text-sm',
  /** In a table cell. */
  cell: 'button min-h-11 max-w-32 flex-col gap-0! px-3 text-sm leading-tight',
  /** In a line of text. */
  small: 'button-quiet min-h-6 max-w-44 gap-1! rounded-md px-2 text-xs',
} as const

/** An affiliate link, marked as advertising, with the name of its bookmaker. */
export function AffiliateLink({ way, size }: { way: OutboundLink; size: keyof typeof SIZES }) {
  const { t } = useTranslation('common')
  const text = way.text ?? t('match-offer')
  const { bookmaker } = way
  const isNamed = bookmaker === null || text.toLowerCase().includes(bookmaker.toLowerCase())
  return (
    <a href={way.href} target="_blank" rel="sponsored nofollow noopener" className={SIZES[size]}>
      {isNamed ? (
        <Name className="max-w-full">{text}</Name>
      ) : (
        <>
          <Name className="max-w-full">{bookmaker}</Name>
          <span className={size === 'wide' ? 'min-w-0 truncate font-normal' : 'sr-only'}>{text}</span>
        </>
      )}
      <span className="shrink-0 text-xs font-normal">{t('advertising')}</span>
      <span className="sr-only">({t('new-tab')})</span>
    </a>
  )
}
