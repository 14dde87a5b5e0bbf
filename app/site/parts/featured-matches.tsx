import type { AffiliateButton } from '#app/features/affiliates/schema.ts'
import type { MatchSummary } from '#app/features/matches/schema.ts'
import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { MatchCard } from './match-card.tsx'
import { Part } from './part.tsx'
import { Strip } from './strip.tsx'

const STEPS = { phone: 280, desktop: 350 }

/** Featured matches side by side. */
export function FeaturedMatches({
  matches,
  buttons,
}: {
  matches: MatchSummary[]
  buttons: AffiliateButton[]
}) {
  const { t } = useTranslation('matches')
  return (
    <Part title={t('featured')}>
      <Strip title={t('featured')} steps={STEPS} moves count={matches.length} className="featured">
        {matches.map((match) => (
          <li key={match.id}>
            <MatchCard match={match} buttons={buttons} place="league" />
          </li>
        ))}
      </Strip>
    </Part>
  )
}
