import { OfferTerms } from '#app/features/audiences/components/notices.tsx'
import type { Promotion } from '#app/features/promotions/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { initials } from '#app/ui/initials.ts'
import { BookmakerMark } from '#app/ui/marks.tsx'
import { useDateText } from '#app/ui/time.tsx'
import { Strip } from './strip.tsx'

const STEPS = { phone: 280, desktop: 380 }

/** The home page's promotions in one slim strip. */
export function Promotions({ promotions }: { promotions: Promotion[] }) {
  const { t } = useTranslation('promotions')
  if (promotions.length === 0) return null
  return (
    <section aria-label={t('title')}>
      <Strip title={t('title')} steps={STEPS} moves count={promotions.length} className="promotions">
        {promotions.map((promotion) => (
          <PromotionItem key={promotion.id} promotion={promotion} />
        ))}
      </Strip>
      <OfferTerms />
    </section>
  )
}

function PromotionItem({ promotion }: { promotion: Promotion }) {
  const { t } = useTranslation(['promotions', 'common'])
  const { title, subtitle, description, imageUrl, starRating, endDate, href, buttonText } = promotion
  const ends = useDateText(endDate, 'date')
  return (
    <li className="promotion promotion-card">
      {imageUrl ? (
        <img src={imageUrl} alt="" width={48} height={48} loading="lazy" data-fallback={initials(title)} />
      ) : (
        <BookmakerMark name={title} />
      )}
      <h2 dir="auto">{title}</h2>
      {(subtitle || description) && (
        <p dir="auto">
          {subtitle}
          {/* A phone has one line. */}
          {description && (
            <span className={subtitle ? 'from-tablet' : undefined}>
              {subtitle && ' · '}
              {description}
            </span>
          )}
        </p>
      )}
      <small>
        <span className="stars" role="img" aria-label={t('stars', { rating: starRating })}>
          {'★'.repeat(starRating)}
          <i>{'★'.repeat(5 - starRating)}</i>
        </span>
        {endDate && (
          <span data-ends={t('ends', { ns: 'promotions', date: '{date}' })}>
            {t('ends', { ns: 'promotions', date: ends })}
          </span>
        )}
      </small>
      <a href={href} target="_blank" rel="sponsored nofollow noopener">
        {buttonText}
        <span className="sr-only">
          {' '}
          {title} ({t('new-tab', { ns: 'common' })})
        </span>
      </a>
      <em>{t('advertising', { ns: 'common' })} · 18+</em>
    </li>
  )
}
