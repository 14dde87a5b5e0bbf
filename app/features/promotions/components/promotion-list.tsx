import { useTranslation } from 'react-i18next'
import type { Promotion } from '../schema.ts'
import { PromotionCard } from './promotion-card.tsx'

/** The home page's promotions, side by side; further ones are reached by scrolling. */
export function PromotionList({ promotions }: { promotions: Promotion[] }) {
  const { t } = useTranslation('promotions')
  if (promotions.length === 0) return null
  return (
    <section aria-label={t('title')}>
      <ul className="flex snap-x gap-3 overflow-x-auto pb-1">
        {promotions.map((promotion) => (
          <li key={promotion.id} className="w-80 max-w-[85%] shrink-0 snap-start">
            <PromotionCard promotion={promotion} />
          </li>
        ))}
      </ul>
    </section>
  )
}
