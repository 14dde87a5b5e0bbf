import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Carousel } from '#app/ui/carousel.tsx'
import type { Promotion } from '../schema.ts'
import { PromotionCard } from './promotion-card.tsx'

const STEPS = { phone: 280, desktop: 380 }

/** The home page's promotions in a row. */
export function PromotionCarousel({ promotions }: { promotions: Promotion[] }) {
  const { t } = useTranslation('promotions')
  if (promotions.length === 0) return null
  return (
    <Carousel title={t('title')} steps={STEPS}>
      {promotions.map((promotion) => (
        <PromotionItem key={promotion.id} promotion={promotion} />
      ))}
    </Carousel>
  )
}

function PromotionItem(props: { promotion: Promotion }) {
  return (
    <li className="carousel-card">
      <PromotionCard {...props} />
    </li>
  )
}
