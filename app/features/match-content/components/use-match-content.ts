import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useDateText } from '#app/ui/time.tsx'
import type { MatchSummary } from '../../matches/schema.ts'
import { type FilledContent, fillMatchContent } from '../rules.ts'
import type { MatchContent } from '../schema.ts'

/** The texts of a match in the page's language and the visitor's zone. */
export function useMatchContent(content: MatchContent, match: MatchSummary): FilledContent {
  const { t, i18n } = useTranslation('matches')
  const date = useDateText(match.startTime, 'date')
  return fillMatchContent(content, match, {
    language: i18n.language,
    date,
    home: t('position.home'),
    away: t('position.away'),
  })
}
