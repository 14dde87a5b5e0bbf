import { Star } from 'lucide-react'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'

const POSITIONS = [1, 2, 3, 4, 5]

export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation('promotions')
  return (
    <span role="img" aria-label={t('stars', { rating })} className="flex gap-0.5 text-star">
      {POSITIONS.map((position) => (
        <Star
          key={position}
          aria-hidden="true"
          className="size-4"
          fill={position <= rating ? 'currentColor' : 'none'}
        />
      ))}
    </span>
  )
}
