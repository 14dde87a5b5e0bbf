import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatAgo } from '#app/platform/time.ts'
import { useNow } from '#app/ui/clock.tsx'
import { matchAge, resultState } from '../match-state.ts'
import type { MatchSummary, Score } from '../schema.ts'

const WORDS = {
  'in-progress': 'in-progress',
  loading: 'result.loading',
  'not-available': 'result.unavailable',
} as const

/**
 * The result of a match that has begun: its score, or a text with the reason why there is none yet; nothing before
 * kick-off.
 */
export function ResultText({ match }: { match: MatchSummary }) {
  const { t } = useTranslation('matches')
  const result = resultState(match, useNow(), match.result)
  if (!result) return null
  if (result.kind === 'score') return <ScoreText score={result} />
  return <span className="text-muted">{t(WORDS[result.kind])}</span>
}

/** In the direction of the page: each side's goals are beside its name, also from right to left. */
export function ScoreText({ score: { home, away } }: { score: Score }) {
  return (
    <span className="font-semibold whitespace-nowrap text-heading tabular-nums [unicode-bidi:isolate]">
      {home} – {away}
    </span>
  )
}

/** How long ago a match began: in hours under a day, else in days. */
export function MatchAgeText({ match }: { match: MatchSummary }) {
  const { i18n } = useTranslation()
  const { count, unit } = matchAge(match, useNow())
  return (
    <span className="text-xs whitespace-nowrap text-muted" suppressHydrationWarning>
      {formatAgo(count, unit, i18n.language)}
    </span>
  )
}
