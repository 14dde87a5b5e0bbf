import { useTranslation } from 'react-i18next'
import type { AffiliateButton } from '../schema.ts'

/** A link out to a bookmaker, marked as advertising. */
export function AffiliateLink({ button, wide = false }: { button: AffiliateButton; wide?: boolean }) {
  const { t } = useTranslation('common')
  return (
    <a
      href={button.link}
      target="_blank"
      rel="sponsored nofollow noopener"
      className={`button text-sm ${wide ? 'min-h-12 w-full px-6' : 'min-h-9 max-w-36 px-3'}`}
    >
      <span className="truncate">{button.text}</span>
      <span className="text-xs font-normal">{t('advertising')}</span>
      <span className="sr-only">({t('new-tab')})</span>
    </a>
  )
}
