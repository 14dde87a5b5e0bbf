import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import type { WayOut } from '../rules.ts'

/** A link out to a bookmaker, marked as advertising. */
export function AffiliateLink({ way, wide = false }: { way: WayOut; wide?: boolean }) {
  const { t } = useTranslation('common')
  return (
    <a
      href={way.href}
      target="_blank"
      rel="sponsored nofollow noopener"
      className={`button text-sm ${wide ? 'min-h-12 w-full px-6' : 'min-h-9 max-w-32 px-3'}`}
    >
      <span className="truncate">{way.text}</span>
      <span className="shrink-0 text-xs font-normal">{t('advertising')}</span>
      <span className="sr-only">({t('new-tab')})</span>
    </a>
  )
}
