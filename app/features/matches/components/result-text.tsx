import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { formatAgo } from '#app/platform/time.ts'
import { useNow } from '#app/ui/clock.tsx'
import { matchAge, resultState } from '../match-state.ts'
import type { MatchSummary } from '../schema.ts'

const WORDS = {
  'in-progress': 'in-progress',
  loading: 'result.loading',
  'not-available': 'result.unavailable',
} as const

/** Why a match that has begun has no score yet; nothing before kick-off, and nothing beside a score. */
export function ResultText({ match }: { match: MatchSummary }) {
  const { t } = useTranslation('matches')
  const result = resultState(match, useNow(), match.result)
  if (!result || result.kind === 'score') return null
  return <span className="text-muted">{t(WORDS[result.kind])}</span>
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
