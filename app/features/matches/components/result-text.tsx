import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useNow } from '#app/ui/clock.ts'
import { resultState } from '../rules.ts'
import type { MatchSummary } from '../schema.ts'

/** The score of a match that has begun, or why there is none. */
export function ResultText({ match }: { match: MatchSummary }) {
  const { t } = useTranslation('matches')
  const result = resultState(match, useNow(), null)
  if (result?.kind === 'score') {
    return (
      <bdi dir="ltr" className="font-semibold whitespace-nowrap text-heading tabular-nums">
        {result.home} – {result.away}
      </bdi>
    )
  }
  return (
    <span className="text-muted">
      {t(result?.kind === 'in-progress' ? 'in-progress' : 'result.unavailable')}
    </span>
  )
}
