import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Name } from '#app/ui/name.tsx'
import { useDateText } from '#app/ui/time.tsx'
import { useImageFailed } from '#app/ui/use-image-failed.ts'
import type { Promotion } from '../schema.ts'
import { Stars } from './stars.tsx'

export function PromotionCard({ promotion }: { promotion: Promotion }) {
  const { t } = useTranslation(['promotions', 'common'])
  const ends = useDateText(promotion.endDate, 'date')
  return (
    <article className="promotion-card flex h-full gap-3 rounded-lg border border-card-line p-4">
      <Picture url={promotion.imageUrl} />
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

function Picture({ url }: { url: string | null }) {
  const { failed, ref, onError } = useImageFailed()
  if (!url || failed) return <span aria-hidden="true" className="size-16 shrink-0 rounded-full bg-raised" />
  return (
    <img
      ref={ref}
      src={url}
      alt=""
      width={64}
      height={64}
      loading="lazy"
      onError={onError}
      className="size-16 shrink-0 rounded-full object-cover"
    />
  )
}
