import type { OutboundLink } from '#app/features/affiliates/outbound-link.ts'
import { useButtonExperiment, useWayText } from '#app/features/experiments/components/experiment.tsx'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

/**
 * An outbound link that names its target. The heading of its list says that it is advertising.
 * @param isWide the operator's own link of a page, which has no list: it takes the full width
 */
export function WayOutLink({ way, isWide = false }: { way: OutboundLink; isWide?: boolean }) {
  const { t } = useTranslation('common')
  const experiment = useButtonExperiment(way.bookmaker)
  const own = way.text ?? t('match-offer')
  const adopted = useWayText(own, way.bookmaker)
  const text = isWide ? adopted : own
  const unsaid = isWide && way.bookmaker !== null && !text.includes(way.bookmaker) ? way.bookmaker : null
  return (
    <a
      className={isWide ? 'button wide' : 'way'}
      href={way.href}
      title={isWide ? undefined : text}
      target="_blank"
      rel="sponsored nofollow noopener"
      {...(isWide && experiment.part)}
    >
      <bdi {...(isWide && experiment.text(way.bookmaker))}>{isWide ? text : (way.bookmaker ?? text)}</bdi>
      {isWide && (
        <small>
          {unsaid && (
            <>
              <bdi>{unsaid}</bdi> ·{' '}
            </>
          )}
          {t('advertising')}
          <span className="sr-only"> ({t('new-tab')})</span>
        </small>
      )}
    </a>
  )
}
