import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { Carousel } from '#app/ui/carousel.tsx'
import type { MatchState } from '../rules.ts'
import type { MatchSummary } from '../schema.ts'
import { MatchCard } from './match-list.tsx'
import { useMatchStates } from './use-match-state.ts'

const STEPS = { phone: 280, desktop: 350 }

/** Featured matches side by side. */
export function FeaturedCarousel({ matches }: { matches: MatchSummary[] }) {
  const { t } = useTranslation('matches')
  const stateOf = useMatchStates()
  return (
    <Carousel title={t('featured')} steps={STEPS}>
      {matches.map((match) => (
        <FeaturedItem key={match.id} match={match} state={stateOf(match)} />
      ))}
    </Carousel>
  )
}

function FeaturedItem(props: { match: MatchSummary; state: MatchState }) {
  return (
    <li className="carousel-card">
      <MatchCard {...props} />
    </li>
  )
}
