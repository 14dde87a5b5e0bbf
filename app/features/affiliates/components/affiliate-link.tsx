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
      className={`button text-sm ${wide ? 'min-h-12 w-full px-6' : 'min-h-11 max-w-32 flex-col gap-0! px-3 leading-tight'}`}
    >
      <span className="max-w-full truncate">{way.text}</span>
      <span className="shrink-0 text-xs font-normal">{t('advertising')}</span>
      <span className="sr-only">({t('new-tab')})</span>
    </a>
  )
}
