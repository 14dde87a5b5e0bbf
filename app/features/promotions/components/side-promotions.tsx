import { Gift } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Name } from '#app/ui/name.tsx'
import type { Promotion } from '../schema.ts'

/** Promotions of the side menu: links to other sites. */
export function SidePromotions({ promotions }: { promotions: Promotion[] }) {
  const { t } = useTranslation(['promotions', 'common'])
  if (promotions.length === 0) return null
  return (
    <div className="mt-4 flex flex-col gap-2 px-4">
      <h2 className="text-xs font-semibold text-muted">{t('title', { ns: 'promotions' })}</h2>
      {promotions.map((promotion) => (
        <a
          key={promotion.id}
          href={promotion.buttonLink}
          target="_blank"
          rel="sponsored nofollow noopener"
          className="flex min-h-11 items-center gap-3 rounded-lg border border-card-line bg-card px-3 py-2 text-sm text-body hover:bg-card-hover hover:text-heading"
        >
          <Gift aria-hidden="true" className="size-5 shrink-0 text-icon" />
          <span className="min-w-0 grow">
            <Name className="font-semibold">{promotion.title}</Name>
            {promotion.subtitle && <Name className="text-xs text-muted">{promotion.subtitle}</Name>}
          </span>
          <span className="sr-only">({t('new-tab', { ns: 'common' })})</span>
        </a>
      ))}
    </div>
  )
}
