import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Carousel } from '#app/ui/carousel.tsx'
import type { MatchSummary } from '../schema.ts'
import { MatchCard, type MatchCardProps } from './match-list.tsx'
import { useHeadlines } from './use-headlines.ts'
import { useMatchStates } from './use-match-state.ts'

const STEPS = { phone: 280, desktop: 350 }

/** Featured matches side by side. */
export function FeaturedCarousel({ matches }: { matches: MatchSummary[] }) {
  const { t } = useTranslation('matches')
  const stateOf = useMatchStates()
  const headlineOf = useHeadlines()
  return (
    <Carousel title={t('featured')} steps={STEPS}>
      {matches.map((match) => (
        <FeaturedItem key={match.id} match={match} headline={headlineOf(match)} state={stateOf(match)} />
      ))}
    </Carousel>
  )
}

function FeaturedItem(props: MatchCardProps) {
  return (
    <li className="carousel-card">
      <MatchCard {...props} />
    </li>
  )
}
