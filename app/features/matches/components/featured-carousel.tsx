import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Carousel } from '#app/ui/carousel.tsx'
import type { MatchSummary } from '../schema.ts'
import { MatchCard } from './match-list.tsx'

const STEPS = { phone: 280, desktop: 350 }

/** Featured matches side by side. */
export function FeaturedCarousel({ matches }: { matches: MatchSummary[] }) {
  const { t } = useTranslation('matches')
  return (
    <Carousel title={t('featured')} steps={STEPS}>
      {matches.map((match) => (
        <li key={match.id} className="w-[min(350px,100%)] shrink-0">
          <MatchCard match={match} />
        </li>
      ))}
    </Carousel>
  )
}
