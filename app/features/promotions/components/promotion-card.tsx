import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { initials } from '#app/ui/initials.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Name } from '#app/ui/name.tsx'
import { useDateText } from '#app/ui/time.tsx'
import type { Promotion } from '../schema.ts'
import { Stars } from './stars.tsx'

export function PromotionCard({ promotion }: { promotion: Promotion }) {
  const { t } = useTranslation(['promotions', 'common'])
  const ends = useDateText(promotion.endDate, 'date')
  return (
    <article className="promotion-card flex h-full gap-3 rounded-lg border border-card-line p-4">
      <Logo
        src={promotion.imageUrl}
        size={64}
        fallback={initials(promotion.title)}
        fit="cover"
        className="rounded-full"
      />
      <div className="flex min-w-0 grow flex-col gap-1">
        <h3 className="text-sm font-semibold text-heading">
          <Name>{promotion.title}</Name>
        </h3>
        {promotion.subtitle && <Name className="text-xs text-body">{promotion.subtitle}</Name>}
        {promotion.description && (
          <p className="text-xs text-muted">
            <bdi dir="auto" className="name line-clamp-2">
              {promotion.description}
            </bdi>
          </p>
        )}
        <Stars rating={promotion.starRating} />
        <div className="mt-auto flex items-end justify-between gap-2 pt-2">
          <span className="text-xs text-body" suppressHydrationWarning>
            {promotion.endDate && t('ends', { ns: 'promotions', date: ends })}
          </span>
          <a
            href={promotion.buttonLink}
            target="_blank"
            rel="sponsored nofollow noopener"
            className="button min-h-11 shrink-0 px-4 text-sm md:min-h-9"
          >
            {promotion.buttonText}
            <span className="sr-only">
              {promotion.title} ({t('new-tab', { ns: 'common' })})
            </span>
          </a>
        </div>
      </div>
    </article>
  )
}
