import { useTranslation } from '#app/platform/i18n/use-translation.ts'
import { useDateText } from '#app/ui/time.tsx'
import { useMatchState } from '../../matches/components/use-match-state.ts'
import type { MatchSummary } from '../../matches/schema.ts'
import type { OutcomePrices } from '../../odds/rules.ts'
import { type FilledContent, fillMatchContent } from '../rules.ts'
import type { PageContent } from '../schema.ts'

/** The texts of a match with its prices, in the page's language and the visitor's zone. */
export function useMatchContent(
  content: PageContent,
  match: MatchSummary,
  prices: OutcomePrices | null,
): FilledContent {
  const { t, i18n } = useTranslation('matches')
  const date = useDateText(match.startTime, 'date')
  const wording = {
    language: i18n.language,
    priceLanguage: i18n.priceLanguage,
    date,
    home: t('position.home'),
    away: t('position.away'),
  }
  return fillMatchContent(content, match, wording, { state: useMatchState(match), prices })
}
